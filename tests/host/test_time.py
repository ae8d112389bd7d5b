"""Time at a host: deadlines are measured by a clock that only grows, and time when the process was away is nobody's."""

import asyncio
import random
from collections.abc import Callable, Sequence

import pytest

from ludoteca.kernel import AnyGame, Move
from ludoteca.runtime.store import Claimed, Holder, MemoryStore, StoredTable
from ludoteca.table.wire import Who
from tests.times import TIMES

from .logs import captured, events
from .stand import HOST, IGNORING, START_MS, TABLE, WALL, Stand, alone, away, elapsed, every_game, player

HOUR, DAY = 3_600_000, 86_400_000
JUMPS = {
    "an hour on": HOUR,
    "an hour back": -HOUR,
    "a day on": DAY,
    "a day back": -DAY,
    "1970": -WALL - START_MS,
}
RACES = 60 * TIMES


def left(stand: Stand) -> int:
    """Milliseconds until the next timer runs out."""
    due = stand.table().timers.next()
    assert due is not None
    return due - stand.clock().mono


async def runs_out_after(stand: Stand, ms: int) -> None:
    """The next timer runs out in so many milliseconds, not earlier and not later."""
    before = elapsed(stand.entries())
    await asyncio.sleep((ms - 2) / 1000)
    await stand.quiet()
    assert elapsed(stand.entries()) == before
    await asyncio.sleep(0.004)
    await stand.quiet()
    assert len(elapsed(stand.entries())) == len(before) + 1


# The wall clock, and that of the clients


@every_game
@pytest.mark.parametrize("jump", JUMPS.values(), ids=JUMPS)
def test_a_wall_clock_that_jumps_during_a_turn_moves_no_deadline(game: AnyGame, jump: int) -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(game)
        whole = left(stand)
        await asyncio.sleep(1)
        stand.wall_shift = jump
        await runs_out_after(stand, whole - 1000)
        assert stand.entries()[-1].at == stand.clock().wall - 2  # and the record has what the clock said
        stand.wall_shift = 0
        await runs_out_after(stand, left(stand))

    with captured() as lines:
        alone(body)
    assert "was_away" not in events(lines)


@every_game
@pytest.mark.parametrize("ts", [0, 1, 2**53, 2**63 - 1])
def test_the_clock_of_a_client_decides_nothing(game: AnyGame, ts: int) -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(game)
        await asyncio.sleep(1)
        seat = stand.table().match.acting()[0]
        refused = await stand.ask(player(seat), "nonsense", ts=ts)
        assert refused.result["code"] == "invalid_action"
        assert refused.replies[0]["ts"] == stand.clock().wall
        whole = left(stand)
        asked = await stand.ask(Who("observer", None, "eve"), "sync", ts=ts)
        assert asked.replies[1]["ts"] == stand.clock().wall
        await runs_out_after(stand, whole)
        assert str(ts) not in [str(entry.at) for entry in stand.entries()]

    alone(body)


# The process away


@every_game
@pytest.mark.parametrize("seconds", [600.0, 3.0])
def test_a_process_that_was_away_charges_nobody_and_sets_its_deadlines_anew(game: AnyGame, seconds: float) -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(game)
        await asyncio.sleep(1.2)
        before, entries = left(stand), stand.entries()
        away(seconds)
        await asyncio.sleep(0)
        await stand.quiet()
        assert stand.entries() == entries
        assert 0 <= left(stand) - before <= 500  # whatever had passed since it last looked at its watch
        await runs_out_after(stand, left(stand))

    with captured() as lines:
        alone(body)
    assert events(lines).count("was_away") == 1


@every_game
def test_an_action_that_comes_first_after_a_pause_is_in_time(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(game)
        seat = stand.table().match.acting()[0]
        action = game.legal(stand.state(), seat)[0]
        away(600)
        assert (await stand.act(seat, action, decision=1)).result["status"] == "ok"
        assert not elapsed(stand.entries())

    alone(body)


@every_game
def test_a_pause_of_less_than_two_seconds_is_charged(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(game)
        await asyncio.sleep(1)
        before = left(stand)
        away(1.9)
        await stand.quiet()
        assert left(stand) == before - 1900
        await runs_out_after(stand, before - 1900)

    with captured() as lines:
        alone(body)
    assert "was_away" not in events(lines)


@every_game
def test_a_pause_is_charged_at_no_table(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        ids = [f"MANY0{number}" for number in range(5)]
        for game_id in ids:
            await stand.seat(game, game_id=game_id)
        dues = [stand.table(game_id).timers.next() for game_id in ids]
        away(600)
        await asyncio.sleep(0.001)
        for game_id, due in zip(ids, dues, strict=True):
            assert due is not None
            assert stand.table(game_id).timers.next() == due + 600_000
            assert not elapsed(stand.entries(game_id))

    alone(body)


class Hanging(MemoryStore):
    """A store in the midst of whose answer the process is stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.pause: Callable[[], None] | None = None

    async def load(self, game_id: str, *, whole: bool = False) -> StoredTable:
        await self._stopped()
        return await super().load(game_id, whole=whole)

    async def create(self, game_id: str, holder: Holder, entries: Sequence[bytes]) -> Claimed | None:
        await self._stopped()
        return await super().create(game_id, holder, entries)

    async def _stopped(self) -> None:
        if self.pause is not None:
            self.pause()
        await asyncio.sleep(0.001)


@every_game
def test_a_pause_while_a_table_is_brought_back_is_charged_to_nobody(game: AnyGame) -> None:
    store = Hanging()

    async def body(stand: Stand) -> None:
        await stand.seat(game)
        whole = game.timers(stand.state())[0].ms
        stand.host.forget(stand.host.hosted[TABLE])
        store.pause = lambda: away(600)
        asked = await stand.ask(HOST, "sync")
        assert asked.result["status"] == "ok"
        assert not elapsed(stand.entries())
        assert whole - 20 <= left(stand) <= whole
        await runs_out_after(stand, left(stand))

    alone(body, lambda: Stand(store=store))


# Races


@every_game
def test_a_deadline_and_an_action_at_once_have_one_outcome_also_by_the_log(game: AnyGame) -> None:
    dice, outcomes = random.Random(1), set[bool]()

    async def race(stand: Stand, number: int) -> None:
        game_id = f"RACE{number:02}"[-6:]
        await stand.seat(game, game_id=game_id)
        await asyncio.sleep(dice.uniform(0, 0.01))
        match, due = stand.table(game_id).match, stand.table(game_id).timers.next()
        assert due is not None
        seat = match.acting()[0]
        given = Move(seat, game.legal(match.state, seat)[0])
        await asyncio.sleep((due - START_MS) / 1000 + dice.uniform(-0.001, 0.001) - asyncio.get_running_loop().time())
        in_time = stand.clock().mono < due
        asked = await stand.act(seat, given.action, decision=1, game_id=game_id)
        await asyncio.sleep(0.003)
        accepted = asked.result["status"] == "ok"
        assert accepted == (in_time or game.name in IGNORING)
        outcomes.add(in_time)
        log = stand.entries(game_id)
        named = [entry.n for entry in log if entry.action_id == asked.action.action_id]
        assert len(named) == accepted
        assert not elapsed(log[: named[0]] if in_time else [])
        assert in_time or len(elapsed(log)) == 1
        assert stand.replayed(game_id) == stand.standing(game_id)[2]

    async def body(stand: Stand) -> None:
        for number in range(50):
            await race(stand, number)

    for _ in range(RACES // 50):
        alone(body)
    assert outcomes == {True, False}

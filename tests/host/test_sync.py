"""A reader who comes later, or comes back, sees what a constant reader sees."""

import json

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.kernel import AnyGame
from ludoteca.runtime.store import MemoryStore
from ludoteca.table.wire import Who
from tests.times import TIMES

from .stand import TABLE, Ear, Json, Stand, alone, every_game, player, started

GAMES_EACH = 4 * TIMES
STEPS = 25


def numbered(frames: list[bytes]) -> list[int]:
    return [json.loads(frame)["seq"] for frame in frames]


async def snapshot(stand: Stand, who: Who) -> Json:
    """What a sync shows, without what is left on the clocks: they start anew where a table is brought back."""
    asked = await stand.ask(who, "sync")
    (shown,) = [reply for reply in asked.replies if reply["message_type"] == "sync"]
    names = [timer["name"] for timer in shown["payload"]["timers"]]
    payload: Json = shown["payload"] | {"timers": names}
    return payload | {"seq": shown["seq"]}


async def missed(stand: Stand, who: Who, last_seq: int) -> list[bytes]:
    return (await stand.ask(who, "sync", {"last_seq": last_seq})).frames[1:]


@every_game
@pytest.mark.parametrize("seed", range(GAMES_EACH))
def test_events_asked_for_again_are_those_that_a_constant_reader_got(game: AnyGame, seed: int) -> None:
    async def body(stand: Stand) -> None:
        await stand.open(game.name)
        ears = [stand.listen(who) for who in stand.whos()]
        for ear in ears[:-1]:
            await stand.ask(ear.who, "join")
        dealer, steps = PyRandom(seed), 0
        while steps < STEPS and await stand.step(dealer):
            steps += 1
        last = stand.table().match.seq
        for ear in ears:
            assert numbered(ear.frames) == list(range(1, last + 1))  # none missing, none twice, for anybody
            for seq in range(last + 1):
                assert await missed(stand, ear.who, seq) == ear.frames[seq:]

    alone(body)


@every_game
@pytest.mark.parametrize("seed", range(GAMES_EACH))
def test_a_reader_of_a_restored_table_sees_at_every_number_what_they_saw_before(game: AnyGame, seed: int) -> None:
    """Another process reads what the store has at each point, from the log or from a snapshot and the rest."""

    async def look_elsewhere(stand: Stand) -> list[Json]:
        row, store = stand.store.rows[TABLE], MemoryStore()
        other = Stand(store=store, name="elsewhere")
        async with started(other):
            copied = await store.create(TABLE, other.host.context.holder, row.entries)
            assert copied is not None
            store.rows[TABLE].snapshot = row.snapshot
            return [await snapshot(other, who) for who in stand.whos()]

    async def body(stand: Stand) -> None:
        await stand.seat(game)
        dealer = PyRandom(seed)
        for number in range(STEPS):
            if number % 5 == seed % 5:
                await stand.store.snapshot([stand.host.hosted[TABLE].snapshot()])
            here = [await snapshot(stand, who) for who in stand.whos()]
            assert await look_elsewhere(stand) == here
            if not await stand.step(dealer):
                break

    alone(body)


@every_game
@pytest.mark.parametrize("seed", range(GAMES_EACH))
def test_a_reader_who_comes_at_any_point_hears_from_then_on_what_the_others_hear(game: AnyGame, seed: int) -> None:
    """A second connection of the same player, one who looks on, and one who left and came back."""

    async def body(stand: Stand) -> None:
        await stand.seat(game)
        first = [stand.listen(who) for who in stand.whos()]
        dealer, late = PyRandom(seed), list[tuple[int, Ear]]()
        for _ in range(STEPS):
            for ear in first:
                shown = await snapshot(stand, ear.who)
                again = await snapshot(stand, Who(ear.who.role, ear.who.seat, "again"))
                assert shown == again
                late.append((len(ear.frames), stand.listen(ear.who)))
            if not await stand.step(dealer):
                break
        for at, ear in late:
            constant = next(each for each in first if each.who == ear.who)
            assert ear.frames == constant.frames[at:]

    alone(body)


@every_game
def test_whoever_lost_his_connection_and_joins_again_is_told_what_he_missed(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(game)
        constant, gone = stand.listen(player(1)), stand.table().match.seq
        stand.host.lost(TABLE, 1)
        await stand.quiet()
        joined = await stand.ask(player(1), "join", {"last_seq": gone})
        assert joined.result["status"] == "ok"
        assert joined.frames[1:] == constant.frames
        assert constant.frames

    alone(body)

"""What goes wrong at one table, or with one reader, costs nobody else: not the others, not the process."""

import asyncio
import dataclasses
from threading import get_ident
from typing import Any

from ludoteca.kernel import AnyGame, AnyInput, Step
from ludoteca.runtime.hosted_table import record
from ludoteca.runtime.store import MemoryStore
from ludoteca.table.effects import Effects, Now
from ludoteca.table.wire import Action, Who, replace
from ludoteca.verification import verify

from .logs import captured, events
from .stand import ALL, HOST, OBSERVER, Ear, Stand, alone, every_game, lived, player

BAD, SOUND = "BAD001", "SOUND1"


async def both_seated(stand: Stand, game: AnyGame) -> None:
    for game_id in (BAD, SOUND):
        await stand.seat(game, game_id=game_id)


def spoil(stand: Stand) -> None:
    """From now on this table makes entries that cannot be written down."""
    table = stand.table(BAD)
    submit = table.submit

    def spoiled(who: Who, action: Action, now: Now) -> Effects:
        effects = submit(who, action, now)
        effects.persist = [replace(entry, what=object()) for entry in effects.persist]
        return effects

    table.submit = spoiled  # type: ignore[method-assign]


def boom() -> Any:
    raise ZeroDivisionError("no snapshot of this")


@every_game
def test_an_entry_that_cannot_be_written_down_costs_its_own_table_alone(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        await both_seated(stand, game)
        before, sound = stand.standing(BAD), stand.table(SOUND)
        spoil(stand)
        bad = stand.say(player(0), "resign", game_id=BAD)
        beside = stand.say(player(0), "resign", game_id=SOUND)  # in the same turn
        await asyncio.sleep(0.2)
        assert beside.result["status"] == "ok"
        assert bad.result["code"] == "game_unavailable"
        assert stand.standing(BAD) == before  # it is back
        assert stand.table(SOUND) is sound
        assert (await stand.ask(player(0), "resign", game_id=BAD)).result["status"] == "ok"
        assert stand.maintenance.is_alive
        assert stand.maintenance.reachable
        spoil(stand)
        stand.say(HOST, "delete", game_id=BAD)
        await asyncio.wait_for(stand.maintenance.leave(), 5)
        assert stand.store.rows[SOUND].holder is None

    async def main() -> None:
        stand = Stand()
        stand.maintenance.start()
        await body(stand)

    lived(main)


@every_game
def test_a_table_of_which_no_snapshot_can_be_taken_keeps_nobody_from_having_one(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        await both_seated(stand, game)
        before, sound = stand.standing(BAD), stand.table(SOUND)
        stand.host.hosted[BAD].snapshot = boom  # type: ignore[method-assign]
        await asyncio.sleep(13)
        assert stand.store.rows[SOUND].snapshot is not None
        assert stand.standing(BAD) == before
        assert stand.table(SOUND) is sound

    with captured() as lines:
        alone(body)
    assert events(lines).count("table_crashed") == 1
    assert "upkeep_failed" not in events(lines)


@every_game
def test_a_table_of_which_no_snapshot_can_be_taken_keeps_nobody_from_leaving(game: AnyGame) -> None:
    async def main() -> None:
        stand = Stand()
        stand.maintenance.start()
        await both_seated(stand, game)
        stand.host.hosted[BAD].snapshot = boom  # type: ignore[method-assign]
        await asyncio.wait_for(stand.maintenance.leave(), 5)
        assert stand.host.hosted == {}
        assert stand.store.rows[SOUND].snapshot is not None
        assert stand.store.rows[BAD].snapshot is None
        assert [row.holder for row in stand.store.rows.values()] == [None, None]

    lived(main)


class Deaf(Ear):
    """A reader that breaks the rule that a reader does not raise."""

    def deliver(self, frame: bytes) -> None:
        raise OSError("cannot hear")


@every_game
def test_a_reader_that_raises_costs_no_other_reader_and_no_table_anything(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        await both_seated(stand, game)
        tables = {game_id: stand.table(game_id) for game_id in (BAD, SOUND)}
        before = stand.listen(OBSERVER, BAD)
        stand.readers.add(BAD, Deaf(OBSERVER))
        after, elsewhere = stand.listen(OBSERVER, BAD), stand.listen(OBSERVER, SOUND)
        asked = [stand.say(player(0), "resign", game_id=game_id) for game_id in (BAD, SOUND)]
        await stand.quiet()
        assert [each.result["status"] for each in asked] == ["ok", "ok"]
        assert before.frames == after.frames
        assert len(before.frames) == len(elsewhere.frames) > 0
        assert {game_id: stand.table(game_id) for game_id in tables} == tables
        assert b"ludoteca_crashes_total 0.0" in stand.metrics.text()

    alone(body)


def test_a_table_whose_reader_raises_goes_on() -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(ALL["den"], game_id=BAD)
        stand.readers.add(BAD, Deaf(OBSERVER))
        for _ in range(10):
            seat = stand.table(BAD).match.acting()[0]
            action = ALL["den"].legal(stand.state(BAD), seat)[0]
            assert (await stand.act(seat, action, game_id=BAD)).result["status"] == "ok"

    alone(body)


def test_a_match_is_written_down_on_a_thread_where_it_keeps_no_table_waiting() -> None:
    rules, threads = ALL["duel"], set[int]()

    def apply(state: Any, given: AnyInput) -> Step[Any, Any]:
        threads.add(get_ident())
        return rules.apply(state, given)

    async def body(stand: Stand) -> MemoryStore:
        await stand.seat(rules, game_id=SOUND)
        await stand.ask(player(0), "resign", game_id=SOUND)
        return stand.store

    written = asyncio.run(record(alone(body), {"duel": dataclasses.replace(rules, apply=apply)}, SOUND))
    assert verify(written, ALL).outcome is not None
    assert threads
    assert get_ident() not in threads

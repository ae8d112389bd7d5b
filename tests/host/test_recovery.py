"""Recovery of damaged tables: what can be saved is saved, play goes on, and the log and the record say so."""

import asyncio
import json
import random
from collections.abc import Iterable
from typing import Any

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.games import GAMES
from ludoteca.kernel import AnyGame, digest, replace
from ludoteca.kernel.record import BadEntry
from ludoteca.runtime.hosted_table import UnknownGame, decoded_entry, encoded_entry, record
from ludoteca.runtime.recovery import RecoveredTable, damage_of, plan_recovery, recover
from ludoteca.runtime.recovery_plan import RecoveryRefused, plan_words
from ludoteca.runtime.store import Holder, StoredSnapshot
from ludoteca.table.entries import Began, Opened, Recovered
from ludoteca.table.wire import encode
from ludoteca.verification import Draws, verify

from .stand import ALL, OBSERVER, TABLE, WALL, Json, Stand, alone, every_game, player

FLIPPED = 0x10


async def put_aside(stand: Stand) -> None:
    hosted = stand.host.hosted[TABLE]
    stand.host.forget(hosted)
    await stand.store.release([(TABLE, hosted.epoch)], resting=True)


async def played(stand: Stand, game: AnyGame, *, before: int = 4, after: int = 6, seed: int = 1) -> StoredSnapshot:
    """A game some way on, and then not here any more; its snapshot in the middle is not stored."""
    await stand.seat(game)
    dealer = PyRandom(seed)
    for _ in range(before):
        await stand.step(dealer)
    snapshot = stand.host.hosted[TABLE].snapshot()
    for _ in range(after):
        await stand.step(dealer)
    await put_aside(stand)
    return snapshot


def flip(stand: Stand, *numbers: int, seed: int = 0) -> None:
    """One bit of each of these entries."""
    entries, dice = stand.store.rows[TABLE].entries, random.Random(seed)
    for number in numbers:
        body = bytearray(entries[number - 1])
        body[dice.randrange(len(body))] ^= FLIPPED
        entries[number - 1] = bytes(body)


async def recovered(stand: Stand) -> RecoveredTable:
    done = await recover(stand.store, ALL, TABLE, WALL)
    assert (await stand.ask(OBSERVER, "sync")).result["status"] == "ok"
    return done


async def played_on(stand: Stand) -> None:
    """To its end; a long game is given up."""
    dealer = PyRandom(9)
    for _ in range(60):
        if not await stand.step(dealer):
            break
    if stand.table().match.outcome is None:
        seat = next(seat for seat, bot in enumerate(stand.table().match.terms.bots) if bot is None)
        assert (await stand.ask(player(seat), "resign")).result["status"] == "ok"
    assert stand.table().match.outcome is not None


def what(stand: Stand) -> Recovered:
    (entry,) = [entry.what for entry in stand.entries() if isinstance(entry.what, Recovered)]
    return entry


def last_good(stand: Stand) -> int:
    """The number of the entry with which the game had begun: a table that has not begun waits for its players."""
    return next(entry.n for entry in stand.entries() if isinstance(entry.what, Began))


# The log


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_a_damaged_table_goes_on_after_its_last_good_entry_and_ends(game: AnyGame, seed: int) -> None:
    async def body(stand: Stand) -> None:
        await played(stand, game, seed=seed)
        before = stand.entries()
        number = random.Random(seed).randint(last_good(stand) + 1, len(before))
        flip(stand, number, seed=seed)
        assert (await stand.ask(OBSERVER, "sync")).result["facts"] == {"rule": "damaged"}
        done = await recovered(stand)
        assert done.plan.damage == f"entry {number} of {len(before)} cannot be read"
        assert stand.entries()[:-1] == before[: number - 1]
        assert (what(stand).source, what(stand).lost, what(stand).unrecorded) == ("log", len(before) - number + 1, 0)
        assert len(stand.store.aside[done.kept_at].entries) == len(before)
        await played_on(stand)
        verdict = verify(await record(stand.store, ALL, TABLE), ALL)
        assert [recovery.lost for _, recovery in verdict.recoveries] == [len(before) - number + 1]
        assert verdict.draws is Draws.RECOMPUTED

    alone(body)


@every_game
def test_a_restart_after_a_recovery_restores_the_same_table(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        await played(stand, game)
        flip(stand, len(stand.entries()) - 2)
        await recovered(stand)
        await stand.step(PyRandom(7))
        standing = stand.standing()
        await put_aside(stand)
        assert (await stand.ask(OBSERVER, "sync")).result["status"] == "ok"
        assert stand.standing() == standing

    alone(body)


def test_a_table_damaged_before_its_game_began_waits_for_its_players() -> None:
    async def body(stand: Stand) -> None:
        assert (await stand.open("backgammon"))["status"] == "ok"
        await stand.ask(player(0), "join")
        await put_aside(stand)
        flip(stand, 2)
        await recovered(stand)
        match = stand.table().match
        assert (match.state, match.joined, match.closed) == (None, [False, False], False)
        for seat in (0, 1):
            assert (await stand.ask(player(seat), "join")).result["status"] == "ok"
        await stand.step(PyRandom(7))
        await put_aside(stand)
        assert (await stand.ask(OBSERVER, "sync")).result["status"] == "ok"
        await played_on(stand)
        assert verify(await record(stand.store, ALL, TABLE), ALL).draws is Draws.RECOMPUTED

    alone(body)


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_game_of_which_nothing_is_left_does_not_begin_again_with_draws_seen(number: int) -> None:
    async def body(stand: Stand) -> None:
        await played(stand, GAMES["backgammon"])
        flip(stand, number)
        done = await recovered(stand)
        why = "nothing is left of the game, and its draws may have been seen"
        assert plan_words(done.plan)[1] == f"Play does not go on: {why}."
        assert (stand.table().match.state, stand.table().match.closed) == (None, True)
        assert (await stand.ask(player(1), "join")).result["facts"] == {"rule": "closed"}

    alone(body)


@pytest.mark.parametrize("name", ["backgammon", "briscola"])
def test_a_game_that_had_ended_is_not_played_on_because_its_seed_is_known(name: str) -> None:
    async def body(stand: Stand) -> None:
        await played(stand, ALL[name])
        assert (await stand.ask(OBSERVER, "sync")).result["status"] == "ok"
        await played_on(stand)
        await put_aside(stand)
        flip(stand, len(stand.entries()))
        done = await recovered(stand)
        assert plan_words(done.plan)[1] == "Play does not go on: the game had ended, and its seed is known."
        assert (stand.table().match.outcome, stand.table().match.closed) == (None, True)
        assert (await stand.ask(player(0), "resign")).result["facts"] == {"rule": "closed"}
        await stand.quiet()
        assert not stand.store.rows[TABLE].live
        verify(await record(stand.store, ALL, TABLE), ALL)

    alone(body)


def test_numbers_and_draws_that_somebody_may_have_seen_are_not_used_again() -> None:
    async def body(stand: Stand) -> None:
        game = GAMES["backgammon"]
        await played(stand, game, after=20)
        hosted = (await stand.ask(OBSERVER, "sync")).result
        assert hosted["status"] == "ok"
        match = stand.table().match
        seq, decisions, draws = match.seq, list(match.decisions), match.draws
        await put_aside(stand)
        flip(stand, last_good(stand) + 1)
        await recovered(stand)
        match = stand.table().match
        assert match.seq > seq
        assert match.draws > draws
        assert all(now > then for now, then in zip(match.decisions, decisions, strict=True))

    alone(body)


def test_a_table_may_be_recovered_twice() -> None:
    async def body(stand: Stand) -> None:
        await played(stand, ALL["duel"])
        flip(stand, len(stand.entries()))
        first = await recovered(stand)
        for _ in range(3):
            await stand.step(PyRandom(1))
        await put_aside(stand)
        flip(stand, len(stand.entries()))
        second = await recover(stand.store, ALL, TABLE, WALL + 1)
        assert len({first.kept_at, second.kept_at}) == 2
        assert (await stand.ask(OBSERVER, "sync")).result["status"] == "ok"
        verdict = verify(await record(stand.store, ALL, TABLE), ALL)
        assert len(verdict.recoveries) == 2

    alone(body)


# Snapshots


@every_game
def test_a_snapshot_newer_than_the_last_good_entry_saves_more(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        snapshot = await played(stand, game)
        stand.store.rows[TABLE].snapshot = snapshot
        last = len(stand.entries())
        flip(stand, last_good(stand) + 1, snapshot.n + 2)
        done = await recovered(stand)
        began = next(entry.n for entry in stand.entries() if isinstance(entry.what, Began))
        assert (what(stand).source, what(stand).lost) == ("snapshot", last - snapshot.n - 1)
        assert what(stand).unrecorded == snapshot.n + 1 - began
        assert done.plan.last == last
        await played_on(stand)
        verify(await record(stand.store, ALL, TABLE), ALL)

    alone(body)


@every_game
def test_a_snapshot_alone_is_enough_even_for_the_first_entry(game: AnyGame) -> None:
    """Then its beginning is written anew: nothing of it can be read."""

    async def body(stand: Stand) -> None:
        snapshot = await played(stand, game, after=0)
        state = digest(await standing_state(stand))
        stand.store.rows[TABLE].snapshot = snapshot
        flip(stand, *range(1, len(stand.entries()) + 1))
        await recovered(stand)
        assert what(stand).lost == 0
        assert digest(stand.state()) == state
        await played_on(stand)
        verdict = verify(await record(stand.store, ALL, TABLE), ALL)
        assert verdict.draws is Draws.RECOMPUTED

    alone(body)


async def standing_state(stand: Stand) -> Any:
    assert (await stand.ask(OBSERVER, "sync")).result["status"] == "ok"
    state = stand.state()
    await put_aside(stand)
    return state


@pytest.mark.parametrize("kept", [0, 1, 40, -2])
def test_a_truncated_snapshot_is_no_help_and_no_hindrance(kept: int) -> None:
    async def body(stand: Stand) -> None:
        snapshot = await played(stand, GAMES["gomoku"])
        stand.store.rows[TABLE].snapshot = snapshot._replace(body=snapshot.body[:kept])
        number = last_good(stand) + 1
        flip(stand, number)
        await recovered(stand)
        assert (what(stand).source, len(stand.entries())) == ("log", number)
        await played_on(stand)

    alone(body)


# The rules


def spoilt(snapshot: StoredSnapshot, **state: Any) -> StoredSnapshot:
    """A snapshot with something else in its state, and so without a valid checksum."""
    tree = json.loads(snapshot.body)
    return snapshot._replace(body=encode({**tree, "state": {**tree["state"], **state}}))


async def swap2(stand: Stand, cells: Iterable[tuple[int, int]], *moves: Json) -> StoredSnapshot:
    await stand.seat(GAMES["gomoku"], {"swap2_enabled": True})
    for x, y in cells:
        assert (await stand.ask(player(0), "place", {"x": x, "y": y})).result["status"] == "ok"
    for move in moves:
        assert (await stand.ask(player(1), "choose", move)).result["status"] == "ok"
    snapshot = stand.host.hosted[TABLE].snapshot()
    await put_aside(stand)
    return snapshot


CELLS = ((7, 7), (8, 8), (9, 7))


def test_stones_on_an_intact_board_count_when_swap_2_is_gone() -> None:
    async def body(stand: Stand) -> None:
        snapshot = await swap2(stand, CELLS, {"choice": "white"})
        stand.store.rows[TABLE].snapshot = spoilt(snapshot, swap2State=None, moves=None)
        flip(stand, last_good(stand) + 1)
        await recovered(stand)
        opening = stand.state().swap2_state
        assert (what(stand).source, opening.phase) == ("rules", "swap2_placement")
        assert {(stone.x, stone.y) for stone in opening.tentative_stones} < set(CELLS)
        assert len(opening.tentative_stones) == 2
        assert (await stand.ask(player(0), "place", {"x": 1, "y": 1})).result["status"] == "ok"
        assert stand.state().swap2_state.phase == "swap2_choice"
        await played_on(stand)
        verify(await record(stand.store, ALL, TABLE), ALL)

    alone(body)


def test_a_damaged_snapshot_whose_history_is_whole_is_rebuilt_from_it() -> None:
    async def body(stand: Stand) -> None:
        snapshot = await swap2(stand, CELLS, {"choice": "white"})
        stand.store.rows[TABLE].snapshot = spoilt(snapshot, board=[])
        flip(stand, last_good(stand) + 1)
        await recovered(stand)
        assert stand.state().game_phase == "main_game"
        assert len(stand.state().moves) == 3
        await played_on(stand)

    alone(body)


def test_the_log_is_kept_where_the_rules_could_save_no_more() -> None:
    async def body(stand: Stand) -> None:
        snapshot = await swap2(stand, CELLS, {"choice": "white"})
        stand.store.rows[TABLE].snapshot = spoilt(snapshot, swap2State=None, moves=None)
        flip(stand, last_good(stand) + 4)
        await recovered(stand)
        assert what(stand).source == "log"
        assert len(stand.state().swap2_state.tentative_stones) == 3

    alone(body)


def test_the_board_counts_even_where_no_entry_can_be_read() -> None:
    async def body(stand: Stand) -> None:
        snapshot = await swap2(stand, CELLS, {"choice": "white"})
        stand.store.rows[TABLE].snapshot = spoilt(snapshot, swap2State={}, moves=[])
        flip(stand, *range(1, len(stand.entries()) + 1))
        await recovered(stand)
        assert len(stand.state().swap2_state.tentative_stones) == 2
        await played_on(stand)
        verify(await record(stand.store, ALL, TABLE), ALL)

    alone(body)


# Refused


def test_a_healthy_table_is_not_recovered_and_goes_on() -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(ALL["duel"])
        with pytest.raises(RecoveryRefused, match="its log is not damaged"):
            await recover(stand.store, ALL, TABLE, WALL)
        assert await damage_of(stand.store, TABLE) == ""
        await played_on(stand)

    alone(body)


def test_a_table_that_never_was_cannot_be_recovered() -> None:
    async def body(stand: Stand) -> None:
        with pytest.raises(KeyError):
            await recover(stand.store, ALL, "NOTHIN", WALL)

    alone(body)


def test_a_table_of_a_game_not_installed_is_left_as_it_is() -> None:
    async def body(stand: Stand) -> None:
        await played(stand, ALL["den"])
        flip(stand, len(stand.entries()))
        with pytest.raises(UnknownGame):
            await recover(stand.store, {}, TABLE, WALL)

    alone(body)


def test_without_opening_and_snapshot_nothing_can_be_saved() -> None:
    async def body(stand: Stand) -> None:
        await played(stand, ALL["den"])
        flip(stand, 1)
        before = list(stand.store.rows[TABLE].entries)
        with pytest.raises(RecoveryRefused, match="nothing can be saved"):
            await recover(stand.store, ALL, TABLE, WALL)
        assert stand.store.rows[TABLE].entries == before

    alone(body)


@pytest.mark.parametrize("secret", ["no hex", "", "00", "00" * 32])
def test_a_secret_that_does_not_fit_its_commitment_is_damage(secret: str) -> None:
    """Even if its checksum is right."""

    async def body(stand: Stand) -> None:
        await played(stand, ALL["den"])
        opening = decoded_entry(TABLE, 1, stand.store.rows[TABLE].entries[0])
        assert isinstance(opening.what, Opened)
        forged = replace(opening, what=Opened(replace(opening.what.terms, secret=secret)))
        stand.store.rows[TABLE].entries[0] = encoded_entry(TABLE, forged)
        asked = await stand.ask(OBSERVER, "sync")
        assert asked.result["facts"] == {"rule": "damaged"}
        assert await damage_of(stand.store, TABLE) == "entry 1 of 15 cannot be read"

    alone(body)


def test_an_entry_that_is_against_the_rules_is_damage() -> None:
    """Even if its checksum is right: here a draw without its answer."""

    async def body(stand: Stand) -> None:
        await played(stand, ALL["den"])
        rows = stand.store.rows[TABLE].entries
        entries = [decoded_entry(TABLE, number, row) for number, row in enumerate(rows, 1)]
        [began] = [each for each in entries if isinstance(each.what, Began) and each.what.drawn]
        rows[began.n - 1] = encoded_entry(TABLE, replace(began, what=Began(())))
        asked = await stand.ask(OBSERVER, "sync")
        assert asked.result["facts"] == {"rule": "damaged"}
        await recover(stand.store, ALL, TABLE, WALL)
        assert (await stand.ask(OBSERVER, "sync")).result["status"] == "ok"

    alone(body)


def test_a_table_that_another_process_serves_is_left_to_it() -> None:
    async def body(stand: Stand) -> None:
        await played(stand, ALL["den"])
        flip(stand, len(stand.entries()))
        await stand.store.claim(TABLE, Holder("stand"))
        with pytest.raises(RecoveryRefused, match="stand serves the table"):
            await recover(stand.store, ALL, TABLE, WALL)

    alone(body)


def test_a_plan_changes_nothing() -> None:
    async def body(stand: Stand) -> None:
        await played(stand, ALL["duel"])
        flip(stand, len(stand.entries()))
        before = list(stand.store.rows[TABLE].entries)
        plan = await plan_recovery(stand.store, ALL, TABLE, WALL)
        assert (plan.recovered.lost, stand.store.rows[TABLE].entries) == (1, before)
        assert await damage_of(stand.store, TABLE) == plan.damage

    alone(body)


# What is told meanwhile


def test_a_damaged_table_rests_and_is_counted_until_it_is_recovered() -> None:
    async def body(stand: Stand) -> None:
        await played(stand, ALL["duel"])
        flip(stand, len(stand.entries()))
        await stand.ask(OBSERVER, "sync")
        assert list(stand.host.loader.damaged) == [TABLE]
        assert b"ludoteca_damaged 1.0" in stand.metrics.text()
        assert await stand.store.unheld() == []
        await recover(stand.store, ALL, TABLE, WALL)
        await asyncio.sleep(2 * stand.host.context.settings.supervise_seconds)
        assert (stand.host.loader.damaged, TABLE in stand.host.hosted) == ({}, True)
        assert b"ludoteca_damaged 0.0" in stand.metrics.text()

    alone(body)


def test_a_changed_recovery_is_found_in_the_record() -> None:
    async def body(stand: Stand) -> None:
        await played(stand, ALL["duel"])
        flip(stand, len(stand.entries()))
        await recovered(stand)
        lines = await record(stand.store, ALL, TABLE)
        with pytest.raises(BadEntry):
            verify(lines.replace(b'"lost":1', b'"lost":0'), ALL)

    alone(body)

"""Tables that are not here: waiting calls are answered, and what cannot be read is never guessed."""

import asyncio
import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.kernel import AnyGame, decode
from ludoteca.runtime.checksum import add_checksum_member, strip_checksum_member
from ludoteca.runtime.hosted_table import HostedTable
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.store import MemoryStore, StoredSnapshot, StoredTable, Unavailable
from ludoteca.runtime.table_loader import WAITING_AT_MOST
from ludoteca.table.entries import SavedMatch
from ludoteca.table.result_cache import ACCEPTED_AT_MOST, CachedResult
from ludoteca.table.wire import encode, replace

from .frail import FrailStore
from .stand import ALL, HOST, OBSERVER, TABLE, Json, Stand, alone, every_game, player


async def played(stand: Stand, game: AnyGame, steps: int = 3) -> tuple[int, int, str]:
    """A game some way on, and then not here any more."""
    await stand.seat(game)
    dealer = PyRandom(3)
    for _ in range(steps):
        await stand.step(dealer)
    standing = stand.standing()
    put_aside(stand)
    return standing


def put_aside(stand: Stand) -> None:
    stand.host.forget(stand.host.hosted[TABLE])


async def synced(stand: Stand) -> Json:
    return (await stand.ask(OBSERVER, "sync")).result


def is_unavailable(result: Json, reason: str, recovery: str = "retry") -> bool:
    return (result["code"], result["recovery"]) == ("game_unavailable", recovery) and reason in result["reason"]


# Waiting


@every_game
def test_all_who_wait_are_answered_when_the_table_comes(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        before = await played(stand, game)
        waiting = [stand.say(who, "sync") for who in (OBSERVER, player(0), HOST) for _ in range(10)]
        await stand.quiet()
        assert all(asked.result["status"] == "ok" for asked in waiting)
        assert stand.standing() == before

    alone(body)


def test_waiting_actions_are_answered_when_the_store_fails_and_accepted_later() -> None:
    store = FrailStore()

    async def body(stand: Stand) -> None:
        await played(stand, ALL["den"])
        store.is_down, store.seconds = True, 0.5
        waiting = [stand.say(player(0), "resign", action_id=f"r{number}") for number in range(20)]
        await asyncio.sleep(0.6)
        assert all(is_unavailable(asked.result, "the store cannot be reached") for asked in waiting)
        store.is_down, store.seconds = False, 0.0
        assert (await stand.ask(player(0), "resign", action_id="r0")).result["status"] == "ok"

    alone(body, lambda: Stand(store=store))


class Stuttering(MemoryStore):
    """Gives tables away, and then now and then cannot be read."""

    def __init__(self) -> None:
        super().__init__()
        self.failures = 0

    async def load(self, game_id: str, *, whole: bool = False) -> StoredTable:
        if self.failures:
            self.failures -= 1
            raise Unavailable("one read has failed")
        return await super().load(game_id, whole=whole)


@every_game
@pytest.mark.parametrize("failures", [1, 3])
def test_a_table_claimed_but_not_read_is_loaded_without_anybody_asking(game: AnyGame, failures: int) -> None:
    """It is held by this very process: nobody else will look for it, and its clock must go on."""
    store = Stuttering()

    async def body(stand: Stand) -> None:
        before = await played(stand, game, steps=1)
        store.failures = failures
        assert is_unavailable(await synced(stand), "the store cannot be reached")
        await asyncio.sleep(0.1 if failures == 1 else 3.5)
        assert stand.standing() == before

    alone(body, lambda: Stand(store=store))


def test_too_many_who_wait_for_one_table_are_sent_away_and_those_of_another_are_not() -> None:
    store = FrailStore()

    async def body(stand: Stand) -> None:
        await played(stand, ALL["den"])
        await stand.seat(ALL["duel"], game_id="OTHER1")
        store.seconds = 0.5
        waiting = [stand.say(OBSERVER, "sync") for _ in range(WAITING_AT_MOST)]
        late = stand.say(OBSERVER, "sync")
        other = stand.say(OBSERVER, "sync", game_id="OTHER1")
        assert is_unavailable(late.result, "too many are waiting")
        await asyncio.sleep(3)
        assert all(asked.result["status"] == "ok" for asked in [*waiting, other])
        assert len(late.frames) == 1

    alone(body, lambda: Stand(store=store))


def test_more_than_a_host_can_store_is_refused_at_once_and_the_rest_answered() -> None:
    store = FrailStore()

    async def body(stand: Stand) -> None:
        await stand.seat(ALL["den"])
        store.seconds = 0.5
        first = stand.say(OBSERVER, "sync")
        await asyncio.sleep(0.1)
        at_most = stand.host.context.settings.waiting_at_most
        waiting = [stand.say(OBSERVER, "nonsense") for _ in range(at_most)]
        late = stand.say(OBSERVER, "nonsense")
        assert is_unavailable(late.result, "overloaded")
        await asyncio.sleep(3)
        assert first.result["status"] == "ok"
        assert {asked.result["code"] for asked in waiting} == {"forbidden"}

    alone(body, lambda: Stand(store=store, settings=Settings(waiting_at_most=50)))


@every_game
def test_what_the_store_refuses_is_not_acknowledged_and_is_gone_after_a_reload(game: AnyGame) -> None:
    store = FrailStore()

    async def body(stand: Stand) -> None:
        await stand.seat(game)
        before, seat = stand.standing(), stand.table().match.acting()[0]
        action, ear = game.legal(stand.state(), seat)[0], stand.listen(OBSERVER)
        store.is_down = True
        asked = await stand.act(seat, action)
        assert is_unavailable(asked.result, "could not be written")
        assert ear.frames == []
        await asyncio.sleep(2)
        store.is_down = False
        await asyncio.sleep(2.1)
        assert stand.standing() == before
        assert (await stand.act(seat, action)).result["status"] == "ok"

    alone(body, lambda: Stand(store=store))


def test_a_discarded_table_is_reloaded_even_if_a_call_meanwhile_was_refused() -> None:
    """Its clocks must go on, whether anybody asks for it again or not."""
    store = FrailStore()

    async def body(stand: Stand) -> None:
        await stand.seat(ALL["duel"])
        store.is_down = True
        await stand.act(0, ALL["duel"].legal(stand.state(), 0)[0])
        assert TABLE not in stand.host.hosted
        store.seconds = 0.3
        asked = stand.say(OBSERVER, "sync")  # under way when the table would have been fetched by itself
        await asyncio.sleep(0.35)
        assert is_unavailable(asked.result, "the store cannot be reached")
        store.is_down = False
        await asyncio.sleep(5)
        assert TABLE in stand.host.hosted

    alone(body, lambda: Stand(store=store))


def test_a_table_that_another_process_holds_is_left_to_it() -> None:
    store = MemoryStore()

    async def body(stand: Stand) -> None:
        await stand.seat(ALL["den"])
        other = Stand(store=store, name="other")
        other.maintenance.start()
        for _ in range(2):
            asked = await other.ask(OBSERVER, "sync")
            assert [holder.name for holder in asked.holders] == ["stand"]
            assert asked.frames == []
        await other.maintenance.leave()
        assert TABLE in stand.host.hosted

    alone(body, lambda: Stand(store=store))


def test_an_owner_that_was_replaced_says_nothing_more() -> None:
    store = MemoryStore()

    async def body(stand: Stand) -> None:
        await stand.seat(ALL["den"])
        ear = stand.listen(OBSERVER)
        store.expire("stand")
        other = Stand(store=store, name="other")
        other.maintenance.start()
        assert (await other.ask(player(0), "resign")).result["status"] == "ok"
        asked = await stand.ask(player(1), "resign")
        assert is_unavailable(asked.result, "could not be written")
        assert ear.frames == []
        assert TABLE not in stand.host.hosted
        assert (await stand.ask(player(1), "sync")).holders
        await other.maintenance.leave()

    alone(body, lambda: Stand(store=store))


# Damage


async def with_entry(stand: Stand, number: int, change: Callable[[bytes], bytes]) -> Json:
    entries = stand.store.rows[TABLE].entries
    entries[number] = change(entries[number])
    before = list(entries)
    result = await synced(stand)
    assert entries == before
    return result


@every_game
@pytest.mark.parametrize("number", [0, 1, -1])
def test_a_damaged_entry_stops_its_table_and_is_never_guessed(game: AnyGame, number: int) -> None:
    async def body(stand: Stand) -> None:
        await played(stand, game)
        await stand.seat(game, game_id="SOUND1")
        result = await with_entry(stand, number, lambda body: body[:-2] + b" }")
        assert is_unavailable(result, "damaged", "noop")
        assert (await stand.ask(OBSERVER, "sync", game_id="SOUND1")).result["status"] == "ok"

    alone(body)


def test_every_flipped_bit_and_every_cut_of_an_entry_is_found() -> None:
    async def body(stand: Stand) -> None:
        await played(stand, ALL["den"])
        whole = stand.store.rows[TABLE].entries[-1]
        for place in range(len(whole)):
            flipped = whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :]
            for damaged in (flipped, whole[:place]):
                assert is_unavailable(await with_entry(stand, -1, lambda _, body=damaged: body), "damaged", "noop")  # type: ignore[misc]
        assert (await with_entry(stand, -1, lambda _: whole))["status"] == "ok"

    alone(body)


@every_game
def test_entries_out_of_place_are_found(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        await played(stand, game)
        entries = stand.store.rows[TABLE].entries
        entries[-1], entries[-2] = entries[-2], entries[-1]
        assert is_unavailable(await synced(stand), "damaged", "noop")

    alone(body)


def test_a_table_of_a_game_that_is_not_known_here_waits_and_goes_on_where_it_is() -> None:
    store = MemoryStore()

    async def body(stand: Stand) -> None:
        await played(stand, ALL["den"])
        store.expire("stand")
        stranger = Stand({"duel": ALL["duel"]}, store=store, name="stranger")
        stranger.maintenance.start()
        assert is_unavailable(await synced(stranger), "not installed")
        await stranger.maintenance.leave()
        store.expire("stranger")
        again = Stand(store=store, name="again")
        again.maintenance.start()
        assert (await synced(again))["status"] == "ok"
        await again.maintenance.leave()

    alone(body, lambda: Stand(store=store))


def test_an_empty_log_is_unavailable() -> None:
    async def body(stand: Stand) -> None:
        await played(stand, ALL["den"])
        stand.store.rows[TABLE].entries.clear()
        assert is_unavailable(await synced(stand), "damaged", "noop")

    alone(body)


# Snapshots


async def snapshot(stand: Stand, game: AnyGame) -> tuple[tuple[int, int, str], StoredSnapshot]:
    """A game some way on with a snapshot in the store, and not here any more."""
    await stand.seat(game)
    dealer = PyRandom(5)
    for _ in range(2):
        await stand.step(dealer)
    hosted: HostedTable = stand.host.hosted[TABLE]
    taken = hosted.snapshot()
    await stand.store.snapshot([taken])
    await stand.step(dealer)
    standing = stand.standing()
    put_aside(stand)
    return standing, taken


def label(taken: StoredSnapshot) -> str:
    return f"{TABLE}/state/{taken.n}"


def resealed(taken: StoredSnapshot, snapshot: SavedMatch) -> StoredSnapshot:
    return taken._replace(body=add_checksum_member(label(taken), encode(snapshot)))


def foreign(taken: StoredSnapshot, kind: str) -> StoredSnapshot:
    """Snapshots whose seal is whole and which are none of this table's, or of another time's."""
    body = strip_checksum_member(label(taken), taken.body)
    snapshot: SavedMatch = decode(body, SavedMatch)
    terms = snapshot.terms
    match kind:
        case "another version":
            return resealed(taken, replace(snapshot, terms=replace(terms, version="99.0.0")))
        case "another game":
            other = next(name for name in ALL if name != terms.game)
            return resealed(taken, replace(snapshot, terms=replace(terms, game=other)))
        case "an unknown game":
            return resealed(taken, replace(snapshot, terms=replace(terms, game="mikado")))
        case "another table":
            return resealed(taken, replace(snapshot, game_id="OTHER1"))
        case "another entry":
            return resealed(taken, replace(snapshot, n=snapshot.n - 1))
        case "another state":
            return resealed(taken, replace(snapshot, state={"phase": "unheard of"}))
        case "fields of the future":
            future = encode({**dict(decode(body, dict)), "future": 1})
            return taken._replace(body=add_checksum_member(label(taken), future))
        case _:
            raise AssertionError(kind)


KINDS = (
    "another version",
    "another game",
    "an unknown game",
    "another table",
    "another entry",
    "another state",
    "fields of the future",
)


@every_game
@pytest.mark.parametrize("kind", KINDS)
def test_a_snapshot_that_is_not_this_tables_is_left_aside_for_the_log(game: AnyGame, kind: str) -> None:
    async def body(stand: Stand) -> None:
        standing, taken = await snapshot(stand, game)
        stand.store.rows[TABLE].snapshot = foreign(taken, kind)
        assert (await synced(stand))["status"] == "ok"
        assert stand.standing() == standing
        assert stand.host.hosted[TABLE].snapshot_at == 0

    alone(body)


@every_game
def test_a_whole_snapshot_is_used(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        standing, taken = await snapshot(stand, game)
        assert (await synced(stand))["status"] == "ok"
        assert stand.standing() == standing
        assert stand.host.hosted[TABLE].snapshot_at == taken.n

    alone(body)


@every_game
def test_a_damaged_snapshot_is_left_aside_for_the_log_wherever_it_is_damaged(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        standing, taken = await snapshot(stand, game)
        row, whole = stand.store.rows[TABLE], taken.body
        for place in range(0, len(whole), max(1, len(whole) // 60)):
            flipped = whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :]
            for damaged in (flipped, whole[:place]):
                row.snapshot = taken._replace(body=damaged)
                assert (await synced(stand))["status"] == "ok"
                assert stand.standing() == standing
                assert stand.host.hosted[TABLE].snapshot_at == 0
                put_aside(stand)

    alone(body)


@every_game
@pytest.mark.parametrize("part", ["flaws", "outcome"])
@pytest.mark.parametrize("error", [IndexError, ZeroDivisionError, RecursionError])
def test_a_snapshot_that_its_own_rules_stumble_over_is_left_aside_for_the_log(
    game: AnyGame, part: str, error: type[Exception]
) -> None:
    """As those of a newer version may, that read what an older one has kept."""
    traps: list[type[Exception]] = []

    def stumbling(state: Any) -> Any:
        if traps:
            raise traps.pop()
        return getattr(game, part)(state)

    changed: dict[str, Any] = {part: stumbling}
    stumbles = dataclasses.replace(game, **changed)

    async def body(stand: Stand) -> None:
        standing, _ = await snapshot(stand, stumbles)
        traps.append(error)
        assert (await synced(stand))["status"] == "ok"
        assert not traps
        assert stand.standing() == standing
        assert stand.host.hosted[TABLE].snapshot_at == 0

    alone(body, lambda: Stand({game.name: stumbles}))


def test_a_snapshot_of_more_than_a_mebibyte_is_read_again() -> None:
    """Players who have acted for as long as is remembered, under the longest ids there may be."""

    async def body(stand: Stand) -> None:
        await stand.seat(ALL["den"])
        results = stand.table().match.results
        for seat in range(3):
            for number in range(ACCEPTED_AT_MOST):
                results.keep(f"player:{seat}", f"{number:064}", CachedResult(1 << 31, number, 1 << 40, number))
        taken = stand.host.hosted[TABLE].snapshot()
        assert len(taken.body) > 1 << 20
        await stand.store.snapshot([taken])
        standing = stand.standing()
        put_aside(stand)
        assert (await synced(stand))["status"] == "ok"
        assert (stand.standing(), stand.host.hosted[TABLE].snapshot_at) == (standing, taken.n)
        assert stand.table().match.results.find("player:2", f"{0:064}") == CachedResult(1 << 31, 0, 1 << 40, 0)

    alone(body)

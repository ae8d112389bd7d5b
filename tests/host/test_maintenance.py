"""Upkeep of a host's tables: snapshots, putting idle ones away, heartbeats, and graceful shutdown."""

import asyncio
from typing import Any

from ludoteca.dealers import PyRandom
from ludoteca.kernel import AnyGame
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.store import MemoryStore, Unavailable

from .frail import FrailStore
from .logs import captured, events
from .stand import ALL, HOST, OBSERVER, TABLE, Asked, Stand, Thinkers, alone, every_game, lived, player

RESTING = Settings(idle_seconds=60)


@every_game
def test_a_table_that_nobody_needs_is_put_away_and_comes_back_as_it_was(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        await stand.open(game.name)
        await stand.ask(player(0), "join")
        before = len(stand.entries()), stand.table().match.seq
        await asyncio.sleep(63)
        assert TABLE not in stand.host.hosted
        assert stand.store.rows[TABLE].holder is None
        assert stand.store.rows[TABLE].snapshot is not None
        asked = await stand.ask(OBSERVER, "sync")
        assert asked.result["status"] == "ok"
        assert (len(stand.entries()), stand.table().match.seq) == before

    with captured() as lines:
        alone(body, lambda: Stand(settings=RESTING))
    assert "put_away" in events(lines)


@every_game
def test_a_table_whose_clock_runs_or_that_somebody_reads_is_not_put_away(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(game)
        await stand.open(game.name, game_id="READ01")
        stand.listen(OBSERVER, "READ01")
        for _ in range(30):
            await asyncio.sleep(10)
            assert TABLE in stand.host.hosted or stand.store.rows[TABLE].live is False
            assert "READ01" in stand.host.hosted

    alone(body, lambda: Stand(settings=RESTING))


def test_a_quiet_table_gets_a_snapshot_after_some_looks() -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(ALL["den"])
        assert stand.store.rows[TABLE].snapshot is None
        await asyncio.sleep(12.1)
        quiet = stand.store.rows[TABLE].snapshot
        assert quiet is not None
        assert quiet.n == len(stand.entries())

    alone(body)


def test_with_a_snapshot_per_entry_the_full_state_is_stored_at_the_next_look() -> None:
    async def body(stand: Stand) -> None:
        await stand.open("den")
        for seat in range(3):
            await stand.ask(player(seat), "join")
            await asyncio.sleep(settings.snapshot_seconds + 0.1)
            snapshot = stand.store.rows[TABLE].snapshot
            assert snapshot is not None
            assert snapshot.n == len(stand.entries())

    settings = Settings.read({"LUDOTECA_SNAPSHOT_ENTRIES": "1"})
    alone(body, lambda: Stand(settings=settings))


def test_a_table_that_another_has_taken_over_is_given_up_at_the_next_heartbeat() -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(ALL["den"])
        stand.store.rows[TABLE].epoch += 1
        await asyncio.sleep(5.1)
        assert TABLE not in stand.host.hosted
        assert b"ludoteca_fenced_total 1.0" in stand.metrics.text()

    alone(body)


def test_tables_that_the_store_has_lost_are_dropped_and_told_of_once() -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(ALL["den"])
        await stand.open("den", game_id="OTHER1")
        await asyncio.sleep(2.1)  # the store has been written to
        told = stand.losses
        stand.store.rows.clear()
        await asyncio.sleep(5.1)
        assert not stand.host.hosted
        assert stand.losses == told + 1
        assert b"ludoteca_lost_total 2.0" in stand.metrics.text()
        assert b"ludoteca_fenced_total 0.0" in stand.metrics.text()
        assert (await stand.ask(player(0), "sync")).result["facts"]["rule"] == "gone"

    with captured() as lines:
        alone(body)
    (line,) = [line for line in lines if line["event"] == "tables_lost"]
    assert (line["tables"], line["game_ids"]) == (2, ["OTHER1", TABLE])


def test_an_action_at_a_lost_table_finds_the_loss_of_all_tables() -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(ALL["den"])
        await stand.open("den", game_id="OTHER1")
        stand.store.rows.clear()
        assert (await stand.ask(player(0), "sync")).result["code"] == "game_unavailable"
        assert not stand.host.hosted
        assert b"ludoteca_lost_total 2.0" in stand.metrics.text()

    alone(body)


def test_what_became_of_a_fenced_table_is_asked_until_the_store_answers() -> None:
    store = FrailStore()

    async def body(stand: Stand) -> None:
        await stand.seat(ALL["den"])
        hosted = stand.host.hosted[TABLE]
        store.rows.clear()
        store.is_down = True
        stand.host.forget(hosted)
        stand.host.fenced.add(hosted)
        await asyncio.sleep(10)
        assert b"ludoteca_lost_total 0.0" in stand.metrics.text()
        store.is_down = False
        await asyncio.sleep(5.1)
        assert b"ludoteca_lost_total 1.0" in stand.metrics.text()

    alone(body, lambda: Stand(store=store))


def test_an_empty_store_is_told_of_though_no_table_is_in_memory() -> None:
    async def body(stand: Stand) -> None:
        await asyncio.sleep(2.1)
        told = stand.losses
        stand.store.probed = False  # as after a flush
        await asyncio.sleep(2.1)
        assert stand.losses == told + 1

    alone(body)


def test_a_table_that_nobody_serves_is_found() -> None:
    store = MemoryStore()

    async def main() -> None:
        first, second = Stand(store=store, name="first"), Stand(store=store, name="second")
        first.maintenance.start()
        second.maintenance.start()
        await first.seat(ALL["duel"])
        await first.maintenance.leave()
        await asyncio.sleep(2.1)
        assert TABLE in second.host.hosted
        await asyncio.sleep(21)
        assert len(second.entries()) > 4  # its clock has gone on
        await second.maintenance.leave()

    lived(main)


def test_a_store_that_cannot_be_reached_ends_no_upkeep() -> None:
    store = FrailStore()

    async def body(stand: Stand) -> None:
        await stand.open("den")
        store.is_down = True
        await asyncio.sleep(30)
        store.is_down = False
        await asyncio.sleep(3)
        assert stand.store.rows[TABLE].snapshot is not None

    with captured() as lines:
        alone(body, lambda: Stand(store=store))
    assert "store_unavailable" in events(lines)
    assert "upkeep_failed" not in events(lines)


class Unending(MemoryStore):
    """Fails to end a table, the first times."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures = failures

    async def end(self, game_id: str) -> None:
        if self.failures:
            self.failures -= 1
            raise Unavailable("one hiccup")
        await super().end(game_id)


@every_game
def test_a_game_that_is_over_and_could_not_be_ended_is_ended_later(game: AnyGame) -> None:
    """It is put away like any other, and brought back to be ended, rather than resting for ever. That it is over is
    told at once, and again each time: a waiting caller does not wait for the store."""
    store = Unending(2)

    async def body(stand: Stand) -> None:
        await stand.seat(game)
        assert (await stand.ask(player(0), "resign")).result["status"] == "ok"
        assert (store.rows[TABLE].live, stand.finished) == (True, [TABLE])
        await asyncio.sleep(200)
        assert (store.failures, store.rows[TABLE].live, stand.finished) == (0, False, [TABLE] * 3)
        await asyncio.sleep(200)
        assert TABLE not in stand.host.hosted
        assert stand.finished == [TABLE] * 3

    with captured() as lines:
        alone(body, lambda: Stand(store=store, settings=RESTING))
    assert events(lines).count("not_ended") == 2
    assert events(lines).count("put_away") == 3


# Leaving


@every_game
def test_whoever_leaves_has_said_everything_and_another_can_go_on_at_once(game: AnyGame) -> None:
    store = FrailStore()

    async def main() -> None:
        first, second = Stand(store=store, name="first"), Stand(store=store, name="second")
        first.maintenance.start()
        await first.seat(game)
        dealer = PyRandom(1)
        await first.step(dealer)
        store.seconds = 0.2
        asked = [first.say(player(0), "resign"), *(first.say(OBSERVER, "sync") for _ in range(20))]
        await first.maintenance.leave()
        assert all(each.result["status"] == "ok" for each in asked)
        assert first.host.hosted == {}
        snapshot = store.rows[TABLE].snapshot
        assert snapshot is not None
        assert snapshot.n == len(first.entries())
        second.maintenance.start()
        assert (await second.ask(player(0), "sync")).replies[1]["payload"]["outcome"]["scores"][0] < 0
        await second.maintenance.leave()

    lived(main)


@every_game
def test_leaving_ends_though_players_go_on_sending_and_all_of_them_are_answered(game: AnyGame) -> None:
    store = FrailStore()

    async def main() -> None:
        stand = Stand(store=store)
        stand.maintenance.start()
        await stand.seat(game)
        store.seconds = 0.1
        asked: list[Asked] = []

        async def keep_sending() -> None:
            while True:
                asked.append(stand.say(OBSERVER, "sync"))
                await asyncio.sleep(0.01)

        sending = asyncio.get_running_loop().create_task(keep_sending())
        await asyncio.sleep(0.5)
        await asyncio.wait_for(stand.maintenance.leave(), 5)
        sending.cancel()
        reasons = {each.result.get("reason", "ok") for each in asked}
        assert reasons == {"ok", "the server is leaving"}
        assert len(asked) > 50

    lived(main)


def first_move(view: Any, legal: Any, dealer: Any) -> Any:
    return legal[0]


def test_leaving_does_not_wait_for_games_of_bots_to_end() -> None:
    """The next owner asks them again."""
    store = FrailStore()

    async def main() -> None:
        first = Stand(store=store, name="first", bot_runner=Thinkers({"first": first_move}))
        second = Stand(store=store, name="second", bot_runner=Thinkers({"first": first_move}))
        first.maintenance.start()
        store.seconds = 0.05
        await first.open("gomoku", bots=["random", "first"])
        await asyncio.sleep(0.3)
        assert first.finished == []
        entries = len(first.entries())
        await asyncio.wait_for(first.maintenance.leave(), 1)
        assert first.finished == []
        assert entries <= len(store.rows[TABLE].entries) <= entries + 2
        store.seconds = 0.0
        second.maintenance.start()
        result = (await second.ask(HOST, "sync")).result
        assert result["status"] == "ok", result
        await asyncio.sleep(60)
        assert second.finished == [TABLE]
        await second.maintenance.leave()

    lived(main)


def test_whoever_leaves_while_the_store_is_down_leaves_all_the_same() -> None:
    store = FrailStore()

    async def main() -> None:
        stand = Stand(store=store)
        stand.maintenance.start()
        await stand.seat(ALL["den"])
        store.is_down = True
        asked = stand.say(OBSERVER, "sync")
        await asyncio.wait_for(stand.maintenance.leave(), 10)
        assert asked.result["code"] == "game_unavailable"
        assert stand.host.hosted == {}

    lived(main)

"""Actions over sockets: repeated, altered, replayed, in another's name; and events that were missed (E1-E4, E9)."""

import json
from typing import Any, Final

import pytest

from ludoteca.runtime.settings import ACTIONS, EVENTS
from ludoteca.table.bus_frames import lean
from tests.runtime.event_loop import run, until

from .lines import Json, Line, envelope
from .places import GAME_ID, Place, host, observer, place, player

OTHER: Final = "OTHER1"
MOVE: Final[Json] = {"choice": "guard"}


# E1, E2


def test_one_action_a_hundred_times_over_socket_and_bus_is_carried_out_once() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            first, _ = await here.players()
            before, on_the_bus = here.seq(), await _listening(here)
            message = envelope("seal", "the-same", MOVE, player_id=0, role="player")
            for _ in range(50):
                first.say(message)
                here.bus.publish(ACTIONS.format(GAME_ID), [json.dumps(message).encode()])
            await first.when(lambda: len(first.results("the-same")) == 50 or None)
            await until(lambda: len(_results(on_the_bus, "the-same")) == 50)
            over_socket = [raw for raw in first.raw if b'"the-same"' in raw]
            assert len({*over_socket, *map(lean, _results(on_the_bus, "the-same"))}) == 1
            assert first.results("the-same")[0]["status"] == "ok"
            assert here.seq() == before + 1

    run(main())


def test_one_action_over_one_socket_after_another_is_done_once_and_answered_alike() -> None:
    """A player has one live socket: each of these takes the place of the one before, and repeats what that one said."""

    async def main() -> None:
        async with place() as here:
            await here.opens()
            await here.players()
            before = here.seq()
            answers: set[bytes] = set()
            for _ in range(5):
                line = await Line.open(here.port, player(0))
                for _ in range(20):
                    line.say(envelope("seal", "the-same", MOVE))
                await line.when(lambda line=line: len(line.results("the-same")) == 20 or None)  # type: ignore[misc]
                answers.update(raw for raw in line.raw if b'"the-same"' in raw)
            assert len(answers) == 1
            assert here.seq() == before + 1

    run(main())


@pytest.mark.parametrize("tables", [True, False], ids=["the table is here", "the table is elsewhere"])
def test_a_host_who_sends_his_create_again_over_a_new_socket_gets_the_same_result(tables: bool) -> None:
    """They do not know whether it was carried out, and retry as the manual says."""

    async def main() -> None:
        async with place() as there, place(beside=there, tables=tables) as here:
            answers: set[bytes] = set()
            for _ in range(3):
                line = await Line.open(here.port, host())
                line.say(envelope("create", "the-same", {"game": "duel"}))
                assert (await line.result("the-same"))["status"] == "ok"
                answers.update(raw for raw in line.raw if b'"the-same"' in raw)
                line.vanish()
            assert len(answers) == 1
            assert there.entries() == 1
            line = await Line.open(here.port, host())
            line.say(envelope("create", "the-same", {"game": "gomoku"}))
            assert (await line.result("the-same"))["code"] == "invalid_action"

    run(main())


def test_another_action_under_a_used_id_is_refused() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            first, _ = await here.players()
            first.say(envelope("seal", "used", MOVE))
            assert (await first.result("used"))["status"] == "ok"
            before = (here.seq(), here.entries())
            first.say(envelope("seal", "used", {"choice": "feint"}))
            await first.when(lambda: len(first.results("used")) == 2 or None)
            assert first.results("used")[1]["code"] == "invalid_action"
            assert (here.seq(), here.entries()) == before

    run(main())


# E3, E4, E9


@pytest.mark.parametrize("tables", [True, False], ids=["the table is here", "the table is elsewhere"])
def test_an_action_for_another_table_goes_nowhere(tables: bool) -> None:
    """A player of a seat here must not act for that seat over there, whichever process hosts the two tables."""

    async def main() -> None:
        async with place() as there, place(beside=there, tables=tables) as here:
            for game_id in (GAME_ID, OTHER):
                await there.opens(game_id=game_id)
                await there.players(game_id)
            before = {game_id: there.entries(game_id) for game_id in (GAME_ID, OTHER)}
            mallory = await here.player(0)
            for payload in (MOVE, {**MOVE, "game_id": OTHER}):
                refused = await mallory.ask("seal", payload, game_id=OTHER)
                assert (refused["code"], refused["recovery"]) == ("join_failed", "noop")
            assert (await mallory.ask("seal", {**MOVE, "game_id": OTHER}))["code"] == "join_failed"
            assert {game_id: there.entries(game_id) for game_id in (GAME_ID, OTHER)} == before
            assert (await mallory.ask("seal", MOVE))["status"] == "ok"

    run(main())


def test_a_table_is_not_opened_under_another_id() -> None:
    async def main() -> None:
        async with place() as here:
            line = await Line.open(here.port, host())
            assert (await line.ask("create", {"game": "duel"}, game_id=OTHER))["code"] == "join_failed"
            assert not here.store.rows

    run(main())


CLAIMS: Final[dict[str, tuple[Json, Json]]] = {
    "player_id in the envelope": ({"player_id": 1}, {}),
    "player_id in the payload": ({}, {"player_id": 1}),
    "role in the envelope": ({"role": "host"}, {}),
    "role in the payload": ({}, {"role": "observer"}),
}


@pytest.mark.parametrize("tables", [True, False], ids=["the table is here", "the table is elsewhere"])
@pytest.mark.parametrize("name", CLAIMS)
def test_nobody_acts_for_another(name: str, tables: bool) -> None:
    async def main() -> None:
        more, payload = CLAIMS[name]
        async with place() as there, place(beside=there, tables=tables) as here:
            await there.opens()
            await there.players()
            mallory = await here.player(0)
            before = there.entries()
            assert (await mallory.ask("seal", {**MOVE, **payload}, **more))["code"] == "forbidden"
            assert there.entries() == before

    run(main())


@pytest.mark.parametrize("kind", ["seal", "resign", "leave", "create", "delete", "nonsense"])
def test_an_observer_only_looks_on(kind: str) -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            await here.players()
            before = here.entries()
            wanda = await here.observer()
            expected = "invalid_action" if kind == "create" else "forbidden"  # there is such a table: nothing to open
            assert (await wanda.ask(kind))["code"] == expected
            assert (await wanda.ask("sync"))["status"] == "ok"
            assert here.entries() == before

    run(main())


def test_a_captured_action_of_another_seat_is_its_senders_own() -> None:
    """Its id is nobody's but the sender's: the other player's result stays hidden, nothing is done in their name."""

    async def main() -> None:
        async with place() as here:
            await here.opens()
            first, second = await here.players()
            captured = envelope("seal", "captured", MOVE, player_id=0)
            first.say(captured)
            assert (await first.result("captured"))["status"] == "ok"
            before = here.entries()
            second.say(captured)
            assert (await second.result("captured"))["code"] == "forbidden"
            assert here.entries() == before

    run(main())


@pytest.mark.parametrize("decision", [0, 2, 99])
def test_an_answer_to_a_decision_that_is_not_open_is_desync_and_a_sync_is_offered(decision: int) -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            first, _ = await here.players()
            before = here.entries()
            refused = await first.ask("seal", {**MOVE, "decision": decision})
            assert (refused["code"], refused["recovery"]) == ("desync", "sync")
            assert here.entries() == before
            assert (await first.ask("sync"))["status"] == "ok"
            assert (await first.ask("seal", {**MOVE, "decision": 1}))["status"] == "ok"

    run(main())


# Events that were missed


@pytest.mark.parametrize("role", ["player", "observer"])
@pytest.mark.parametrize("missed", [0, 1, 7])
def test_whoever_comes_back_gets_exactly_what_he_missed(missed: int, role: str) -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            _, second = await here.players()
            token = observer() if role == "observer" else player(0)
            line = await Line.open(here.port, token)
            await line.ask("sync")
            await line.event(last := here.seq())
            line.vanish()
            await until(lambda: here.sockets() == (2 if role == "observer" else 1))
            for _ in range(missed):
                assert (await second.ask("sketch", MOVE))["status"] == "ok"
            back = await Line.open(here.port, token)
            assert (await back.ask("sync", {"last_seq": last}))["status"] == "ok"
            assert (await back.ask("sync", {"last_seq": here.seq()}))["status"] == "ok"  # all before it has come
            assert back.told() == list(range(last + 1, here.seq() + 1))
            assert len(back.told()) == missed + (2 if role == "player" else 0)  # and that they were gone
            assert "sync" not in back.kinds()

    run(main())


def test_whoever_joins_again_gets_what_he_missed_and_that_he_is_back() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            first, second = await here.players()
            await first.event(last := here.seq())
            first.vanish()
            await until(lambda: here.present() == [False, True])
            await second.ask("sketch", MOVE)
            back = await Line.open(here.port, player(0))
            await back.ask("join", {"last_seq": last})
            await back.ask("sync", {"last_seq": here.seq()})
            assert sorted(set(back.told())) == list(range(last + 1, here.seq() + 1))
            assert "sync" not in back.kinds()
            assert here.present() == [True, True]

    run(main())


def test_what_a_reader_may_not_see_he_misses_as_an_empty_frame() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            first, second = await here.players()
            await first.event(last := here.seq())
            first.vanish()
            await second.ask("sketch", MOVE)
            back = await Line.open(here.port, player(0))
            await back.ask("sync", {"last_seq": last})
            await back.event(here.seq())
            hidden = [each for each in back.heard if each["message_type"] == "event.hidden"]
            assert [each["payload"] for each in hidden] == [{}]
            assert b"sketched" not in b"".join(back.raw)

    run(main())


async def _listening(here: Place) -> list[bytes]:
    heard: list[bytes] = []
    await here.bus.subscribe(EVENTS.format(GAME_ID), lambda _, raw: heard.append(raw), lambda: None)
    return heard


def _results(heard: list[bytes], action_id: str) -> list[bytes]:
    frames: list[tuple[bytes, dict[str, Any]]] = [(raw, json.loads(raw)) for raw in heard]
    return [raw for raw, each in frames if each.get("action_id") == action_id]

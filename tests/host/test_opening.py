"""Opening and closing tables: who may, what makes no sense, and what happens twice."""

import asyncio
from typing import Any

import pytest

from ludoteca.kernel import AnyGame
from ludoteca.runtime.settings import Settings
from ludoteca.table.entries import Opened
from ludoteca.table.payload import ENVELOPE_KEYS
from ludoteca.table.wire import Who

from .stand import HOST, OBSERVER, TABLE, Json, Stand, alone, every_game, player


async def refused(stand: Stand, payload: Json, who: Who = HOST) -> Json:
    """The refusal of a `create`, after which there is no table."""
    asked = await stand.ask(who, "create", payload)
    assert asked.result["status"] == "error"
    assert TABLE not in stand.store.rows
    assert TABLE not in stand.host.hosted
    return asked.result


@every_game
def test_a_host_opens_a_table(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        assert (await stand.open(game.name))["status"] == "ok"
        (entry,) = stand.entries()
        assert isinstance(entry.what, Opened)
        assert entry.what.terms.game == game.name

    alone(body)


@pytest.mark.parametrize(
    "payload",
    [
        {"game": "mikado"},
        {"game": ""},
        {"game": 7},
        {},
        {"game": "den", "config": {"rounds": 0}},
        {"game": "den", "config": {"rounds": "three"}},
        {"game": "den", "config": {"unheard_of": 1}},
        {"game": "den", "config": []},
        {"game": "duel", "config": {"goal": 4, "rounds": 3}},
        {"game": "den", "bots": ["deep-thought", None, None]},
        {"game": "den", "bots": ["random"]},
        {"game": "den", "bots": [None] * 4},
        {"game": "den", "bots": [1, 2, 3]},
        {"game": "den", "bots": "random"},
        {"game": "den", "more": True},
    ],
    ids=str,
)
def test_what_makes_no_sense_opens_nothing(payload: Json) -> None:
    async def body(stand: Stand) -> None:
        result = await refused(stand, payload)
        assert (result["code"], result["recovery"]) == ("invalid_action", "noop")
        assert (await stand.open("den", action_id="better"))["status"] == "ok"

    alone(body)


def test_whoever_names_no_bot_there_is_is_told_which_there_are() -> None:
    async def body(stand: Stand) -> None:
        result = await refused(stand, {"game": "den", "bots": ["deep-thought", None, None]})
        assert result["facts"] == {"bots": ["random"]}

    alone(body)


@every_game
@pytest.mark.parametrize("who", [player(0), OBSERVER, Who("player", None)], ids=lambda who: who.key)
def test_only_a_host_opens_tables(game: AnyGame, who: Who) -> None:
    async def body(stand: Stand) -> None:
        assert (await refused(stand, {"game": game.name}, who))["code"] == "forbidden"

    alone(body)


@every_game
def test_the_same_create_twice_opens_one_table_and_gets_one_result(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        at_once = [stand.say(HOST, "create", {"game": game.name}, action_id="open") for _ in range(3)]
        await stand.quiet()
        later = await stand.ask(HOST, "create", {"game": game.name}, action_id="open")
        stand.host.forget(stand.host.hosted[TABLE])
        restarted = await stand.ask(HOST, "create", {"game": game.name}, action_id="open")
        frames = {frame for asked in (*at_once, later, restarted) for frame in asked.frames}
        assert len(frames) == 1
        assert at_once[0].result["status"] == "ok"
        assert len(stand.entries()) == 1

    alone(body)


@every_game
@pytest.mark.parametrize("action_id", ["open", "another"])
def test_another_create_at_the_same_table_is_refused(game: AnyGame, action_id: str) -> None:
    async def body(stand: Stand) -> None:
        await stand.open(game.name, action_id="open")
        again = await stand.open(game.name, bots=["random"], action_id=action_id)
        assert again["code"] == "invalid_action"
        assert len(stand.entries()) == 1

    alone(body)


KEYS: Json = {"action_id": "open", "player_id": None, "role": "host", "ts": 0, "version": "1.0.0", "origin": "web"}


def test_a_create_may_repeat_every_key_of_its_envelope() -> None:
    async def body(stand: Stand) -> None:
        keys = {**KEYS, "message_type": "create", "game_id": TABLE}
        assert keys.keys() == ENVELOPE_KEYS
        asked = await stand.ask(HOST, "create", {"game": "den", **keys}, action_id="open")
        assert asked.result["status"] == "ok"

    alone(body)


@pytest.mark.parametrize("false", [{"ts": -1}, {"origin": "game"}, {"game_id": "OTHER1"}, {"role": "player"}], ids=str)
def test_a_create_that_contradicts_its_envelope_opens_nothing(false: Json) -> None:
    async def body(stand: Stand) -> None:
        assert (await refused(stand, {"game": "den", **false}))["status"] == "error"

    alone(body)


def test_a_join_that_contradicts_its_envelope_opens_nothing() -> None:
    async def body(stand: Stand) -> None:
        assert (await stand.ask(player(0), "join", {"player_id": 1})).result["code"] == "forbidden"
        assert stand.store.rows == {}

    alone(body, lambda: Stand(settings=Settings(opens="den")))


@every_game
def test_a_deleted_table_is_closed_for_good(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(game)
        ear = stand.listen(OBSERVER)
        assert (await stand.ask(player(0), "delete")).result["code"] == "forbidden"
        assert (await stand.ask(HOST, "delete")).result["status"] == "ok"
        assert b'"table.closed"' in ear.frames[-1]
        assert stand.finished == [TABLE]
        assert not stand.store.rows[TABLE].live
        for restarted in (False, True):
            if restarted:
                stand.host.forget(stand.host.hosted[TABLE])
            late = (await stand.ask(player(0), "resign")).result
            assert (late["reason"], late["facts"]) == ("the table is closed", {"rule": "closed"})
            assert (await stand.open(game.name))["code"] == "invalid_action"
        assert stand.table().timers.next() is None

    alone(body)


@pytest.mark.parametrize("kind", ["join", "sync", "leave", "resign", "delete", "nonsense"])
@pytest.mark.parametrize("who", [player(0), OBSERVER, HOST], ids=lambda who: who.key)
def test_at_an_id_never_used_there_is_no_table(kind: str, who: Who) -> None:
    async def body(stand: Stand) -> None:
        asked = await stand.ask(who, kind)
        assert asked.result == {
            "status": "error",
            "code": "game_unavailable",
            "reason": "there is no such table",
            "recovery": "noop",
            "facts": {"rule": "gone"},
        }
        assert stand.store.rows == {}

    alone(body)


@every_game
def test_a_join_opens_a_table_where_the_settings_say_so(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        for who, kind in ((OBSERVER, "join"), (HOST, "join"), (player(0), "sync"), (player(0), "resign")):
            assert (await stand.ask(who, kind)).result["code"] == "game_unavailable"
        joins = [stand.say(player(seat), "join") for seat in range(len(game.seats(game.types.config())))]
        await stand.quiet()
        assert all(asked.result["status"] == "ok" for asked in joins)
        assert stand.table().match.game is game
        assert stand.state() is not None

    alone(body, lambda: Stand(settings=Settings(opens=game.name)))


async def first_table(stand: Stand, seats: int) -> Any:
    for seat in range(seats):
        assert (await stand.ask(player(seat), "join")).result["status"] == "ok"
    return stand.table()


@every_game
def test_a_table_opened_by_a_join_has_no_clocks(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        table = await first_table(stand, len(game.seats(game.types.config())))
        before = table.match.acting()
        assert not any(timer.seats for timer in table.match.timers())
        await asyncio.sleep(600)  # longer than any clock, and too short to be unloaded
        assert stand.table().match.outcome is None
        assert stand.table().match.acting() == before

    alone(body, lambda: Stand(settings=Settings(opens=game.name)))


@pytest.mark.parametrize(
    ("opens", "clocks", "config"),
    [
        ("briscola:match", True, {"hands": 5, "turn_ms": 60_000}),
        ('briscola:match {"hands":2}', True, {"hands": 2, "turn_ms": 60_000}),
        ('briscola {"turn_ms":5000}', True, {"hands": 1, "turn_ms": 5000}),
        ('briscola {"hands":2}', False, {"hands": 2, "turn_ms": 60_000}),
    ],
)
def test_a_table_opened_by_a_join_has_the_clocks_its_opener_asked_for(opens: str, clocks: bool, config: Json) -> None:
    async def body(stand: Stand) -> None:
        table = await first_table(stand, 5)
        assert {name: getattr(table.match.config, name) for name in config} == config
        assert any(timer.seats for timer in table.match.timers()) == clocks

    alone(body, lambda: Stand(settings=Settings(opens=opens)))


@pytest.mark.parametrize("opens", ["mikado", "den:mikado", 'den {"mikado":1}', "mikado:den"])
def test_an_opener_that_makes_no_sense_opens_nothing(opens: str) -> None:
    async def body(stand: Stand) -> None:
        assert (await stand.ask(player(0), "join")).result["code"] == "invalid_action"
        assert stand.store.rows == {}

    alone(body, lambda: Stand(settings=Settings(opens=opens)))


def test_switches_for_tests_open_no_table() -> None:
    async def body(stand: Stand) -> None:
        refused = await stand.open("catan", {"forced_dice": True})
        assert (refused["code"], refused["reason"]) == (
            "invalid_action",
            "forced_dice is for tests and replays, not for a table",
        )
        assert (await stand.open("catan", {"forced_dice": False}))["status"] == "ok"

    alone(body)

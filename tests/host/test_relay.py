"""Readers at another process than their table's: each is answered, and gets nothing that is not theirs."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

from ludoteca.kernel import AnyGame
from ludoteca.runtime.bus_service import BusService
from ludoteca.runtime.readers import Readers
from ludoteca.runtime.relay import Relay
from ludoteca.runtime.settings import EVENTS, Settings
from ludoteca.table.wire import BYTES_AT_MOST, Who, read_action

from .frail import FrailStore
from .stand import HOST, TABLE, Asked, Json, Stand, alone, every_game, player, started


class Elsewhere:
    """A process that has readers and no tables."""

    def __init__(self, stand: Stand) -> None:
        self.stand = stand
        self.relay = Relay(stand.bus, Readers(), stand.clock, Settings(), lambda game_id: False)

    def say(self, who: Who, kind: str, payload: Json | None = None, action_id: str = "1") -> Asked:
        named = {"message_type": kind, "game_id": TABLE, "action_id": action_id, "payload": payload or {}}
        asked = Asked(who, read_action(json.dumps(named).encode()))
        self.relay.take(asked)
        return asked


def relayed(body: Callable[[Elsewhere], Coroutine[Any, Any, None]]) -> None:
    async def main(stand: Stand) -> None:
        service, elsewhere = BusService(stand.host), Elsewhere(stand)
        await service.start()
        elsewhere.relay.start()
        await body(elsewhere)
        await elsewhere.relay.stop()
        await service.stop()

    alone(main)


def watcher(name: str) -> Who:
    return Who("observer", None, name)


@every_game
def test_two_who_look_on_and_use_the_same_ids_each_get_their_own_answers(game: AnyGame) -> None:
    async def body(elsewhere: Elsewhere) -> None:
        await elsewhere.stand.seat(game)
        last = elsewhere.stand.table().match.seq
        for number, kind in enumerate(("sync", "join", "resign")):
            first = elsewhere.say(watcher("ann"), kind, {}, str(number))
            second = elsewhere.say(watcher("ben"), kind, {"last_seq": last} if kind != "resign" else {}, str(number))
            await asyncio.sleep(0.1)
            assert first.result["status"] == second.result["status"] == ("error" if kind == "resign" else "ok")
            kinds = [[reply["message_type"] for reply in asked.replies] for asked in (first, second)]
            assert kinds == [["action.result", "sync"] if kind != "resign" else ["action.result"], ["action.result"]]

    relayed(body)


@every_game
def test_an_answer_from_afar_is_the_answer_that_one_gets_here(game: AnyGame) -> None:
    async def body(elsewhere: Elsewhere) -> None:
        await elsewhere.stand.seat(game)
        for who in (player(0), watcher("ann"), Who("host", None, "olaf")):
            for number, kind in enumerate(("sync", "nonsense", "join")):
                far = elsewhere.say(who, kind, {}, f"far-{number}")
                await elsewhere.stand.quiet()
                here = await elsewhere.stand.ask(who, kind, {}, action_id=f"off-{number}")
                assert [json.loads(frame.replace(b"far-", b"off-")) for frame in far.frames] == here.replies

    relayed(body)


@every_game
def test_a_create_sent_twice_from_afar_opens_one_table_and_gets_one_result(game: AnyGame) -> None:
    async def body(elsewhere: Elsewhere) -> None:
        asked = []
        for _ in range(2):
            asked.append(elsewhere.say(Who("host", None, "olaf"), "create", {"game": game.name}))
            await asyncio.sleep(0.1)
        assert asked[0].frames == asked[1].frames
        assert asked[0].result["status"] == "ok"
        assert asked[0].replies[0]["action_id"] == "1"
        assert len(elsewhere.stand.entries()) == 1

    relayed(body)


def test_a_repeated_action_id_is_true_from_afar_too() -> None:
    """On the bus the action of an observer has another id, wherever it stands."""

    async def body(elsewhere: Elsewhere) -> None:
        await elsewhere.stand.open("den")
        for who in (player(0), watcher("ann"), HOST):
            asked = elsewhere.say(who, "join", {"action_id": "far-1", "message_type": "join"}, "far-1")
            await asyncio.sleep(0.1)
            assert asked.result["status"] == "ok"

    relayed(body)


def test_an_action_that_nobody_hears_is_answered_all_the_same() -> None:
    async def body(stand: Stand) -> None:
        elsewhere = Elsewhere(stand)
        elsewhere.relay.start()
        asked = elsewhere.say(watcher("ann"), "sync")
        await asyncio.sleep(0.1)
        assert asked.result["code"] == "game_unavailable"
        await elsewhere.relay.stop()

    alone(body)


def test_an_action_that_nobody_answers_is_answered_after_a_while() -> None:
    async def body(stand: Stand) -> None:
        elsewhere = Elsewhere(stand)
        elsewhere.relay.start()
        await stand.bus.subscribe("game.*.actions", lambda channel, message: None, lambda: None)
        asked = [elsewhere.say(watcher(name), "sync") for name in ("ann", "ben")]
        await asyncio.sleep(4.9)
        assert [each.frames for each in asked] == [[], []]
        await asyncio.sleep(1.2)
        assert [each.result["code"] for each in asked] == ["routing_failed"] * 2
        await elsewhere.relay.stop()

    alone(body)


def test_an_action_as_big_as_a_gateway_takes_it_reaches_its_table() -> None:
    """On the bus it is longer: who sent it is written on it."""

    async def body(elsewhere: Elsewhere) -> None:
        await elsewhere.stand.open("den")
        for who in (player(0), watcher("ann"), HOST):
            payload = {"name": ""}
            bare = len(json.dumps({"message_type": "join", "game_id": TABLE, "action_id": "far-1", "payload": payload}))
            payload["name"] = "x" * (BYTES_AT_MOST - 6 - bare)
            far = elsewhere.say(who, "join", payload, "far-1")
            await elsewhere.stand.quiet()
            here = await elsewhere.stand.ask(who, "join", payload, action_id="off-1")
            assert [json.loads(frame.replace(b"far-", b"off-")) for frame in far.frames] == here.replies
            assert here.result["status"] == ("error" if who.role == "player" else "ok")  # such a name is too long

    relayed(body)


def test_whoever_cannot_reach_the_store_leaves_what_all_have_heard_to_those_who_can() -> None:
    """Else a player would read that the table is unavailable although it has accepted the action."""
    broken = FrailStore()
    broken.is_down = True

    async def body(stand: Stand) -> None:
        lame = Stand(store=broken, name="lame", bus=stand.bus)
        services = BusService(lame.host), BusService(stand.host)  # the lame one hears everything first
        heard: list[Json] = []
        await stand.bus.subscribe(EVENTS.format(TABLE), lambda _, raw: heard.append(json.loads(raw)), lambda: None)
        elsewhere = Elsewhere(stand)
        elsewhere.relay.start()
        async with started(lame):
            for service in services:
                await service.start()
            created = elsewhere.say(HOST, "create", {"game": "duel"}, "c")
            await asyncio.sleep(0.1)
            joined = elsewhere.say(player(0), "join", {}, "j")
            await asyncio.sleep(0.1)
            here = lame.say(player(0), "join")  # this one nobody else has heard
            await asyncio.sleep(0.1)
            assert created.result["status"] == joined.result["status"] == "ok"
            results = [each["payload"] for each in heard if each["message_type"] == "action.result"]
            assert [each["status"] for each in results] == ["ok", "ok"]
            assert here.result["code"] == "game_unavailable"
            for service in services:
                await service.stop()
        await elsewhere.relay.stop()

    alone(body)

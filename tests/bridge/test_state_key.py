"""`game:<id>:state` as the bridge's specification has it: the full state after every action, true at the moment the
action's result arrives, for programs that know nothing of ours: GET and a JSON parser."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.chaos.services import Service
from tests.runtime.valkey import valkey

from .test_by_hand import Wire
from .web_tier import Json, WebTier, ok

TABLE = "CARDS5"
STATE = f"game:{TABLE}:state"
LOG = f"game:{TABLE}:log"
LEASE = f"game:{TABLE}:heartbeat"


class Reader:
    """A program that looks at the keys."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.wire = Wire(port)

    def state(self) -> Json:
        found: Json = json.loads(self.wire.say("GET", STATE))
        return found


def content(state: Json) -> Json:
    """What a state says, in whatever order it has the results."""
    return state | {"results": sorted(state["results"]), "checksum": None}


@contextmanager
def serving() -> Iterator[tuple[Reader, Service]]:
    with valkey() as server:
        service = Service("--redis", server.url, "--opens", "briscola", "--state-per-action")
        reader = Reader(server.port)
        try:
            yield reader, service
        finally:
            reader.wire.close()
            service.kill()


class Watched(WebTier):
    """Players who look into the state after each of their actions."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader.port, TABLE)
        self.reader = reader
        self.before: Json = {"n": 1}  # that the table was opened

    def act(self, player_id: int | None, message_type: str, action_id: str = "", **fields: Any) -> Json:
        result = super().act(player_id, message_type, action_id, **fields)
        if player_id is not None:
            self._look(player_id, message_type, fields, ok(result)["effects"]["seq"])
        return result

    def _look(self, player_id: int, message_type: str, fields: Json, seq: int) -> None:
        after = self.reader.state()
        assert after["n"] > self.before["n"]
        assert after["seq"] >= seq
        match message_type:
            case "join":
                assert after["joined"] == [each <= player_id for each in range(5)]
            case "bid":
                assert after["state"]["bids"][-1] == {"player_id": player_id, **fields}
            case "play":
                assert len(after["state"]["hands"][player_id]) == len(self.before["state"]["hands"][player_id]) - 1
            case "call-partner-rank":
                assert after["state"]["rank"] == fields["partner_rank"]
            case _:
                assert after["state"]["phase"] != self.before["state"]["phase"]
        self.before = after


def begun(reader: Reader) -> WebTier:
    """A hand up to its first trick."""
    game = WebTier(reader.port, TABLE)
    game.join()
    game.until("play-first-trick")
    return game


def play(game: WebTier, cards: int) -> None:
    for _ in range(cards):
        game.decide(game.sync(None))


def test_the_state_key_has_every_action_when_its_result_arrives() -> None:
    with serving() as (reader, _):
        game = Watched(reader)
        game.join()
        game.until("end")
        assert reader.state()["state"]["phase"] == "end"
        game.close()


def test_a_killed_service_plays_on_from_the_state_key() -> None:
    """The log before the state is overwritten: only the state can have brought the table back."""
    with serving() as (reader, service):
        game = begun(reader)
        play(game, 3)
        entries = reader.state()["n"]
        assert reader.wire.say("LLEN", LOG) == entries
        for index in range(entries):
            reader.wire.say("LSET", LOG, str(index), "gone")
        service.kill()
        reader.wire.say("DEL", LEASE)
        service.start()
        play(game, 2)
        assert reader.state()["n"] == entries + 2
        game.close()


def test_a_damaged_state_key_is_ignored_for_the_log() -> None:
    with serving() as (reader, service):
        game = begun(reader)
        play(game, 3)
        whole = reader.state()
        for damage in ("", "nonsense", json.dumps(whole | {"seq": 1}), json.dumps({"n": whole["n"]}), "42:old"):
            service.kill()
            reader.wire.say("DEL", LEASE)
            reader.wire.say("SET", STATE, damage)
            service.start()
            game.sync(0)
            assert content(reader.state()) == content(whole)
        play(game, 2)
        game.close()


def test_every_action_renews_the_state_key() -> None:
    with serving() as (reader, _):
        game = begun(reader)
        for cards in (0, 1):
            reader.wire.say("PEXPIRE", STATE, "60000")
            game.sync(0)
            play(game, cards)
            assert reader.wire.say("PTTL", STATE) > 3_000_000
        game.close()

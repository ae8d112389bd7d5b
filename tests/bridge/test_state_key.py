"""`game:<id>:state` as the bridge's specification has it: the full state after every action, true at the moment the
action's result arrives, for programs that know nothing of ours: GET and a JSON parser."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.chaos.services import Service
from tests.runtime.valkey import valkey

from .card_table import TABLE, Json, Table
from .test_by_hand import Wire

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


class Watched(Table):
    """Players who look into the state after each of their actions that is accepted."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader.port)
        self.reader = reader
        self.before: Json = {"n": 1}  # that the table was opened

    def act(self, seat: int, message_type: str, **payload: Any) -> Json:
        result = super().act(seat, message_type, **payload)
        if result["status"] == "ok":
            self._look(seat, message_type, payload)
        return result

    def _look(self, seat: int, message_type: str, payload: Json) -> None:
        after = self.reader.state()
        assert after["n"] > self.before["n"]
        assert after["seq"] >= max(frame.get("seq", 0) for frame in self.heard)
        match message_type:
            case "join":
                assert after["joined"] == [each <= seat for each in range(5)]
            case "bid":
                assert after["state"]["bids"][-1] == {"player_id": seat, **payload}
            case "play":
                assert len(after["state"]["hands"][seat]) == len(self.before["state"]["hands"][seat]) - 1
            case "call-partner-rank":
                assert after["state"]["rank"] == payload["partner_rank"]
            case _:
                assert after["state"]["phase"] != self.before["state"]["phase"]
        self.before = after


def begun(table: Table) -> int:
    """A hand up to its first trick; who called."""
    for seat in range(5):
        assert table.act(seat, "join")["status"] == "ok"
    caller = next(seat for seat in range(5) if table.act(seat, "bid", bid=61).get("code") != "invalid_turn")
    for others in range(1, 5):
        assert table.act((caller + others) % 5, "bid", bid=-1)["status"] == "ok"
    assert table.act(caller, "call-partner-rank", partner_rank=1)["status"] == "ok"
    table.next = caller
    return caller


def test_the_state_key_has_every_action_when_its_result_arrives() -> None:
    with serving() as (reader, _):
        table = Watched(reader)
        caller = begun(table)
        table.play(5)
        assert table.act(caller, "call-partner-suit", partner_suit="cups")["status"] == "ok"
        table.next = table.told("trick.won")[-1]["current_player_id"]
        table.play(35)
        assert reader.state()["state"]["phase"] == "end"
        table.close()


def test_a_killed_service_plays_on_from_the_state_key() -> None:
    """The log before the state is overwritten: only the state can have brought the table back."""
    with serving() as (reader, service):
        table = Table(reader.port)
        begun(table)
        table.play(3)
        entries = reader.state()["n"]
        assert reader.wire.say("LLEN", LOG) == entries
        for index in range(entries):
            reader.wire.say("LSET", LOG, str(index), "gone")
        service.kill()
        reader.wire.say("DEL", LEASE)
        service.start()
        table.play(2)
        assert reader.state()["n"] == entries + 2
        table.close()


def test_a_damaged_state_key_is_ignored_for_the_log() -> None:
    with serving() as (reader, service):
        table = Table(reader.port)
        begun(table)
        table.play(3)
        whole = reader.state()
        for damage in ("", "nonsense", json.dumps(whole | {"seq": 1}), json.dumps({"n": whole["n"]}), "42:old"):
            service.kill()
            reader.wire.say("DEL", LEASE)
            reader.wire.say("SET", STATE, damage)
            service.start()
            assert table.act(0, "sync")["status"] == "ok"
            assert content(reader.state()) == content(whole)
        table.play(2)
        table.close()


def test_every_action_renews_the_state_key() -> None:
    with serving() as (reader, _):
        table = Table(reader.port)
        begun(table)
        for cards in (0, 1):
            reader.wire.say("PEXPIRE", STATE, "60000")
            assert table.act(0, "sync")["status"] == "ok"
            table.play(cards)
            assert reader.wire.say("PTTL", STATE) > 3_000_000
        table.close()

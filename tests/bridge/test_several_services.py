"""Several services on one Valkey: one answer to every action, whichever of them dies, freezes or comes back."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ludoteca.runtime.settings import Settings
from tests.chaos.services import Service
from tests.runtime.valkey import valkey
from tests.times import within

from .test_by_hand import Wire

TABLE = "MANY01"
FOR_EVER = "1000"
NEVER_SILENT = {"LUDOTECA_SUSPECT_SECONDS": FOR_EVER, "LUDOTECA_TAKEOVER_SECONDS": FOR_EVER}
"""However busy the machine is."""
HELD = {"LUDOTECA_HEARTBEAT_TTL_SECONDS": FOR_EVER, "LUDOTECA_TAKEOVER_SECONDS": FOR_EVER}
"""A table stays with its owner, whatever becomes of that."""
MALFORMED = "pla\nce"


class Players:
    """Both players of a gomoku table, at one pair of connections."""

    def __init__(self, port: int, game_id: str = TABLE) -> None:
        self.port = port
        self.game_id = game_id
        self._speaker, self._listener = Wire(port), Wire(port)
        self._listener.say("SUBSCRIBE", f"game.{game_id}.events")
        self.results: list[dict[str, Any]] = []
        self.moves = 0

    def say(self, kind: str, action_id: str, seat: int = 0, **payload: Any) -> None:
        action = {"message_type": kind, "game_id": self.game_id, "action_id": action_id, "player_id": seat}
        envelope = json.dumps(action | {"role": "player", "payload": payload})
        self._speaker.say("PUBLISH", f"game.{self.game_id}.actions", envelope)

    def hear(self, action_id: str) -> str:
        """The status of the result, or its code if it is an error."""
        while not (heard := self._next()) or heard["action_id"] != action_id:
            pass
        payload = heard["payload"]
        return str(payload.get("code", payload["status"]))

    def ask(self, kind: str, action_id: str, seat: int = 0, **payload: Any) -> str:
        self.say(kind, action_id, seat, **payload)
        return self.hear(action_id)

    def seat(self) -> None:
        for seat in range(2):
            assert self.ask("join", f"join-{seat}", seat) == "ok"

    def move(self) -> None:
        """A stone, as often as it takes: while nobody has the table, each attempt is answered, and may be repeated."""
        number, self.moves = self.moves, self.moves + 1
        for _ in within():
            answer = self.ask("place", f"move-{number}", number % 2, x=number % 15, y=2 * (number // 15))
            if answer == "ok":
                return
            assert answer == "game_unavailable"
            time.sleep(0.05)

    def rest(self) -> list[dict[str, Any]]:
        """All results, those that came without being waited for as well, up to now."""
        self._speaker.say("PUBLISH", f"game.{self.game_id}.events", '{"message_type":"the end"}')
        while self._frame()["message_type"] != "the end":
            pass
        return self.results

    def owner(self) -> str:
        return str(json.loads(self._speaker.say("GET", f"game:{self.game_id}:heartbeat"))["owner"])

    def log(self) -> list[str]:
        """The ids of the moves that were carried out."""
        entries = self._speaker.say("LRANGE", f"game:{self.game_id}:log", "0", "-1")
        ids = [json.loads(entry[8:]).get("action_id", "") for entry in entries]
        return [action_id for action_id in ids if action_id.startswith("move")]

    def close(self) -> None:
        self._speaker.close()
        self._listener.close()

    def _next(self) -> dict[str, Any] | None:
        frame = self._frame()
        return frame if frame["message_type"] == "action.result" else None

    def _frame(self) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self._listener.hear()[2])
        if frame["message_type"] == "action.result":
            self.results.append(frame)
        return frame


@contextmanager
def serving(*options: str, **environ: str) -> Iterator[tuple[Service, Service, Players]]:
    """A service, which has the table, another, and the players."""
    with valkey() as server:
        services = [Service("--redis", server.url, *options, **environ)]
        players = Players(server.port)
        try:
            if "--opens" in options:
                players.seat()
            services.append(Service("--redis", server.url, *options, **environ))
            yield services[0], services[1], players
        finally:
            players.close()
            for service in services:
                if service.is_running:
                    service.kill()


def test_two_services_give_one_answer_about_an_unknown_table() -> None:
    with serving(**NEVER_SILENT) as (_, _, players):
        for number in range(50):
            players.say("join", f"join-{number}")
            players.say("place", f"place-{number}", x=0, y=0)
        for number in range(50):
            assert players.hear(f"place-{number}") == "game_unavailable"
        assert players.ask("create", "create", game="gomoku") == "forbidden"
        assert players.ask(MALFORMED, "malformed") == "invalid_action"
        answers = Counter(result["action_id"] for result in players.rest())
        assert len(answers) == 102
        assert set(answers.values()) == {1}


def test_two_services_give_one_answer_to_a_first_join() -> None:
    with serving("--opens", "gomoku", **NEVER_SILENT) as (_, _, players):
        tables = [Players(players.port, f"JOIN{number:02}") for number in range(20)]
        for table in tables:
            table.say("join", "first")
        assert [table.hear("first") for table in tables] == ["ok"] * 20
        one_of_each = {table.owner(): table for table in tables}
        for table in one_of_each.values():  # so each service with a table has heard all first joins
            assert table.ask("join", "second", 1) == "ok"
        answers = Counter(result["action_id"] for table in tables for result in table.rest())
        assert answers == {"first": 20, "second": len(one_of_each)}
        for table in tables:
            table.close()


def test_an_action_is_answered_while_a_dead_owner_still_holds_the_lease() -> None:
    """Nobody takes the table over here: only that the owner is silent can have been noticed."""
    with serving("--opens", "gomoku", **HELD) as (owner, other, players):
        players.move()
        owner.pause()  # so that it certainly has not answered
        players.say("place", "just before", 1, x=7, y=7)
        owner.kill()
        assert players.hear("just before") == "game_unavailable"
        assert players.ask("place", "afterwards", 1, x=7, y=7) == "game_unavailable"
        assert players.ask(MALFORMED, "malformed", 1) == "game_unavailable"
        assert other.leave() == 0
        assert Counter(result["action_id"] for result in players.rest())["just before"] == 1


def test_an_owner_that_dies_at_once_is_noticed_as_well() -> None:
    with valkey() as server:
        quiet = {"LUDOTECA_LIVENESS_SECONDS": "400", "LUDOTECA_SUSPECT_SECONDS": FOR_EVER}
        service = Service("--redis", server.url, LUDOTECA_TAKEOVER_SECONDS=FOR_EVER, **quiet)
        wire = Wire(server.port)
        assert len(wire.say("ZRANGE", "games:services", "0", "-1")) == 1, "it has said that it is alive"
        wire.close()
        assert service.leave() == 0


def test_the_tables_of_a_dead_owner_are_taken_over_before_their_leases_end() -> None:
    with serving("--opens", "gomoku", LUDOTECA_HEARTBEAT_TTL_SECONDS=FOR_EVER) as (owner, _, players):
        players.move()
        was = players.owner()
        owner.kill()
        players.move()
        assert players.owner() != was
        assert players.log() == ["move-0", "move-1"]


def test_a_frozen_owner_comes_back_and_there_is_one_owner_and_one_history() -> None:
    with serving("--opens", "gomoku", LUDOTECA_HEARTBEAT_TTL_SECONDS=FOR_EVER) as (owner, other, players):
        players.move()
        was = players.owner()
        owner.pause()
        players.move()
        assert (new := players.owner()) != was
        owner.resume()
        for _ in range(20):
            players.move()
        assert players.owner() == new
        assert players.log() == [f"move-{number}" for number in range(22)]
        other.kill()
        players.move()
        assert players.owner() == was
        assert players.log() == [f"move-{number}" for number in range(23)]


def test_after_a_graceful_shutdown_the_others_forget_whose_the_tables_were() -> None:
    with serving("--opens", "gomoku", LUDOTECA_HEARTBEAT_SECONDS="500", LUDOTECA_HEARTBEAT_TTL_SECONDS=FOR_EVER) as (
        owner,
        _,
        players,
    ):
        players.move()  # the other service has noted for long who has the table
        was = players.owner()
        assert owner.leave() == 0
        players.move()
        assert players.owner() != was


def test_an_owner_that_freezes_for_a_moment_keeps_its_tables() -> None:
    with serving("--opens", "gomoku", **HELD) as (owner, _, players):
        was = players.owner()
        owner.pause()
        assert players.ask("place", "move-0", x=0, y=0) == "game_unavailable"
        owner.resume()
        players.move()
        assert players.owner() == was
        assert players.log() == ["move-0"]


def test_by_default_an_answer_comes_within_two_seconds_and_an_owner_within_five() -> None:
    settings = Settings()
    assert settings.suspect_seconds + settings.liveness_seconds <= 2
    assert settings.takeover_seconds + settings.liveness_seconds <= 5

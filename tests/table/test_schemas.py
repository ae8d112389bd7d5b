"""The schemas of the wire: the committed files are what the command prints, and real games keep to them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from jsonschema import Draft202012Validator

from ludoteca.games import GAMES
from ludoteca.kernel import AnyGame
from ludoteca.table.effects import Effects
from ludoteca.table.messages import ACTIONS, EVENTS
from ludoteca.table.wire import Who, encode
from ludoteca.wire_schema import game_schema, wire_schema
from tests.cli.terminal import NIM, ludoteca, refused

from .harness import ALL_GAMES, OBSERVER, Json, Sitting, every_game, player

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
WIRE = wire_schema()


class Heard(Sitting):
    """A sitting that remembers what was sent to it as well."""

    def send(self, who: Who, data: bytes) -> Effects:
        self.sent: list[Json] = [*getattr(self, "sent", []), json.loads(data)]
        return super().send(who, data)


@cache
def played(game: AnyGame, seed: int) -> Heard:
    """A whole random game, with errors, a lost connection and everybody's snapshots in it."""
    sitting = Heard(game)
    for seat in range(sitting.seats):
        sitting.submit(OBSERVER, "sync")
        sitting.submit(player(seat), "join", {"name": f"p{seat}", "client_seed": "x", "game_id": "TABLE7"})
    for number in sitting.steps(seed, at_most=12):
        sitting.submit(
            sitting.readers[number % len(sitting.readers)], "sync", {"last_seq": number} if number % 2 else {}
        )
        sitting.submit(player(0), "sing", {"loud": True})
    for who in sitting.readers:
        sitting.submit(who, "sync")
    sitting.submit(player(0), "leave")
    sitting.submit(player(0), "join", {"last_seq": 1})
    return sitting


@cache
def validator(game: AnyGame | None, part: str) -> Draft202012Validator:
    document = WIRE if game is None else game_schema(game)
    assert part in document["properties"]
    return Draft202012Validator({**document, "type": "object", "$ref": f"#/properties/{part}"})


def part_of(frame: Json, game: AnyGame) -> Draft202012Validator:
    """Which schema a message to a reader must keep to."""
    name = frame["message_type"]
    if name == "sync":
        return validator(game, "snapshot")
    return validator(None, name) if name in EVENTS or name == "action.result" else validator(game, "event")


def seeds(game: AnyGame) -> range:
    return range(2 if game.name in GAMES else 6)


@every_game
def test_everything_a_reader_gets_keeps_to_its_schema(game: AnyGame) -> None:
    for sitting in (played(game, seed) for seed in seeds(game)):
        for frame in {frame for who in sitting.readers for frame in sitting.sent_to(who)}:
            tree = json.loads(frame)
            part_of(tree, game).validate(tree)
            validator(None, "frame").validate(tree)


@every_game
def test_what_travels_on_the_bus_keeps_to_the_frame(game: AnyGame) -> None:
    for told in played(game, 0).told:
        validator(None, "frame").validate(json.loads(encode(told.frame)))
        validator(None, "bus").validate(json.loads(told.on_bus))


@every_game
def test_every_accepted_action_keeps_to_its_schema_and_nonsense_does_not(game: AnyGame) -> None:
    for action in played(game, 0).sent:
        name = action["message_type"]
        validator(None, "action").validate(action)
        part = validator(None, name) if name in ACTIONS else validator(game, "action")
        assert part.is_valid(action) == (name != "sing")


@every_game
def test_the_random_games_show_every_kind_of_message(game: AnyGame) -> None:
    shown = [
        json.loads(frame)
        for seed in seeds(game)
        for who in played(game, seed).readers
        for frame in played(game, seed).sent_to(who)
    ]
    names = {frame["message_type"] for frame in shown}
    assert {
        "action.result",
        "sync",
        "player.join",
        "player.leave",
        "player.reconnect",
        "game.start",
        "match.end",
    } <= names
    assert {frame["payload"]["status"] for frame in shown if frame["message_type"] == "action.result"} == {
        "ok",
        "error",
    }


@every_game
def test_the_schemas_bite(game: AnyGame) -> None:
    for told in played(game, 0).told:
        frame = json.loads(told.shown)
        part = part_of(frame, game)
        broken: list[Any] = [
            {**frame, "payload": {**frame["payload"], "more": 1}},
            {**frame, "seq": "1"},
            {**frame, "to": 7},
        ]
        broken += [{key: value for key, value in frame.items() if key != "seq"}, {**frame, "message_type": "sing"}]
        for each in broken:
            with pytest.raises(jsonschema.ValidationError):
                part.validate(each)


@pytest.mark.parametrize("document", [WIRE, *map(game_schema, ALL_GAMES)], ids=lambda document: document["title"])
def test_the_documents_are_json_schemas(document: Any) -> None:
    Draft202012Validator.check_schema(document)


def test_the_committed_files_are_what_the_command_prints() -> None:
    printed = {
        "wire.json": ["schema", "--wire"],
        "web.json": ["schema", "--web"],
        **{f"{name}.json": ["schema", name, "--wire"] for name in GAMES},
        "structures/catan.json": ["catan", "schema"],
    }
    assert {path.relative_to(SCHEMAS).as_posix() for path in SCHEMAS.rglob("*.json")} == set(printed)
    for name, args in printed.items():
        made = ludoteca(*args).stdout
        assert (SCHEMAS / name).read_text(encoding="utf-8") == made, f"ludoteca {' '.join(args)} > docs/schemas/{name}"


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["--of", "view"],
        ["--wire", "--of", "view"],
        ["gomoku", "--wire", "--of", "view"],
        [NIM, "--wire"],
        ["gomoku", "--web"],
    ],
)
def test_what_has_no_schema_is_one_line(args: list[str]) -> None:
    refused("schema", *args)

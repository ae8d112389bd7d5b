"""`ludoteca schema`: a game's types, or the messages of a table, as JSON Schema, for programs in other
languages.

Must not know: any particular game.
"""

import json
from enum import StrEnum
from typing import Annotated, Any

import typer

from ..console.arguments import GameName, find_game
from ..console.errors import Failure
from ..kernel import values
from ..kernel.contract import AnyGame, Outcome, input_type
from ..web.web_schema import web_schema
from ..wire_schema import Untagged, game_schema, wire_schema

OptionalGame = Annotated[str | None, *GameName.__metadata__]


class Kind(StrEnum):
    CONFIG = "config"
    ACTION = "action"
    TOLD = "told"
    VIEW = "view"
    STATE = "state"
    INPUT = "input"
    OUTCOME = "outcome"


def schema(
    game: OptionalGame = None,
    of: Annotated[Kind | None, typer.Option(help="One of the types, not all of them.")] = None,
    wire: Annotated[
        bool, typer.Option("--wire", help="The messages of a table; with GAME, what it adds to them.")
    ] = False,
    web: Annotated[bool, typer.Option("--web", help="What the JSON API and the live socket take and give.")] = False,
) -> None:
    """Print the JSON Schema of a game's types, of the messages at a table, or of the JSON API."""
    print(json.dumps(_document(game, of, wire, web), indent=2, ensure_ascii=False))


def _document(name: str | None, of: Kind | None, wire: bool, web: bool) -> dict[str, Any]:
    if web:
        if wire or of is not None or name is not None:
            raise Failure("--web goes alone")
        return _any_of(web_schema())
    if wire and of is not None:
        raise Failure("--of is one of a game's types; --wire is about messages")
    if name is None:
        if not wire:
            raise Failure("name a GAME, or say --wire for the messages of a table")
        return _any_of(wire_schema())
    game = find_game(name)
    if wire:
        return _any_of(_messages(game))
    return _whole(game) if of is None else _single(game, of)


def _messages(game: AnyGame) -> dict[str, Any]:
    try:
        return game_schema(game)
    except Untagged as error:
        raise Failure(f"{game.name} cannot be played at a table: {error}") from None


def _whole(game: AnyGame) -> dict[str, Any]:
    document = values.schema({kind.value: _type(game, kind) for kind in Kind})
    return _any_of({"$schema": document["$schema"], "title": f"{game.name} {game.version}", **document})


def _any_of(document: dict[str, Any]) -> dict[str, Any]:
    """With the parts that a document names as what a value may be: the document then refuses whatever is none of them.

    Not `oneOf`, because some are special cases of others, as a `game.start` is of an `event`.
    """
    rest = {key: part for key, part in document.items() if key not in ("type", "properties", "$defs")}
    parts = [{**part, "title": name} for name, part in document["properties"].items()]
    return {**rest, "anyOf": parts, "$defs": document["$defs"]}


def _single(game: AnyGame, kind: Kind) -> dict[str, Any]:
    """The type itself as the root, so that a value can be checked against the document as it is."""
    document = values.schema({kind.value: _type(game, kind)})
    return {"$schema": document["$schema"], **document["properties"][kind.value], "$defs": document["$defs"]}


def _type(game: AnyGame, kind: Kind) -> Any:
    match kind:
        case Kind.INPUT:
            return input_type(game)
        case Kind.OUTCOME:
            return Outcome
        case _:
            return getattr(game.types, kind.value)

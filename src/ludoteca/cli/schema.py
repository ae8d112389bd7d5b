"""`ludoteca schema`: a game's types as JSON Schema, for whoever talks to it from another language.

Must not know: any particular game.
"""

import json
from enum import StrEnum
from typing import Annotated, Any

import typer

from ..kernel import values
from ..kernel.contract import AnyGame, Outcome, input_type
from .finding import GameName, find_game


class Kind(StrEnum):
    CONFIG = "config"
    ACTION = "action"
    TOLD = "told"
    VIEW = "view"
    STATE = "state"
    INPUT = "input"
    OUTCOME = "outcome"


def schema(
    game: GameName, of: Annotated[Kind | None, typer.Option(help="One of the types, not all of them.")] = None
) -> None:
    """Print the JSON Schema of a game's types."""
    found = find_game(game)
    print(json.dumps(_whole(found) if of is None else _single(found, of), indent=2, ensure_ascii=False))


def _whole(game: AnyGame) -> dict[str, Any]:
    return values.schema({kind.value: _type(game, kind) for kind in Kind})


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

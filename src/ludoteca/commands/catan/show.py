"""`ludoteca catan show`, `actions` and `schema`: draw a snapshot, list the catalogue, print the schema."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ...console.errors import CHECK_FAILED, Failure
from ...console.terminal import say
from ...console.terminal import show as show_picture
from ...games.catan import GAME
from ...games.catan.actions import ACTION_TYPES
from ...games.catan.catalogue import CATALOGUE
from ...games.catan.structures import StateSnapshot, violations
from ...games.catan.structures.recorder import type_of
from ...games.catan.structures.schema import documents
from ...games.catan.structures.snapshot_reader import payload_of, state_of
from ...games.catan.view import open_view
from ...kernel import canonical
from .files import read_snapshot


def show(
    state: Annotated[Path, typer.Argument(metavar="STATE", help="A snapshot: JSON, MsgPack or NPZ.")],
) -> None:
    """Draw a snapshot: the island, both hands, whose turn it is.

    Exit code 0: it is a valid state. 1: it is drawn, but contradicts itself or the rules, and every fault is listed. 2:
    it cannot be read.
    """
    snapshot = read_snapshot(state)
    draw(snapshot)
    found = violations(snapshot)
    if found:
        raise Failure(f"this is no state of a game: {'; '.join(found)}", CHECK_FAILED)


def actions(
    as_json: Annotated[bool, typer.Option("--json", help="A line of JSON for each: index, type, payload.")] = False,
) -> None:
    """Print the catalogue of actions, which gives each index of a mask its meaning.

    The range of each type comes first, then every action with its index and payload.
    """
    rows = [(index, type_of(action), payload_of(action)) for index, action in enumerate(CATALOGUE)]
    if as_json:
        for index, kind, payload in rows:
            print(canonical({"index": index, "type": kind, "payload": payload}).decode())
        return
    say(f"{len(rows)} actions")
    for kind in ACTION_TYPES:
        indices = [index for index, each, _ in rows if each == kind]
        say(f"{indices[0]:>5} to {indices[-1]:>4}  {kind}")
    say()
    for index, kind, payload in rows:
        say(f"{index:>5}  {kind:<22}  {_json(payload)}")


def schema() -> None:
    """Print the JSON Schema of StateSnapshot and ActionRecord."""
    print(json.dumps(documents(), indent=2, ensure_ascii=False))


def draw(snapshot: StateSnapshot) -> None:
    names = [player.name for player in snapshot.players]
    say(f"game {snapshot.game_id}: {names[0]} (blue) and {names[1]} (orange)", "bold")
    show_picture(GAME.text.picture(open_view(state_of(snapshot))))


def _json(payload: dict[str, Any]) -> str:
    return json.dumps(payload, separators=(", ", ": "))

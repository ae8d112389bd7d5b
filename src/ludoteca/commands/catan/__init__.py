"""`ludoteca catan`: snapshots and records, the catalogue of actions. One module per kind of command."""

from collections.abc import Mapping
from typing import Final

import typer

from ...console.lazy_commands import Command, LazyGroup

COMMANDS: Final[Mapping[str, Command]] = {
    "show": Command("show", "show", "Show a snapshot: the island and who has what."),
    "actions": Command("show", "actions", "List the catalogue of actions, by number."),
    "ids": Command("ids", "ids", "Export the ids of tiles, vertices, edges and ports, with their coordinates."),
    "schema": Command("show", "schema", "Print the JSON Schemas of the specification's documents."),
    "records": Command("records", "records", "Turn a record into the specification's documents."),
    "replay": Command("records", "replay", "Replay such documents, and check every hash."),
}


class _Catan(LazyGroup):
    package = __name__
    table = COMMANDS


app = typer.Typer(
    cls=_Catan,
    rich_markup_mode=None,
    help="Look at Catan's snapshots and records, and at its catalogue of actions.",
)

"""`ludoteca catan`: snapshots and records, the catalogue of actions. One module a kind of command."""

from collections.abc import Mapping
from typing import Final

import typer

from ...cli.loading import Command, Loading

COMMANDS: Final[Mapping[str, Command]] = {
    "show": Command("looking", "show"),
    "actions": Command("looking", "actions"),
    "schema": Command("looking", "schema"),
    "records": Command("replaying", "records"),
    "replay": Command("replaying", "replay"),
}


class _Catan(Loading):
    package = __name__
    table = COMMANDS


app = typer.Typer(
    cls=_Catan,
    rich_markup_mode=None,
    help="Look at Catan's snapshots and records, and at its catalogue of actions.",
)

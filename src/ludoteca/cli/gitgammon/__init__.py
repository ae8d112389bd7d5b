"""`ludoteca gitgammon`: tables kept in a git repository. One module a kind of command.

Must not know: any rule.
"""

from collections.abc import Mapping
from typing import Final

import typer

from ..loading import Command, Loading

COMMANDS: Final[Mapping[str, Command]] = {
    "init": Command("founding", "init"),
    "workflows": Command("founding", "renew_workflows"),
    "new": Command("founding", "new"),
    "show": Command("looking", "show_table"),
    "moves": Command("looking", "moves"),
    "move": Command("playing", "move"),
    "resign": Command("playing", "resign"),
    "process": Command("processing", "process"),
    "guarded": Command("processing", "guarded"),
    "verify": Command("processing", "verify"),
    "log": Command("looking", "log"),
    "export": Command("looking", "export"),
    "demo": Command("demo", "demo"),
}


class _GitGammon(Loading):
    package = __name__
    table = COMMANDS


app = typer.Typer(
    cls=_GitGammon,
    rich_markup_mode=None,
    help="Play in a git repository: a pushed file is a move, a commit the answer.",
)

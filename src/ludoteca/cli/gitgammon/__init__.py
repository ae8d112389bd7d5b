"""`ludoteca gitgammon`: tables in a git repository. One module per command, or per pair of commands.

Must not know: any rule.
"""

from collections.abc import Mapping
from typing import Final

import typer

from ...console.lazy_commands import Command, LazyGroup

COMMANDS: Final[Mapping[str, Command]] = {
    "init": Command("init", "init", "Make a repository one to play in."),
    "workflows": Command("workflows", "renew_workflows", "Write the GitHub workflows, for another package or branch."),
    "new": Command("new", "new", "Open a table."),
    "show": Command("show", "show_table", "Show a table: board, dice, whose turn, messages."),
    "moves": Command("show", "moves", "List the legal plays of the side to move."),
    "move": Command("move", "move", "Play: write the move file, commit and push it."),
    "resign": Command("move", "resign", "Give the game up."),
    "process": Command("process", "process", "Answer what was pushed: apply or reject each move."),
    "guarded": Command("process", "guarded", "Fail unless GitHub protects the branch from rewriting."),
    "check": Command("check", "check", "Check any state.json or move file against every rule."),
    "schema": Command("check", "schema", "Print the JSON Schema of state.json or of a move file."),
    "verify": Command("verify", "verify", "Check a repository's whole history."),
    "log": Command("log", "log", "List what was done at a table."),
    "export": Command("log", "export", "Print a game, once its history is checked."),
    "demo": Command("demo", "demo", "Watch two players and a processor, on this machine."),
}


def _current_name(option: str) -> str:
    """Workflows that the first release wrote say `--club` for `--repo`, and stay in their repositories."""
    return "repo" if option == "club" else option


class _GitGammon(LazyGroup):
    package = __name__
    table = COMMANDS


app = typer.Typer(
    cls=_GitGammon,
    rich_markup_mode=None,
    context_settings={"token_normalize_func": _current_name},
    help="Play in a git repository: a pushed file is a move, a commit the answer.",
)

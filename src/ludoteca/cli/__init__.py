"""The command line: `ludoteca COMMAND`. Each command is a function in a module of its own, named in this table.

Laws kept here:
- Whatever goes wrong is one line on stderr and an exit code (see `failing`).
- A command loads what it needs itself, and nothing that another one needs (see `loading`).

Must not know: any rule, any game by name.
"""

from collections.abc import Mapping
from typing import Annotated, Final

import typer

from .. import __version__
from ..commands import brought
from . import screen
from .failing import Guarded
from .loading import Command, Loading

COMMANDS: Final[Mapping[str, Command]] = {
    "games": Command("games", "games"),
    "rules": Command("rules", "rules"),
    "play": Command(
        "play",
        "play",
        {
            "options_metavar": "[OPTIONS] [--SEAT WHO]...",
            "context_settings": {"ignore_unknown_options": True, "allow_extra_args": True},  # seats are options
        },
    ),
    "join": Command("join", "join"),
    "replay": Command("replay", "replay"),
    "verify": Command("verify", "verify"),
    "schema": Command("schema", "schema"),
    "referee": Command("referee", "referee"),
    "laws": Command("laws", "laws"),
    "playthrough": Command("playthrough", "playthrough"),
    "simulate": Command("simulate", "simulate"),
    "serve": Command("serve", "serve"),
    "web": Command("serve", "web"),
    "service": Command("service", "service"),
    "backup": Command("backup", "backup"),
    "restore": Command("backup", "restore"),
    "manage": Command("serve", "manage", {"context_settings": {"ignore_unknown_options": True}}),
    "tables": Command("tables", "app"),
    "gitgammon": Command("gitgammon", "app"),
    "token": Command("token", "app"),
    **{game: Command(f".commands.{module}", "app") for game, module in brought().items()},
}


class _Ludoteca(Guarded, Loading):
    package = __name__
    table = COMMANDS


app = typer.Typer(
    name="ludoteca",
    cls=_Ludoteca,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _ludoteca(
    ctx: typer.Context, version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False
) -> None:
    """Serve, play, replay and verify games whose rules are pure functions.

    Start with `ludoteca serve`, or `ludoteca play GAME` here in the terminal. `ludoteca COMMAND --help` explains one.
    """
    screen.prepare()
    if version:
        print(f"ludoteca {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


def main() -> None:
    app()

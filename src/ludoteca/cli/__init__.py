"""The command line: `ludoteca COMMAND`. Each command is a function in a module of its own, named in this table.

Laws kept here:
- Whatever goes wrong is one line on stderr and an exit code (see `console.errors`).
- A command loads only what it needs itself (see `console.lazy_commands`).

Must not know: any rule, any game by name.
"""

from collections.abc import Mapping
from typing import Annotated, Final

import typer

from .. import __version__
from ..commands import brought
from ..console import terminal
from ..console.errors import GuardedGroup
from ..console.lazy_commands import Command, LazyGroup

COMMANDS: Final[Mapping[str, Command]] = {
    "games": Command("games", "games", "List the games, or show how one can be set up."),
    "rules": Command("rules", "rules", "Show a game's rules."),
    "play": Command(
        "play",
        "play",
        "Play a game: people at one keyboard, bots, or both.",
        {
            "options_metavar": "[OPTIONS] [--SEAT WHO]...",
            "context_settings": {"ignore_unknown_options": True, "allow_extra_args": True},  # seats are options
        },
    ),
    "join": Command("join", "join", "Play or watch at a table of a server, by token."),
    "replay": Command("replay", "replay", "Step through a recorded game."),
    "verify": Command("verify", "verify", "Check a record: every line, every state, every draw."),
    "schema": Command("schema", "schema", "Print the JSON Schema of a game, the wire, or the web API."),
    "referee": Command("referee", "referee", "Drive a game from any program, over stdin and stdout."),
    "new": Command("new", "new", "Make a new game's package, ready to be changed."),
    "laws": Command("laws", "laws", "Check a game against the laws every game must obey."),
    "playthrough": Command("playthrough", "playthrough", "Print one random game with all that it told and drew."),
    "simulate": Command("simulate", "simulate", "Play many games between bots, and count."),
    "serve": Command("serve", "serve", "Run everything in one process: open the page, and play."),
    "web": Command("serve", "web", "Run pages and sockets beside services, over Redis."),
    "service": Command("service", "service", "Run tables and their sockets, over Redis or in a file."),
    "check": Command("check", "check", "Check the configuration of a server."),
    "backup": Command("backup", "backup", "Save the folder of `ludoteca serve` in one file."),
    "restore": Command("backup", "restore", "Put a backup into an empty folder."),
    "manage": Command(
        "serve",
        "manage",
        "Run Django's own commands on the database.",
        {"context_settings": {"ignore_unknown_options": True}},
    ),
    "tables": Command("tables", "app", "Open, close, list, inspect, follow and export tables, as a host."),
    "gitgammon": Command("gitgammon", "app", "Play in a git repository: a pushed file is a move."),
    "token": Command("token", "app", "Mint and inspect tokens for a table."),
    **{
        game: Command(f".commands.{module}", "app", f"Use the tools that {game} brings.")
        for game, module in brought().items()
    },
}


class _Ludoteca(GuardedGroup, LazyGroup):
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
    terminal.prepare()
    if version:
        print(f"ludoteca {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


def main() -> None:
    app()

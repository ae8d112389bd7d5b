"""The command line: `ludoteca COMMAND`. Each command is a function in a module of its own, registered here.

Laws kept here:
- Whatever goes wrong is one line on stderr and an exit code (see `failing`).

Must not know: any rule, any game by name.
"""

from typing import Annotated

import typer

from .. import __version__
from . import (
    games,
    gitgammon,
    join,
    laws,
    play,
    playthrough,
    referee,
    replay,
    rules,
    schema,
    screen,
    serve,
    service,
    solve,
    tables,
    token,
    verify,
)
from .failing import Commands

app = typer.Typer(
    name="ludoteca",
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command()(games.games)
app.command()(rules.rules)
app.command(options_metavar=play.USAGE, context_settings=play.SEATS_ARE_OPTIONS)(play.play)
app.command()(join.join)
app.command()(replay.replay)
app.command()(verify.verify)
app.command()(schema.schema)
app.command()(referee.referee)
app.command()(laws.laws)
app.command()(playthrough.playthrough)
app.command()(serve.serve)
app.command()(serve.web)
app.command()(service.service)
app.command(context_settings={"ignore_unknown_options": True})(serve.manage)
app.add_typer(tables.app, name="tables")
app.add_typer(gitgammon.app, name="gitgammon")
app.add_typer(token.app, name="token")
solve.add_to(app)


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

"""`ludoteca orcain`: the game is small enough to be solved."""

import typer

from ..bots.orcain import solver_commands
from ..console.solve import solve_command

app = typer.Typer(rich_markup_mode=None, help="Work orcain out: it is small enough to be solved.")
app.callback()(lambda: None)  # so that one command alone keeps its name
app.command("solve")(solve_command(lambda: solver_commands.SOLUTION))

"""`ludoteca orcain solve`: solve the game, or check the shipped solution."""

import typer

from ..bots.orcain import solver_commands
from ..console.solve import solve_command

app = typer.Typer(rich_markup_mode=None, help="Solve Orcain, or check the shipped solution.")
app.callback()(lambda: None)  # so that a single command keeps its name
app.command("solve")(solve_command(lambda: solver_commands.SOLUTION))

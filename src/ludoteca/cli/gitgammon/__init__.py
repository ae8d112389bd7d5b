"""`ludoteca gitgammon`: tables kept in a git repository. One module a kind of command.

Must not know: any rule.
"""

import typer

from . import founding, looking, playing, processing

app = typer.Typer(rich_markup_mode=None, help="Play in a git repository: a pushed file is a move, a commit the answer.")

app.command()(founding.init)
app.command()(founding.new)
app.command("show")(looking.show_table)
app.command()(looking.moves)
app.command()(playing.move)
app.command()(playing.resign)
app.command()(processing.process)
app.command()(processing.verify)
app.command()(looking.log)
app.command()(looking.export)

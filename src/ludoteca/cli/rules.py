"""`ludoteca rules`: a game's rule book as its author wrote it.

Must not know: any particular game.
"""

from rich.markdown import Markdown

from ..console.arguments import GameName, find_game
from ..console.errors import Failure
from ..console.terminal import console, is_terminal
from ..rulebook import rulebook


def rules(game: GameName) -> None:
    """Show a game's rules."""
    found = find_game(game)
    text = rulebook(found)
    if text is None:
        raise Failure(f"{found.name} has no rule book: {found.home} has no docstring, and no RULES.md beside it")
    if is_terminal():
        console().print(Markdown(text))
    else:
        print(text.rstrip("\n"))

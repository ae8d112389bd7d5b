"""`ludoteca rules`: a game's rules as its author wrote them, from RULES.md beside them.

Must not know: any particular game.
"""

from rich.markdown import Markdown

from ..rulebook import rulebook
from .arguments import GameName, find_game
from .errors import Failure
from .screen import console, is_terminal


def rules(game: GameName) -> None:
    """Show a game's rules."""
    found = find_game(game)
    text = rulebook(found)
    if text is None:
        raise Failure(f"{found.name} has no RULES.md beside {found.home}")
    if is_terminal():
        console().print(Markdown(text))
    else:
        print(text.rstrip("\n"))

"""`ludoteca rules`: a game's rules as its author wrote them, from RULES.md in its package.

Must not know: any particular game.
"""

from importlib.resources import files

from rich.markdown import Markdown

from ..kernel.contract import AnyGame
from .failing import Failure
from .finding import GameName, find_game
from .screen import console, is_terminal


def rules(game: GameName) -> None:
    """Show a game's rules."""
    found = find_game(game)
    text = rules_text(found)
    if text is None:
        raise Failure(f"{found.name} has no RULES.md in its package {found.home}")
    if is_terminal():
        console().print(Markdown(text))
    else:
        print(text.rstrip("\n"))


def rules_text(game: AnyGame) -> str | None:
    try:
        return files(game.home).joinpath("RULES.md").read_text(encoding="utf-8")
    except (OSError, ModuleNotFoundError):
        return None

"""A game's rule book: RULES.md beside its rules.

Must not know: any particular game.
"""

from importlib import import_module
from pathlib import Path

from .kernel.contract import AnyGame


def rulebook(game: AnyGame) -> str | None:
    """The text of RULES.md in the folder of the module the game calls home; None if there is none."""
    file = import_module(game.home).__file__
    if file is None:
        return None
    path = Path(file).parent / "RULES.md"
    return path.read_text(encoding="utf-8") if path.is_file() else None

"""What lies beside a game's rules for people to see: its rule book, RULES.md, which decides every case; and, if its
package brings them along, a guide for who has never played, `guide/LANGUAGE.md`, and a board for the browser, board.js.

Must not know: any particular game.
"""

import re
from importlib import import_module
from pathlib import Path

from .kernel.contract import AnyGame


def rulebook(game: AnyGame) -> str | None:
    """The text of RULES.md in the folder of the module the game calls home; None if there is none."""
    path = _beside(game, "RULES.md")
    return None if path is None else path.read_text(encoding="utf-8")


def title(game: AnyGame) -> str:
    """What its rule book calls it: the first heading, or nothing."""
    lines = (rulebook(game) or "").splitlines()
    return next((line.lstrip("#").strip() for line in lines if line.startswith("#")), "")


def summary(game: AnyGame) -> str:
    """The first line of its rule book that is neither empty nor a heading, without marks; or nothing."""
    lines = (line.strip() for line in (rulebook(game) or "").splitlines())
    return re.sub(r"[*`]", "", next((line for line in lines if line and not line.startswith("#")), ""))


def guide(game: AnyGame, language: str) -> str | None:
    """How to play, in this language; None if there is none in it."""
    path = _beside(game, f"guide/{language}.md")
    return None if path is None else path.read_text(encoding="utf-8")


def board(game: AnyGame) -> bytes | None:
    """The module board.js of that folder; None if there is none."""
    path = _beside(game, "board.js")
    return None if path is None else path.read_bytes()


def _beside(game: AnyGame, name: str) -> Path | None:
    file = import_module(game.home).__file__
    path = None if file is None else Path(file).parent / name
    return path if path is not None and path.is_file() else None

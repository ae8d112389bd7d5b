"""What lies beside a game's rules for people to read and see: RULES.md, its rule book, which decides every case; and
optionally `guide/LANGUAGE.md`, a guide for beginners, and board.js, a board for the browser.

A game without RULES.md, such as one of a single file, has the docstring of its module for a rule book.

Must not know: any particular game.
"""

import inspect
import re
from importlib import import_module
from pathlib import Path

from .kernel.contract import AnyGame


def rulebook(game: AnyGame) -> str | None:
    """RULES.md beside the game's home module, or else the docstring of that module; None if there is neither."""
    path = _beside(game, "RULES.md")
    return inspect.getdoc(import_module(game.home)) if path is None else path.read_text(encoding="utf-8")


def title(game: AnyGame) -> str:
    """What its rule book calls it: the first heading, or else the game's name."""
    lines = (rulebook(game) or "").splitlines()
    return next((line.lstrip("#").strip() for line in lines if line.startswith("#")), game.name.capitalize())


def summary(game: AnyGame) -> str:
    """The first line of its rule book that is neither empty nor a heading, without marks; or nothing."""
    lines = (line.strip() for line in (rulebook(game) or "").splitlines())
    return re.sub(r"[*`]", "", next((line for line in lines if line and not line.startswith("#")), ""))


def guide(game: AnyGame, language: str) -> str | None:
    """The guide in this language; None if there is none."""
    path = _beside(game, f"guide/{language}.md")
    return None if path is None else path.read_text(encoding="utf-8")


def board(game: AnyGame) -> bytes | None:
    """board.js beside the game's home module; None if there is none."""
    path = _beside(game, "board.js")
    return None if path is None else path.read_bytes()


def _beside(game: AnyGame, name: str) -> Path | None:
    file = import_module(game.home).__file__
    path = None if file is None else Path(file).parent / name
    return path if path is not None and path.is_file() else None

"""`ludoteca new`: make the package of a new game, which can be played at once and is there to be changed.

It is a copy of the package in `starter/`, under another name.

Must not know: any game by name.
"""

import keyword
import os
import re
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Final

import typer

from .. import lookup
from ..console.errors import Failure, complain
from ..console.terminal import say
from ..plugins import NAME

STARTER: Final = Path(__file__).parents[1] / "starter"
GAME, PACKAGE, TITLE = "my-game", "my_game", "My game"  # what the starter calls itself


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name, such as four-in-a-row.")],
) -> None:
    """Make a folder NAME with a small game that works: rules, rule book, bot, board and tests.

    Change it into yours, in any order: RULES.md first is best. The folder is a Python package. Its README.md lists its
    files and what to type next.
    """
    package = _package(name)
    folder = Path(name)
    files = {path.replace(PACKAGE, package): _renamed(text, name, package) for path, text in _starter()}
    if os.path.lexists(folder):
        raise Failure(f"{folder} exists already; choose another name, or remove it")
    try:
        _write(folder, files)
    except OSError as error:
        raise Failure(f"cannot write {folder}: {error.strerror}") from None
    say(f"{folder} holds a game that works. To play it and to change it:", "bold")
    for line in (
        f"cd {name}",
        f"ludoteca play {package}:GAME --second bot:{package}.bots:simple",
        f"ludoteca laws {package}:GAME",
        f"ludoteca serve --game {package}:GAME",
        "python -m pip install pytest",
        "python -m pytest",
        "python -m pip install --editable .",
    ):
        say(f"    {line}")
    say("README.md lists its files. After the installation every command knows the game by its name.")


def _package(name: str) -> str:
    """The Python package of a game of this name; Failure if it cannot have it."""
    if NAME.fullmatch(name) is None:
        better = re.sub(r"[^a-z0-9]+", "-", name.lower()).lstrip("-0123456789").rstrip("-")
        meant = f" (did you mean {better}?)" if NAME.fullmatch(better) else ""
        raise Failure(f"{name!r} is no name for a game: use 1 to 32 of a-z, 0-9 and -, a letter first{meant}")
    package = name.replace("-", "_")
    if keyword.iskeyword(package):
        raise Failure(f"{name} is a word of Python's, so no package can be called that; try {name}-game")
    if package in sys.stdlib_module_names or package == "tests" or find_spec(package) is not None:
        raise Failure(f"there is a Python package {package} already, which yours would hide; try {name}-game")
    if name in lookup.games(complain):
        raise Failure(f"there is a game {name} already; `ludoteca games` lists them")
    return package


def _starter() -> Iterator[tuple[str, str]]:
    """Its files, by their paths; what a linter or Python left beside them is not copied."""
    for path in sorted(STARTER.rglob("*")):
        parts = path.relative_to(STARTER).parts
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in parts):
            yield "/".join(parts), path.read_text(encoding="utf-8")


def _write(folder: Path, files: Mapping[str, str]) -> None:
    """Write a whole folder or none: it is written beside its place, and then moved there."""
    with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
        whole = Path(beside, folder.name)
        for path, text in files.items():
            (whole / path).parent.mkdir(parents=True, exist_ok=True)
            (whole / path).write_text(text, encoding="utf-8")
        whole.rename(folder)


def _renamed(text: str, name: str, package: str) -> str:
    title = name.replace("-", " ").capitalize()
    return text.replace(GAME, name).replace(PACKAGE, package).replace(TITLE, title)

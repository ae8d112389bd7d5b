"""The terminal: writing lines and pictures, asking for a line.

Laws kept here:
- Pictures and events are printed as they are: no markup is looked for in them, nothing is wrapped.
- Styles vanish when the output is not a terminal.

Must not know: any game, any command.
"""

import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # rich takes its time to load, and most commands print plain lines
    from rich.console import Console


def console(width: int | None = None) -> "Console":
    """Made anew each time, because stdout may have been redirected since."""
    from rich.console import Console  # noqa: PLC0415

    return Console(highlight=False, markup=False, emoji=False, width=width)


def say(line: str = "", style: str = "") -> None:
    if style:
        console().print(line, style=style, soft_wrap=True)
    else:
        print(line)


def show(picture: str) -> None:
    """A picture, with air around it."""
    print(f"\n{picture.strip(chr(10))}\n")


def columns(words: Iterable[str]) -> str:
    """Words side by side, as many as the terminal is wide."""
    listed = list(words)
    cell = max((len(word) for word in listed), default=0) + 2
    per_line = max(1, (shutil.get_terminal_size().columns - 2) // cell)
    rows = [listed[start : start + per_line] for start in range(0, len(listed), per_line)]
    return "\n".join("  " + "".join(word.ljust(cell) for word in row).rstrip() for row in rows)


def ask(prompt: str) -> str | None:
    """One line from the keyboard; None when there is no more."""
    try:
        line = input(prompt)
    except EOFError:
        print()
        return None
    except KeyboardInterrupt:
        print()  # so that the shell's prompt begins a line
        raise
    if not sys.stdin.isatty():  # a script typed it: show it, so that the output reads like a session
        print(line)
    return line.strip()


def program() -> str:
    """What to type to run us again: by name where that is found, else by its path."""
    if shutil.which("ludoteca") is not None:
        return "ludoteca"
    beside = Path(sys.executable).with_name("ludoteca")
    return os.path.relpath(beside) if beside.exists() else "python -m ludoteca"


def clear() -> None:
    """An empty screen, where the next person finds nothing of the last one: not by the arrow keys either."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()
    if is_terminal():
        console().clear()
    else:
        say("-" * 40)


def is_terminal() -> bool:
    return sys.stdout.isatty()


def can_ask() -> bool:
    """Whether somebody sees a question, and can answer it."""
    return sys.stdin.isatty() and is_terminal()


def prepare() -> None:
    """Line editing at the prompt, and no crash over a byte that is not text."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)  # whatever stands in for a stream may have none
        if reconfigure is not None:
            reconfigure(errors="replace")
    if os.name == "posix" and sys.stdin.isatty():
        import readline  # noqa: F401, PLC0415 - importing it is what gives `input` its editing

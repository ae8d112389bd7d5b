"""How a command fails: one clear line on stderr and an exit code, never a traceback.

Laws kept here:
- 0 is success, 1 a check that failed, 2 bad usage or input, 70 a crash (of ours, of a game or of a bot), 130 Ctrl-C.
- A crash in an author's code names its line, and is not called a bug of ours.
- Ctrl-C and a closed pipe (`| head`) are quiet.
- A command whose optional dependency is missing says which extra to install.

Must not know: any command, any game.
"""

import os
import sys
from collections.abc import Callable
from typing import Any, Final, Protocol, runtime_checkable

import typer
from typer.core import TyperGroup

from ..crash_site import crash_site, crash_words
from ..extras import advice

CHECK_FAILED: Final = 1
BAD_INPUT: Final = 2
BUG: Final = 70
INTERRUPTED: Final = 130

TRACEBACK: Final = "LUDOTECA_TRACEBACK"
"""Set in the environment, it shows the traceback of a bug."""


class Failure(Exception):
    """What the user is told, and the exit code."""

    def __init__(self, message: str, code: int = BAD_INPUT) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


@runtime_checkable
class _BadUsage(Protocol):
    """Typer's own complaints, by their shape: the class they share has moved between its versions."""

    exit_code: int

    def format_message(self) -> str: ...


class GuardedGroup(TyperGroup):
    """A group of commands; whatever happens in one of them ends here."""

    def main(self, *args: Any, **extra: Any) -> Any:
        extra["standalone_mode"] = False
        sys.exit(_guarded(lambda: super(GuardedGroup, self).main(*args, **extra)))


def complain(message: str) -> None:
    """One line on stderr. Bytes from a file may be in it, so control characters are not passed on."""
    line = " ".join(message.split())
    print("ludoteca: " + "".join(char if char.isprintable() else "?" for char in line), file=sys.stderr)


def _guarded(command: Callable[[], Any]) -> int:
    try:
        code = command()
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except Failure as failure:
        if failure.code == BUG and os.environ.get(TRACEBACK):
            raise
        complain(failure.message)
        return failure.code
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        _drop_stdout()
        return CHECK_FAILED
    except Exception as error:
        return _unforeseen(error)


def _unforeseen(error: Exception) -> int:
    if isinstance(error, _BadUsage):
        complain(error.format_message())
        return error.exit_code
    if isinstance(error, ModuleNotFoundError) and (told := advice(error)) is not None:
        complain(told)
        return BAD_INPUT
    if os.environ.get(TRACEBACK):
        raise error
    complain(crash_report(_whose(error), error))
    return BUG


def crash_report(whose: str, error: Exception) -> str:
    """One line: who crashed, on which line of theirs, and how to see more."""
    return f"{whose}: {crash_words(error)} ({TRACEBACK}=1 shows the traceback)"


def _whose(error: Exception) -> str:
    """Only a crash of our own code is ours to mend."""
    site = crash_site(error)
    if site is None or site.is_ours:
        return "a bug, please report it"
    return f"{site.module} crashed, and `ludoteca laws` finds the shortest game on which it does"


def _drop_stdout() -> None:
    """Nobody reads any more; without this Python would complain about it when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

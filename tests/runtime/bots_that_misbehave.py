"""An installed package's game whose bots do all that an author's code may do by accident. Each writes its process id
into the file named in the environment, so that a test sees where it ran."""

import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from ludoteca.bots import Bot
from tests.toys.duel import GAME as DUEL

NAME: Final = "feral"
PIDS: Final = "FERAL_PIDS"
ONCE: Final = "FERAL_ONCE"

GAME: Final = replace(DUEL, name=NAME)


def _noted() -> None:
    with Path(os.environ[PIDS]).open("a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")


def first(_view: Any, legal: Sequence[Any], _dealer: Any) -> Any:
    _noted()
    return legal[0]


def prints(_view: Any, legal: Sequence[Any], _dealer: Any) -> Any:
    print("a bot that talks")
    os.write(1, b"\x00\x00\x00\x01!")
    sys.stdin.read()
    return legal[-1]


def raises(_view: Any, _legal: Sequence[Any], _dealer: Any) -> Any:
    raise KeyError("secret card")


def leaves(_view: Any, _legal: Sequence[Any], _dealer: Any) -> Any:
    sys.exit("as a program would")


def nothing(_view: Any, _legal: Sequence[Any], _dealer: Any) -> Any:
    return None


def hangs(_view: Any, _legal: Sequence[Any], _dealer: Any) -> Any:
    _noted()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(1)


def crashes(_view: Any, _legal: Sequence[Any], _dealer: Any) -> Any:
    _noted()
    os.kill(os.getpid(), signal.SIGSEGV)


def crashes_once(_view: Any, legal: Sequence[Any], _dealer: Any) -> Any:
    _noted()
    try:
        Path(os.environ[ONCE]).touch(exist_ok=False)
    except FileExistsError:
        return legal[-1]
    os._exit(7)


def eats(_view: Any, _legal: Sequence[Any], _dealer: Any) -> Any:
    _noted()
    eaten = []
    while True:
        eaten.append(bytearray(1 << 24))


BOTS: Final[Mapping[str, Bot]] = {
    bot.__name__: bot for bot in (first, prints, raises, leaves, nothing, hangs, crashes, crashes_once, eats)
}

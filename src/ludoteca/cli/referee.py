"""`ludoteca referee`: the referee over stdin and stdout, one JSON object a line.

Must not know: any particular game, what a request means.
"""

import sys

from ..console.arguments import GameName, find_game
from ..referee import LINE_AT_MOST, Referee


def referee(game: GameName) -> None:
    """Drive a game from any program: one JSON request a line in, one JSON answer a line out.

    Requests are objects with a field "do": setup, load, state, legal, to_act, apply, view, outcome, digest, random.
    Try {"do": "setup", "seed": 1} and then {"do": "to_act"}. docs/referee.md is the manual.
    """
    sitting = Referee(find_game(game))
    while line := _line():
        sys.stdout.buffer.write(sitting.answer(line.rstrip(b"\r\n")) + b"\n")
        sys.stdout.buffer.flush()


def _line() -> bytes:
    """The next line, or what of it is needed to refuse it: an endless one must not fill the memory."""
    line = sys.stdin.buffer.readline(LINE_AT_MOST + 2)
    rest = line
    while rest and not rest.endswith(b"\n"):
        rest = sys.stdin.buffer.readline(LINE_AT_MOST)
    return line

"""The dialogue with a person whose turn it is: moves in the game's notation, and a few words about the game.

Laws kept here:
- A word that is also a legal move is the move; with a colon before it (`:help`) it is always the word.
- Nothing typed ends in anything but an input, a wish to quit, or a line saying what is wrong.

Must not know: any rule, who else plays, how inputs are applied.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..console import terminal
from ..descriptions import refusal_words
from ..kernel.contract import AnyGame, Move, Resigned, Seat
from ..kernel.illegal import Illegal

EXAMPLES: Final = 5
WIDTH: Final = 8

WORDS: Final[Mapping[str, str]] = {
    "help": "this",
    "legal": "list every legal move",
    "board": "show the position again",
    "resign": "give the game up",
    "log": "where this game is saved",
    "undo": "why there is none",
    "quit": "leave; the game is saved",
}


ALIASES: Final[Mapping[str, str]] = {"?": "help", "exit": "quit", "q": "quit"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """What lies before the person: the position as their seat sees it."""

    game: AnyGame
    called: str  # the game as the user named it
    seat: Seat
    name: str
    view: Any
    legal: Sequence[Any]
    about_log: Sequence[str]

    def written(self) -> list[str]:
        return [self.game.text.write(action, self.view) for action in self.legal]


class Quit:
    """The person wants to leave."""


def ask(seat_view: SeatView) -> Move[Any] | Resigned | None:
    """Talk until there is an input; None means the person wants to leave."""
    while True:
        wanted = hear(seat_view, terminal.ask(prompt(seat_view)))
        if wanted is not None:
            return None if isinstance(wanted, Quit) else wanted


def prompt(seat_view: SeatView) -> str:
    return f"{seat_view.name}> "


def hear(seat_view: SeatView, line: str | None) -> Move[Any] | Resigned | Quit | None:
    """What one line means (None: there are no more); None if it was a question, and has been answered."""
    word = "quit" if line is None else _word(seat_view, line)
    if word == "quit":
        return Quit()
    if word == "resign":
        return Resigned(seat_view.seat)
    if word is not None:
        _ANSWERS[word](seat_view)
    elif line:
        try:
            return Move(seat_view.seat, seat_view.game.text.read(line, seat_view.view))
        except Illegal as refusal:
            refuse(refusal)
    return None


def refuse(refusal: Illegal) -> None:
    hint = " – `help` shows how moves are written" if refusal.code == "unreadable" else ""
    terminal.say(refusal_words(refusal) + hint, "yellow")


def _word(seat_view: SeatView, line: str) -> str | None:
    """The word of ours that was typed, if it was one."""
    line = ALIASES.get(line.lower(), line)
    if line.startswith(":") and line[1:].strip().lower() in WORDS:
        return line[1:].strip().lower()
    word = line.lower()
    return word if word in WORDS and line not in seat_view.written() else None


def _help(seat_view: SeatView) -> None:
    written = seat_view.written()
    first = max(0, len(written) // 2 - EXAMPLES // 2)  # from the middle: the first ones are often the oddest
    terminal.say("Write a move as the game does, for example:")
    terminal.say(terminal.columns(written[first : first + EXAMPLES]))
    terminal.say("Or one of these:")
    for word, meaning in WORDS.items():
        terminal.say(f"  {word:{WIDTH}}{meaning}")
    for word in WORDS.keys() & set(written):
        terminal.say(f"Here `{word}` is a move; `:{word}` is the word.")
    terminal.say(f"The rules: ludoteca rules {seat_view.called}")


def _legal(seat_view: SeatView) -> None:
    terminal.say(terminal.columns(seat_view.written()) or "no move is open")


def _board(seat_view: SeatView) -> None:
    terminal.show(seat_view.game.text.picture(seat_view.view))


def _undo(_seat_view: SeatView) -> None:
    terminal.say("No undo: what others have seen cannot be unseen, and the record only grows.", "yellow")


def _log(seat_view: SeatView) -> None:
    for line in seat_view.about_log:
        terminal.say(line)


_ANSWERS: Final[Mapping[str, Callable[[SeatView], None]]] = {
    "help": _help,
    "legal": _legal,
    "board": _board,
    "undo": _undo,
    "log": _log,
}

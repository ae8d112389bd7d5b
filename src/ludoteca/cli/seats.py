"""Seating: which seat is a person at the keyboard, and which is a bot.

Seats are called by name or by number, in any case. `WHO` is `human`, `bot:NAME`, or `bot:package.module:NAME` for a
bot of one's own.

Must not know: any particular game or bot.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..bots import Bot
from ..console.arguments import find_bot, known_bots
from ..console.errors import Failure
from ..kernel.contract import AnyGame, Seat
from ..lookup import choices

HUMAN = "human"


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Who plays a seat: a bot, or else a person."""

    label: str
    bot: Bot | None = None


@dataclass(frozen=True, slots=True)
class SeatOptions:
    """What the command line says of seats, not yet looked at: `--SEAT WHO`, `--me SEAT`, `--others WHO`."""

    named: tuple[tuple[str, str], ...] = ()
    me: str | None = None
    others: str = HUMAN


def split_words(words: Sequence[str]) -> tuple[list[str], tuple[tuple[str, str], ...]]:
    """Sort the words no declared option took into plain ones and `--SEAT WHO` (or `--SEAT=WHO`) pairs."""
    plain: list[str] = []
    named: list[tuple[str, str]] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            plain.append(word)
            continue
        seat, equals, who = word.lstrip("-").partition("=")
        if not equals:
            if not rest or rest[0].startswith("-"):
                raise Failure(f"{word} needs to know who sits there: human or bot:NAME")
            who = rest.pop(0)
        named.append((seat, who))
    return plain, tuple(named)


def seat_called(names: Sequence[str], text: str) -> Seat:
    """The seat with this name or number."""
    folded = [_folded(name) for name in names]
    if _folded(text) in folded:
        return folded.index(_folded(text))
    if text.isascii() and text.isdigit() and int(text) < len(names):
        return int(text)
    numbered = [f"{name} ({seat})" for seat, name in enumerate(names)]
    raise Failure(f"no seat {text!r}; {choices('the seats are', numbered)}")


def seated(game: AnyGame, names: Sequence[str], wishes: SeatOptions) -> tuple[SeatHolder, ...]:
    sitters: dict[Seat, SeatHolder] = {}
    places = [(_option_seat(game, names, name), who) for name, who in wishes.named]
    if wishes.me is not None:
        places.append((seat_called(names, wishes.me), HUMAN))
    for seat, who in places:
        if seat in sitters:
            raise Failure(f"the seat {names[seat]} is given twice")
        sitters[seat] = _sitter(game, who)
    otherwise = _sitter(game, wishes.others)
    return tuple(sitters.get(seat, otherwise) for seat in range(len(names)))


def _option_seat(game: AnyGame, names: Sequence[str], name: str) -> Seat:
    try:
        return seat_called(names, name)
    except Failure:
        seats = [f"--{_folded(seat)}" for seat in names]
        raise Failure(
            f"no option --{name}, and {game.name} has no such seat; {choices('its seats are', seats, '--' + name)}"
        ) from None


def _sitter(game: AnyGame, who: str) -> SeatHolder:
    if who == HUMAN:
        return SeatHolder(who)
    kind, _, name = who.partition(":")
    bots = known_bots(game.name)
    if kind != "bot" or (name not in bots and ":" not in name):
        known = [HUMAN, *(f"bot:{bot}" for bot in bots)]
        listed = choices("there are", known, who)
        own = "write a bot of your own as bot:package.module:NAME"
        raise Failure(f"nobody called {who!r} can play {game.name}; {listed}; {own}")
    return SeatHolder(who, find_bot(game, name))


def _folded(name: str) -> str:
    return name.casefold().replace(" ", "-").replace("_", "-")

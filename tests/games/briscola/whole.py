"""A whole hand, played and counted by hand: cups are trump, seat 0 calls, seat 1 has the ace of cups.

| leads | cards | takes | points |
|---|---|---|---|
| 0 | 3-cups 3-coins J-coins 6-coins 4-cups | 0 | 22 |
| 0 | K-cups K-coins 2-clubs 5-cups 2-cups | 0 | 8 |
| 0 | Kn-cups A-cups J-cups 6-cups 5-swords | 1 | 16 |
| 1 | 5-coins Kn-coins 4-coins 7-coins A-coins | 0 | 14 |
| 0 | 7-cups 2-swords 6-clubs J-clubs J-swords | 0 | 4 |
| 0 | 2-coins 6-swords 7-swords 3-clubs Kn-swords | 0 | 13 |
| 0 | 4-swords 4-clubs 3-swords A-swords K-clubs | 3 | 25 |
| 3 | K-swords Kn-clubs 5-clubs 7-clubs A-clubs | 3 | 18 |

Seat 0 has taken 61, seat 1 16, seat 3 43. No trick is taken by another seat if the first is played blind.
"""

import re
from typing import NamedTuple

from ludoteca.games.briscola.types import Action
from ludoteca.kernel import Move

from .helpers import bid, passes, plays, rank, suit


class Counted(NamedTuple):
    leader: int
    cards: str
    winner: int
    points: int


_ROW = re.compile(r"^\| (\d) \| (.*) \| (\d) \| (\d+) \|$", re.MULTILINE)
TRICKS = tuple(
    Counted(int(leads), cards, int(takes), int(points)) for leads, cards, takes, points in _ROW.findall(__doc__)
)
TAKEN = (61, 16, 0, 43, 0)


def whole_hand(number: int = 70, called: int = 1, tricks: int = 8) -> tuple[Move[Action], ...]:
    """Seat 0 bids so many, calls this card of cups before play, and so many tricks are played."""
    calls = (bid(0, number), *(() if number == 120 else passes(1, 2, 3, 4)), rank(0, called), suit(0, "cups"))
    return (*calls, *(move for trick in TRICKS[:tricks] for move in plays(trick.leader, trick.cards)))


def blind_hand(number: int = 70, called: int = 1) -> tuple[Move[Action], ...]:
    """The same with the first trick played blind."""
    *opening, named = whole_hand(number, called, 0)
    first, *rest = (plays(trick.leader, trick.cards) for trick in TRICKS)
    return (*opening, *first, named, *(move for trick in rest for move in trick))

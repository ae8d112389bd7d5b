"""The cards as playouts hold them: a hand is an int, a card one of its bits.

The suits are turned until the trump is the first, so that whatever the trump it is the same game, with one set of
tables. Cards then stand in the order in which one likes to part with them: the lowest bit of a hand is its cheapest
card, the highest its dearest.

Laws kept here: who beats whom and what counts how much are the rules' own (`best`, `points`), asked once and kept as
tables.

Must not know: seats, sides, tricks.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from ludoteca.games.briscola.cards import CARDS, STRENGTH, SUITS, CardId, Suit, best, points, suit_of

Bit: TypeAlias = int
"""A card, by the number of its bit."""

Hand: TypeAlias = int
"""Cards, as the bits of an int."""

_TRUMP: Final = SUITS[0]
_EACH_SUIT: Final = len(CARDS) // len(SUITS)
_KEPT_FOR: Final = 3  # what a trump is worth beyond its points, the weakest


def _price(card: CardId) -> tuple[float, int, CardId]:
    """What it costs to part with a card: its points, and of a trump what it could still take."""
    kept_for = _KEPT_FOR + STRENGTH[card] / 5 if suit_of(card) == _TRUMP else 0
    return points((card,)) + kept_for, STRENGTH[card], card


_IN_ORDER: Final = sorted(range(len(CARDS)), key=_price)

BIT: Final[dict[Suit, tuple[Bit, ...]]] = {
    suit: tuple(_IN_ORDER.index((card - turns * _EACH_SUIT) % len(CARDS)) for card in range(len(CARDS)))
    for turns, suit in enumerate(SUITS)
}
"""By trump and card: which bit the card is."""

POINTS: Final = tuple(points((card,)) for card in _IN_ORDER)

BEATEN_BY: Final[tuple[Hand, ...]] = tuple(
    sum(1 << bit for bit, other in enumerate(_IN_ORDER) if best((card, other), _TRUMP) == 1) for card in _IN_ORDER
)
"""By bit: the cards that take the trick from this one. As long as a card takes the trick it is a trump or of the suit
led, so that two cards are all that `best` has to see."""

TRUMPS: Final[Hand] = sum(1 << bit for bit, card in enumerate(_IN_ORDER) if suit_of(card) == _TRUMP)
WORTHLESS: Final[Hand] = sum(1 << bit for bit, worth in enumerate(POINTS) if not worth)


def as_bits(cards: Iterable[CardId], trump: Suit) -> Hand:
    bit = BIT[trump]
    return sum([1 << bit[card] for card in cards])


def cheapest(hand: Hand) -> Bit:
    return (hand & -hand).bit_length() - 1


def dearest(hand: Hand) -> Bit:
    return hand.bit_length() - 1


def nth(hand: Hand, number: int) -> Bit:
    """The card with so many cheaper ones in the hand."""
    for _ in range(number):
        hand &= hand - 1
    return cheapest(hand)

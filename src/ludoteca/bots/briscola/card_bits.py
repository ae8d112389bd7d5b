"""The cards as bits, for playouts: a hand is an int, a card one of its bits.

The suits are rotated until the trump is the first, so that one set of tables serves every trump. Bits are ordered by
the cost of giving the card away: the lowest bit of a hand is its cheapest card, the highest its dearest.

Laws kept here: strength and points are the rules' own (`best`, `points`), computed once and kept as tables.

Must not know: seats, sides, tricks.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from ludoteca.games.briscola.cards import CARDS, STRENGTH, SUITS, CardId, Suit, best, points, suit_of

Bit: TypeAlias = int
"""A card, as the number of its bit."""

Hand: TypeAlias = int
"""A set of cards, as the bits of an int."""

_TRUMP: Final = SUITS[0]
_EACH_SUIT: Final = len(CARDS) // len(SUITS)
_KEPT_FOR: Final = 3  # the value of the weakest trump beyond its points


def _price(card: CardId) -> tuple[float, int, CardId]:
    """The cost of giving a card away: its points, and for a trump what it could still win."""
    kept_for = _KEPT_FOR + STRENGTH[card] / 5 if suit_of(card) == _TRUMP else 0
    return points((card,)) + kept_for, STRENGTH[card], card


_IN_ORDER: Final = sorted(range(len(CARDS)), key=_price)

BIT: Final[dict[Suit, tuple[Bit, ...]]] = {
    suit: tuple(_IN_ORDER.index((card - turns * _EACH_SUIT) % len(CARDS)) for card in range(len(CARDS)))
    for turns, suit in enumerate(SUITS)
}
"""By trump and card: the card's bit."""

POINTS: Final = tuple(points((card,)) for card in _IN_ORDER)

BEATEN_BY: Final[tuple[Hand, ...]] = tuple(
    sum(1 << bit for bit, other in enumerate(_IN_ORDER) if best((card, other), _TRUMP) == 1) for card in _IN_ORDER
)
"""By bit: the cards that beat this one. A card that is winning the trick is a trump or of the suit led, so it is enough
to compare two cards with `best`."""

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
    """The card with `number` cheaper ones in the hand."""
    for _ in range(number):
        hand &= hand - 1
    return cheapest(hand)

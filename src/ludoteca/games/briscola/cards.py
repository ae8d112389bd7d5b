"""The cards of briscola: suits, ranks, points, strength, and the ways in which a client may name a card.

A card is identified by its `card_id`: suit · 10 + rank − 1, suits in the specification's order. States hold ids; views
and events hold whole cards. Faces: 1 ace, 8 jack, 9 knight, 10 king.

Must not know: hands, tricks, contracts.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal, TypeAlias, get_args

from ludoteca.kernel import Illegal, Meta, Value

Suit: TypeAlias = Literal["coins", "cups", "swords", "clubs"]
Rank: TypeAlias = Annotated[int, Meta(ge=1, le=10)]
CardId: TypeAlias = Annotated[int, Meta(ge=0, le=39)]

SUITS: Final[tuple[Suit, ...]] = get_args(Suit)
RANKS: Final = (1, 3, 10, 9, 8, 7, 6, 5, 4, 2)
"""Strongest first: ace, three, king, knight, jack, then the number cards downwards."""

_WORTH: Final = {1: 11, 3: 10, 10: 4, 9: 3, 8: 2}


class Card(Value, frozen=True):
    suit: Suit
    rank: Rank
    card_id: CardId


class CardGiven(Value, frozen=True, omit_defaults=True):
    """A card as a client names it: by suit and rank, by `card_id`, or by all three. Any value decodes; the rules refuse
    a wrong one with `no_such_card`."""

    suit: Annotated[str, Meta(max_length=16)] | None = None
    rank: int | None = None
    card_id: int | None = None


def card_id(suit: Suit, rank: int) -> int:
    return SUITS.index(suit) * 10 + rank - 1


CARDS: Final = tuple(Card(suit, rank, card_id(suit, rank)) for suit in SUITS for rank in range(1, 11))
"""Every card, by its id."""

POINTS: Final = tuple(_WORTH.get(card.rank, 0) for card in CARDS)
"""The points of each card, by its id; 120 in all."""

STRENGTH: Final = tuple(len(RANKS) - 1 - RANKS.index(card.rank) for card in CARDS)
"""The strength of each card within its suit, by its id: 9 is an ace, 0 a two."""


def points(cards: Iterable[CardId]) -> int:
    return sum(POINTS[card] for card in cards)


def suit_of(card: CardId) -> Suit:
    return CARDS[card].suit


def best(cards: Sequence[CardId], trump: Suit) -> int:
    """The index, from the card led, of the card that wins the trick: the highest trump, else the highest of the suit
    led."""
    led = suit_of(cards[0])
    takes = [(suit_of(card) == trump, suit_of(card) == led, STRENGTH[card]) for card in cards]
    return takes.index(max(takes))


def in_order(cards: Iterable[CardId]) -> tuple[CardId, ...]:
    """Sorted by suit, the strongest first, as a new hand is."""
    return tuple(sorted(cards, key=lambda card: (card // 10, -STRENGTH[card])))


def whole(cards: Iterable[CardId]) -> tuple[Card, ...]:
    return tuple(CARDS[card] for card in cards)


def the_suit(text: str) -> Suit:
    for suit in SUITS:
        if suit == text:
            return suit
    raise Illegal("no_such_card", f"there is no suit {text!r}", suits=list(SUITS))


def the_rank(number: int) -> int:
    if not 1 <= number <= 10:
        raise Illegal("no_such_card", f"there is no rank {number}", ranks=sorted(RANKS))
    return number


def the_card(given: CardGiven | int) -> CardId:
    """The card that is meant. If it is named twice, both names must agree."""
    if isinstance(given, int):
        return _by_id(given)
    if given.suit is None and given.rank is None and given.card_id is not None:
        return _by_id(given.card_id)
    if given.suit is None or given.rank is None:
        raise Illegal("no_such_card", "name a card by its suit and rank, or by its card_id")
    named = card_id(the_suit(given.suit), the_rank(given.rank))
    if given.card_id not in (None, named):
        reason = f"card_id {given.card_id} is not the {given.rank} of {given.suit}, which is {named}"
        raise Illegal("no_such_card", reason, card_id=named)
    return named


def _by_id(number: int) -> CardId:
    if not 0 <= number < len(CARDS):
        raise Illegal("no_such_card", f"there is no card {number}: they go from 0 to {len(CARDS) - 1}")
    return number

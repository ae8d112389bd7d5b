"""The cards: what a hand holds, and every way to lay it out in three slots.

A card is its `CardId` everywhere. The specification's battle engine says `ATTACK` where its protocol says `attack`; one
word is enough, so there is no second type. `GRASS` means "no card played" and exists in the battle only: layouts sent
to players have None instead.

Must not know: hit points, rounds, seats.
"""

from collections import Counter
from functools import cache
from itertools import product
from typing import Final, Literal, TypeAlias

CardId: TypeAlias = Literal["attack", "defense", "heal", "counter"]
Card: TypeAlias = CardId | Literal["GRASS"]
Hand: TypeAlias = tuple[CardId, CardId, CardId, CardId]
Layout: TypeAlias = tuple[CardId | None, CardId | None, CardId | None]
"""What a player lays out: in each slot a card of the hand, or nothing."""
Row: TypeAlias = tuple[Card, Card, Card]
"""A layout as it is played: empty slots are filled with GRASS."""

CARDS: Final[tuple[CardId, ...]] = ("attack", "defense", "heal", "counter")
GRASS: Final = "GRASS"
DEFAULT_HAND: Final[Hand] = ("attack", "defense", "heal", "counter")
EMPTY: Final[Layout] = (None, None, None)


def is_held(layout: Layout, hand: Hand) -> bool:
    """Whether the hand holds each card as often as the layout uses it."""
    used = Counter(card for card in layout if card is not None)
    return used <= Counter(hand)


@cache
def layouts(hand: Hand = DEFAULT_HAND) -> tuple[Layout, ...]:
    """Every layout of a hand, the empty one last, whatever the order of the cards in the hand."""
    slot: tuple[CardId | None, ...] = (*CARDS, None)
    return tuple(layout for layout in product(slot, slot, slot) if is_held(layout, hand))


def with_grass(layout: Layout) -> Row:
    """The layout as it is played."""
    first, second, third = layout
    return first or GRASS, second or GRASS, third or GRASS

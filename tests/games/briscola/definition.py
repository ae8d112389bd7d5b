"""Who takes a trick and what cards count, written as the rule book reads, and without a look at the game's tables."""

from collections.abc import Sequence

FROM_THE_STRONGEST = ("A", "3", "K", "Kn", "J", "7", "6", "5", "4", "2")
RANK_NAMES = ("A", "2", "3", "4", "5", "6", "7", "J", "Kn", "K")
SUIT_NAMES = ("coins", "cups", "swords", "clubs")


def suit_name(card: int) -> str:
    return SUIT_NAMES[card // 10]


def rank_name(card: int) -> str:
    return RANK_NAMES[card % 10]


def counts(card: int) -> int:
    match rank_name(card):
        case "A":
            return 11
        case "3":
            return 10
        case "K":
            return 4
        case "Kn":
            return 3
        case "J":
            return 2
        case _:
            return 0


def taker(trick: Sequence[int], trump: str) -> int:
    """The place in the trick of the highest trump; without a trump, of the highest card of the suit led."""
    wanted = trump if any(suit_name(card) == trump for card in trick) else suit_name(trick[0])
    for rank in FROM_THE_STRONGEST:
        for place, card in enumerate(trick):
            if suit_name(card) == wanted and rank_name(card) == rank:
                return place
    raise AssertionError("the card led is of the suit led")

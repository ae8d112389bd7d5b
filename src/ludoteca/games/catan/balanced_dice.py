"""Balanced dice, as the 1v1 ladders play them: a deck of rolls that forgets, and that evens out streaks.

The 36 rolls of two dice lie on 36 cards, and each roll draws one. When 12 are left all are shuffled together again, so
that nobody can be sure of the last ones. A number that came lately is less likely for it, and a seven is the less
likely for a player the more of them he has rolled.

Laws kept here: chance always has something to answer; weights are whole numbers, so that anybody can draw again.

Must not know: what a roll does.
"""

from typing import Final

from ludoteca.kernel import Seat

from .types import Memory

ROLLS: Final = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
"""The 36 rolls, each on a card."""

NUMBERS: Final = tuple(map(sum, ROLLS))
SEVEN: Final = 7
KEPT_BACK: Final = 12
"""When so few cards are left, all are shuffled together again."""

REMEMBERED: Final = 5
"""So many rolls make their number less likely, each of them …"""

LESS_FOR_RECENT: Final = 34
"""… by so many per cent."""

STREAK: Final = 40
"""By so many per cent, for each seven in a row of one player, his next one is less likely, and the other's more."""

PLAIN: Final = 100
TWICE: Final = 200


def full_deck() -> tuple[int, ...]:
    return tuple(range(len(ROLLS)))


def without(cards: tuple[int, ...], index: int) -> tuple[int, ...]:
    """The deck after this card was drawn."""
    left = cards[:index] + cards[index + 1 :]
    return left if len(left) > KEPT_BACK else full_deck()


def weights(cards: tuple[int, ...], memory: Memory, seat: Seat) -> tuple[int, ...]:
    """How likely each card is, compared with the others, when this seat rolls."""
    likely = {number: _after_recent(memory, number) for number in set(NUMBERS)}
    likely[SEVEN] = likely[SEVEN] * _sevens(memory, seat) // PLAIN
    return tuple(likely[NUMBERS[card]] for card in cards)


def remembered(memory: Memory, seat: Seat, number: int) -> Memory:
    recent = (*memory.recent, number)[-REMEMBERED:]
    if number != SEVEN:
        return Memory(recent, memory.sevens, memory.last_seven, memory.streak)
    first, second = memory.sevens
    sevens = (first + 1, second) if seat == 0 else (first, second + 1)
    return Memory(recent, sevens, seat, memory.streak + 1 if memory.last_seven == seat else 1)


def _after_recent(memory: Memory, number: int) -> int:
    return max(0, PLAIN - LESS_FOR_RECENT * memory.recent.count(number))


def _sevens(memory: Memory, seat: Seat) -> int:
    """In per cent: twice as many for who has rolled none of several, none for who has rolled them all; and streaks."""
    rolled = sum(memory.sevens)
    share = PLAIN if rolled < 2 else TWICE - TWICE * memory.sevens[seat] // rolled
    streak = STREAK * memory.streak * (-1 if memory.last_seven == seat else 1)
    return min(TWICE, max(0, share + streak))

"""Balanced dice, as the 1v1 ladders play them: a reshuffled deck of rolls that also evens out streaks.

The 36 rolls of two dice are 36 cards, and each roll draws one. When 12 are left the deck is reshuffled, so that nobody
can predict the last ones. A number rolled recently becomes less likely, and the more sevens a player has rolled, the
less likely their next one.

Laws kept here: chance always has something to answer; weights are integers, so that anybody can repeat a draw.

Must not know: what a roll does.
"""

from typing import Final

from ludoteca.kernel import Seat

from .types import Memory

ROLLS: Final = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
"""The 36 rolls, one per card."""

NUMBERS: Final = tuple(map(sum, ROLLS))
SEVEN: Final = 7
KEPT_BACK: Final = 12
"""The deck is reshuffled when this many cards are left."""

REMEMBERED: Final = 5
"""How many of the latest rolls make their number less likely …"""

LESS_FOR_RECENT: Final = 34
"""… each by this percentage."""

STREAK: Final = 40
"""For each seven in a row by one player, their next seven is less likely by this percentage, and the other's more."""

PLAIN: Final = 100
TWICE: Final = 200


def full_deck() -> tuple[int, ...]:
    return tuple(range(len(ROLLS)))


def without(cards: tuple[int, ...], index: int) -> tuple[int, ...]:
    """The deck after this card is drawn."""
    left = cards[:index] + cards[index + 1 :]
    return left if len(left) > KEPT_BACK else full_deck()


def weights(cards: tuple[int, ...], memory: Memory, seat: Seat) -> tuple[int, ...]:
    """The relative weight of each card when this seat rolls."""
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
    """The weight of a seven in per cent: 200 for a player who rolled none of several, 0 for one who rolled all of them,
    adjusted for streaks."""
    rolled = sum(memory.sevens)
    share = PLAIN if rolled < 2 else TWICE - TWICE * memory.sevens[seat] // rolled
    streak = STREAK * memory.streak * (-1 if memory.last_seven == seat else 1)
    return min(TWICE, max(0, share + streak))

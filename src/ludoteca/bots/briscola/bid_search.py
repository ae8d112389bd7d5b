"""What a hand is worth to a caller: the other cards are dealt many times, and each promising call is played out in each
deal.

The result depends on the hand alone, since the deals come from a generator seeded with it. So a bot stays consistent
through an auction, and each hand is evaluated once.

Must not know: who sits where, what others have bid.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from ludoteca.games.briscola.cards import Rank
from ludoteca.games.briscola.hand_score import brought
from ludoteca.games.briscola.types import HandOfCards, SuitCall

from .bid_estimate import TrumpCall, calls
from .knowledge import just_dealt
from .playout import OnTable, World, led_by_habit, play_out
from .worlds import hands, world_of

DEALS: Final = 400
CALLS: Final = 4
"""How many calls are tried: the best ones by the estimate."""

STAKE: Final = brought(0, 1, made=True)[0]
STAKE_ALONE: Final = brought(0, None, made=True)[0]
"""The match points that the caller wins or loses."""


class Prospect(NamedTuple):
    """A call, and the points that the caller's side took with it in each deal."""

    call: TrumpCall
    taken: tuple[int, ...]
    is_alone: bool

    def chance(self, contract: int) -> float:
        return sum(points >= contract for points in self.taken) / len(self.taken)

    def value(self, contract: int) -> float:
        """The expected match points of the contract for the caller."""
        return (STAKE_ALONE if self.is_alone else STAKE) * (2 * self.chance(contract) - 1)


def best(prospects: Sequence[Prospect], contract: int) -> Prospect:
    return max(prospects, key=lambda prospect: (prospect.value(contract), sum(prospect.taken)))


@lru_cache(maxsize=1024)
def prospects(hand: HandOfCards, suit_call: SuitCall, rank: Rank | None = None) -> tuple[Prospect, ...]:
    """The prospects of the promising calls, of this rank only if one is given."""
    dice = Random(bytes(hand))  # noqa: S311 - a sample, not a draw
    seen, tried = just_dealt(hand), calls(hand, rank)[:CALLS]
    deals = [hands(seen, dice) for _ in range(DEALS)]
    worlds = [[world_of(seen, dealt, call) for dealt in deals] for call in tried]
    return tuple(
        Prospect(call, tuple(_taken(world, suit_call, dice) for world in each), is_alone=each[0].is_alone)
        for call, each in zip(tried, worlds, strict=True)
    )


def _taken(world: World, suit_call: SuitCall, dice: Random) -> int:
    table = OnTable(world.caller, is_blind=suit_call == "after-first-trick")
    return play_out(world, table, led_by_habit(world, world.caller), dice.random)

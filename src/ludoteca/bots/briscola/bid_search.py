"""What a hand can do as the caller's: it is dealt and played out many times over, once for each call worth trying.

The answer is a function of the hand alone: the deals come from a generator seeded with it. So a player means the same
at each bid of an auction, and a hand is looked at once.

Must not know: who sits where, what others have bid.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from ludoteca.games.briscola.cards import Rank
from ludoteca.games.briscola.hand_score import brought
from ludoteca.games.briscola.types import HandOfCards, SuitCall

from .bid_estimate import Call, calls
from .knowledge import just_dealt
from .playout import OnTable, World, led_by_habit, play_out
from .worlds import hands, world_of

DEALS: Final = 400
CALLS: Final = 4
"""So many calls are tried, the best ones by the rule of thumb."""

STAKE: Final = brought(0, 1, made=True)[0]
STAKE_ALONE: Final = brought(0, None, made=True)[0]
"""What the caller wins or loses, in match points."""


class Prospect(NamedTuple):
    """A call, and what the caller's side took with it, deal by deal."""

    call: Call
    taken: tuple[int, ...]
    is_alone: bool

    def chance(self, contract: int) -> float:
        return sum(points >= contract for points in self.taken) / len(self.taken)

    def value(self, contract: int) -> float:
        """What the contract brings the caller, in match points."""
        return (STAKE_ALONE if self.is_alone else STAKE) * (2 * self.chance(contract) - 1)


def best(prospects: Sequence[Prospect], contract: int) -> Prospect:
    return max(prospects, key=lambda prospect: (prospect.value(contract), sum(prospect.taken)))


@lru_cache(maxsize=1024)
def prospects(hand: HandOfCards, suit_call: SuitCall, rank: Rank | None = None) -> tuple[Prospect, ...]:
    """Of the calls worth trying; of this rank only, if one is given."""
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

"""The robber and the seven: where the robber hurts most, and which cards are least needed."""

from collections.abc import Sequence
from typing import Final, TypeVar

from ludoteca.games.catan.actions import Discard, MoveRobber, PlayKnight
from ludoteca.games.catan.resources import INDEX, ONE_OF, minus

from .income import speed
from .knowledge import BoardKnowledge
from .plans import earns, prospect, race, their_race

STOLEN_CARD_WORTH: Final = 0.02  # in points a round, the measure of speed

Robbing = TypeVar("Robbing", MoveRobber, PlayKnight)


def rob(seen: BoardKnowledge, legal: Sequence[Robbing]) -> Robbing:
    """Where the other player loses the most speed and this one the least."""
    return max(legal, key=lambda action: (_harm(seen, action.tile_id, action.steal_from), -action.tile_id))


def discard(seen: BoardKnowledge, legal: Sequence[Discard]) -> Discard:
    """The card that the best plan needs least; on a tie, the most plentiful."""
    run, hand = race(seen), seen.hand

    def left(action: Discard) -> tuple[float, int]:
        resource = INDEX[action.resource]
        return prospect(run, minus(hand, ONE_OF[resource])), hand[resource]

    return max(legal, key=left)


def _harm(seen: BoardKnowledge, tile: int, victim: int | None) -> float:
    then = seen._replace(island=seen.island._replace(robber=tile))
    stolen = 0.0 if victim is None else STOLEN_CARD_WORTH
    return stolen + speed(*earns(race(then))) - speed(*earns(their_race(then)))

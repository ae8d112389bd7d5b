"""A batch: the game, the bots and the seed of a simulation.

Games come in rounds: all games of a round have one seed, and in each of them the bots move on by one seat. So no bot
has an advantage by its seat, and luck is more evenly spread. Identical bots are not rotated.

Must not know: how a game is played.
"""

from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from ..dealers import derived
from ..kernel.values import Meta, Value

FORMAT: Final = 1
Names: TypeAlias = tuple[str, ...]


class Batch(Value, frozen=True, tag_field="line", tag="batch"):
    """Also the first line of a file of results, which says what was played."""

    format: Literal[1]
    game: str  #: as the user named it: registered, or package.module:GAME
    version: str
    config: Any
    bots: Names  #: by seat, as they sit in the first game
    seed: int
    rotate: bool
    limit: Annotated[int, Meta(ge=1)]  #: the number of inputs after which a game is abandoned


class Seating(NamedTuple):
    """The seed of one game, and a bot for each seat."""

    seed: int
    bots: Names


def seated(names: Names, seats: int) -> Names:
    """A bot for each seat; if there are fewer names than seats, they repeat."""
    return tuple(names[seat % len(names)] for seat in range(seats))


def seating(batch: Batch, number: int) -> Seating:
    """The seating and the seed of this game."""
    rotations = rotated(batch.bots) if batch.rotate else (batch.bots,)
    games_before, turned = divmod(number, len(rotations))
    return Seating(derived(batch.seed, games_before), rotations[turned])


def rotated(bots: Names) -> tuple[Names, ...]:
    """The distinct rotations of this order around the table."""
    return tuple(dict.fromkeys(bots[turn:] + bots[:turn] for turn in range(len(bots))))

"""A batch: which games are played, by which bots, from which seed.

Games come in rounds: all games of a round have one seed, and in each of them the bots sit one seat further. So no bot
is better off by a seat, and much of luck falls on all alike. Bots that could be told apart in no way are not moved.

Must not know: how a game is played.
"""

from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from ..dealers import derived
from ..kernel.values import Meta, Value

FORMAT: Final = 1
Names: TypeAlias = tuple[str, ...]


class Batch(Value, frozen=True, tag_field="line", tag="batch"):
    """Also the first line of a file of results, which tells whose results they are."""

    format: Literal[1]
    game: str  #: as it was named: registered, or package.module:GAME
    version: str
    config: Any
    bots: Names  #: by seat, as they sit in the first game
    seed: int
    rotate: bool
    limit: Annotated[int, Meta(ge=1)]  #: inputs, after which a game is given up


class Seating(NamedTuple):
    """Of one game: its seed, and a bot for each seat."""

    seed: int
    bots: Names


def seated(names: Names, seats: int) -> Names:
    """A bot for each seat: where there are fewer names, they come again from the first."""
    return tuple(names[seat % len(names)] for seat in range(seats))


def seating(batch: Batch, number: int) -> Seating:
    """Who sits where in this game, and its seed."""
    rotations = rotated(batch.bots) if batch.rotate else (batch.bots,)
    games_before, turned = divmod(number, len(rotations))
    return Seating(derived(batch.seed, games_before), rotations[turned])


def rotated(bots: Names) -> tuple[Names, ...]:
    """All different ways to seat them in this order around the table."""
    return tuple(dict.fromkeys(bots[turn:] + bots[:turn] for turn in range(len(bots))))

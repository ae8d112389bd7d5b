"""The duel's values: what is configured, kept, chosen, told and seen.

Must not know: the rules.
"""

from typing import Annotated, Final, Literal, TypeAlias, TypeVar

from ludoteca.kernel import Meta, Outcome, Seat, Value

T = TypeVar("T")

Choice: TypeAlias = Literal["strike", "guard", "feint"]
Play: TypeAlias = Literal["strike", "guard", "feint", "idle"]
Phase: TypeAlias = Literal["seal", "reveal", "over"]

CHOICES: Final[tuple[Choice, ...]] = ("strike", "guard", "feint")
BEATS: Final[dict[Play, Play]] = {"strike": "feint", "feint": "guard", "guard": "strike"}
SEATS: Final = ("left", "right")

Positive: TypeAlias = Annotated[int, Meta(ge=1, le=1000)]
Milliseconds: TypeAlias = Annotated[int, Meta(ge=0)]
Tokens: TypeAlias = Annotated[int, Meta(ge=0)]


class Config(Value, frozen=True):
    goal: Positive = 3
    rounds: Positive = 9
    deadline_ms: Milliseconds = 20_000
    reveal_ms: Milliseconds = 900
    grace_ms: Milliseconds = 0  # 0: leaving loses at once
    stake: Tokens = 0


class Seal(Value, frozen=True, tag="seal"):
    choice: Choice


class Sketch(Value, frozen=True, tag="sketch"):
    """A draft. Never listed as legal, because it answers nothing."""

    choice: Choice | None


Action: TypeAlias = Seal | Sketch


class State(Value, frozen=True):
    config: Config
    phase: Phase = "seal"
    round: int = 1
    sealed: tuple[Choice | None, Choice | None] = (None, None)
    sketches: tuple[Choice | None, Choice | None] = (None, None)
    points: tuple[int, int] = (0, 0)
    away: frozenset[Seat] = frozenset()
    idle_rounds: int = 0  # in a row, both idle
    last: tuple[Play, ...] = ()  # the plays of the round before, empty in the first
    outcome: Outcome | None = None


class Began(Value, frozen=True, tag="began"):
    round: int


class Sketched(Value, frozen=True, tag="sketched"):
    choice: Choice | None


class Ready(Value, frozen=True, tag="ready"):
    seat: Seat


class Closed(Value, frozen=True, tag="closed"):
    round: int


class Clash(Value, frozen=True, tag="clash"):
    """A round as one seat lived it."""

    yours: Play
    theirs: Play
    your_points: int
    their_points: int


class Shown(Value, frozen=True, tag="shown"):
    """A round as the spectators saw it."""

    plays: tuple[Play, Play]
    points: tuple[int, int]


class WentAway(Value, frozen=True, tag="went_away"):
    seat: Seat


class CameBack(Value, frozen=True, tag="came_back"):
    seat: Seat


class Ended(Value, frozen=True, tag="ended"):
    outcome: Outcome


Told: TypeAlias = Began | Sketched | Ready | Closed | Clash | Shown | WentAway | CameBack | Ended


class View(Value, frozen=True):
    you: Seat | None
    phase: Phase
    round: int
    rounds: int
    goal: int
    stake: int
    sealed: Choice | None  # your own
    sketch: Choice | None  # your own
    ready: tuple[bool, bool]
    points: tuple[int, int]
    away: frozenset[Seat]
    idle_rounds: int
    last: tuple[Play, ...]
    outcome: Outcome | None


def changed(pair: tuple[T, T], seat: Seat, new: T) -> tuple[T, T]:
    """The pair with this seat's half replaced."""
    return (new, pair[1]) if seat == 0 else (pair[0], new)

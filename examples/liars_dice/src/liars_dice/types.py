"""The values of the game: its config, actions, events, state and view.

Must not know: the rules.
"""

from typing import Annotated, Final, Literal, TypeAlias

from ludoteca.kernel import Meta, Outcome, Seat, Value

SEATS: Final = ("first", "second")
FACES: Final = 6
DICE_AT_MOST: Final = 6

Hand: TypeAlias = tuple[int, ...]
"""The dice of one seat, in ascending order."""


class Config(Value, frozen=True):
    dice: Annotated[int, Meta(ge=1, le=DICE_AT_MOST)] = 5
    ones_wild: bool = True


# Actions


class Bid(Value, frozen=True, tag="bid"):
    """At least `count` of all dice show `face`."""

    count: Annotated[int, Meta(ge=1, le=2 * DICE_AT_MOST)]
    face: Annotated[int, Meta(ge=1, le=FACES)]


class Doubt(Value, frozen=True, tag="doubt"):
    """The bid is not true."""


Action: TypeAlias = Bid | Doubt


# Events


class Rolled(Value, frozen=True, tag="dice.rolled"):
    """A seat has rolled for a new round; only the seat itself is told the dice."""

    seat: Seat
    dice: Hand | None


class BidMade(Value, frozen=True, tag="bid.made"):
    seat: Seat
    bid: Bid


class Shown(Value, frozen=True, tag="dice.shown"):
    """A bid was doubted: all hands, how many dice match the bid, and who loses a die."""

    bid: Bid
    doubter: Seat
    hands: tuple[Hand, Hand]
    matching: int
    loser: Seat


class Ended(Value, frozen=True, tag="game.end"):
    winner: Seat
    reason: Literal["dice", "resigned"]


Told: TypeAlias = Rolled | BidMade | Shown | Ended


# State and view


class State(Value, frozen=True):
    config: Config
    left: tuple[int, int]  # how many dice each seat has
    phase: Literal["roll", "bid", "over"] = "roll"
    round: int = 1
    turn: Seat = 0
    hands: tuple[Hand, Hand] = ((), ())
    bid: Bid | None = None
    shown: Shown | None = None  # how the last round ended
    outcome: Outcome | None = None


class View(Value, frozen=True):
    you: Seat | None
    round: int
    turn: Seat | None  # None: the game is over
    left: tuple[int, int]
    hand: Hand | None  # your own; None for a spectator
    bid: Bid | None
    ones_wild: bool
    shown: Shown | None
    outcome: Outcome | None
    hands: tuple[Hand, Hand] | None = None  # everybody's, once the game is over

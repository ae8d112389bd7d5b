"""The den's values: cards, and what is configured, kept, chosen, told and seen.

A card is a word like `leaf-3`, so that it can be searched for in any bytes sent.

Must not know: the rules.
"""

from collections.abc import Iterable
from typing import Annotated, Final, Literal, TypeAlias, TypeVar, get_args

from ludoteca.kernel import Meta, Outcome, Seat, Value

T = TypeVar("T")

# fmt: off
Card: TypeAlias = Literal[
    "leaf-1", "bone-1", "moss-1",
    "leaf-2", "bone-2", "moss-2",
    "leaf-3", "bone-3", "moss-3",
    "leaf-4", "bone-4", "moss-4",
    "leaf-5", "bone-5", "moss-5",
    "leaf-6", "bone-6", "moss-6",
]
# fmt: on
Hand: TypeAlias = tuple[Card, ...]
Phase: TypeAlias = Literal["deal", "mark", "roll", "turn", "refill", "over"]

SEATS: Final = ("first", "second", "third")
CARDS: Final[Hand] = get_args(Card)  # lowest first
HAND_SIZE: Final = 3
ROUNDS_AT_MOST: Final = len(CARDS) // len(SEATS)


def worth(card: Card) -> int:
    return int(card[-1])


def in_order(cards: Iterable[Card]) -> Hand:
    """Lowest first, so that equal hands are equal values."""
    return tuple(sorted(cards, key=CARDS.index))


class Config(Value, frozen=True):
    rounds: Annotated[int, Meta(ge=1, le=ROUNDS_AT_MOST)] = ROUNDS_AT_MOST
    cunning: Annotated[int, Meta(ge=0, le=100)] = 5
    turn_ms: Annotated[int, Meta(ge=0)] = 30_000  # 0: no limit


class Lay(Value, frozen=True, tag="lay"):
    card: Card


class Bury(Value, frozen=True, tag="bury"):
    card: Card


Action: TypeAlias = Lay | Bury


class State(Value, frozen=True):
    """The stock is not kept: it is every card that lies nowhere else."""

    config: Config
    phase: Phase = "deal"
    round: int = 0
    acted: int = 0  # seats that have played this round
    hands: tuple[Hand, Hand, Hand] = ((), (), ())
    buried: tuple[Card | None, Card | None, Card | None] = (None, None, None)
    fox: Seat | None = None
    mark: Card | None = None
    is_fox_shown: bool = False
    trail: int = 0
    run: int = 0  # hens to be had this round
    laid: tuple[tuple[Seat, Card], ...] = ()  # this round, in order
    gone: Hand = ()  # laid in earlier rounds
    hens: tuple[int, int, int] = (0, 0, 0)
    outcome: Outcome | None = None


class Dealt(Value, frozen=True, tag="dealt"):
    hand: Hand


class Marked(Value, frozen=True, tag="marked"):
    """`card` is None for all but the fox."""

    card: Card | None


class Rolled(Value, frozen=True, tag="rolled"):
    round: int
    trail: int
    run: int


class Laid(Value, frozen=True, tag="laid"):
    seat: Seat
    card: Card


class Buried(Value, frozen=True, tag="buried"):
    """`card` is None for all but the seat itself; so in `Drew`."""

    seat: Seat
    card: Card | None


class Drew(Value, frozen=True, tag="drew"):
    seat: Seat
    card: Card | None


class FoxShown(Value, frozen=True, tag="fox_shown"):
    seat: Seat
    card: Card


class Took(Value, frozen=True, tag="took"):
    """`seat` is None when the hens ran off."""

    seat: Seat | None
    hens: int


class Ended(Value, frozen=True, tag="ended"):
    hands: tuple[Hand, Hand, Hand]
    buried: tuple[Card | None, Card | None, Card | None]
    hens: tuple[int, int, int]
    outcome: Outcome


Told: TypeAlias = Dealt | Marked | Rolled | Laid | Buried | Drew | FoxShown | Took | Ended


class View(Value, frozen=True):
    """None stands for what this reader may not see."""

    you: Seat | None
    phase: Phase
    round: int
    rounds: int
    turn: Seat | None
    hands: tuple[Hand | None, ...]
    hand_sizes: tuple[int, ...]
    buried: tuple[Card | None, ...]
    has_buried: tuple[bool, ...]
    stock: int
    fox: Seat | None
    mark: Card | None
    is_fox_shown: bool
    trail: int
    run: int
    laid: tuple[tuple[Seat, Card], ...]
    gone: Hand
    hens: tuple[int, ...]
    outcome: Outcome | None


def turn(state: State) -> Seat:
    """The seat that plays now: the lead moves on with each round."""
    return (state.round - 1 + state.acted) % len(SEATS)


def stock(state: State) -> Hand:
    placed = {card for hand in state.hands for card in hand} | {card for _, card in state.laid}
    return tuple(card for card in CARDS if card not in placed.union(state.gone, state.buried))


def changed(triple: tuple[T, T, T], seat: Seat, new: T) -> tuple[T, T, T]:
    """The triple with this seat's part replaced."""
    first, second, third = (new if place == seat else old for place, old in enumerate(triple))
    return first, second, third

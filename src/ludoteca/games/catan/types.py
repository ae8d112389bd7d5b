"""Catan's values: read this first. Config, states and views; actions are in actions.py, events in events.py.

Players are 0 and 1, blue and orange, which are also the seats. Hands are five counts in the order of RESOURCES,
development cards five in the order of DEVELOPMENTS; lists of ids ascend. Pairs are by seat.
"""

from typing import Annotated, Final, Literal, TypeAlias, TypeVar

from ludoteca.kernel import Meta, Seat, Step, Value
from ludoteca.kernel.values import share_defaults

from .actions import Die, EdgeId, Side, TileId, VertexId
from .events import Reason, Told
from .geometry import PORT_EDGES
from .layout import Board, PortEdges, PortKind, Terrain
from .resources import BANK, DECK, NONE, Cards, Hand

Phase: TypeAlias = Literal["SETUP", "ROLL", "DISCARD", "MOVE_ROBBER", "ACTION", "TRADE_RESPONSE", "GAME_OVER"]
Asked: TypeAlias = Literal["tiles", "numbers", "ports", "dice", "card", "theft", "choice"]
Wait: TypeAlias = Annotated[int, Meta(ge=0, le=7 * 24 * 3600 * 1000)]

Rolled: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int, int]
"""How often each number from 2 to 12 was rolled."""

NEVER: Final[Rolled] = (0,) * 11
COLOURS: Final = ("blue", "orange")
T = TypeVar("T")


class Config(Value, frozen=True):
    vp_to_win: Annotated[int, Meta(ge=3, le=20)] = 15
    discard_threshold: Annotated[int, Meta(ge=1, le=95)] = 9
    discard_mode: Literal["half", "to_threshold"] = "half"
    layout: Literal["standard", "random"] = "standard"
    dice: Literal["fair", "balanced"] = "fair"
    friendly_robber: bool = False
    offers_per_turn: Annotated[int, Meta(ge=0, le=20)] = 3  # to the other player; 0: players do not trade
    turn_limit: Annotated[int, Meta(ge=1, le=10_000)] = 1000
    forced_dice: bool = False  # accept `forced_value`, in tests and replays
    turn_ms: Wait = 120_000  # 0: no clock
    on_timeout: Literal["auto", "forfeit"] = "auto"
    on_absence: Literal["wait", "forfeit"] = "wait"
    absent_ms: Annotated[int, Meta(ge=1, le=7 * 24 * 3600 * 1000)] = 60_000


class Player(Value, frozen=True):
    resources: Hand = NONE
    dev_cards: Cards = NONE  # unplayed, bought before this turn
    new_dev_cards: Cards = NONE  # bought this turn
    played_dev_cards: Cards = NONE
    settlements: tuple[VertexId, ...] = ()
    cities: tuple[VertexId, ...] = ()
    roads: tuple[EdgeId, ...] = ()
    longest_road_len: int = 0


class Memory(Value, frozen=True, omit_defaults=True):
    """Balanced dice: what changes the weights of the cards left."""

    recent: tuple[int, ...] = ()  # the latest numbers, the newest last
    sevens: tuple[int, int] = (0, 0)  # by the player who rolled them
    last_seven: Side | None = None  # who rolled the latest seven
    streak: int = 0  # sevens in a row by that player

    def __post_init__(self) -> None:
        share_defaults(self)


class Offer(Value, frozen=True):
    """The current player's offer: what they give, and what they want for it."""

    give: Hand
    receive: Hand


class Result(Value, frozen=True):
    winner: Side | None  # None: a draw, at the turn limit
    reason: Reason


class State(Value, frozen=True, omit_defaults=True):
    config: Config
    board: Board
    robber: TileId
    phase: Phase = "SETUP"
    asked: Asked | None = None  # the open draw
    players: tuple[Player, Player] = (Player(), Player())
    bank: Hand = BANK
    deck: Cards = DECK  # how many of each are left; unordered, since a card is drawn when it is bought
    turn: int = 0  # 0 in the setup
    current: Side = 0
    dice: tuple[Die, Die] | None = None  # of this turn
    dice_left: tuple[int, ...] = ()  # balanced dice: the rolls not drawn yet
    dice_memory: Memory = Memory()
    rolled: Rolled = NEVER  # how often each number came so far
    owes: tuple[int, int] = (0, 0)  # cards still to discard
    has_played_card: bool = False  # a development card, this turn
    offer: Offer | None = None
    offers_made: int = 0  # this turn
    longest_road: Side | None = None
    largest_army: Side | None = None
    late: Side | None = None  # timed out: chance chooses for this player
    away: tuple[int | None, int | None] = (None, None)  # per seat: the number of its departure, None if present
    departures: int = 0
    result: Result | None = None


class PlayerView(Value, frozen=True):
    """A player as a reader sees them; None where the reader may not see a value."""

    resources: Hand | None
    resource_count: int
    dev_cards: Cards | None
    dev_card_count: int
    new_dev_cards: Cards | None
    new_dev_card_count: int
    played_dev_cards: Cards
    settlements: tuple[VertexId, ...]
    cities: tuple[VertexId, ...]
    roads: tuple[EdgeId, ...]
    longest_road_len: int
    victory_points: int  # the visible ones
    hidden_victory_points: int | None


class View(Value, frozen=True, omit_defaults=True):
    you: Seat | None
    phase: Phase
    turn: int
    current: Side
    to_act: tuple[Side, ...]
    setup_round: Literal[1, 2] | None
    tiles: tuple[Terrain, ...]
    numbers: tuple[int | None, ...]
    ports: tuple[PortKind, ...]
    robber: TileId
    robber_triggered: bool
    dice: tuple[Die, Die] | None
    rolled: Rolled  # how often 2, 3, … 12 came so far
    rolls_left: tuple[int, ...]  # balanced dice: how many of 2, 3, … 12 are left; else empty
    players: tuple[PlayerView, PlayerView]
    bank: Hand
    deck: int
    owes: tuple[int, int]
    has_played_card: bool
    offer: Offer | None
    offers_left: int
    longest_road: Side | None
    largest_army: Side | None
    vp_to_win: int
    discard_threshold: int
    turn_limit: int
    away: tuple[Side, ...]
    result: Result | None
    port_edges: PortEdges = PORT_EDGES  # by PortId; left out where they are the standard ones

    def __post_init__(self) -> None:
        share_defaults(self)


Made: TypeAlias = Step[State, Told]
"""The result of every rule."""


def other(seat: Seat) -> Seat:
    return 1 - seat


def changed(pair: tuple[T, T], seat: Seat, new: T) -> tuple[T, T]:
    """The pair with this seat's part replaced."""
    return (new, pair[1]) if seat == 0 else (pair[0], new)


def buildings(player: Player) -> tuple[VertexId, ...]:
    return player.settlements + player.cities

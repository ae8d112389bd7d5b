"""The fields of a `StateSnapshot`: the specification's, and additions.

Added by the rulings: `titles`, `is_game_over`, `winner_id`, and on disk `compressed`. Added here: every option of the
game in `variant`, and in `further` the rest of the state. Documents of version 0.1 have neither.

Must not know: how a state is written to a snapshot or read from one.
"""

from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from ludoteca.kernel import Meta, Value
from ludoteca.kernel.generator_state import RngState
from ludoteca.kernel.values import share_defaults

from ..actions import ActionType, Count, Die, EdgeId, PortId, Resources, Side, TileId, VertexId
from ..events import Reason
from ..layout import PortKind, Terrain
from ..resources import CITIES, ROADS, SETTLEMENTS, Development
from ..types import NEVER, Asked, Config, Memory, Phase, Rolled

SCHEMA_VERSION: Final = "0.3.0"
READABLE: Final = ("0.1", "0.2", "0.3")
"""The versions that can be read, as major.minor."""

LOG_AT_MOST: Final = 8
"""A snapshot's `log` holds the latest actions only; the game's records hold all of them."""

Version: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}$")]
GameId: TypeAlias = Annotated[
    str, Meta(pattern="^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")
]
"""A uuid4."""

ActionId: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 32)]
PlayerName: TypeAlias = Annotated[str, Meta(max_length=64)]
Cards: TypeAlias = Annotated[int, Meta(ge=0, le=25)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=10_000)]
"""No count in a game exceeds the limit of turns."""

Departure: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 32)]
Roll: TypeAlias = Annotated[int, Meta(ge=0, le=35)]


class Dice(Value, frozen=True):
    """`robber_triggered` is true from the 7 until the robber is placed."""

    last_roll: tuple[Die, Die] | None  # of this turn
    robber_triggered: bool


class Turn(Value, frozen=True):
    number: Number  # 0 in the setup
    phase: Phase
    current_player: Side
    dice: Dice


class Tile(Value, frozen=True):
    tile_id: TileId
    resource: Terrain
    pip_number: Annotated[int, Meta(ge=2, le=12)] | None
    has_robber: bool


class Port(Value, frozen=True):
    port_id: PortId
    edge_id: EdgeId
    type: PortKind


class BoardLayout(Value, frozen=True):
    tiles: Annotated[tuple[Tile, ...], Meta(min_length=19, max_length=19)]
    ports: Annotated[tuple[Port, ...], Meta(min_length=9, max_length=9)]


class ResourceCards(Value, frozen=True, rename="upper"):
    """Every resource is named, even with a count of zero."""

    brick: Count
    lumber: Count
    wool: Count
    grain: Count
    ore: Count


class HeldCards(Value, frozen=True, rename="upper"):
    knight: Cards
    road_building: Cards
    year_of_plenty: Cards
    monopoly: Cards
    victory_point: Cards


class PlayedCards(Value, frozen=True, rename="upper"):
    """Victory points are never played."""

    knight: Cards
    road_building: Cards
    year_of_plenty: Cards
    monopoly: Cards


class PlayerState(Value, frozen=True):
    player_id: Side
    name: PlayerName
    victory_points: Number  # visible to the other player
    hidden_victory_points: Number
    resources: ResourceCards
    dev_cards: HeldCards  # unplayed, bought before this turn
    new_dev_cards: HeldCards  # bought this turn
    settlements: Annotated[tuple[VertexId, ...], Meta(max_length=SETTLEMENTS)]
    cities: Annotated[tuple[VertexId, ...], Meta(max_length=CITIES)]
    roads: Annotated[tuple[EdgeId, ...], Meta(max_length=ROADS)]
    longest_road_len: Number
    largest_army_size: Number  # knights played
    played_dev_cards: PlayedCards


class Bank(Value, frozen=True):
    resources: ResourceCards
    dev_deck: Annotated[tuple[Development, ...], Meta(max_length=25)]
    """The cards left, by kind, in any order: it has no meaning, since a card is drawn when it is bought."""


class DiscardPile(Value, frozen=True):
    dev_cards: Annotated[tuple[Development, ...], Meta(max_length=25)]
    """Progress cards that were played, by kind; a played knight stays with its player."""


class LogEntry(Value, frozen=True):
    action_id: ActionId
    type: ActionType
    player_id: Side
    payload: dict[str, Any]


class Titles(Value, frozen=True):
    longest_road_owner: Side | None = None
    largest_army_owner: Side | None = None


class OpenOffer(Value, frozen=True):
    """The current player's offer, with the fields of its TRADE_PLAYER."""

    offer: Resources
    request: Resources


class Further(Value, frozen=True, omit_defaults=True):
    """The parts of a state for which the specification has no field; a field at its default is left out."""

    asked: Asked | None = None  # the open draw
    late: Side | None = None  # timed out: chance chooses for this player
    owes: tuple[Number, Number] = (0, 0)  # cards still to discard
    has_played_card: bool = False  # a development card, this turn
    offer: OpenOffer | None = None
    offers_made: Number = 0  # this turn
    dice_left: Annotated[tuple[Roll, ...], Meta(max_length=36)] = ()  # balanced dice: the rolls not drawn yet
    dice_memory: Memory = Memory()  # what changes their weights
    rolled: Rolled = NEVER  # how often 2, 3, … 12 were rolled
    away: tuple[Departure | None, Departure | None] = (None, None)  # per seat: the number of its departure
    departures: Departure = 0
    reason: Reason | None = None  # why the game is over

    def __post_init__(self) -> None:
        share_defaults(self)


class StateSnapshot(Value, frozen=True):
    schema_version: Version
    game_id: GameId
    variant: Config
    rng_state: RngState | None  # None: chance is external
    turn: Turn
    board: BoardLayout
    players: tuple[PlayerState, PlayerState]
    bank: Bank
    discard_pile: DiscardPile
    log: Annotated[tuple[LogEntry, ...], Meta(max_length=LOG_AT_MOST)]
    titles: Titles | None = None  # None: a document of 0.1, as with the next
    is_game_over: bool | None = None
    winner_id: Side | None = None
    further: Further = Further()


class About(NamedTuple):
    """What a snapshot holds beside the state."""

    game_id: str
    rng_state: RngState | None = None
    names: tuple[str, str] = ("Blue", "Orange")
    log: tuple[LogEntry, ...] = ()


def is_readable(schema_version: str) -> bool:
    return schema_version.rpartition(".")[0] in READABLE

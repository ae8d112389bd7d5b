"""What a player may do: the specification's closed enum of actions, with its payloads, in its order.

The enum is followed by `DISCARD`, `TRADE_ACCEPT` and `TRADE_DECLINE`. A field that the specification marks as optional
is left out when it is not set; every other field is required.

Must not know: what is legal when.
"""

from typing import Annotated, Final, Literal, TypeAlias, get_args

from ludoteca.kernel import Meta, Value
from ludoteca.kernel.values import field

from .resources import RESOURCES, Hand, Progress, Resource

Side: TypeAlias = Annotated[int, Meta(ge=0, le=1)]  # PlayerId
TileId: TypeAlias = Annotated[int, Meta(ge=0, le=18)]
VertexId: TypeAlias = Annotated[int, Meta(ge=0, le=53)]
EdgeId: TypeAlias = Annotated[int, Meta(ge=0, le=71)]
PortId: TypeAlias = Annotated[int, Meta(ge=0, le=8)]
Round: TypeAlias = Literal[1, 2]  # of the setup
Die: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=19)]


class Resources(Value, frozen=True, rename="upper", omit_defaults=True):
    """Resource cards by name, as the specification writes them: `{"WOOL": 1, "ORE": 1}`."""

    brick: Count = 0
    lumber: Count = 0
    wool: Count = 0
    grain: Count = 0
    ore: Count = 0


class RollDice(Value, frozen=True, tag="ROLL_DICE", omit_defaults=True):
    """`forced_value` is for tests and replays: it is refused unless the config accepts it."""

    forced_value: tuple[Die, Die] | None = None


class MoveRobber(Value, frozen=True, tag="MOVE_ROBBER", omit_defaults=True):
    tile_id: TileId
    steal_from: Side | None = None


class BuildRoad(Value, frozen=True, tag="BUILD_ROAD", omit_defaults=True):
    """`pay_with`, if given, must be the price; so with the other buildings. `free` may be left out, and is written."""

    edge_id: EdgeId
    free: bool = field(default_factory=bool)  # a factory, because `omit_defaults` would not write a plain default
    pay_with: Resources | None = None


class BuildSettlement(Value, frozen=True, tag="BUILD_SETTLEMENT", omit_defaults=True):
    vertex_id: VertexId
    free: bool = field(default_factory=bool)
    pay_with: Resources | None = None


class BuildCity(Value, frozen=True, tag="BUILD_CITY", omit_defaults=True):
    vertex_id: VertexId
    pay_with: Resources | None = None


class BuyDevelopment(Value, frozen=True, tag="BUY_DEVELOPMENT"):
    pass


class PlayKnight(Value, frozen=True, tag="PLAY_KNIGHT", omit_defaults=True):
    tile_id: TileId
    steal_from: Side | None = None


class PlayProgress(Value, frozen=True, tag="PLAY_PROGRESS", omit_defaults=True):
    """With `edges` for road building, `resources` for a year of plenty, `resource` for a monopoly, and nothing else."""

    card: Progress
    edges: tuple[EdgeId, ...] | None = None
    resources: Resources | None = None
    resource: Resource | None = None


class TradeBank(Value, frozen=True, tag="TRADE_BANK"):
    give: Resources
    receive: Resources


class TradePort(Value, frozen=True, tag="TRADE_PORT"):
    port_id: PortId
    give: Resources
    receive: Resources


class TradePlayer(Value, frozen=True, tag="TRADE_PLAYER"):
    partner: Side
    offer: Resources
    request: Resources


class EndTurn(Value, frozen=True, tag="END_TURN"):
    pass


class SetupPlaceSettlement(Value, frozen=True, tag="SETUP_PLACE_SETTLEMENT"):
    vertex_id: VertexId
    turn: Round


class SetupPlaceRoad(Value, frozen=True, tag="SETUP_PLACE_ROAD"):
    edge_id: EdgeId
    turn: Round


class Discard(Value, frozen=True, tag="DISCARD"):
    """Discard one card; a player who must discard several sends several."""

    resource: Resource


class TradeAccept(Value, frozen=True, tag="TRADE_ACCEPT"):
    pass


class TradeDecline(Value, frozen=True, tag="TRADE_DECLINE"):
    pass


Action: TypeAlias = (
    RollDice
    | MoveRobber
    | BuildRoad
    | BuildSettlement
    | BuildCity
    | BuyDevelopment
    | PlayKnight
    | PlayProgress
    | TradeBank
    | TradePort
    | TradePlayer
    | EndTurn
    | SetupPlaceSettlement
    | SetupPlaceRoad
    | Discard
    | TradeAccept
    | TradeDecline
)

ActionType: TypeAlias = Literal[
    "ROLL_DICE",
    "MOVE_ROBBER",
    "BUILD_ROAD",
    "BUILD_SETTLEMENT",
    "BUILD_CITY",
    "BUY_DEVELOPMENT",
    "PLAY_KNIGHT",
    "PLAY_PROGRESS",
    "TRADE_BANK",
    "TRADE_PORT",
    "TRADE_PLAYER",
    "END_TURN",
    "SETUP_PLACE_SETTLEMENT",
    "SETUP_PLACE_ROAD",
    "DISCARD",
    "TRADE_ACCEPT",
    "TRADE_DECLINE",
]
ACTION_TYPES: Final[tuple[ActionType, ...]] = get_args(ActionType)
"""The closed enum in its order."""


def hand_of(named: Resources) -> Hand:
    return named.brick, named.lumber, named.wool, named.grain, named.ore


def named(hand: Hand) -> Resources:
    return Resources(*hand)


def just(resource: int, count: int = 1) -> Resources:
    """`count` cards of one kind, given as its index in RESOURCES."""
    return Resources(**{RESOURCES[resource].lower(): count})

"""Events. The tags are the constants that a record lists as its `events`.

`gains` and similar fields are hands: five counts in the order of RESOURCES. What only its owner may know is None for
others.
"""

from typing import Literal, TypeAlias

from ludoteca.kernel import Event, Value

from .actions import Die, EdgeId, PortId, Side, TileId, VertexId
from .layout import Board
from .resources import Development, Hand, Resource

Reason: TypeAlias = Literal["points", "turn_limit", "resigned", "timeout", "abandoned"]


class BoardLaid(Value, frozen=True, tag="BOARD_LAID"):
    """A random layout, once it is complete."""

    board: Board


class SettlementPlaced(Value, frozen=True, tag="SETTLEMENT_PLACED"):
    player: Side
    vertex_id: VertexId


class CityPlaced(Value, frozen=True, tag="CITY_PLACED"):
    player: Side
    vertex_id: VertexId


class RoadPlaced(Value, frozen=True, tag="ROAD_PLACED"):
    player: Side
    edge_id: EdgeId


class DiceRolled(Value, frozen=True, tag="DICE_ROLLED"):
    player: Side
    dice: tuple[Die, Die]


class ResourcesProduced(Value, frozen=True, tag="RESOURCES_PRODUCED"):
    gains: tuple[Hand, Hand]


class ResourceDiscarded(Value, frozen=True, tag="RESOURCE_DISCARDED"):
    player: Side
    resource: Resource


class RobberMoved(Value, frozen=True, tag="ROBBER_MOVED"):
    player: Side
    tile_id: TileId


class ResourceStolen(Value, frozen=True, tag="RESOURCE_STOLEN"):
    """Only the two players know the card."""

    player: Side
    steal_from: Side
    resource: Resource | None


class DevelopmentBought(Value, frozen=True, tag="DEVELOPMENT_BOUGHT"):
    player: Side
    card: Development | None


class KnightPlayed(Value, frozen=True, tag="KNIGHT_PLAYED"):
    player: Side


class RoadBuildingPlayed(Value, frozen=True, tag="ROAD_BUILDING_PLAYED"):
    player: Side


class YearOfPlentyPlayed(Value, frozen=True, tag="YEAR_OF_PLENTY_PLAYED"):
    player: Side
    gains: Hand


class MonopolyPlayed(Value, frozen=True, tag="MONOPOLY_PLAYED"):
    player: Side
    resource: Resource
    count: int


class BankTraded(Value, frozen=True, tag="BANK_TRADED", omit_defaults=True):
    """A trade with the bank, directly or through a port."""

    player: Side
    give: Hand
    receive: Hand
    port_id: PortId | None = None


class TradeOffered(Value, frozen=True, tag="TRADE_OFFERED"):
    player: Side
    give: Hand
    receive: Hand


class TradeAccepted(Value, frozen=True, tag="TRADE_ACCEPTED"):
    """From the point of view of the player who accepts: what they give and what they get."""

    player: Side
    give: Hand
    receive: Hand


class TradeDeclined(Value, frozen=True, tag="TRADE_DECLINED"):
    player: Side


class LongestRoadMoved(Value, frozen=True, tag="LONGEST_ROAD_MOVED"):
    holder: Side | None


class LargestArmyMoved(Value, frozen=True, tag="LARGEST_ARMY_MOVED"):
    holder: Side | None


class VictoryPointsUpdated(Value, frozen=True, tag="VICTORY_POINTS_UPDATED"):
    """The visible points."""

    victory_points: tuple[int, int]


class TurnEnded(Value, frozen=True, tag="TURN_ENDED"):
    player: Side
    turn: int


class GameEnded(Value, frozen=True, tag="GAME_ENDED"):
    """With all points, hidden ones included."""

    winner: Side | None
    reason: Reason
    points: tuple[int, int]


class PlayerAway(Value, frozen=True, tag="PLAYER_AWAY"):
    """A player has lost the connection; the clocks pause while both are away."""

    player: Side


class PlayerBack(Value, frozen=True, tag="PLAYER_BACK"):
    player: Side


class TimeOver(Value, frozen=True, tag="TIME_OVER"):
    """What follows was not chosen by the player."""

    player: Side


Told: TypeAlias = (
    BoardLaid
    | SettlementPlaced
    | CityPlaced
    | RoadPlaced
    | DiceRolled
    | ResourcesProduced
    | ResourceDiscarded
    | RobberMoved
    | ResourceStolen
    | DevelopmentBought
    | KnightPlayed
    | RoadBuildingPlayed
    | YearOfPlentyPlayed
    | MonopolyPlayed
    | BankTraded
    | TradeOffered
    | TradeAccepted
    | TradeDeclined
    | LongestRoadMoved
    | LargestArmyMoved
    | VictoryPointsUpdated
    | TurnEnded
    | GameEnded
    | PlayerAway
    | PlayerBack
    | TimeOver
)

Telling: TypeAlias = tuple[Event[Told], ...]

"""Events as lines of text. Must not know: states, only views."""

from typing import Final, TypeAlias, assert_never

from .events import (
    BankTraded,
    BoardLaid,
    CityPlaced,
    DevelopmentBought,
    DiceRolled,
    GameEnded,
    KnightPlayed,
    LargestArmyMoved,
    LongestRoadMoved,
    MonopolyPlayed,
    PlayerAway,
    PlayerBack,
    Reason,
    ResourceDiscarded,
    ResourcesProduced,
    ResourceStolen,
    RoadBuildingPlayed,
    RoadPlaced,
    RobberMoved,
    SettlementPlaced,
    TimeOver,
    Told,
    TradeAccepted,
    TradeDeclined,
    TradeOffered,
    TurnEnded,
    VictoryPointsUpdated,
    YearOfPlentyPlayed,
)
from .geometry import EDGE_VERTICES
from .picture import hand_words
from .resources import NONE
from .types import COLOURS, View

_OnTheBoard: TypeAlias = SettlementPlaced | CityPlaced | RoadPlaced | RobberMoved | TurnEnded
_WithCards: TypeAlias = (
    ResourceDiscarded
    | ResourceStolen
    | DevelopmentBought
    | KnightPlayed
    | RoadBuildingPlayed
    | YearOfPlentyPlayed
    | MonopolyPlayed
)
_WithOthers: TypeAlias = BankTraded | TradeOffered | TradeAccepted | TradeDeclined | PlayerAway | PlayerBack | TimeOver

_REASONS: Final[dict[Reason, str]] = {
    "points": "{winner} has the points",
    "turn_limit": "the last turn is over",
    "resigned": "{loser} resigned",
    "timeout": "{loser} ran out of time",
    "abandoned": "{loser} stayed away",
}


def tell(told: Told, view: View) -> str:
    match told:
        case BoardLaid():
            return "The island is laid out."
        case DiceRolled(player=player, dice=(one, two)):
            return f"{COLOURS[player]} rolls {one} and {two}: {one + two}."
        case ResourcesProduced(gains=gains):
            got = [f"{COLOURS[seat]} gets {hand_words(hand)}" for seat, hand in enumerate(gains) if hand != NONE]
            return f"{'; '.join(got)}."
        case LongestRoadMoved(holder=holder):
            return f"{_who(holder)} the longest road."
        case LargestArmyMoved(holder=holder):
            return f"{_who(holder)} the largest army."
        case VictoryPointsUpdated(victory_points=(blue, orange)):
            return f"Points: blue {blue}, orange {orange}, of {view.vp_to_win}."
        case GameEnded(winner=winner, reason=reason, points=points):
            return _ended(winner, reason, points)
        case _:
            return f"{COLOURS[told.player]} {_done(told)}."


def _done(told: _OnTheBoard | _WithCards | _WithOthers) -> str:
    """What a player did, without their name."""
    if isinstance(told, _OnTheBoard):
        return _on_the_board(told)
    return _with_cards(told) if isinstance(told, _WithCards) else _with_others(told)


def _on_the_board(told: _OnTheBoard) -> str:
    match told:
        case SettlementPlaced(vertex_id=vertex):
            return f"settles on {vertex}"
        case CityPlaced(vertex_id=vertex):
            return f"builds a city on {vertex}"
        case RoadPlaced(edge_id=edge):
            return f"builds the road {EDGE_VERTICES[edge][0]}-{EDGE_VERTICES[edge][1]}"
        case RobberMoved(tile_id=tile):
            return f"moves the robber to tile {tile}"
        case TurnEnded(turn=turn):
            return f"ends turn {turn}"
        case _:
            assert_never(told)


def _with_cards(told: _WithCards) -> str:
    match told:
        case ResourceDiscarded(resource=resource):
            return f"discards {resource.lower()}"
        case ResourceStolen(steal_from=victim, resource=stolen):
            return f"steals {'a card' if stolen is None else stolen.lower()} from {COLOURS[victim]}"
        case DevelopmentBought(card=card):
            return "buys a development card" + ("" if card is None else f": {card.lower().replace('_', ' ')}")
        case KnightPlayed():
            return "plays a knight"
        case RoadBuildingPlayed():
            return "plays road building"
        case YearOfPlentyPlayed(gains=gains):
            return f"has a year of plenty: {hand_words(gains)}"
        case MonopolyPlayed(resource=resource, count=count):
            return f"has a monopoly on {resource.lower()}, and takes {count}"
        case _:
            assert_never(told)


def _with_others(told: _WithOthers) -> str:
    match told:
        case BankTraded(give=give, receive=receive, port_id=port):
            return f"trades {hand_words(give)} for {hand_words(receive)}{'' if port is None else f' at port {port}'}"
        case TradeOffered(give=give, receive=receive):
            return f"offers {hand_words(give)} for {hand_words(receive)}"
        case TradeAccepted(give=give, receive=receive):
            return f"accepts, and gives {hand_words(give)} for {hand_words(receive)}"
        case TradeDeclined():
            return "declines"
        case PlayerAway():
            return "is away"
        case PlayerBack():
            return "is back"
        case TimeOver():
            return "is out of time"
        case _:
            assert_never(told)


def _who(holder: int | None) -> str:
    return "Nobody has" if holder is None else f"{COLOURS[holder]} has"


def _ended(winner: int | None, reason: Reason, points: tuple[int, int]) -> str:
    names = {} if winner is None else {"winner": COLOURS[winner], "loser": COLOURS[1 - winner]}
    result = "A draw" if winner is None else f"{COLOURS[winner]} wins"
    return f"{result}, blue {points[0]}, orange {points[1]}: {_REASONS[reason].format(**names)}."

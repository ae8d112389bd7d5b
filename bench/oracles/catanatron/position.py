"""What is compared, on our side: our legal actions, and everything on the table.

An action is compared as a `Choice`: its kind, and what it refers to in our ids. Nothing here knows catanatron.
"""

from typing import Final, TypeAlias, assert_never

from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import (
    Action,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopment,
    Discard,
    EndTurn,
    MoveRobber,
    PlayKnight,
    PlayProgress,
    RollDice,
    SetupPlaceRoad,
    SetupPlaceSettlement,
    TradeAccept,
    TradeBank,
    TradeDecline,
    TradePlayer,
    TradePort,
    hand_of,
)
from ludoteca.games.catan.resources import INDEX, Hand, plus
from ludoteca.games.catan.types import State
from ludoteca.games.catan.victory import points, visible_points
from ludoteca.kernel import Seat

Choice: TypeAlias = tuple[str | int | None, ...]
Position: TypeAlias = dict[str, object]

_PLAIN: Final = {RollDice: "roll", EndTurn: "end", BuyDevelopment: "buy"}


def choices(state: State, seat: Seat) -> list[Choice]:
    return [choice_of(action) for action in GAME.legal(state, seat)]


def choice_of(action: Action) -> Choice:
    match action:
        case RollDice() | EndTurn() | BuyDevelopment():
            return (_PLAIN[type(action)],)
        case BuildRoad(edge_id=edge) | SetupPlaceRoad(edge_id=edge):
            return "road", edge
        case BuildSettlement(vertex_id=vertex) | SetupPlaceSettlement(vertex_id=vertex):
            return "settlement", vertex
        case BuildCity(vertex_id=vertex):
            return "city", vertex
        case MoveRobber(tile_id=tile, steal_from=victim):
            return "robber", tile, victim
        case PlayKnight(tile_id=tile, steal_from=victim):
            return "knight", tile, victim
        case PlayProgress():
            return _progress(action)
        case TradeBank(give=give, receive=receive) | TradePort(give=give, receive=receive):
            return "trade", *_kinds(hand_of(give)), "for", *_kinds(hand_of(receive))
        case Discard(resource=resource):
            return "discard", INDEX[resource]
        case TradePlayer() | TradeAccept() | TradeDecline():
            raise AssertionError("catanatron's players do not trade with each other, so ours must not here")
        case _:
            assert_never(action)


def position(state: State) -> Position:
    found: Position = {
        "who must act": sorted(GAME.to_act(state)),
        "bank": state.bank,
        "deck": state.deck,
        "robber": state.robber,
        "longest road": state.longest_road,
        "largest army": state.largest_army,
        "winner": state.result.winner if state.result is not None and state.result.reason == "points" else None,
    }
    for seat, player in enumerate(state.players):
        found |= {
            f"hand of {seat}": player.resources,
            f"cards of {seat}": plus(player.dev_cards, player.new_dev_cards),
            f"cards played by {seat}": player.played_dev_cards,
            f"settlements of {seat}": player.settlements,
            f"cities of {seat}": player.cities,
            f"roads of {seat}": player.roads,
            f"length of {seat}": player.longest_road_len,
            f"visible points of {seat}": visible_points(state, seat),
            f"points of {seat}": points(state, seat),
            f"discards of {seat}": state.owes[seat],
        }
    return found


def _progress(action: PlayProgress) -> Choice:
    if action.edges is not None:
        return "roads", *sorted(action.edges)
    if action.resources is not None:
        return "plenty", *_kinds(hand_of(action.resources))
    assert action.resource is not None
    return "monopoly", INDEX[action.resource]


def _kinds(hand: Hand) -> list[int]:
    """The cards of a hand one by one, each by its place in RESOURCES."""
    return [kind for kind, count in enumerate(hand) for _ in range(count)]

"""Building: roads, settlements, cities; their costs, their sites, their effect on the other player's roads.

Must not know: phases, whose turn it is.
"""

from ludoteca.kernel import Event, Illegal, Seat, Step, replace

from . import catalogue
from .actions import Action, BuildCity, BuildRoad, BuildSettlement, Resources, named
from .bank import check_payable, paid
from .events import CityPlaced, RoadPlaced, SettlementPlaced
from .geometry import VERTEX_EDGES
from .resources import CITIES, CITY_PRICE, ROAD_PRICE, ROADS, SETTLEMENT_PRICE, SETTLEMENTS, Hand, has
from .roads import longest_road
from .sites import Ids, road_sites, settlement_sites
from .types import Made, State, buildings, changed, other


def listed(state: State, seat: Seat) -> list[Action]:
    own = state.players[seat]
    found: list[Action] = []
    if has(own.resources, ROAD_PRICE) and len(own.roads) < ROADS:
        found += [catalogue.ROAD[edge] for edge in sites_for_roads(state, seat)]
    if has(own.resources, SETTLEMENT_PRICE) and len(own.settlements) < SETTLEMENTS:
        found += [catalogue.SETTLEMENT[vertex] for vertex in _sites_for_settlements(state, seat)]
    if has(own.resources, CITY_PRICE) and len(own.cities) < CITIES:
        found += [catalogue.CITY[vertex] for vertex in own.settlements]
    return found


def build_road(state: State, seat: Seat, action: BuildRoad) -> Made:
    _check_not_free(free=action.free)
    _check_price(action.pay_with, ROAD_PRICE)
    check_road_left(state, seat)
    if action.edge_id not in sites_for_roads(state, seat):
        raise Illegal("bad_site", "a road needs a free edge that touches your own roads", edge_id=action.edge_id)
    check_payable(state, seat, ROAD_PRICE)
    built = with_road(paid(state, seat, ROAD_PRICE), seat, action.edge_id)
    return Step(measured(built, seat), (Event(RoadPlaced(seat, action.edge_id)),))


def build_settlement(state: State, seat: Seat, action: BuildSettlement) -> Made:
    _check_not_free(free=action.free)
    _check_price(action.pay_with, SETTLEMENT_PRICE)
    if len(state.players[seat].settlements) >= SETTLEMENTS:
        raise Illegal("no_piece_left", f"all {SETTLEMENTS} settlements are on the board")
    if action.vertex_id not in _sites_for_settlements(state, seat):
        reason = "a settlement needs a vertex on your own roads, two edges away from any building"
        raise Illegal("bad_site", reason, vertex_id=action.vertex_id)
    check_payable(state, seat, SETTLEMENT_PRICE)
    built = with_settlement(paid(state, seat, SETTLEMENT_PRICE), seat, action.vertex_id)
    return Step(_cut(built, other(seat), action.vertex_id), (Event(SettlementPlaced(seat, action.vertex_id)),))


def build_city(state: State, seat: Seat, action: BuildCity) -> Made:
    _check_price(action.pay_with, CITY_PRICE)
    own = state.players[seat]
    if len(own.cities) >= CITIES:
        raise Illegal("no_piece_left", f"all {CITIES} cities are on the board")
    if action.vertex_id not in own.settlements:
        raise Illegal("bad_site", "a city replaces one of your own settlements", vertex_id=action.vertex_id)
    check_payable(state, seat, CITY_PRICE)
    state = paid(state, seat, CITY_PRICE)
    settlements = tuple(vertex for vertex in own.settlements if vertex != action.vertex_id)
    cities = tuple(sorted((*own.cities, action.vertex_id)))
    own = replace(state.players[seat], settlements=settlements, cities=cities)
    return Step(replace(state, players=changed(state.players, seat, own)), (Event(CityPlaced(seat, action.vertex_id)),))


def with_road(state: State, seat: Seat, edge: int) -> State:
    """Place the road; the longest road is not measured yet."""
    own = state.players[seat]
    own = replace(own, roads=tuple(sorted((*own.roads, edge))))
    return replace(state, players=changed(state.players, seat, own))


def with_settlement(state: State, seat: Seat, vertex: int) -> State:
    own = state.players[seat]
    own = replace(own, settlements=tuple(sorted((*own.settlements, vertex))))
    return replace(state, players=changed(state.players, seat, own))


def measured(state: State, seat: Seat) -> State:
    """Measure this player's longest road again."""
    own = state.players[seat]
    length = longest_road(own.roads, buildings(state.players[other(seat)]))
    if length == own.longest_road_len:
        return state
    return replace(state, players=changed(state.players, seat, replace(own, longest_road_len=length)))


def sites_for_roads(state: State, seat: Seat) -> Ids:
    theirs = state.players[other(seat)]
    return road_sites(state.players[seat].roads, theirs.roads, buildings(theirs))


def check_road_left(state: State, seat: Seat, wanted: int = 1) -> None:
    left = ROADS - len(state.players[seat].roads)
    if left < wanted:
        raise Illegal("no_piece_left", f"only {left} of {ROADS} roads are left", left=left)


def _sites_for_settlements(state: State, seat: Seat) -> Ids:
    own, theirs = state.players[seat], state.players[other(seat)]
    return settlement_sites(own.roads, buildings(own) + buildings(theirs))


def _cut(state: State, seat: Seat, vertex: int) -> State:
    """Measure again if the other player's settlement may have cut this player's road: only where two of its roads
    meet."""
    roads = state.players[seat].roads
    meeting = sum(edge in roads for edge in VERTEX_EDGES[vertex])
    return measured(state, seat) if meeting >= 2 else state


def _check_not_free(*, free: bool) -> None:
    if free:
        raise Illegal("not_free", "only the setup and the road building card build for free")


def _check_price(pay_with: Resources | None, price: Hand) -> None:
    if pay_with is not None and pay_with != named(price):
        raise Illegal("wrong_price", "`pay_with` is not the price", price=list(price))

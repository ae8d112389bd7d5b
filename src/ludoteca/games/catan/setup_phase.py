"""The setup: the island is laid out, then each player places two settlements and two roads, in the order 0, 1, 1, 0.

Must not know: turns.
"""

from typing import Final, Literal

from ludoteca.kernel import Answer, Event, Illegal, Seat, Step, replace

from . import catalogue
from .actions import Action, SetupPlaceRoad, SetupPlaceSettlement
from .bank import took
from .construction import measured, with_road, with_settlement
from .events import BoardLaid, ResourcesProduced, RoadPlaced, SettlementPlaced
from .geometry import VERTEX_EDGES, VERTEX_TILES
from .layout import DESERT, Board, desert, has_reds_together, with_numbers, with_ports, with_tiles
from .resources import INDEX, NONE, ONE_OF, Hand, plus
from .sites import free_vertices, is_far_enough
from .types import Made, State, buildings

ORDER: Final[tuple[Seat, ...]] = (0, 0, 1, 1, 1, 1, 0, 0)
"""Who places each piece: a settlement, a road, a settlement, …"""


def laid(state: State, order: Answer) -> Made:
    """One shuffle of a random layout: the tiles, then the numbers until no red ones are adjacent, then the ports."""
    match state.asked:
        case "tiles":
            board = with_tiles(state.board, order)
            return Step(replace(state, board=board, robber=desert(board), asked="numbers"))
        case "numbers":
            board = with_numbers(state.board, order)
            return Step(replace(state, board=board, asked="numbers" if has_reds_together(board) else "ports"))
        case _:
            board = with_ports(state.board, order)
            return Step(replace(state, board=board, asked=None), (Event(BoardLaid(board)),))


def placements(state: State) -> int:
    """How many pieces of the setup are placed."""
    return sum(len(player.settlements) + len(player.roads) for player in state.players)


def founder(state: State) -> Seat:
    return ORDER[placements(state)]


def setup_round(state: State) -> Literal[1, 2]:
    return 1 if placements(state) < 4 else 2


def listed(state: State) -> list[Action]:
    turn = setup_round(state)
    if placements(state) % 2 == 0:
        return [catalogue.FIRST_SETTLEMENT[vertex, turn] for vertex in free_vertices(_all_buildings(state))]
    return [catalogue.FIRST_ROAD[edge, turn] for edge in _roads_beside(state)]


def place_settlement(state: State, seat: Seat, action: SetupPlaceSettlement) -> Made:
    _check_round(state, action.turn)
    if placements(state) % 2:
        raise Illegal("wrong_phase", "place the road of the new settlement now", phase=state.phase)
    if not is_far_enough(action.vertex_id, _all_buildings(state)):
        reason = "a settlement needs a free vertex, two edges away from any building"
        raise Illegal("bad_site", reason, vertex_id=action.vertex_id)
    built = with_settlement(state, seat, action.vertex_id)
    told = (Event(SettlementPlaced(seat, action.vertex_id)),)
    if action.turn == 1:
        return Step(built, told)
    first = first_cards(state.board, action.vertex_id)
    gains = (first, NONE) if seat == 0 else (NONE, first)
    return Step(took(built, seat, first), (*told, Event(ResourcesProduced(gains))))


def place_road(state: State, seat: Seat, action: SetupPlaceRoad) -> Made:
    _check_round(state, action.turn)
    if placements(state) % 2 == 0:
        raise Illegal("wrong_phase", "place a settlement before its road", phase=state.phase)
    if action.edge_id not in _roads_beside(state):
        raise Illegal("bad_site", "the road must touch the settlement just placed", edge_id=action.edge_id)
    built = measured(with_road(state, seat, action.edge_id), seat)
    if placements(built) == len(ORDER):
        built = replace(built, phase="ROLL", turn=1, current=0)
    else:
        built = replace(built, current=founder(built))
    return Step(built, (Event(RoadPlaced(seat, action.edge_id)),))


def first_cards(board: Board, vertex: int) -> Hand:
    """One card per producing tile around the second settlement."""
    cards = NONE
    for tile in VERTEX_TILES[vertex]:
        terrain = board.tiles[tile]
        if terrain != DESERT:
            cards = plus(cards, ONE_OF[INDEX[terrain]])
    return cards


def _roads_beside(state: State) -> tuple[int, ...]:
    """The edges of the settlement just placed: this player's only one that no road touches yet."""
    own = state.players[founder(state)]
    lonely = (vertex for vertex in own.settlements if not any(edge in own.roads for edge in VERTEX_EDGES[vertex]))
    return VERTEX_EDGES[next(lonely)]


def _all_buildings(state: State) -> tuple[int, ...]:
    return buildings(state.players[0]) + buildings(state.players[1])


def _check_round(state: State, turn: int) -> None:
    if turn != setup_round(state):
        raise Illegal("wrong_round", f"this is round {setup_round(state)} of the setup", turn=setup_round(state))

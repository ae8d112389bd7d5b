"""The flaws of a state read from outside. A state reached by play has none.

Conservation is checked here (19 cards of each resource, 25 development cards, the pieces of each player), and so are
sites and titles. The consistency of a phase is checked in `phase_validation`.
"""

from collections.abc import Iterator

from .construction import measured
from .geometry import COASTAL_EDGES, EDGE_VERTICES
from .layout import NUMBERS, STANDARD, Board, PortEdges
from .phase_validation import moment_flaws, setup_flaws
from .resources import BANK, CITIES, DECK, RESOURCES, ROADS, SETTLEMENTS, VICTORY_POINT, minus, plus
from .sites import is_far_enough
from .types import COLOURS, Player, State, buildings
from .victory import has_won, titled


def flaws(state: State) -> tuple[str, ...]:
    found = [*_board_flaws(state.board), *_card_flaws(state), *_piece_flaws(state), *moment_flaws(state)]
    if not found:  # the following checks rely on the above
        found += [*_site_flaws(state), *_title_flaws(state), *_presence_flaws(state)]
    return tuple(found)


def _board_flaws(board: Board) -> Iterator[str]:
    if sorted(board.tiles) != sorted(STANDARD.tiles):
        yield "the tiles are not those of the game"
    elif sorted(number for number in board.numbers if number is not None) != sorted(NUMBERS):
        yield "the numbers are not those of the game"
    elif [number is None for number in board.numbers] != [terrain == "DESERT" for terrain in board.tiles]:
        yield "every tile but the desert has a number"
    if sorted(board.ports) != sorted(STANDARD.ports):
        yield "the ports are not those of the game"
    yield from _port_edge_flaws(board.port_edges)


def _port_edge_flaws(port_edges: PortEdges) -> Iterator[str]:
    for port, edge in enumerate(port_edges):
        if edge not in COASTAL_EDGES:
            yield f"port {port} lies on edge {edge}, which is not on the coast"
        if edge in port_edges[:port]:
            yield f"ports {port_edges.index(edge)} and {port} both lie on edge {edge}"


def _card_flaws(state: State) -> Iterator[str]:
    resources, cards = state.bank, state.deck
    hands = [state.bank, state.deck]
    for player in state.players:
        resources = plus(resources, player.resources)
        for some in (player.dev_cards, player.new_dev_cards, player.played_dev_cards):
            cards = plus(cards, some)
            hands.append(some)
        hands.append(player.resources)
    if resources != BANK:
        wrong = [name for name, off in zip(RESOURCES, minus(resources, BANK), strict=True) if off]
        yield f"there are not 19 of {', '.join(wrong)}"
    if cards != DECK:
        yield "the development cards are not those of the game"
    if min(map(min, hands)) < 0:
        yield "a hand holds fewer than no cards"
    if any(player.played_dev_cards[VICTORY_POINT] for player in state.players):
        yield "a victory point card was played"


def _piece_flaws(state: State) -> Iterator[str]:
    for colour, player in zip(COLOURS, state.players, strict=True):
        limits = ((player.roads, ROADS), (player.settlements, SETTLEMENTS), (player.cities, CITIES))
        for pieces, most in limits:
            if len(pieces) > most or list(pieces) != sorted(set(pieces)):
                yield f"{colour} has more pieces than there are, or they do not ascend"
    if len({road for player in state.players for road in player.roads}) < sum(
        len(player.roads) for player in state.players
    ):
        yield "two roads lie on one edge"


def _site_flaws(state: State) -> Iterator[str]:
    standing = buildings(state.players[0]) + buildings(state.players[1])
    for place, vertex in enumerate(standing):
        if not is_far_enough(vertex, standing[:place]):
            yield f"the building on {vertex} is too near to another"
    if state.turn == 0:  # the last settlement of the setup may still lack its road
        yield from setup_flaws(state)
        return
    for colour, player in zip(COLOURS, state.players, strict=True):
        touched = {vertex for road in player.roads for vertex in EDGE_VERTICES[road]}
        if not touched.issuperset(buildings(player)):
            yield f"a building of {colour} stands on none of its roads"
        if len(_hanging_on(player)) < len(player.roads):
            yield f"a road of {colour} leads to none of its buildings"


def _hanging_on(player: Player) -> set[int]:
    """The roads connected to a building of their owner; the other player's buildings do not cut this connection."""
    reached, hanging = set(buildings(player)), set[int]()
    while more := {road for road in player.roads if reached.intersection(EDGE_VERTICES[road])} - hanging:
        hanging |= more
        reached.update(vertex for road in more for vertex in EDGE_VERTICES[road])
    return hanging


def _title_flaws(state: State) -> Iterator[str]:
    for seat, colour in enumerate(COLOURS):
        if measured(state, seat) is not state:
            yield f"the longest road of {colour} is not as long as it says"
    if titled(state) is not state:
        yield "a title is not where it belongs"
    if state.result is None and any(has_won(state, seat) for seat in (0, 1)):
        yield "somebody has the points, and the game goes on"


def _presence_flaws(state: State) -> Iterator[str]:
    numbers = [departure for departure in state.away if departure is not None]
    counted = all(1 <= number <= state.departures for number in numbers)
    if state.departures < 0 or not counted or len(set(numbers)) != len(numbers):
        yield "away does not fit departures"

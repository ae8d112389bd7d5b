"""What a seat can derive from its view: the island, both players' boards, both hands.

The other player's resources are known by counting: they are the cards that neither the seat nor the bank has. Their
development cards are secret, and not here.

Must not know: what anything is worth.
"""

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from ludoteca.games.catan.actions import EdgeId, Side, TileId, VertexId
from ludoteca.games.catan.geometry import VERTEX_TILES, ports_at
from ludoteca.games.catan.layout import DESERT, PortEdges, PortKind, Terrain
from ludoteca.games.catan.resources import (
    ANY_PORT_RATE,
    BANK,
    BANK_RATE,
    DECK,
    INDEX,
    KNIGHT,
    PORT_RATE,
    Cards,
    Hand,
    minus,
    plus,
)
from ludoteca.games.catan.types import PlayerView, View, other

Income: TypeAlias = tuple[int, int, int, int, int]
"""How many of each resource 36 rounds bring; a round is one roll by each player."""

OPEN, ROBBED = 2, 1
"""The cards per round from a tile for each of the 36 rolls that hit it. The robber moves on, so it only halves them."""

REMEMBERED: Final = 4096


class Island(NamedTuple):
    tiles: tuple[Terrain, ...]
    numbers: tuple[int | None, ...]
    ports: tuple[PortKind, ...]
    port_edges: PortEdges
    robber: TileId


class BoardPlayer(NamedTuple):
    """A player's pieces and points, without the hand."""

    seat: Side
    settlements: tuple[VertexId, ...]
    cities: tuple[VertexId, ...]
    roads: tuple[EdgeId, ...]
    road_length: int
    knights: int  # played, or known to be held
    points: int  # with those of hidden cards, where known

    @property
    def buildings(self) -> tuple[VertexId, ...]:
        return self.settlements + self.cities


class BoardKnowledge(NamedTuple):
    view: View
    island: Island
    own: BoardPlayer
    theirs: BoardPlayer
    hand: Hand
    their_hand: Hand
    developments: Cards  # playable this turn
    unseen: Cards  # in the deck or held by the other player


def look(view: View) -> BoardKnowledge:
    assert view.you is not None, "a bot has a seat"
    me, they = view.players[view.you], view.players[other(view.you)]
    assert me.resources is not None
    assert me.dev_cards is not None
    assert me.new_dev_cards is not None
    held = plus(me.dev_cards, me.new_dev_cards)
    return BoardKnowledge(
        view=view,
        island=Island(view.tiles, view.numbers, view.ports, view.port_edges, view.robber),
        own=_standing(view.you, me, held[KNIGHT], me.hidden_victory_points or 0),
        theirs=_standing(other(view.you), they),
        hand=me.resources,
        their_hand=minus(minus(BANK, view.bank), me.resources),
        developments=me.dev_cards,
        unseen=minus(minus(minus(DECK, held), me.played_dev_cards), they.played_dev_cards),
    )


@lru_cache(REMEMBERED)
def yields(island: Island) -> tuple[tuple[int, int], ...]:
    """For each tile its resource, and how many of it 36 rounds bring to a settlement there."""
    return tuple(
        (0, 0) if terrain == DESERT or number is None else (INDEX[terrain], _rolls(number) * _open(island, tile))
        for tile, (terrain, number) in enumerate(zip(island.tiles, island.numbers, strict=True))
    )


@lru_cache(REMEMBERED)
def income(island: Island, settlements: tuple[VertexId, ...], cities: tuple[VertexId, ...]) -> Income:
    brought, of_tile = [0, 0, 0, 0, 0], yields(island)
    for vertices, cards in ((settlements, 1), (cities, 2)):
        for vertex in vertices:
            for tile in VERTEX_TILES[vertex]:
                resource, count = of_tile[tile]
                brought[resource] += count * cards
    a, b, c, d, e = brought
    return a, b, c, d, e


def rates(island: Island, buildings: tuple[VertexId, ...]) -> Hand:
    """How many cards of each resource buy one of another."""
    return _rates(island.ports, island.port_edges, buildings)


@lru_cache(REMEMBERED)
def _rates(ports: tuple[PortKind, ...], port_edges: PortEdges, buildings: tuple[VertexId, ...]) -> Hand:
    kinds = {ports[port] for port in ports_at(port_edges, buildings)}
    general = ANY_PORT_RATE if "ANY" in kinds else BANK_RATE
    a, b, c, d, e = (PORT_RATE if resource in kinds else general for resource in INDEX)
    return a, b, c, d, e


def _standing(seat: Side, player: PlayerView, knights_held: int = 0, hidden_points: int = 0) -> BoardPlayer:
    return BoardPlayer(
        seat=seat,
        settlements=player.settlements,
        cities=player.cities,
        roads=player.roads,
        road_length=player.longest_road_len,
        knights=player.played_dev_cards[KNIGHT] + knights_held,
        points=player.victory_points + hidden_points,
    )


def _rolls(number: int) -> int:
    """How many of the 36 rolls of two dice have this sum."""
    return 6 - abs(7 - number)


def _open(island: Island, tile: TileId) -> int:
    return ROBBED if tile == island.robber else OPEN

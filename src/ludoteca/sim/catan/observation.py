"""A view as arrays: what a seat may know and nothing more, because it is made from the view alone.

`metadata` is: current player; visible points of players 0 and 1, each / 15; holder of the longest road; holder of the
largest army; resource cards of players 0 and 1, each / 95; turn / 200; development cards left / 25; robber's tile / 18.
Owners are absolute seats. What the seat may not know is UNKNOWN.

Must not know: states, except to make a seat's view.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import Action
from ludoteca.games.catan.geometry import EDGE_COUNT, TILE_COUNT, VERTEX_COUNT
from ludoteca.games.catan.resources import DECK, INDEX, NONE, Cards
from ludoteca.games.catan.types import PlayerView, State, View, other
from ludoteca.kernel import Seat, replace

from .masks import mask_of
from .observation_tensor import CONTEXT, PHASES, PORT_KINDS, UNKNOWN, Floats, Numbers, ObservationTensor, Owners

RESOURCE_CARDS: Final = 19
ALL_CARDS: Final = 95
PIPS: Final = 12
POINTS: Final = 15
TURNS: Final = 200
DECK_SIZE: Final = 25
CITY: Final = 2
"""Added to an owner: a city of theirs."""

_HIDDEN: Final = (UNKNOWN,) * 5


def observe(state: State, seat: Seat, *, ego: bool = False) -> ObservationTensor:
    """What this seat may know, and what it may do. With `ego`, the seat itself is player 0 in every array.

    The mask stays as it is: its indices are those of `action_at`, whose actions name players by their ids.
    """
    view = GAME.view(state, seat)
    return observed(_swapped(view) if ego and seat == 1 else view, GAME.legal(state, seat))


def observed(view: View, legal: Iterable[Action], deck: Cards | None = None) -> ObservationTensor:
    """The tensor of this view with these legal actions. `deck` is for whole snapshots, since no player knows it."""
    return ObservationTensor(
        board=_board(view),
        roads=_roads(view),
        settlements=_buildings(view),
        hands=_parts([player.resources for player in view.players], (RESOURCE_CARDS,) * 5),
        dev=_parts([unplayed(player) for player in view.players], DECK),
        bank=_parts([view.bank], (RESOURCE_CARDS,) * 5)[0],
        metadata=_metadata(view),
        legal_actions_mask=mask_of(legal),
        context=_context(view, deck),
    )


def _swapped(view: View) -> View:
    """With the two players in each other's place."""
    result = view.result
    return replace(
        view,
        current=other(view.current),
        to_act=tuple(sorted(map(other, view.to_act))),
        players=view.players[::-1],
        owes=view.owes[::-1],
        longest_road=_other(view.longest_road),
        largest_army=_other(view.largest_army),
        away=tuple(sorted(map(other, view.away))),
        result=None if result is None else replace(result, winner=_other(result.winner)),
    )


def _other(seat: Seat | None) -> Seat | None:
    return None if seat is None else other(seat)


def unplayed(player: PlayerView) -> Sequence[int] | None:
    if player.dev_cards is None or player.new_dev_cards is None:
        return None
    return [old + new for old, new in zip(player.dev_cards, player.new_dev_cards, strict=True)]


def _board(view: View) -> Floats:
    board = np.zeros((TILE_COUNT, 6), dtype=np.float32)
    for tile, (terrain, number) in enumerate(zip(view.tiles, view.numbers, strict=True)):
        if terrain != "DESERT" and number is not None:
            board[tile, INDEX[terrain]] = 1
            board[tile, 5] = number / PIPS
    return board


def _roads(view: View) -> Owners:
    roads = np.full(EDGE_COUNT, UNKNOWN, dtype=np.int8)
    for owner, player in enumerate(view.players):
        roads[list(player.roads)] = owner
    return roads


def _buildings(view: View) -> Owners:
    buildings = np.full(VERTEX_COUNT, UNKNOWN, dtype=np.int8)
    for owner, player in enumerate(view.players):
        buildings[list(player.settlements)] = owner
        buildings[list(player.cities)] = CITY + owner
    return buildings


def _parts(rows: Sequence[Sequence[int] | None], wholes: Sequence[int]) -> Floats:
    """Counts as shares of their totals; a hidden row is UNKNOWN throughout."""
    parts = [
        [UNKNOWN] * 5 if row is None else [count / whole for count, whole in zip(row, wholes, strict=True)]
        for row in rows
    ]
    return np.array(parts, dtype=np.float32)


def _metadata(view: View) -> Floats:
    blue, orange = view.players
    numbers = (
        view.current,
        blue.victory_points / POINTS,
        orange.victory_points / POINTS,
        _or_unknown(view.longest_road),
        _or_unknown(view.largest_army),
        blue.resource_count / ALL_CARDS,
        orange.resource_count / ALL_CARDS,
        view.turn / TURNS,
        view.deck / DECK_SIZE,
        view.robber / (TILE_COUNT - 1),
    )
    return np.array(numbers, dtype=np.float32)


def _context(view: View, deck: Cards | None) -> Numbers:
    both = view.players
    parts: dict[str, Sequence[int]] = {
        "phase": (PHASES.index(view.phase),),
        "setup_round": (view.setup_round or 0,),
        "to_act": _flags(view.to_act),
        "dice": view.dice or (0, 0),
        "robber_triggered": (view.robber_triggered,),
        "ports": [PORT_KINDS.index(kind) for kind in view.ports],
        "port_edges": view.port_edges,
        "new_dev_cards": [count for player in both for count in player.new_dev_cards or _HIDDEN],
        "played_dev_cards": [count for player in both for count in player.played_dev_cards],
        "dev_card_count": [player.dev_card_count + player.new_dev_card_count for player in both],
        "new_dev_card_count": [player.new_dev_card_count for player in both],
        "hidden_victory_points": [_or_unknown(player.hidden_victory_points) for player in both],
        "longest_road_len": [player.longest_road_len for player in both],
        "deck": deck or _HIDDEN,
        "has_played_card": (view.has_played_card,),
        "owes": view.owes,
        "offer": NONE if view.offer is None else view.offer.give,
        "request": NONE if view.offer is None else view.offer.receive,
        "offers_left": (view.offers_left,),
        "rolled": view.rolled,
        "rolls_left": view.rolls_left or (0,) * 11,
        "vp_to_win": (view.vp_to_win,),
        "discard_threshold": (view.discard_threshold,),
        "turn_limit": (view.turn_limit,),
        "away": _flags(view.away),
        "winner": (UNKNOWN if view.result is None else _or_unknown(view.result.winner),),
        "is_game_over": (view.result is not None,),
    }
    assert {name: len(part) for name, part in parts.items()} == CONTEXT
    return np.array([number for name in CONTEXT for number in parts[name]], dtype=np.int16)


def _flags(seats: Sequence[int]) -> tuple[int, int]:
    return int(0 in seats), int(1 in seats)


def _or_unknown(number: int | None) -> int:
    return UNKNOWN if number is None else number

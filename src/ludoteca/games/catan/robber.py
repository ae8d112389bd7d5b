"""The seven: discards, the robber's move, the theft. A knight moves the robber too.

Laws kept here: the robber moves to another tile; a player who has built there and has cards loses one, each equally
likely. With the friendly robber, nobody with fewer than three visible points is blocked.

Must not know: development cards.
"""

from typing import Final

from ludoteca.kernel import Answer, Draw, Event, Illegal, Pick, Seat, Step, replace, secret

from . import catalogue
from .actions import Action, Discard, MoveRobber, Side
from .bank import check_payable, handed, paid
from .events import ResourceDiscarded, ResourceStolen, RobberMoved, Telling
from .geometry import TILE_COUNT, VERTEX_TILES
from .resources import INDEX, ONE_OF, RESOURCES
from .types import Config, Made, State, buildings, changed, other
from .victory import visible_points

SAFE_BELOW: Final = 3
"""Players with fewer visible points are safe from the friendly robber."""

BOTH: Final = frozenset({0, 1})


def seven(state: State, told: Telling) -> Made:
    blue, orange = (discards_of(state.config, sum(player.resources)) for player in state.players)
    owes = (blue, orange)
    phase = "DISCARD" if any(owes) else "MOVE_ROBBER"
    return Step(replace(state, phase=phase, owes=owes), told)


def discards_of(config: Config, cards: int) -> int:
    """How many cards a player with `cards` cards loses to a seven."""
    if cards <= config.discard_threshold:
        return 0
    return cards // 2 if config.discard_mode == "half" else cards - config.discard_threshold


def listed_discards(state: State, seat: Seat) -> list[Action]:
    hand = state.players[seat].resources
    return [action for action, held in zip(catalogue.DISCARD, hand, strict=True) if held]


def discard(state: State, seat: Seat, action: Discard) -> Made:
    card = ONE_OF[INDEX[action.resource]]
    check_payable(state, seat, card)
    owes = changed(state.owes, seat, state.owes[seat] - 1)
    phase = "DISCARD" if any(owes) else "MOVE_ROBBER"
    told = (Event(ResourceDiscarded(seat, action.resource)),)
    return Step(replace(paid(state, seat, card), owes=owes, phase=phase), told)


def targets(state: State) -> list[tuple[int, Side | None]]:
    """Where the robber may move, and who is robbed there."""
    victim = other(state.current)
    robbed: set[int] = set()
    if any(state.players[victim].resources):
        robbed.update(tile for vertex in buildings(state.players[victim]) for tile in VERTEX_TILES[vertex])
    closed = {state.robber, *_protected(state)}
    return [(tile, victim if tile in robbed else None) for tile in range(TILE_COUNT) if tile not in closed]


def listed(state: State) -> list[Action]:
    return [catalogue.ROBBER[target] for target in targets(state)]


def move_robber(state: State, seat: Seat, action: MoveRobber) -> Made:
    return moved(replace(state, phase="ACTION"), seat, action.tile_id, action.steal_from)


def moved(state: State, seat: Seat, tile: int, steal_from: Side | None) -> Made:
    """Move the robber, for a seven or for a knight; if a player is robbed, chance picks the card."""
    _check_target(state, tile, steal_from)
    asked = None if steal_from is None else "theft"
    return Step(replace(state, robber=tile, asked=asked), (Event(RobberMoved(seat, tile)),))


def theft_drawn(state: State) -> Draw:
    return Pick(len(RESOURCES), state.players[other(state.current)].resources)


def theft_answered(state: State, answer: Answer) -> Made:
    thief, victim, resource = state.current, other(state.current), answer[0]
    private = ResourceStolen(thief, victim, RESOURCES[resource])
    told = secret(BOTH, private, ResourceStolen(thief, victim, None), seats=2)
    return Step(handed(replace(state, asked=None), victim, ONE_OF[resource]), told)


def _protected(state: State) -> set[int]:
    if not state.config.friendly_robber:
        return set()
    return {
        tile
        for seat in (0, 1)
        if visible_points(state, seat) < SAFE_BELOW
        for vertex in buildings(state.players[seat])
        for tile in VERTEX_TILES[vertex]
    }


def _check_target(state: State, tile: int, steal_from: Side | None) -> None:
    if tile == state.robber:
        raise Illegal("bad_tile", "the robber must move to another tile", tile_id=tile)
    victims = dict(targets(state))
    if tile not in victims:
        raise Illegal("bad_tile", "the robber is friendly to players with fewer than three points", tile_id=tile)
    if victims[tile] != steal_from:
        reason = "nobody can be robbed there" if victims[tile] is None else "the player on that tile is robbed"
        raise Illegal("bad_victim", reason, tile_id=tile, steal_from=victims[tile])

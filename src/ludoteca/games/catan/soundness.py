"""What is wrong with a state that comes from outside. A state that play has reached has no flaws.

The laws of conservation are here: 19 cards of each resource, 25 development cards, the pieces of each player.
"""

from collections.abc import Iterator

from .building import measured
from .founding import ORDER, placements
from .geometry import EDGE_VERTICES
from .layout import NUMBERS, STANDARD, Board
from .resources import BANK, CITIES, DECK, RESOURCES, ROADS, SETTLEMENTS, VICTORY_POINT, has, minus, plus
from .sites import is_far_enough
from .types import COLOURS, State, buildings
from .victory import points, titled


def flaws(state: State) -> tuple[str, ...]:
    found = [*_board_flaws(state.board), *_card_flaws(state), *_piece_flaws(state), *_phase_flaws(state)]
    if not found:  # what follows takes the above for granted
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


def _phase_flaws(state: State) -> Iterator[str]:
    if (state.phase == "GAME_OVER") != (state.result is not None):
        yield "phase and result do not agree"
    if (state.phase == "SETUP") != (state.turn == 0) and state.phase != "GAME_OVER":
        yield "phase and turn do not agree"
    if state.phase == "SETUP" and (placements(state) >= len(ORDER) or state.current != ORDER[placements(state)]):
        yield "the setup is over, or it is another player's turn in it"
    if min(state.rolled) < 0 or sum(state.rolled) > state.turn:
        yield "there were more rolls than turns"
    if (state.phase == "TRADE_RESPONSE") != (state.offer is not None):
        yield "phase and offer do not agree"
    if state.offer is not None and not has(state.players[state.current].resources, state.offer.give):
        yield "more is offered than there is"
    if (state.phase == "DISCARD") != any(state.owes) or min(state.owes) < 0:
        yield "phase and discards do not agree"
    if any(owed > sum(player.resources) for owed, player in zip(state.owes, state.players, strict=True)):
        yield "more is to be discarded than there is"
    if (state.asked == "choice") != (state.late is not None):
        yield "chance chooses for nobody"
    if state.asked == "theft" and not any(state.players[1 - state.current].resources):
        yield "there is nothing to steal"
    if (state.config.dice == "balanced") != bool(state.dice_left):
        yield "dice and rolls left do not agree"


def _site_flaws(state: State) -> Iterator[str]:
    standing = buildings(state.players[0]) + buildings(state.players[1])
    for place, vertex in enumerate(standing):
        if not is_far_enough(vertex, standing[:place]):
            yield f"the building on {vertex} is too near to another"
    for colour, player in zip(COLOURS, state.players, strict=True):
        touched = {vertex for road in player.roads for vertex in EDGE_VERTICES[road]}
        if state.phase != "SETUP" and not touched.issuperset(buildings(player)) and state.phase != "GAME_OVER":
            yield f"a building of {colour} stands on none of its roads"


def _title_flaws(state: State) -> Iterator[str]:
    for seat, colour in enumerate(COLOURS):
        if measured(state, seat) is not state:
            yield f"the longest road of {colour} is not as long as it says"
    if titled(state) is not state:
        yield "a title is not where it belongs"
    if state.result is None and max(points(state, 0), points(state, 1)) >= state.config.vp_to_win:
        yield "somebody has the points, and the game goes on"


def _presence_flaws(state: State) -> Iterator[str]:
    numbers = [departure for departure in state.away if departure is not None]
    counted = all(1 <= number <= state.departures for number in numbers)
    if state.departures < 0 or not counted or len(set(numbers)) != len(numbers):
        yield "away does not fit departures"

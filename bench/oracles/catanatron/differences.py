"""Where catanatron 3.2.1 is known to differ from the rule book, one function for each difference.

Each looks at catanatron's own position, never at ours, and corrects it if it is wrong. RULES.md of the game has the
list, and the sentences that decide.
"""

from collections.abc import Iterable
from typing import Any, Final

from catanatron.models.actions import generate_playable_actions
from catanatron.models.decks import freqdeck_draw
from catanatron.models.enums import RESOURCES, ROAD_BUILDING, Action, ActionPrompt, ActionType
from catanatron.state import yield_resources
from catanatron.state_functions import player_can_play_dev, player_deck_replenish, player_key

from .island import Edge, Node

NEW_CARD: Final = "a card is playable on the turn it was bought"
ROADS_PAID: Final = "road building is only for who could pay for a road"
PLENTY_OF_ONE: Final = "a year of plenty may take one card"
NOBODY: Final = "a shortage that concerns one player leaves that player nothing"
EIGHT: Final = "who has more than 7 cards discards after the other one, whatever the threshold"
DEAD_END: Final = "a road that ends at the other player's building is not counted"
AFTER_A_CUT: Final = "after a cut the title goes to the first of the longest, however short"

DIFFERENCES: Final = (NEW_CARD, ROADS_PAID, PLENTY_OF_ONE, NOBODY, EIGHT, DEAD_END, AFTER_A_CUT)

_PLAYS: Final = {
    ActionType.PLAY_KNIGHT_CARD: "KNIGHT",
    ActionType.PLAY_ROAD_BUILDING: "ROAD_BUILDING",
    ActionType.PLAY_YEAR_OF_PLENTY: "YEAR_OF_PLENTY",
    ActionType.PLAY_MONOPOLY: "MONOPOLY",
}
AT_LEAST: Final = 5
ENOUGH: Final = [100] * len(RESOURCES)


def without_new_cards(state: Any, actions: Iterable[Any], bought: Iterable[str]) -> list[Any]:
    """The actions without those that play a card of a kind all of which were bought this turn."""
    key, new = player_key(state, state.current_color()), list(bought)
    barred = {card for card in new if state.player_state[f"{key}_{card}_IN_HAND"] <= new.count(card)}
    return [action for action in actions if _PLAYS.get(action.action_type) not in barred]


def with_free_roads(state: Any) -> list[Any]:
    """The actions, with road building if it is only the price of a road that is missing."""
    colour, actions = state.current_color(), state.playable_actions
    is_building = any(action.action_type == ActionType.END_TURN for action in actions)
    if not is_building or not player_can_play_dev(state, colour, ROAD_BUILDING):
        return list(actions)
    has_piece = state.player_state[f"{player_key(state, colour)}_ROADS_AVAILABLE"] > 0
    play = Action(colour, ActionType.PLAY_ROAD_BUILDING, None)
    is_missing = has_piece and state.board.buildable_edges(colour) and play not in actions
    return [*actions, play] if is_missing else list(actions)


def without_plenty_of_one(actions: Iterable[Any]) -> list[Any]:
    return [
        action for action in actions if action.action_type != ActionType.PLAY_YEAR_OF_PLENTY or len(action.value) == 2
    ]


def make_free(state: Any) -> None:
    """Before each road of a card: it is free, whether or not it could be paid for."""
    state.is_road_building = True


def left_for_one(state: Any, number: int) -> list[tuple[Any, str, int]]:
    """Before a roll: who alone is owed more of a resource than the bank has, and gets what is left."""
    owed, _ = yield_resources(state.board, ENOUGH, number)
    found = []
    for kind, resource in enumerate(RESOURCES):
        left = state.resource_freqdeck[kind]
        owing = [(colour, share[kind]) for colour, share in owed.items() if share[kind]]
        if left and len(owing) == 1 and owing[0][1] > left:
            found.append((owing[0][0], resource, left))
    return found


def give(state: Any, left: Iterable[tuple[Any, str, int]]) -> None:
    for colour, resource, count in left:
        freqdeck_draw(state.resource_freqdeck, count, resource)
        player_deck_replenish(state, colour, resource, count)
    state.playable_actions = generate_playable_actions(state)


def end_discards(state: Any) -> bool:
    """When all who had too many cards have discarded: the robber is moved next."""
    if state.current_prompt != ActionPrompt.DISCARD:
        return False
    state.current_player_index = state.current_turn_index
    state.current_prompt, state.is_discarding, state.is_moving_knight = ActionPrompt.MOVE_ROBBER, False, True
    state.playable_actions = generate_playable_actions(state)
    return True


def lengthen(board: Any, colour: Any) -> bool:
    """The longest road of who has one that ends at the other player's building, by its definition."""
    if not any(board.is_enemy_node(node, colour) for edge in roads_of(board, colour) for node in edge):
        return False
    length = _farthest(board, colour)
    if length == board.road_lengths[colour]:
        return False
    board.road_lengths[colour] = length
    return True


def is_cut(board: Any, colour: Any, node: Node) -> bool:
    """Whether two roads of this colour meet at the node."""
    return sum(node in edge for edge in roads_of(board, colour)) == 2


def entitle(state: Any, held: Any) -> bool:
    """The longest road's title by the lengths, `held` until now: kept in a tie, nobody's if two others tie."""
    board = state.board
    lengths = [board.road_lengths[colour] for colour in state.colors]
    if held is None or board.road_lengths[held] < max(AT_LEAST, *lengths):
        longest = [colour for colour in state.colors if board.road_lengths[colour] >= max(AT_LEAST, *lengths)]
        held = longest[0] if len(longest) == 1 else None
    was_wrong = board.road_color != held
    board.road_color, board.road_length = held, max(lengths)
    for colour in state.colors:
        _hand_title(state, colour, is_held=colour == held)
    return bool(was_wrong)


def roads_of(board: Any, colour: Any) -> set[Edge]:
    return {(min(edge), max(edge)) for edge, owner in board.roads.items() if owner == colour}


def _hand_title(state: Any, colour: Any, *, is_held: bool) -> None:
    key, own = player_key(state, colour), state.player_state
    more = 2 * (is_held - own[f"{key}_HAS_ROAD"])
    own[f"{key}_HAS_ROAD"] = is_held
    own[f"{key}_VICTORY_POINTS"] += more
    own[f"{key}_ACTUAL_VICTORY_POINTS"] += more
    own[f"{key}_LONGEST_ROAD_LENGTH"] = state.board.road_lengths[colour]


def _farthest(board: Any, colour: Any) -> int:
    """Every way along these roads that uses none twice; a building of the other player is passed by none."""
    roads = roads_of(board, colour)

    def onward(here: Node, left: frozenset[Edge]) -> int:
        if len(left) < len(roads) and board.is_enemy_node(here, colour):
            return 0
        return max(
            (1 + onward(sum(edge) - here, left - {edge}) for edge in left if here in edge),
            default=0,
        )

    return max((onward(node, frozenset(roads)) for edge in roads for node in edge), default=0)

"""Swap 2: the opening, as pure functions over `Swap2State`.

These are the specification's operations; they take the state instead of a game id (`swap2_manager` adds ids). Phases:
placement (player 1, three stones) → choice (player 2) → complete, or after `place_more` → extra (player 2, two stones)
→ final choice (player 1) → complete.

Laws kept here (the specification's properties 1-6, 12-14): phases follow that order, the active player is the one
named above, a refused action raises `Illegal` and nothing has changed, `actions` holds every action in order.

Must not know: the main game, timers, seats.
"""

from collections.abc import Sequence
from typing import Final, get_args

from ludoteca.kernel import Illegal, replace

from .board import cell_name
from .types import (
    ActionData,
    Choice,
    ColorAssignment,
    Colour,
    FinalChoice,
    Mark,
    Phase,
    PlayerId,
    Swap2Action,
    Swap2State,
    TentativeStone,
)

MARK_BY_ORDER: Final[tuple[Mark, ...]] = ("X", "O", "X", "X", "O")
"""The marks of the stones, by placement order: 1 black, 2 white, 3 black, 4 black, 5 white."""

STONES_IN: Final[dict[Phase, int]] = {"swap2_placement": 3, "swap2_extra": 2}
OPTIONS_IN: Final[dict[Phase, tuple[Choice, ...]]] = {
    "swap2_choice": ("black", "white", "place_more"),
    "swap2_final_choice": ("black", "white"),
}
TIMED_OUT_CHOICE: Final[Choice] = "black"
NO_TIME: Final = ""
"""The timestamp of an action here, since rules know no clock; `with_timestamps` replaces it."""


def initialize_swap2(player1_id: PlayerId, player2_id: PlayerId) -> Swap2State:
    if player1_id == player2_id:
        raise Illegal("bad_config", "the two players must have different ids", players=[player1_id, player2_id])
    return Swap2State("swap2_placement", player1_id, player2_id, player1_id, (), ())


def place_stone(state: Swap2State, player_id: str, x: int, y: int, *, size: int = 15) -> Swap2State:
    """Place a tentative stone; the last one of a phase passes the turn to the other player."""
    _check(state, player_id, tuple(STONES_IN))
    if not (0 <= x < size and 0 <= y < size):
        raise Illegal("out_of_bounds", f"({x}, {y}) is not on a board of {size}×{size}", size=size)
    if any((stone.x, stone.y) == (x, y) for stone in state.tentative_stones):
        raise Illegal("position_occupied", f"a stone stands on {cell_name(x, y, size)} already", x=x, y=y)
    stones = (
        *state.tentative_stones,
        TentativeStone(x, y, player_id, len(state.tentative_stones) + 1, state.phase),
    )
    action = Swap2Action("place", player_id, NO_TIME, ActionData(x=x, y=y))
    placed = replace(state, tentative_stones=stones, actions=(*state.actions, action))
    match len(stones):
        case 3:
            return replace(placed, phase="swap2_choice", active_player_id=state.player2_id)
        case 5:
            return replace(placed, phase="swap2_final_choice", active_player_id=state.player1_id)
        case _:
            return placed


def make_choice(state: Swap2State, player_id: str, choice: str, *, first_mover: Colour = "black") -> Swap2State:
    """Take a colour, which completes the opening, or ask to place two more stones."""
    _check(state, player_id, tuple(OPTIONS_IN))
    chosen = _valid(choice, OPTIONS_IN[state.phase])
    action = Swap2Action("choice", player_id, NO_TIME, ActionData(choice=chosen))
    noted = replace(state, actions=(*state.actions, action))
    if chosen == "place_more":
        return replace(noted, phase="swap2_extra")
    other = other_player(state, player_id)
    black, white = (player_id, other) if chosen == "black" else (other, player_id)
    return replace(
        noted,
        phase="complete",
        active_player_id=black if first_mover == "black" else white,
        final_choice=FinalChoice(player_id, chosen),
        black_player_id=black,
        white_player_id=white,
    )


def with_timestamps(state: Swap2State, known: Sequence[Swap2Action], now: str) -> Swap2State:
    """The state with the timestamps of the actions that are known already, and `now` for new ones that have none."""
    new = (replace(action, timestamp=action.timestamp or now) for action in state.actions[len(known) :])
    return replace(state, actions=(*known, *new))


def is_complete(state: Swap2State) -> bool:
    return state.phase == "complete"


def get_final_assignments(state: Swap2State) -> ColorAssignment:
    if state.black_player_id is None or state.white_player_id is None:
        raise Illegal("invalid_phase", "colours are assigned when Swap 2 is complete", **_phases(state, ("complete",)))
    return ColorAssignment(state.black_player_id, state.white_player_id, state.active_player_id)


def available_options(state: Swap2State) -> tuple[Choice, ...]:
    return OPTIONS_IN.get(state.phase, ())


def stones_required(state: Swap2State) -> int:
    """How many stones the phase requires: 3, then 2; 0 in a phase of choice."""
    return STONES_IN.get(state.phase, 0)


def stones_placed(state: Swap2State) -> int:
    """How many of them are placed already, for a message like "Place stone 1/3"."""
    return sum(stone.phase == state.phase for stone in state.tentative_stones)


def other_player(state: Swap2State, player_id: str) -> PlayerId:
    return state.player2_id if player_id == state.player1_id else state.player1_id


def mark_of(stone: TentativeStone) -> Mark:
    return MARK_BY_ORDER[stone.placement_order - 1]


def _check(state: Swap2State, player_id: str, phases: tuple[Phase, ...]) -> None:
    if state.phase not in phases:
        asked = "a choice" if state.phase in OPTIONS_IN else "a stone" if state.phase in STONES_IN else "nothing more"
        raise Illegal("invalid_phase", f"Swap 2 requires {asked} now", **_phases(state, phases))
    if player_id != state.active_player_id:
        raise Illegal("wrong_player", "it is the other player's turn to act", activePlayerId=state.active_player_id)


def _phases(state: Swap2State, valid: tuple[Phase, ...]) -> dict[str, object]:
    return {"phase": state.phase, "validPhases": list(valid)}


def _valid(choice: str, options: tuple[Choice, ...]) -> Choice:
    for option in options:
        if choice == option:
            return option
    known = "not open in this phase" if choice in get_args(Choice) else "no choice of Swap 2"
    raise Illegal("invalid_choice", f"{choice!r} is {known}", validChoices=list(options))

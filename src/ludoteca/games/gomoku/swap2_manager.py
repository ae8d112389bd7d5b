"""The specification's Swap2Manager: its operations over games stored by id.

Still pure: a function takes the games and returns the new ones, and the caller stores them. A malformed action is
refused with the specification's codes before the rules see it.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from ludoteca.kernel import Illegal, Malformed, Move, replace, step
from ludoteca.kernel.values import convert

from . import GAME, rules, swap2
from .types import Action, Choose, ColorAssignment, Config, Place, State, Swap2State

Games: TypeAlias = Mapping[str, State]


def initialize_swap2(
    games: Games, game_id: str, player1_id: str, player2_id: str, config: Config | None = None
) -> Games:
    """Open a game under Swap 2; player 1 sits on seat 0."""
    if game_id in games:
        raise Illegal("bad_config", f"game {game_id!r} already exists")
    try:
        players = convert([player1_id, player2_id], Config.__annotations__["players"])
    except Malformed as error:
        raise Illegal("bad_config", f"invalid player id: {error.reason}") from None
    asked = replace(config or Config(), swap2_enabled=True, opener=0, players=players)
    return {**games, game_id: rules.setup(asked).state}


def place_stone(games: Games, game_id: str, player_id: str, x: int, y: int, timestamp: str = "") -> Games:
    return _acted(games, game_id, player_id, Place(x, y), timestamp)


def make_choice(games: Games, game_id: str, player_id: str, choice: str, timestamp: str = "") -> Games:
    return _acted(games, game_id, player_id, Choose(choice), timestamp)


def request(games: Games, game_id: str, player_id: str, body: Mapping[str, Any], timestamp: str = "") -> Games:
    """Apply an action in the specification's form: `{"type": "place", "x": 7, "y": 7}` or `{"type": "choice", …}`."""
    kind = body.get("type")
    if kind not in ("place", "choice"):
        raise Illegal("invalid_action_type", f"unknown action type {kind!r}", validTypes=["place", "choice"])
    try:
        action: Action = convert({**body, "type": "place" if kind == "place" else "choose"}, Action)
    except Malformed as error:
        raise Illegal("invalid_action_type", str(error)) from None
    return _acted(games, game_id, player_id, action, timestamp)


def get_state(games: Games, game_id: str) -> Swap2State | None:
    game = games.get(game_id)
    return None if game is None else game.swap2_state


def is_complete(state: Swap2State) -> bool:
    return swap2.is_complete(state)


def get_final_assignments(state: Swap2State) -> ColorAssignment:
    return swap2.get_final_assignments(state)


def _acted(games: Games, game_id: str, player_id: str, action: Action, timestamp: str) -> Games:
    """Apply the action by the rules, and store it with its time in the history of the opening."""
    game = games.get(game_id)
    if game is None:
        raise Illegal("game_not_found", f"there is no game {game_id!r}")
    opening = rules.opening_under_way(game)
    if opening is None:
        raise Illegal("invalid_phase", "Swap 2 is complete", phase="complete", validPhases=[])
    if player_id not in game.players:
        active = opening.active_player_id
        raise Illegal("wrong_player", f"{player_id} does not play here", activePlayerId=active)
    after = step(GAME, game, Move(rules.seat_of(game, player_id), action)).state
    assert after.swap2_state is not None
    timed = swap2.with_timestamps(after.swap2_state, opening.actions, timestamp)
    return {**games, game_id: replace(after, swap2_state=timed)}

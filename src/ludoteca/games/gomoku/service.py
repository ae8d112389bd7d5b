"""The specification's Swap2Manager: its operations over games kept under their ids.

Pure all the same: a function takes the games and returns the games after it; whoever calls keeps them. A request that
is not even an action is refused with the specification's codes before the rules see it.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from ludoteca.kernel import Illegal, Malformed, Move, replace
from ludoteca.kernel.values import convert

from . import rules, swap2
from .types import Action, Choose, ColorAssignment, Config, Place, State, Swap2State

Games: TypeAlias = Mapping[str, State]

_ACTION_TYPES = {"place": Place, "choose": Choose, "choice": Choose}


def initialize_swap2(
    games: Games, game_id: str, player1_id: str, player2_id: str, config: Config | None = None
) -> Games:
    """Open a game under Swap 2; player 1 sits on seat 0."""
    asked = replace(config or Config(), swap2_enabled=True, opener=0, players=(player1_id, player2_id))
    return {**games, game_id: rules.setup(asked).state}


def place_stone(games: Games, game_id: str, player_id: str, x: int, y: int) -> Games:
    return _acted(games, game_id, player_id, Place(x, y))


def make_choice(games: Games, game_id: str, player_id: str, choice: str) -> Games:
    return _acted(games, game_id, player_id, Choose(choice))


def request(games: Games, game_id: str, player_id: str, body: Mapping[str, Any]) -> Games:
    """An action as it comes from outside: `{"type": "place", "x": 7, "y": 7}` or `{"type": "choice", …}`."""
    kind = body.get("type")
    if kind not in _ACTION_TYPES:
        raise Illegal("invalid_action_type", f"{kind!r} is no action", validTypes=["place", "choice"])
    try:
        action: Action = convert({**body, "type": "place" if kind == "place" else "choose"}, _ACTION_TYPES[kind])
    except Malformed as error:
        code = "missing_coordinates" if kind == "place" else "missing_choice"
        raise Illegal(code, str(error)) from None
    return _acted(games, game_id, player_id, action)


def get_state(games: Games, game_id: str) -> Swap2State | None:
    game = games.get(game_id)
    return None if game is None else game.swap2_state


def is_complete(state: Swap2State) -> bool:
    return swap2.is_complete(state)


def get_final_assignments(state: Swap2State) -> ColorAssignment:
    return swap2.get_final_assignments(state)


def _acted(games: Games, game_id: str, player_id: str, action: Action) -> Games:
    game = games.get(game_id)
    if game is None:
        raise Illegal("game_not_found", f"there is no game {game_id!r}")
    if player_id not in game.players:
        active = game.players[rules.active_seat(game)]
        raise Illegal("wrong_player", f"{player_id} does not play here", activePlayerId=active)
    if game.result is not None:
        raise Illegal("game_over", "the game is over")
    after = rules.apply(game, Move(rules.seat_of(game, player_id), action)).state
    return {**games, game_id: after}

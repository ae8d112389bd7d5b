"""Recovery of a gomoku state that was damaged on disk.

A state is sound if replaying its own history gives it back. A damaged one is rebuilt by replaying `actions` (and the
moves of the main game after them); if that is impossible, Swap 2 starts over in `swap2_placement` with the first two
valid stones at most, so that the stone counts and the active player stay right (properties 3 and 13). Without
`swap2State` these are the first moves, or stones on the board.

Pure: findings and repairs are returned as notes for the caller to log. The result has no flaws. Every reader of a state
calls `flaws`; `ludoteca gomoku recover` calls `recover`; `salvage` is for a table whose log is damaged.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from ludoteca.kernel import Illegal, Malformed, Move, replace
from ludoteca.kernel.values import convert, tree_of

from . import rules, swap2
from .types import Choose, Config, Place, PlayerId, Result, State, Stone, Swap2Action

_FROM_HISTORY: Final = (
    "players",
    "board",
    "moves",
    "current_turn",
    "swap2_enabled",
    "swap2_required",
    "game_phase",
    "swap2_state",
)
_BY_PLAY: Final = ("five", "board_full", "no_legal_move")


def salvage(config: Config, tree: Any, known: State | None) -> State | None:
    """The state with the most stones: None if `known` has as many as can be recovered."""
    told = {**tree, "config": tree_of(config)} if isinstance(tree, dict) else {}
    state = recover(told).state
    return state if state.config == config and _stones(state) > (-1 if known is None else _stones(known)) else None


class Recovered(NamedTuple):
    state: State
    notes: tuple[str, ...]  # empty: the state was sound


def flaws(state: State) -> tuple[str, ...]:
    """The flaws of a state, as far as its own history shows them."""
    try:
        rebuilt = rebuild(state.config, _actions(state), _main_moves(state))
    except Illegal as error:
        return (f"its history is no game: {error}",)
    found = [f"{name} does not follow from its history" for name in _FROM_HISTORY if _differs(state, rebuilt, name)]
    if not _is_result_possible(state, rebuilt):
        found.append("result does not follow from its history")
    if state.auto and (state.result is not None or not _awaits_placement(rebuilt)):
        found.append("auto is set where no placement is awaited")
    if not _are_departures_sound(state):
        found.append("away does not fit departures")
    return tuple(found)


def rebuild(config: Config, actions: tuple[Swap2Action, ...], moves: tuple[Stone, ...]) -> State:
    """The state that this history leads to, or Illegal."""
    state = rules.setup(config).state
    for action in actions:
        state = _swap2_action(state, action)
    for stone in moves:
        if rules.outcome(state) is not None:
            raise Illegal("game_over", "there are moves after the end")
        if stone.player != state.current_turn:
            raise Illegal("wrong_player", f"a stone of {stone.player} out of turn")
        state = rules.apply(state, Move(rules.active_seat(state), Place(stone.x, stone.y))).state
    return state


def recover(tree: Any) -> Recovered:
    """The best state that can be rebuilt from a damaged one. Never raises."""
    try:
        state: State = convert(tree, State)
    except Malformed as error:
        return _salvage(tree, (f"the state cannot be read: {error}",))
    found = flaws(state)
    return _salvage(tree, found) if found else Recovered(state, ())


def _salvage(tree: Any, notes: tuple[str, ...]) -> Recovered:
    config = _config(tree)
    actions = _read(_at(tree, "swap2State", "actions"), tuple[Swap2Action, ...])
    moves = _read(_at(tree, "moves"), tuple[Stone, ...])
    for history, note in (
        ((actions, moves), "rebuilt by replaying actions and moves"),
        ((actions, ()), "rebuilt by replaying actions; later moves are lost"),
        (((), moves), "rebuilt by replaying moves"),
    ):
        rebuilt = _try_history(config, *history)
        if rebuilt is not None:
            return Recovered(_with_result(rebuilt, tree), (*notes, note))
    return Recovered(_start_over(config, tree), (*notes, "started over, keeping the first stones that are valid"))


def _config(tree: Any) -> Config:
    """The config, field by field; if it is lost, the players' ids come from elsewhere. Always valid for `setup`."""
    told = _at(tree, "config")
    told = told if isinstance(told, dict) else {"mode": "ranked"}
    config: Config = convert({key: value for key, value in told.items() if _read({key: value}, Config)}, Config)
    if "players" not in told or _read({"players": told["players"]}, Config) is None:
        config = replace(config, players=_read(_at(tree, "players"), tuple[PlayerId, PlayerId]))
    if config.players is not None and config.players[0] == config.players[1]:
        config = replace(config, players=None)
    return config


def _try_history(config: Config, actions: Any, moves: Any) -> State | None:
    if actions is None or moves is None or not (actions or moves):
        return None
    opening = sum(action.type == "place" for action in actions)
    try:
        return rebuild(config, actions, moves[opening:])
    except Illegal:
        return None


def _with_result(state: State, tree: Any) -> State:
    """Keep the result of a game that was resigned or lost on time."""
    result = _read(_at(tree, "result"), Result)
    if result is None or state.result is not None:
        return state
    away = (1, None) if result.winner == 1 else (None, 1)
    ended = replace(state, result=result)
    if result.reason == "abandoned":  # the loser is away, which was the reason
        ended = replace(ended, away=away, departures=1)
    return ended if _is_result_possible(ended, state) else state


def _start_over(config: Config, tree: Any) -> State:
    state = rules.setup(config).state
    for stone in _first_stones(tree):
        opening = rules.opening_under_way(state)
        if opening is None or len(opening.tentative_stones) == 2:
            break
        place = _read({"type": "place", "x": _at(stone, "x"), "y": _at(stone, "y")}, Place)
        state = state if place is None else _kept(state, place)
    return state


def _first_stones(tree: Any) -> Sequence[Any]:
    """The stones in the order in which they were placed; without `swap2State` from the moves, or from the board, where
    an opening has black, white, black."""
    stones = _at(tree, "swap2State", "tentativeStones")
    if isinstance(stones, list) and stones:
        return stones
    moves = _at(tree, "moves")
    return moves if isinstance(moves, list) and moves else _alternating(_at(tree, "board"))


def _alternating(board: Any) -> list[Any]:
    rows = [row if isinstance(row, list) else [] for row in board] if isinstance(board, list) else []
    cells = [({"x": x, "y": y}, mark) for y, row in enumerate(rows) for x, mark in enumerate(row)]
    black, white = ([cell for cell, mark in cells if mark == colour] for colour in ("X", "O"))
    return [cell for pair in zip_longest(black, white) for cell in pair if cell is not None]


def _stones(state: State) -> int:
    opening = state.swap2_state
    return len(state.moves) if opening is None else max(len(state.moves), len(opening.tentative_stones))


def _kept(state: State, place: Place) -> State:
    try:
        return rules.apply(state, Move(rules.active_seat(state), place)).state
    except Illegal:
        return state


def _swap2_action(state: State, action: Swap2Action) -> State:
    if rules.opening_under_way(state) is None:
        raise Illegal("invalid_phase", "a Swap 2 action outside Swap 2")
    if action.player_id not in state.players:
        raise Illegal("wrong_player", f"{action.player_id} is not a player of this game")
    data = action.data
    move = Place(data.x, data.y) if action.type == "place" else Choose(data.choice)
    after = rules.apply(state, Move(rules.seat_of(state, action.player_id), move)).state
    assert after.swap2_state is not None
    actions = (*after.swap2_state.actions[:-1], action)  # with its original timestamp
    if after.swap2_state.actions[-1].data != data:
        raise Illegal("invalid_action_type", "an action with fields that its type does not have")
    return replace(after, swap2_state=replace(after.swap2_state, actions=actions))


def _differs(state: State, rebuilt: State, name: str) -> bool:
    return bool(getattr(state, name) != getattr(rebuilt, name))


def _actions(state: State) -> tuple[Swap2Action, ...]:
    return () if state.swap2_state is None else state.swap2_state.actions


def _main_moves(state: State) -> tuple[Stone, ...]:
    opening = sum(action.type == "place" for action in _actions(state))
    return state.moves[opening:]


def _is_result_possible(state: State, rebuilt: State) -> bool:
    """Whether the result is the one that play led to, or, if play had not ended, another end that the rules allow."""
    result = state.result
    if rebuilt.result is not None or result is None:
        return result == rebuilt.result
    if result.reason in _BY_PLAY or result.line or result.winner is None:
        return False
    if result.reason == "timeout":
        return rules.loses_on_time(rebuilt) and result.winner == 1 - rules.active_seat(rebuilt)
    if result.reason == "abandoned":
        return state.config.mode == "ranked" and state.away[1 - result.winner] is not None
    return True


def _awaits_placement(state: State) -> bool:
    opening = rules.opening_under_way(state)
    return rules.to_act(state) != frozenset() and (opening is None or not swap2.available_options(opening))


def _are_departures_sound(state: State) -> bool:
    numbers = [departure for departure in state.away if departure is not None]
    counted = all(1 <= number <= state.departures for number in numbers)
    return state.departures >= 0 and counted and len(set(numbers)) == len(numbers)


def _read(tree: Any, kind: Any) -> Any:
    try:
        return convert(tree, kind)
    except Malformed:
        return None


def _at(tree: Any, *keys: str) -> Any:
    for key in keys:
        tree = tree.get(key) if isinstance(tree, dict) else None
    return tree

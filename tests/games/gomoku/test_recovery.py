"""Damaged states: what is found wrong with them, and what is made of them."""

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.dealers import PyRandom
from ludoteca.games.gomoku import GAME
from ludoteca.games.gomoku.recovery import flaws, rebuild, recover, salvage
from ludoteca.games.gomoku.types import Action, Config, Place, Result, State, Stone
from ludoteca.kernel import (
    AnyInput,
    Chance,
    Elapsed,
    Input,
    Left,
    Malformed,
    Resigned,
    Returned,
    canonical,
    decode,
    options,
    plain,
    random_input,
    replace,
    step,
)
from ludoteca.kernel.values import convert

from .board_drawings import board_of
from .helpers import OPENING, PLAIN, SWAP2, THREE_STONES, TWO_MORE, choose, opening_of, place, played, started

FIVE_STONES = (*THREE_STONES, *TWO_MORE)
COMPLETE = (*THREE_STONES, choose(1, "black"))
MAIN_GAME = (*COMPLETE, place(1, 0, 0), place(0, 1, 1))
WON = (*COMPLETE, *(place(1 - y % 2, y % 2, y // 2) for y in range(9)))
CONFIGS = (
    *GAME.presets.values(),
    Config(mode="ranked", opener=1, first_mover="white", players=("an", "binh")),
    Config(rule="renju", swap2_enabled=True, on_timeout="forfeit"),
)
SOME_STATES = [played(*inputs) for inputs in ((), THREE_STONES, FIVE_STONES, COMPLETE, MAIN_GAME, WON)]

Tree = Any
Path = tuple[str | int, ...]


# Reached states, and changes of them


@st.composite
def reached_states(draw: st.DrawFn, longest: int = 14) -> State:
    """A state that play leads to, with departures, time-outs, open draws and ends."""
    state = started(draw(st.sampled_from(CONFIGS)))
    dealer = PyRandom(draw(st.integers(0, 10_000)))
    for _ in range(draw(st.integers(0, longest))):
        if GAME.outcome(state) is not None:
            break
        state = step(GAME, state, draw(inputs_to(state, dealer))).state
    return state


def inputs_to(state: State, dealer: PyRandom) -> st.SearchStrategy[AnyInput]:
    if (asked := GAME.draw(state)) is not None:
        return st.just(Chance(dealer.answer(asked)))
    chosen = random_input(GAME, state, dealer)
    assert chosen is not None
    rarer: list[AnyInput] = [Left(0), Left(1), Returned(0), Returned(1), *map(Elapsed, timer_names(state))]
    return st.sampled_from([chosen] * 12 + rarer)


def timer_names(state: State) -> list[str]:
    return [timer.name for timer in GAME.timers(state) if not timer.paused]


def paths(tree: Tree, here: Path = ()) -> Iterator[Path]:
    """The way to every leaf of a JSON tree."""
    if isinstance(tree, (dict, list)) and tree:
        branches = tree.items() if isinstance(tree, dict) else enumerate(tree)
        for key, branch in branches:
            yield from paths(branch, (*here, key))
    else:
        yield here


def changed_at(tree: Tree, path: Path, value: Tree) -> Tree:
    """A copy of the tree with another value there."""
    if not path:
        return value
    copy = dict(tree) if isinstance(tree, dict) else list(tree)
    copy[path[0]] = changed_at(tree[path[0]], path[1:], value)  # type: ignore[index]
    return copy


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 20),
    st.sampled_from(
        [
            *("X", "O", "black", "white", "place_more", "player1", "player2", "swap2", "main_game", "complete"),
            *("swap2_placement", "swap2_choice", "swap2_extra", "swap2_final_choice", "place", "choice", ""),
            *("ranked", "tieu_dao", "van_mon", "renju", "caro", "forfeit", "five", "resigned", "abandoned"),
        ]
    ),
)
SPARE_FIELDS: dict[str, Tree] = {
    "away": [None, None],
    "departures": 0,
    "auto": False,
    "result": None,
    "swap2State": None,
}


@st.composite
def states_with_one_field_changed(draw: st.DrawFn) -> State | None:
    """A reached state with one value replaced: a leaf, or a field that was not written because it had its default.

    None where decoding already finds it out.
    """
    whole = draw(reached_states())
    tree = SPARE_FIELDS | plain(whole)
    tree |= {"result": tree["result"] or {"winner": 0, "reason": "resigned", "line": []}} if draw(st.booleans()) else {}
    fields = sorted(tree)
    field = draw(st.sampled_from(fields))
    path = draw(st.sampled_from(sorted(paths(tree[field], (field,)), key=repr)))
    try:
        changed: State = convert(changed_at(tree, path, draw(LEAVES)), State)
    except Malformed:
        return None
    return changed


def follow_ups(state: State) -> list[AnyInput]:
    """Whatever may happen next, a few moves standing for all."""
    if GAME.outcome(state) is not None:
        return []
    if (asked := GAME.draw(state)) is not None:
        return [Chance(PyRandom(1).answer(asked))]
    moves = list(islice(options(GAME, state), 3))
    seats: list[AnyInput] = [Left(0), Left(1), Returned(0), Returned(1), Resigned(0), Resigned(1)]
    return [*moves, *map(Elapsed, timer_names(state)), *seats]


# What is found wrong


@settings(deadline=None, max_examples=150)
@given(reached_states())
def test_a_state_that_play_leads_to_has_no_flaws(state: State) -> None:
    assert flaws(state) == ()


@settings(deadline=None, max_examples=400)
@given(states_with_one_field_changed())
def test_a_state_with_one_field_changed_is_found_out_or_as_good_as_another(state: State | None) -> None:
    """As good: whatever happens next is accepted, and leads to states without flaws."""
    if state is not None and not flaws(state):
        for given_next in follow_ups(state):
            assert flaws(step(GAME, state, given_next).state) == ()


def swap2_changed(state: State, **fields: Any) -> State:
    return replace(state, swap2_state=replace(opening_of(state), **fields))


MAIN, CHOICE, MID = played(*MAIN_GAME), played(*THREE_STONES), played(*THREE_STONES[:2])

DAMAGES: list[tuple[str, State, str]] = [
    ("players", replace(MAIN, players=("player1", "chi")), "players"),
    ("a stone missing", replace(MAIN, board=board_of({})), "board"),
    ("a stone too many", replace(MID, board=board_of({(0, 0): "X"})), "board"),
    ("a board of another size", replace(MID, board=board_of({}, 19)), "board"),
    ("opening moves missing", replace(MAIN, moves=MAIN.moves[:2]), "moves"),
    ("moves in the opening", replace(MID, moves=(Stone(7, 7, "X"),)), "moves"),
    ("a colour changed", replace(MAIN, moves=(Stone(7, 7, "O"), *MAIN.moves[1:])), "moves"),
    ("the turn", replace(MAIN, current_turn="O"), "current_turn"),
    ("a turn in the opening", replace(MID, current_turn="X"), "current_turn"),
    ("Swap 2 off", replace(MAIN, swap2_enabled=False), "swap2_enabled"),
    ("Swap 2 required", replace(MAIN, swap2_required=True), "swap2_required"),
    ("the phase of the game", replace(MAIN, game_phase="swap2"), "game_phase"),
    ("the phase of the opening", swap2_changed(MID, phase="swap2_choice"), "swap2_state"),
    ("the active player", swap2_changed(MID, active_player_id="player2"), "swap2_state"),
    ("player 1", swap2_changed(MID, player1_id="player2"), "swap2_state"),
    ("a tentative stone missing", swap2_changed(CHOICE, tentative_stones=()), "swap2_state"),
    ("the colours", swap2_changed(MAIN, black_player_id="player1"), "swap2_state"),
    ("the final choice", swap2_changed(MAIN, final_choice=None), "swap2_state"),
    ("no opening", replace(CHOICE, swap2_state=None), "swap2_state"),
    ("an action of a stranger", swap2_changed(CHOICE, actions=(*opening_of(MID).actions,) * 2), "history"),
    ("an opening in a game without one", replace(CHOICE, config=PLAIN), ""),
    ("the same, with known players", replace(CHOICE, config=replace(PLAIN, players=("player1", "player2"))), ""),
    ("a move out of turn", replace(MAIN, moves=(*MAIN.moves, MAIN.moves[-1])), "history"),
    ("a win that is not there", replace(MAIN, result=Result(1, "five")), "result"),
    ("a draw that is not there", replace(MAIN, result=Result(None, "board_full")), "result"),
    ("a win gone", replace(played(*WON), result=None), "result"),
    ("the wrong winner", replace(played(*WON), result=Result(0, "five")), "result"),
    ("another reason", replace(played(*WON), result=Result(0, "resigned")), "result"),
    ("a resignation that nobody won", replace(MAIN, result=Result(None, "resigned")), "result"),
    ("a forfeit in a game without forfeits", replace(MAIN, result=Result(0, "timeout")), "result"),
    ("an abandoned game that is not ranked", replace(MAIN, result=Result(0, "abandoned")), "result"),
    ("chance after the end", replace(played(*WON), auto=True), "auto"),
    ("chance where a choice is due", replace(CHOICE, auto=True), "auto"),
    ("an absence without a departure", replace(MAIN, away=(1, None)), "away"),
    ("one departure of both", replace(MAIN, away=(1, 1), departures=2), "away"),
    ("departures below none", replace(MAIN, departures=-1), ""),
]


@pytest.mark.parametrize(("state", "named"), [pytest.param(state, named, id=name) for name, state, named in DAMAGES])
def test_each_kind_of_damage_is_found_and_named(state: State, named: str) -> None:
    found = flaws(state)
    assert found
    assert any(named in flaw for flaw in found), found


# What is made of them


def is_fresh_opening(state: State) -> bool:
    opening = opening_of(state)
    return (
        opening.phase == "swap2_placement"
        and opening.active_player_id == opening.player1_id
        and len(opening.tentative_stones) <= 2
        and GAME.to_act(state) == {state.config.opener}
    )


@settings(deadline=None, max_examples=100)
@given(reached_states())
def test_a_sound_state_comes_back_untouched(state: State) -> None:
    recovered = recover(plain(state))
    assert (recovered.state, recovered.notes) == (state, ())


DAMAGED_TREES: dict[str, Callable[[Tree], Tree]] = {
    "no board": lambda tree: {key: value for key, value in tree.items() if key != "board"},
    "an empty board": lambda tree: tree | {"board": []},
    "no such turn": lambda tree: tree | {"currentTurn": "Z"},
    "the other phase": lambda tree: tree | {"gamePhase": "main_game" if tree["gamePhase"] == "swap2" else "swap2"},
    "other players": lambda tree: tree | {"players": ["an", "binh"]},
    "unreadable players": lambda tree: tree | {"players": 7},
    "another phase of Swap 2": lambda tree: tree | {"swap2State": tree["swap2State"] | {"phase": "swap2_extra"}},
    "no tentative stones": lambda tree: tree | {"swap2State": tree["swap2State"] | {"tentativeStones": "gone"}},
    "nobody active": lambda tree: tree | {"swap2State": tree["swap2State"] | {"activePlayerId": ""}},
}


@pytest.mark.parametrize("damage", DAMAGED_TREES.values(), ids=DAMAGED_TREES.keys())
@pytest.mark.parametrize("state", SOME_STATES)
def test_a_damaged_state_is_rebuilt_by_replaying_its_history(state: State, damage: Callable[[Tree], Tree]) -> None:
    recovered = recover(damage(plain(state)))
    assert recovered.notes
    assert recovered.state == state


def test_a_damaged_state_without_swap_2_is_rebuilt_from_its_moves() -> None:
    state = played(place(0, 7, 7), place(1, 8, 8), config=PLAIN)
    recovered = recover(plain(state) | {"board": None})
    assert recovered.state == state
    assert recovered.notes


def test_when_the_moves_cannot_be_read_the_opening_is_kept() -> None:
    recovered = recover(plain(MAIN) | {"moves": "gone"})
    assert recovered.state == played(*COMPLETE)


def test_when_later_moves_are_impossible_the_opening_is_kept() -> None:
    tree = plain(MAIN)
    recovered = recover(tree | {"moves": [*tree["moves"], tree["moves"][-1]]})
    assert recovered.state == played(*COMPLETE)


def test_times_of_actions_survive_rebuilding() -> None:
    tree = plain(CHOICE)
    for number, action in enumerate(tree["swap2State"]["actions"]):
        action["timestamp"] = f"2024-01-01T00:00:0{number}Z"
    recovered = recover(tree | {"board": []})
    assert [action.timestamp[-2] for action in opening_of(recovered.state).actions] == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("state", "kept"), [(started(), 0), (played(THREE_STONES[0]), 1), (MID, 2), (CHOICE, 2), (MAIN, 2)]
)
def test_without_a_history_swap_2_starts_over_with_two_stones_at_most(state: State, kept: int) -> None:
    tree = plain(state)
    recovered = recover(tree | {"swap2State": tree["swap2State"] | {"actions": "gone"}})
    assert is_fresh_opening(recovered.state)
    stones = opening_of(recovered.state).tentative_stones
    assert [(stone.x, stone.y) for stone in stones] == list(OPENING[:kept])
    assert recovered.state == played(*THREE_STONES[:kept])
    assert recovered.notes


def test_only_valid_stones_are_kept() -> None:
    tree = plain(CHOICE)
    stones = [
        {"x": -1, "y": 0},
        {"x": 3, "y": 4},
        "junk",
        {"x": 3, "y": 4},
        {"x": "7"},
        {"x": 5, "y": 6},
        {"x": 0, "y": 0},
    ]
    recovered = recover(tree | {"swap2State": {"tentativeStones": stones}})
    assert recovered.state == played(place(0, 3, 4), place(0, 5, 6))


def test_starting_over_keeps_the_config() -> None:
    config = Config(mode="ranked", size=19, opener=1, players=("an", "binh"))
    tree = plain(played(place(1, 18, 18), config=config))
    recovered = recover(tree | {"swap2State": tree["swap2State"] | {"actions": None}})
    assert recovered.state == played(place(1, 18, 18), config=config)


@pytest.mark.parametrize("config", ["gone", {"size": 15, "rule": "no such rule"}, {"mode": 7, "opener": 0}])
def test_the_players_survive_a_damaged_config(config: Tree) -> None:
    state = played(*THREE_STONES, config=replace(SWAP2, players=("an", "binh")))
    recovered = recover(plain(state) | {"config": config})
    assert recovered.notes
    assert recovered.state.players == ("an", "binh")


FORFEITS = Config(swap2_enabled=True, on_timeout="forfeit")


@pytest.mark.parametrize(
    "state",
    [
        played(*MAIN_GAME, Resigned(0)),
        played(*THREE_STONES, Resigned(1)),
        played(THREE_STONES[0], Elapsed("turn-2"), config=FORFEITS),
        played(THREE_STONES[0], Left(1), Elapsed("absent-1-1"), config=Config(mode="ranked")),
    ],
    ids=["resigned", "resigned in the opening", "out of time", "abandoned"],
)
def test_a_game_that_was_over_stays_over(state: State) -> None:
    recovered = recover(plain(state) | {"board": []})
    assert recovered.notes
    assert recovered.state.result == state.result


KEYS = st.sampled_from(
    [
        "config",
        "players",
        "board",
        "moves",
        "swap2State",
        "actions",
        "tentativeStones",
        "x",
        "y",
        "mode",
        "type",
        "data",
    ]
)
ANY_LEAF = st.one_of(LEAVES, st.floats(allow_nan=False, allow_infinity=False), st.text(max_size=5), st.integers())
ANY_TREE = st.recursive(
    ANY_LEAF,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=6)),
    max_leaves=20,
)


def assert_recovers(tree: Tree) -> None:
    before = json.dumps(tree)
    recovered = recover(tree)
    assert flaws(recovered.state) == ()
    assert decode(canonical(recovered.state), State) == recovered.state
    if recovered.notes and recovered.notes[-1].startswith("started over") and recovered.state.swap2_enabled:
        assert is_fresh_opening(recovered.state)
    assert json.dumps(tree) == before


@settings(deadline=None, max_examples=200)
@given(ANY_TREE)
def test_recover_never_raises_on_any_json(tree: Tree) -> None:
    assert_recovers(tree)


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_recover_never_raises_on_a_broken_state(data: st.DataObject) -> None:
    """A reached state, some of whose values, at any depth, are junk."""
    tree = plain(data.draw(reached_states()))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(sorted(paths(tree), key=repr)))
        cut = data.draw(st.integers(1, max(1, len(path))))
        tree = changed_at(tree, path[:cut], data.draw(st.one_of(LEAVES, ANY_TREE)))
    assert_recovers(tree)


@pytest.mark.parametrize(
    "tree",
    [
        None,
        {},
        [],
        "state",
        7,
        {"config": {"players": ["an", "an"], "swap2_enabled": True}},
        {"swap2State": {"tentativeStones": {"x": 1}}},
        {"swap2State": {"tentativeStones": [{"x": 10**30, "y": 0}]}},
        json.loads("[" * 500 + "]" * 500),
        json.loads('{"players": "\\ud800"}'),
        plain(CHOICE) | {"config": plain(PLAIN)},
        plain(replace(CHOICE, players=("black", "white")))
        | {"config": plain(replace(PLAIN, players=("player1", "player2")))},
    ],
)
def test_recover_never_raises_on_known_trouble(tree: Tree) -> None:
    assert_recovers(tree)


@pytest.mark.parametrize("inputs", [(), THREE_STONES, FIVE_STONES, MAIN_GAME])
def test_rebuild_is_the_game_its_history_tells(inputs: tuple[Input[Action], ...]) -> None:
    state = played(*inputs)
    opening = opening_of(state)
    assert rebuild(SWAP2, opening.actions, state.moves[3:]) == state


def test_play_goes_on_after_recovery() -> None:
    state = recover(plain(CHOICE) | {"board": []}).state
    assert step(GAME, state, choose(1, "white")).state == played(*THREE_STONES, choose(1, "white"))
    assert all(isinstance(action, Place) for action in GAME.legal(played(*COMPLETE), 1))


# For a table whose log is damaged


def test_stones_come_from_the_moves_or_the_board_when_swap_2_is_gone() -> None:
    known: tuple[Tree, ...] = (plain(MAIN)["moves"], [], None)
    for moves in known:
        state = recover(plain(MAIN) | {"swap2State": None, "moves": moves}).state
        assert is_fresh_opening(state)
        stones = {(stone.x, stone.y) for stone in opening_of(state).tentative_stones}
        assert len(stones) == 2
        assert stones <= {(stone.x, stone.y) for stone in MAIN.moves}


def test_a_damaged_state_is_salvaged_only_if_that_keeps_more_stones() -> None:
    spoilt = plain(MAIN) | {"swap2State": None, "moves": None}
    salvaged = salvage(MAIN.config, spoilt, None)
    assert salvaged is not None
    assert len(opening_of(salvaged).tentative_stones) == 2
    assert salvage(MAIN.config, spoilt, played(THREE_STONES[0])) == salvaged
    assert salvage(MAIN.config, spoilt, salvaged) is None
    assert salvage(MAIN.config, plain(MAIN) | {"board": []}, salvaged) == MAIN

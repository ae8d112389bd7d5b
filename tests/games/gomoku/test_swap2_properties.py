"""The fourteen correctness properties of the Swap 2 specification, over random openings.

An opening is drawn by Hypothesis as a script of stones and choices, valid or not; `opened` plays it through the real
rules. The annotations above each test are the ones the specification demands.
"""

from dataclasses import dataclass
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.games.gomoku import GAME, rules, swap2
from ludoteca.games.gomoku.types import (
    Action,
    Choice,
    Choose,
    Config,
    Mode,
    Place,
    State,
    Swap2State,
)
from ludoteca.kernel import Illegal, Move, canonical, decode, replace, step
from ludoteca.table.series import open_series

EXAMPLES = settings(max_examples=150, deadline=None)

CELLS = st.tuples(st.integers(0, 14), st.integers(0, 14))
MODES = st.sampled_from(get_args(Mode))
CONFIGS = st.builds(
    Config,
    mode=MODES,
    swap2_enabled=st.just(True),
    opener=st.integers(0, 1),
    first_mover=st.sampled_from(("black", "white")),
    players=st.sampled_from((None, ("alice", "bob"))),
)


@dataclass(frozen=True)
class Opening:
    """A valid opening: three cells, a choice, and after `place_more` two cells and a final choice."""

    config: Config
    cells: tuple[tuple[int, int], ...]
    choice: Choice
    final: Choice

    def actions(self) -> list[Action]:
        first: list[Action] = [Place(*cell) for cell in self.cells[:3]]
        first.append(Choose(self.choice))
        if self.choice == "place_more":
            first += [Place(*cell) for cell in self.cells[3:]]
            first.append(Choose(self.final))
        return first


OPENINGS = st.builds(
    Opening,
    config=CONFIGS,
    cells=st.lists(CELLS, min_size=5, max_size=5, unique=True).map(tuple),
    choice=st.sampled_from(get_args(Choice)),
    final=st.sampled_from(("black", "white")),
)


def begun(config: Config) -> State:
    return rules.setup(config).state


def opened(opening: Opening) -> list[State]:
    """Every state of an opening, the first and the last included."""
    states = [begun(opening.config)]
    for action in opening.actions():
        state = states[-1]
        states.append(step(GAME, state, Move(rules.active_seat(state), action)).state)
    return states


def of(state: State) -> Swap2State:
    assert state.swap2_state is not None
    return state.swap2_state


def refusal(state: State, given: Move[Any]) -> Illegal:
    """The refusal of an input, which must leave the state as it was."""
    before = canonical(state)
    with pytest.raises(Illegal) as caught:
        step(GAME, state, given)
    assert canonical(state) == before
    return caught.value


# **Feature: swap2-opening-rule, Property 1: Initial Phase Correctness**
# **Validates: Requirements 1.1**
@EXAMPLES
@given(CONFIGS)
def test_property_1_initial_phase(config: Config) -> None:
    state = begun(config)
    assert state.game_phase == "swap2"
    assert of(state).phase == "swap2_placement"
    assert of(state).active_player_id == of(state).player1_id == state.players[config.opener]


# **Feature: swap2-opening-rule, Property 2: State Machine Transition Correctness**
# **Validates: Requirements 1.2, 1.3, 1.5, 1.6**
@EXAMPLES
@given(OPENINGS)
def test_property_2_state_machine(opening: Opening) -> None:
    expected = ["swap2_placement"] * 3 + ["swap2_choice"]
    if opening.choice == "place_more":
        expected += ["swap2_extra"] * 2 + ["swap2_final_choice"]
    states = opened(opening)
    assert [of(state).phase for state in states] == [*expected, "complete"]
    assert [state.game_phase for state in states] == ["swap2"] * len(expected) + ["main_game"]


# **Feature: swap2-opening-rule, Property 3: Stone Count Invariant**
# **Validates: Requirements 2.1, 2.2, 2.3**
@EXAMPLES
@given(OPENINGS)
def test_property_3_stone_count(opening: Opening) -> None:
    allowed = {
        "swap2_placement": range(4),
        "swap2_choice": range(3, 4),
        "swap2_extra": range(3, 6),
        "swap2_final_choice": range(5, 6),
        "complete": (5,) if opening.choice == "place_more" else (3,),
    }
    for state in opened(opening):
        stones = of(state).tentative_stones
        assert len(stones) in allowed[of(state).phase]
        assert [stone.placement_order for stone in stones] == list(range(1, len(stones) + 1))


# **Feature: swap2-opening-rule, Property 4: Occupied Cell Rejection**
# **Validates: Requirements 2.4**
@EXAMPLES
@given(OPENINGS, st.data())
def test_property_4_occupied_cell(opening: Opening, data: st.DataObject) -> None:
    for state in opened(opening):
        stones = of(state).tentative_stones
        if stones and of(state).phase in ("swap2_placement", "swap2_extra"):
            stone = data.draw(st.sampled_from(stones))
            refused = refusal(state, Move(rules.active_seat(state), Place(stone.x, stone.y)))
            assert refused.code == "position_occupied"


# **Feature: swap2-opening-rule, Property 5: Color Assignment Correctness**
# **Validates: Requirements 3.2, 3.3**
@EXAMPLES
@given(OPENINGS)
def test_property_5_colour_assignment(opening: Opening) -> None:
    done = of(opened(opening)[-1])
    chooser, other = (
        (done.player1_id, done.player2_id) if opening.choice == "place_more" else (done.player2_id, done.player1_id)
    )
    colour = opening.final if opening.choice == "place_more" else opening.choice
    assert done.final_choice is not None
    assert (done.final_choice.chooser, done.final_choice.chosen_color) == (chooser, colour)
    black, white = (chooser, other) if colour == "black" else (other, chooser)
    assert (done.black_player_id, done.white_player_id) == (black, white)


# **Feature: swap2-opening-rule, Property 6: Available Options Correctness**
# **Validates: Requirements 3.1, 3.5**
@EXAMPLES
@given(OPENINGS)
def test_property_6_available_options(opening: Opening) -> None:
    expected: dict[str, tuple[str, ...]] = {
        "swap2_choice": ("black", "white", "place_more"),
        "swap2_final_choice": ("black", "white"),
    }
    for state in opened(opening):
        options = expected.get(of(state).phase, ())
        assert swap2.available_options(of(state)) == options
        if options:
            assert rules.legal(state, rules.active_seat(state)) == tuple(Choose(option) for option in options)


# **Feature: swap2-opening-rule, Property 7: Next Mover Determination**
# **Validates: Requirements 3.6**
@EXAMPLES
@given(OPENINGS)
def test_property_7_next_mover(opening: Opening) -> None:
    state = opened(replace_first_mover(opening, "black"))[-1]
    assert state.current_turn == "X"
    assert rules.to_act(state) == {state.players.index(of(state).black_player_id or "")}
    assert swap2.get_final_assignments(of(state)).first_mover == of(state).black_player_id


# **Feature: swap2-opening-rule, Property 8: Ranked Mode Enforcement**
# **Validates: Requirements 4.1**
@EXAMPLES
@given(CONFIGS, st.sampled_from((None, False, True)))
def test_property_8_ranked_enforcement(config: Config, asked: bool | None) -> None:
    state = begun(replace(config, mode="ranked", swap2_enabled=asked))
    assert state.swap2_enabled
    assert state.swap2_required
    assert state.game_phase == "swap2"


# **Feature: swap2-opening-rule, Property 9: Disabled Swap 2 Behavior**
# **Validates: Requirements 4.3**
@EXAMPLES
@given(CONFIGS, st.sampled_from(sorted(set(get_args(Mode)) - {"ranked"})))
def test_property_9_disabled(config: Config, mode: Mode) -> None:
    state = begun(replace(config, mode=mode, swap2_enabled=False))
    assert state.game_phase == "main_game"
    assert state.current_turn == "X"
    assert state.swap2_state is None
    assert b"swap2State" not in canonical(state)


# **Feature: swap2-opening-rule, Property 10: Series Swap 2 Reset**
# **Validates: Requirements 6.3**
@EXAMPLES
@given(OPENINGS, st.lists(st.sampled_from((0, 1, None)), max_size=6))
def test_property_10_series_reset(opening: Opening, winners: list[int | None]) -> None:
    series = open_series(opening.config.opener, now=0)
    for winner in winners:
        if series.is_over:
            break
        config = replace(opening.config, mode="ranked", opener=series.opener)
        series = series.start_game(series.next_game_at or 0)
        fresh = begun(config)
        assert of(fresh).phase == "swap2_placement"
        assert (of(fresh).tentative_stones, of(fresh).actions, fresh.moves) == ((), (), ())
        assert of(fresh).player1_id == fresh.players[config.opener]
        opened(Opening(config, opening.cells, opening.choice, opening.final))  # colours that must not carry over
        series = series.finish_game(winner, "five", now=0)


# **Feature: swap2-opening-rule, Property 11: State Persistence Round-Trip**
# **Validates: Requirements 7.1, 7.2**
@EXAMPLES
@given(OPENINGS)
def test_property_11_round_trip(opening: Opening) -> None:
    for state in opened(opening):
        assert decode(canonical(state), State) == state
        assert decode(canonical(of(state)), Swap2State) == of(state)


# **Feature: swap2-opening-rule, Property 12: Invalid Action Rejection**
# **Validates: Requirements 8.1, 8.2, 8.3**
@EXAMPLES
@given(OPENINGS, CELLS, st.sampled_from(get_args(Choice)))
def test_property_12_invalid_actions(opening: Opening, cell: tuple[int, int], choice: Choice) -> None:
    for state in opened(opening)[:-1]:
        active = rules.active_seat(state)
        placing = bool(swap2.stones_required(of(state)))
        right, wrong = (Place(*cell), Choose(choice)) if placing else (Choose("black"), Place(*cell))
        wrong_player = refusal(state, Move(1 - active, right))
        assert (wrong_player.code, wrong_player.facts) == ("wrong_player", {"activePlayerId": state.players[active]})
        wrong_phase = refusal(state, Move(active, wrong))
        assert wrong_phase.code == "invalid_phase"
        assert of(state).phase not in wrong_phase.facts["validPhases"]
        if placing:
            assert refusal(state, Move(active, Place(15, cell[1]))).code == "out_of_bounds"
            assert refusal(state, Move(active, Place(cell[0], -1))).code == "out_of_bounds"
        else:
            invalid = refusal(state, Move(active, Choose("purple")))
            assert (invalid.code, len(invalid.facts["validChoices"])) == (
                "invalid_choice",
                len(swap2.available_options(of(state))),
            )


# **Feature: swap2-opening-rule, Property 13: Active Player Correctness**
# **Validates: Requirements 1.1, 1.2, 1.4, 1.5**
@EXAMPLES
@given(OPENINGS)
def test_property_13_active_player(opening: Opening) -> None:
    for state in opened(opening)[:-1]:
        player1 = of(state).phase in ("swap2_placement", "swap2_final_choice")
        assert of(state).active_player_id == (of(state).player1_id if player1 else of(state).player2_id)


# **Feature: swap2-opening-rule, Property 14: Swap 2 History Completeness**
# **Validates: Requirements 6.4, 7.3**
@EXAMPLES
@given(OPENINGS)
def test_property_14_history(opening: Opening) -> None:
    done = of(opened(opening)[-1])
    told = [Place(a.data.x, a.data.y) if a.type == "place" else Choose(a.data.choice) for a in done.actions]
    assert told == opening.actions()
    players = [done.player1_id] * 3 + [done.player2_id] * 3 + [done.player1_id]
    assert [action.player_id for action in done.actions] == players[: len(done.actions)]


def replace_first_mover(opening: Opening, colour: Any) -> Opening:
    return Opening(replace(opening.config, first_mover=colour), opening.cells, opening.choice, opening.final)

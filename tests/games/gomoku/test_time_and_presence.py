"""RULES.md, "Time and presence", sentence by sentence."""

import pytest

from ludoteca.games.gomoku import GAME
from ludoteca.games.gomoku.types import (
    Action,
    ChoiceMade,
    ColorsAssigned,
    Config,
    GameEnded,
    Mode,
    Place,
    PlayerAway,
    PlayerBack,
    Result,
    State,
    StonePlaced,
)
from ludoteca.kernel import Chance, Elapsed, Input, Left, Outcome, Pick, Returned, Timer, replace, step

from .board_drawings import drawn
from .helpers import (
    OPENING,
    PLAIN,
    SWAP2,
    THREE_STONES,
    TWO_MORE,
    choose,
    opening_of,
    place,
    played,
    position,
    refusal,
    started,
    told_by,
)

RANKED = Config(mode="ranked", absent_ms=5_000)
FIVE_STONES = (*THREE_STONES, *TWO_MORE)
WHOLE_GAME = (*FIVE_STONES, choose(0, "black"), place(0, 0, 0), place(1, 0, 1), place(0, 0, 2))
MOMENTS = [WHOLE_GAME[:count] for count in range(len(WHOLE_GAME) + 1)]


def names(state: State) -> list[str]:
    return [timer.name for timer in GAME.timers(state)]


def turn_timer(state: State) -> Timer:
    return GAME.timers(state)[0]


def running(state: State) -> tuple[Timer, ...]:
    return tuple(timer for timer in GAME.timers(state) if not timer.paused)


def time_runs_out(state: State) -> State:
    return step(GAME, state, Elapsed(turn_timer(state).name)).state


def absence_timers(state: State) -> tuple[Timer, ...]:
    return GAME.timers(state)[1:]


# The clock of each required action


def test_each_required_action_has_60_seconds_by_default() -> None:
    for inputs in MOMENTS:
        state = played(*inputs)
        assert [(timer.ms, timer.seats) for timer in GAME.timers(state)] == [(60_000, GAME.to_act(state))]


def test_the_time_of_an_action_is_configurable() -> None:
    assert turn_timer(started(replace(SWAP2, turn_ms=1234))).ms == 1234


@pytest.mark.parametrize("config", [PLAIN, SWAP2])
def test_each_required_action_has_a_clock_of_its_own(config: Config) -> None:
    plain_game = [place(number % 2, *cell) for number, cell in enumerate(OPENING)]
    inputs = WHOLE_GAME if config is SWAP2 else tuple(plain_game)
    clocks = [turn_timer(played(*inputs[:count], config=config)).name for count in range(len(inputs) + 1)]
    assert len(set(clocks)) == len(clocks)


def test_while_an_action_is_awaited_its_clock_keeps_its_name() -> None:
    for inputs in MOMENTS:
        state = played(*inputs)
        name = turn_timer(state).name
        for given in (Left(0), Returned(0), Left(1), Returned(1)):
            state = step(GAME, state, given).state
            assert turn_timer(state).name == name


def test_a_clock_that_does_not_run_cannot_run_out() -> None:
    first = turn_timer(started()).name
    assert refusal(played(THREE_STONES[0]), Elapsed(first)).code == "no_timer"


# A placement out of time


@pytest.mark.parametrize("inputs", [(), THREE_STONES[:2], FIVE_STONES[:4], FIVE_STONES[:5]])
def test_a_placement_out_of_time_is_made_by_chance(inputs: tuple[Input[Action], ...]) -> None:
    before = played(*inputs)
    (seat,) = GAME.to_act(before)
    legal = GAME.legal(before, seat)
    waiting = time_runs_out(before)
    assert GAME.draw(waiting) == Pick(len(legal))
    for index in (0, 100, len(legal) - 1):
        cell = legal[index]
        assert isinstance(cell, Place)
        after, told = told_by(waiting, Chance((index,)))
        order = len(opening_of(before).tentative_stones) + 1
        assert isinstance(told[0], StonePlaced)
        assert told == (StonePlaced(seat, cell.x or 0, cell.y or 0, told[0].mark, order, auto=True),)
        by_hand = step(GAME, before, place(seat, cell.x, cell.y)).state
        assert after == by_hand


def test_in_the_main_game_too() -> None:
    before = played(*THREE_STONES, choose(1, "black"))
    after, told = told_by(time_runs_out(before), Chance((0,)))
    assert told == (StonePlaced(1, 0, 0, "X", None, auto=True),)
    assert after.current_turn == "O"


def test_chance_names_only_legal_cells() -> None:
    drawing = drawn("XXX?XX")
    waiting = time_runs_out(position(drawing.board, "X", "renju"))
    draw = GAME.draw(waiting)
    assert draw == Pick(225 - 5 - 1)
    reached = [step(GAME, waiting, Chance((index,))).state.moves[-1] for index in range(225 - 5 - 1)]
    assert len({(stone.x, stone.y) for stone in reached}) == 225 - 5 - 1
    assert drawing.point not in {(stone.x, stone.y) for stone in reached}


def test_a_stone_named_by_chance_may_win() -> None:
    drawing = drawn("?XXXX", at=(0, 0))
    state, told = told_by(time_runs_out(position(drawing.board, "O")), Chance((10,)))
    assert state.result is None
    state, told = told_by(time_runs_out(position(drawing.board, "X")), Chance((0,)))
    line = tuple((x, 0) for x in range(5))
    assert told == (StonePlaced(0, 0, 0, "X", None, auto=True), GameEnded(0, "five", line))
    assert state.result == Result(0, "five", line)


def test_while_chance_is_asked_nobody_acts_and_no_clock_runs() -> None:
    waiting = time_runs_out(started())
    assert (GAME.to_act(waiting), GAME.legal(waiting, 0), GAME.timers(waiting)) == (frozenset(), (), ())
    assert refusal(waiting, place(0, 0, 0)).code == "draw_open"


# A choice out of time


@pytest.mark.parametrize(("inputs", "chooser"), [(THREE_STONES, 1), (FIVE_STONES, 0)])
@pytest.mark.parametrize("first_mover", ["black", "white"])
def test_a_choice_out_of_time_falls_on_black(inputs: tuple[Input[Action], ...], chooser: int, first_mover: str) -> None:
    config = replace(SWAP2, first_mover=first_mover)
    before = played(*inputs, config=config)
    after, told = told_by(before, Elapsed(turn_timer(before).name))
    first = chooser if first_mover == "black" else 1 - chooser
    assert told == (ChoiceMade(chooser, "black", auto=True), ColorsAssigned(chooser, 1 - chooser, first))
    assert after == step(GAME, before, choose(chooser, "black")).state
    assert GAME.draw(after) is None


# Forfeit


@pytest.mark.parametrize("inputs", MOMENTS)
def test_with_on_timeout_forfeit_the_game_is_lost(inputs: tuple[Input[Action], ...]) -> None:
    before = played(*inputs, config=replace(SWAP2, on_timeout="forfeit"))
    (loser,) = GAME.to_act(before)
    after, told = told_by(before, Elapsed(turn_timer(before).name))
    assert GAME.outcome(after) == Outcome((-1, 1) if loser == 0 else (1, -1), "timeout")
    assert told == (GameEnded(1 - loser, "timeout"),)
    assert GAME.draw(after) is None


@pytest.mark.parametrize("config", [Config(mode="ranked"), replace(SWAP2, on_timeout="forfeit_main_game")])
@pytest.mark.parametrize("inputs", MOMENTS)
def test_in_ranked_main_games_out_of_time_loses_and_in_swap_2_it_does_not(
    inputs: tuple[Input[Action], ...], config: Config
) -> None:
    before = played(*inputs, config=config)
    (active,) = GAME.to_act(before)
    after, told = told_by(before, Elapsed(turn_timer(before).name))
    if before.game_phase == "main_game":
        assert GAME.outcome(after) == Outcome((-1, 1) if active == 0 else (1, -1), "timeout")
        assert told == (GameEnded(1 - active, "timeout"),)
        assert GAME.flaws(after) == ()
    else:
        assert GAME.outcome(after) is None


def test_a_host_may_let_ranked_games_go_on_after_a_time_out() -> None:
    before = played(*WHOLE_GAME, config=Config(mode="ranked", on_timeout="auto"))
    assert GAME.draw(time_runs_out(before)) is not None


@pytest.mark.parametrize("mode", ["tieu_dao", "custom", "di_bien_ky", "van_mon"])
def test_in_other_modes_a_stone_is_placed_by_chance_unless_set_otherwise(mode: Mode) -> None:
    before = played(*WHOLE_GAME, config=replace(SWAP2, mode=mode))
    assert GAME.draw(time_runs_out(before)) is not None


# Presence


@pytest.mark.parametrize("mode", ["tieu_dao", "ranked"])
@pytest.mark.parametrize("seat", [0, 1])
def test_who_loses_the_connection_may_come_back(seat: int, mode: Mode) -> None:
    state = played(*THREE_STONES[:2], config=replace(SWAP2, mode=mode))
    away, told = told_by(state, Left(seat))
    assert GAME.view(away, None).away == (seat,)
    assert told == (PlayerAway(seat),)
    back, told = told_by(away, Returned(seat))
    assert GAME.view(back, None).away == ()
    assert told == (PlayerBack(seat),)
    assert replace(back, departures=0) == state


def test_the_clock_goes_on_while_one_is_away() -> None:
    for seat in (0, 1):
        state = started()
        assert GAME.timers(step(GAME, state, Left(seat)).state) == GAME.timers(state)


def test_the_action_of_an_absent_player_times_out_as_ever() -> None:
    state = played(*THREE_STONES, Left(1))
    assert opening_of(time_runs_out(state)).black_player_id == "player2"


def test_a_player_still_away_may_not_stop_the_other_from_acting() -> None:
    state = played(Left(1), *THREE_STONES)
    assert opening_of(state).phase == "swap2_choice"


@pytest.mark.parametrize("mode", ["tieu_dao", "ranked"])
@pytest.mark.parametrize("first_back", [0, 1])
@pytest.mark.parametrize("inputs", [THREE_STONES[:2], THREE_STONES, WHOLE_GAME])
def test_while_both_are_away_the_clock_stands_and_the_first_one_back_continues(
    inputs: tuple[Input[Action], ...], first_back: int, mode: Mode
) -> None:
    state = played(*inputs, config=replace(SWAP2, mode=mode))
    both_away = told_by(state, Left(0), Left(1))[0]
    assert running(both_away) == ()
    assert turn_timer(both_away) == replace(turn_timer(state), paused=True)  # with what is left
    assert GAME.to_act(both_away) == GAME.to_act(state)
    assert refusal(both_away, Elapsed(turn_timer(state).name)).code == "no_timer"
    back = step(GAME, both_away, Returned(first_back)).state
    assert turn_timer(back) == turn_timer(state)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("inputs", [(), THREE_STONES, WHOLE_GAME])
def test_in_ranked_games_whoever_is_away_too_long_loses(inputs: tuple[Input[Action], ...], seat: int) -> None:
    state = played(*inputs, Left(seat), config=RANKED)
    (absence,) = absence_timers(state)
    assert (absence.ms, absence.seats) == (5_000, frozenset({seat}))
    after, told = told_by(state, Elapsed(absence.name))
    assert told == (GameEnded(1 - seat, "abandoned"),)
    assert GAME.outcome(after) == Outcome((-1, 1) if seat == 0 else (1, -1), "abandoned")


def test_the_wait_for_an_absent_player_is_60_seconds_by_default() -> None:
    (absence,) = absence_timers(played(Left(0), config=Config(mode="ranked")))
    assert absence.ms == 60_000


@pytest.mark.parametrize("mode", ["tieu_dao", "van_mon", "di_bien_ky", "custom"])
def test_in_other_games_absence_alone_never_loses(mode: Mode) -> None:
    state = played(Left(0), config=Config(mode=mode, swap2_enabled=True))
    assert absence_timers(state) == ()
    assert refusal(state, Elapsed("absent-0-1")).code == "no_timer"


def test_the_wait_for_an_absent_player_goes_on_through_moves() -> None:
    away = played(Left(1), config=RANKED)
    moved = step(GAME, away, THREE_STONES[0]).state
    assert absence_timers(moved) == absence_timers(away)
    assert turn_timer(moved) != turn_timer(away)


@pytest.mark.parametrize("stays_away", [0, 1])
def test_that_wait_stands_too_while_both_are_away(stays_away: int) -> None:
    one_away = played(Left(stays_away), config=RANKED)
    both_away = step(GAME, one_away, Left(1 - stays_away)).state
    assert running(both_away) == ()
    assert replace(absence_timers(one_away)[0], paused=True) in absence_timers(both_away)  # with what is left
    again = step(GAME, both_away, Returned(1 - stays_away)).state
    assert GAME.timers(again) == GAME.timers(one_away)


def test_coming_back_ends_the_wait() -> None:
    state = played(Left(0), Returned(0), config=RANKED)
    assert names(state) == names(started(RANKED))


def test_a_second_departure_is_a_new_wait() -> None:
    first = absence_timers(played(Left(0), config=RANKED))
    second = absence_timers(played(Left(0), Returned(0), Left(0), config=RANKED))
    assert len(second) == 1
    assert second[0].name != first[0].name


def test_leaving_twice_without_coming_back_is_one_departure() -> None:
    away = played(Left(0), config=RANKED)
    assert told_by(away, Left(0)) == (away, ())


def test_coming_back_without_having_left_changes_nothing() -> None:
    assert told_by(started(RANKED), Returned(1)) == (started(RANKED), ())


def test_the_turn_of_an_absent_player_may_run_out_while_he_is_waited_for() -> None:
    state = played(*THREE_STONES, Left(1), config=RANKED)
    assert len(names(state)) == 2
    chosen = time_runs_out(state)
    assert chosen.result is None
    assert absence_timers(chosen) == absence_timers(state)

"""Playing: what the kernel refuses for every game alike, and that chance is written down in the order it spoke."""

import dataclasses
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.dealers import Given, PyRandom
from ludoteca.kernel import (
    Answer,
    AnyInput,
    Chance,
    Dealer,
    Elapsed,
    Event,
    Illegal,
    Left,
    Move,
    Outcome,
    Resigned,
    Returned,
    Timer,
    advance,
    begin,
    canonical,
    digest,
    options,
    random_input,
    secret,
    step,
)
from ludoteca.kernel.play import KERNEL_CODES, check_seat, seat_count, settle, turn

from .coin import GAME, Begun, Config, Fell, Guess, Guessed, Scored, State, View

HEADS, TAILS = Guess("heads"), Guess("tails")
FRESH = GAME.setup(Config()).state
GUESSING = begin(GAME, Config(), Given([(1,)])).state
FLIPPING = step(GAME, GUESSING, Move(1, HEADS)).state
SCORING = step(GAME, FLIPPING, Chance((0,))).state
SHOWING = step(GAME, SCORING, Chance((3, 4))).state
OVER = step(GAME, GUESSING, Resigned(0)).state
EVERY_STATE = (FRESH, GUESSING, FLIPPING, SCORING, SHOWING, OVER)


def code_of(state: State, given: AnyInput) -> str:
    before = canonical(state)
    with pytest.raises(Illegal) as caught:
        step(GAME, state, given)
    assert canonical(state) == before
    return caught.value.code


# What the kernel refuses


@pytest.mark.parametrize("state", [FRESH, FLIPPING, SCORING])
@pytest.mark.parametrize("given", [Move(1, HEADS), Elapsed("guess-1"), Left(0), Returned(0), Resigned(0)])
def test_while_chance_must_speak_nobody_else_may(state: State, given: AnyInput) -> None:
    assert code_of(state, given) == "draw_open"


@pytest.mark.parametrize("given", [Move(0, HEADS), Elapsed("guess-1"), Elapsed("x"), Left(0), Returned(1), Resigned(1)])
def test_when_the_game_is_over_nothing_is_accepted(given: AnyInput) -> None:
    assert code_of(OVER, given) == "game_over"


@pytest.mark.parametrize("state", [GUESSING, SHOWING, OVER])
@pytest.mark.parametrize("answer", [(0,), (), (1, 2)])
def test_chance_speaks_only_when_asked(state: State, answer: Answer) -> None:
    assert code_of(state, Chance(answer)) == "no_draw"


@pytest.mark.parametrize(
    ("state", "answer"),
    [
        (FRESH, ()),
        (FRESH, (2,)),
        (FRESH, (-1,)),
        (FRESH, (0, 0)),
        (FLIPPING, (2,)),
        (SCORING, (1,)),
        (SCORING, (0, 1)),
        (SCORING, (6, 7)),
        (SCORING, (1, 2, 3)),
    ],
)
def test_a_wrong_answer_to_a_draw_is_refused(state: State, answer: Answer) -> None:
    assert code_of(state, Chance(answer)) == "bad_answer"


@pytest.mark.parametrize(("state", "timer"), [(GUESSING, "guess-2"), (GUESSING, "show-1"), (SHOWING, "guess-1")])
def test_only_a_running_timer_can_elapse(state: State, timer: str) -> None:
    assert code_of(state, Elapsed(timer)) == "no_timer"


def test_what_the_rules_refuse_comes_through_with_their_code_and_facts() -> None:
    with pytest.raises(Illegal) as caught:
        step(GAME, GUESSING, Move(0, HEADS))
    error = caught.value
    assert (error.code, error.facts) == ("not_your_turn", {"turn": 1})
    assert error.code in str(error)
    assert error.reason in str(error)


def test_every_code_of_the_kernel_is_translated_for_the_bridge() -> None:
    refused = {"game_over", "draw_open", "no_draw", "bad_answer", "no_timer", "no_seat", "no_answer", "bad_config"}
    assert refused <= set(KERNEL_CODES)


@pytest.mark.parametrize("seat", [-1, 2, 63, 2**62])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    with pytest.raises(Illegal) as caught:
        check_seat(seat, seat_count(GAME, GUESSING))
    assert (caught.value.code, caught.value.facts) == ("no_seat", {"seats": 2})


@pytest.mark.parametrize("given", [Move(2, HEADS), Left(2), Returned(63), Resigned(2)])
@pytest.mark.parametrize("state", [GUESSING, SHOWING])
def test_an_input_of_a_seat_that_is_not_there_is_refused(state: State, given: AnyInput) -> None:
    assert code_of(state, given) == "no_seat"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_is_there_is_not(seat: int) -> None:
    check_seat(seat, seat_count(GAME, GUESSING))


def test_a_bad_config_is_refused() -> None:
    with pytest.raises(Illegal) as caught:
        begin(GAME, Config(think_ms=60_001), PyRandom(0))
    assert caught.value.code == "bad_config"


# Chance in order


def test_begin_lets_chance_answer_the_first_draw() -> None:
    state, events, drawn = begin(GAME, Config(), Given([(1,)]))
    assert (state.turn, state.phase) == (1, "guessing")
    assert events == (Event(Begun(1)),)
    assert drawn == ((1,),)


def test_advance_returns_every_answer_and_every_event_in_order() -> None:
    state, events, drawn = advance(GAME, GUESSING, Move(1, HEADS), Given([(0,), (3, 4)]))
    assert drawn == ((0,), (3, 4))
    assert [event.payload for event in events] == [
        Guessed(1, "heads"),
        Guessed(1, None),
        Fell("heads"),
        Scored(1, 7),
    ]
    assert state == SHOWING


def test_advance_asks_chance_only_as_often_as_needed() -> None:
    dealer = Given([(1,), (3, 4)])
    assert advance(GAME, GUESSING, Move(1, HEADS), dealer).drawn == ((1,),)
    assert dealer.unused() == 1


def test_advance_without_a_draw_asks_no_dealer() -> None:
    assert advance(GAME, SHOWING, Elapsed("show-1"), Given([])).drawn == ()


def test_settle_goes_on_from_a_state_whose_draw_is_open() -> None:
    opened = step(GAME, GUESSING, Move(1, HEADS))
    made = settle(GAME, opened, Given([(0,), (3, 4)]))
    assert made == advance(GAME, GUESSING, Move(1, HEADS), Given([(0,), (3, 4)]))


@pytest.mark.parametrize(
    ("answers", "code"), [([(0,), (0, 1)], "bad_answer"), ([(0,)], "no_answer"), ([], "no_answer")]
)
def test_a_dealer_that_answers_wrongly_or_not_at_all_is_refused(answers: Sequence[Answer], code: str) -> None:
    with pytest.raises(Illegal) as caught:
        advance(GAME, GUESSING, Move(1, HEADS), Given(answers))
    assert caught.value.code == code


@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_intents_and_answers_replay_to_the_same_state_and_events(seed: int, choices: int) -> None:
    dealer, chooser = PyRandom(seed), PyRandom(choices)
    made = again = begin(GAME, Config(rounds=4), dealer)
    while (given := random_input(GAME, made.state, chooser)) is not None:
        made = advance(GAME, made.state, given, dealer)
        again = advance(GAME, again.state, given, Given(made.drawn))
        assert again == made
    assert digest(again.state) == digest(made.state)


# Options, random inputs, turns


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (GUESSING, [Move(1, HEADS), Move(1, TAILS)]),
        (SHOWING, [Elapsed("show-1")]),
        (OVER, []),
        (FRESH, []),
    ],
)
def test_options_are_the_legal_moves_or_else_the_timers(state: State, expected: list[AnyInput]) -> None:
    assert options(GAME, state) == expected


def test_every_option_applies() -> None:
    for state in EVERY_STATE:
        for option in options(GAME, state):
            assert step(GAME, state, option)


@given(st.integers(0, 2**32))
def test_a_random_input_is_one_of_the_options(seed: int) -> None:
    dealer = PyRandom(seed)
    for state in (GUESSING, SHOWING):
        assert random_input(GAME, state, dealer) in options(GAME, state)


def test_random_inputs_reach_every_option() -> None:
    dealer = PyRandom(1)
    found = [random_input(GAME, GUESSING, dealer) for _ in range(50)]
    assert all(option in found for option in options(GAME, GUESSING))


def test_when_the_game_is_over_there_is_no_random_input_and_no_turn() -> None:
    assert random_input(GAME, OVER, PyRandom(1)) is None
    assert turn(GAME, OVER, {}) is None


def test_a_turn_asks_the_seat_that_must_act_and_shows_it_its_own_view() -> None:
    asked: list[tuple[View, Sequence[Any]]] = []

    def player(view: View, legal: Sequence[Any]) -> Any:
        asked.append((view, legal))
        return legal[-1]

    assert turn(GAME, GUESSING, {1: player}) == Move(1, TAILS)
    assert asked == [(GAME.view(GUESSING, 1), GAME.legal(GUESSING, 1))]


def test_a_turn_skips_pacing() -> None:
    assert turn(GAME, SHOWING, {}) == Elapsed("show-1")


def test_where_nobody_must_act_pacing_goes_before_anybodys_time() -> None:
    both = (Timer("grace-0", 1, frozenset({0})), Timer("show-1", 1))
    game = dataclasses.replace(GAME, timers=lambda _: both)
    assert options(game, SHOWING) == [Elapsed("show-1")]
    assert turn(game, SHOWING, {}) == Elapsed("show-1")
    assert all(random_input(game, SHOWING, PyRandom(seed)) == Elapsed("show-1") for seed in range(20))


def test_a_paused_timer_neither_elapses_nor_is_waited_for() -> None:
    stands, runs = Timer("guess-1", 1, frozenset({0}), paused=True), Timer("grace-0", 1, frozenset({0}))
    game = dataclasses.replace(GAME, timers=lambda _: (stands, runs))
    assert options(game, SHOWING) == [Elapsed("grace-0")]
    assert step(game, SHOWING, Elapsed("grace-0"))
    with pytest.raises(Illegal) as caught:
        step(game, SHOWING, Elapsed("guess-1"))
    assert caught.value.code == "no_timer"


def test_where_nobody_must_act_and_nothing_paces_somebodys_time_runs_out() -> None:
    game = dataclasses.replace(GAME, timers=lambda _: (Timer("grace-0", 1, frozenset({0})),))
    assert options(game, SHOWING) == [Elapsed("grace-0")]
    assert turn(game, SHOWING, {}) == Elapsed("grace-0")


@given(st.integers(0, 2**32))
def test_turns_play_a_game_to_its_end(seed: int) -> None:
    dealer: Dealer = PyRandom(seed)
    players = {0: lambda _view, legal: legal[0], 1: lambda _view, legal: legal[1]}
    made = begin(GAME, Config(rounds=2), dealer)
    while (given := turn(GAME, made.state, players)) is not None:
        made = advance(GAME, made.state, given, dealer)
    assert GAME.outcome(made.state) is not None


# Who hears what


@pytest.mark.parametrize(
    ("event", "hearers"),
    [
        (Event("x"), {0, 1, 2, None}),
        (Event("x", frozenset({1})), {1}),
        (Event("x", frozenset({0, 2})), {0, 2}),
        (Event("x", frozenset({1}), spectators=True), {1, None}),
        (Event("x", frozenset()), set()),
        (Event("x", frozenset(), spectators=True), {None}),
        (Event("x", None, spectators=False), {0, 1, 2, None}),
    ],
)
def test_an_event_is_for_those_it_names(event: Event[str], hearers: set[int | None]) -> None:
    assert {reader for reader in (0, 1, 2, None) if event.is_for(reader)} == hearers


@given(st.integers(1, 10).flatmap(lambda seats: st.tuples(st.just(seats), st.frozensets(st.integers(0, seats - 1)))))
def test_of_a_secret_everyone_hears_exactly_one_half(given: tuple[int, frozenset[int]]) -> None:
    seats, insiders = given
    private, public = secret(insiders, "private", "public", seats=seats)
    for reader in (*range(seats), None):
        heard = [event.payload for event in (private, public) if event.is_for(reader)]
        assert heard == ["private" if reader in insiders else "public"]


# Who won


@pytest.mark.parametrize(
    ("scores", "winners"),
    [((1, -1), {0}), ((-1, 1), {1}), ((0, 0), set()), ((-1, -1), set()), ((2, 1, -3), {0, 1}), ((), set())],
)
def test_winners_are_the_seats_with_a_score_above_nothing(scores: tuple[int, ...], winners: set[int]) -> None:
    assert Outcome(scores, "because").winners == winners

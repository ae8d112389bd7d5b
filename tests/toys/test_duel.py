"""The duel, sentence by sentence; the numbers are those of its RULES.md."""

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.kernel import (
    Elapsed,
    Event,
    Illegal,
    Input,
    Left,
    Move,
    Outcome,
    Resigned,
    Returned,
    Timer,
    canonical,
    random_input,
    step,
)

from .duel import GAME
from .duel.types import Action, CameBack, Choice, Clash, Closed, Config, Ended, Seal, Shown, Sketch, State, Told, View

SEALS = (Seal("strike"), Seal("guard"), Seal("feint"))


def seal(seat: int, choice: Choice) -> Move[Action]:
    return Move(seat, Seal(choice))


def sketch(seat: int, choice: Choice | None) -> Move[Action]:
    return Move(seat, Sketch(choice))


def a_round(number: int, left: Choice, right: Choice) -> tuple[Input[Action], ...]:
    return seal(0, left), seal(1, right), Elapsed(f"reveal-{number}")


def an_idle_round(number: int) -> tuple[Input[Action], ...]:
    return Elapsed(f"deadline-{number}"), Elapsed(f"reveal-{number}")


def played(*inputs: Input[Action], config: Config | None = None) -> tuple[State, tuple[Event[Told], ...]]:
    """The state after these inputs, and what the last of them told."""
    state, events = GAME.setup(config or Config())
    for given in inputs:
        state, events = step(GAME, state, given)
    return state, events


def after(*inputs: Input[Action], config: Config | None = None) -> State:
    return played(*inputs, config=config)[0]


def ended(*inputs: Input[Action], config: Config | None = None) -> Outcome:
    outcome = GAME.outcome(after(*inputs, config=config))
    assert outcome is not None
    return outcome


def refusal(state: State, given: Input[Action]) -> str:
    with pytest.raises(Illegal) as caught:
        step(GAME, state, given)
    return caught.value.code


def timer_names(state: State) -> list[str]:
    return [timer.name for timer in GAME.timers(state)]


def test_1_both_seal_without_waiting() -> None:
    state = after()
    assert GAME.to_act(state) == {0, 1}
    assert GAME.legal(state, 0) == GAME.legal(state, 1) == SEALS


@pytest.mark.parametrize("given", [seal(0, "guard"), sketch(0, "guard")])
def test_2_a_sealed_choice_is_final(given: Move[Action]) -> None:
    state = after(seal(0, "strike"))
    assert GAME.to_act(state) == {1}
    assert refusal(state, given) == "already_sealed"


def test_2_the_other_learns_only_that_it_was_sealed() -> None:
    state, events = played(seal(0, "strike"))
    assert GAME.view(state, 0).sealed == "strike"
    for reader in (1, None):
        assert GAME.view(state, reader).ready == (True, False)
        assert b"strike" not in canonical((GAME.view(state, reader), events))


def test_3_a_sketch_leaves_to_act_and_legal_as_they_were() -> None:
    state = after(sketch(0, "feint"))
    assert GAME.to_act(state) == {0, 1}
    assert GAME.legal(state, 0) == GAME.legal(state, 1) == SEALS
    assert GAME.timers(state) == GAME.timers(after())


def test_3_a_sketch_is_known_to_its_seat_alone() -> None:
    state, (event,) = played(sketch(0, "feint"))
    assert GAME.view(state, 0).sketch == "feint"
    for reader in (1, None):
        assert GAME.view(state, reader) == GAME.view(after(), reader)
        assert not event.is_for(reader)


def test_4_the_round_closes_when_both_have_sealed() -> None:
    state, events = played(seal(1, "guard"), seal(0, "strike"))
    assert state.phase == "reveal"
    assert events[-1] == Event(Closed(1))


def test_4_the_deadline_is_named_by_its_round_and_is_the_time_of_who_has_not_sealed() -> None:
    assert GAME.timers(after()) == (Timer("deadline-1", 20_000, frozenset({0, 1})),)
    assert GAME.timers(after(seal(0, "strike"))) == (Timer("deadline-1", 20_000, frozenset({1})),)
    assert timer_names(after(*a_round(1, "strike", "guard"))) == ["deadline-2"]
    assert after(Elapsed("deadline-1")).phase == "reveal"


def test_5_at_the_deadline_a_sketch_is_played() -> None:
    assert after(sketch(0, "feint"), Elapsed("deadline-1"), Elapsed("reveal-1")).last == ("feint", "idle")


def test_5_a_sketch_taken_back_is_not_played() -> None:
    state = after(sketch(0, "feint"), sketch(0, None), seal(1, "guard"), Elapsed("deadline-1"), Elapsed("reveal-1"))
    assert state.last == ("idle", "guard")


def test_6_in_the_pause_nobody_acts() -> None:
    state = after(seal(0, "strike"), seal(1, "guard"))
    assert GAME.to_act(state) == frozenset()
    assert GAME.legal(state, 0) == ()
    assert GAME.timers(state) == (Timer("reveal-1", 900),)
    assert refusal(state, sketch(0, "guard")) == "round_closed"


def test_6_the_pause_shows_no_choice() -> None:
    state = after(seal(0, "strike"), seal(1, "guard"))
    assert b"guard" not in canonical(GAME.view(state, 0))


def test_7_each_is_told_the_round_from_its_own_side() -> None:
    _, events = played(*a_round(1, "strike", "guard"))
    told = {reader: next(event.payload for event in events if event.is_for(reader)) for reader in (0, 1, None)}
    assert told == {
        0: Clash("strike", "guard", 0, 1),
        1: Clash("guard", "strike", 1, 0),
        None: Shown(("strike", "guard"), (0, 1)),
    }


@pytest.mark.parametrize(("winner", "loser"), [("strike", "feint"), ("feint", "guard"), ("guard", "strike")])
def test_8_the_winner_of_a_round_scores(winner: Choice, loser: Choice) -> None:
    assert after(*a_round(1, winner, loser)).points == (1, 0)
    assert after(*a_round(1, loser, winner)).points == (0, 1)


@pytest.mark.parametrize("choice", ["strike", "guard", "feint"])
def test_8_every_choice_beats_idle(choice: Choice) -> None:
    assert after(seal(1, choice), *an_idle_round(1)).points == (0, 1)


@pytest.mark.parametrize("choice", ["strike", "guard", "feint"])
def test_9_equal_plays_score_nothing(choice: Choice) -> None:
    assert after(*a_round(1, choice, choice)).points == (0, 0)


def test_10_first_at_the_goal_wins() -> None:
    inputs = (*a_round(1, "strike", "feint"), *a_round(2, "strike", "feint"))
    assert GAME.outcome(after(*inputs)) is None
    assert ended(*inputs, config=Config(goal=2)) == Outcome((1, -1), "goal")


def test_11_after_the_last_round_more_points_win() -> None:
    inputs = (*a_round(1, "guard", "feint"), *a_round(2, "guard", "guard"))
    assert ended(*inputs, config=Config(goal=2, rounds=2)) == Outcome((-1, 1), "rounds")


def test_11_equal_points_are_a_draw() -> None:
    assert ended(*a_round(1, "guard", "guard"), config=Config(goal=1, rounds=1)) == Outcome((0, 0), "rounds")


def test_12_two_idle_rounds_of_both_in_a_row_end_it() -> None:
    inputs = (*an_idle_round(1), *an_idle_round(2))
    assert ended(*inputs) == Outcome((-1, -1), "idle")
    assert ended(*inputs, config=Config(goal=2, rounds=2)).reason == "idle"


def test_12_a_play_in_between_begins_the_count_again() -> None:
    state = after(*an_idle_round(1), seal(0, "guard"), *an_idle_round(2), *an_idle_round(3))
    assert GAME.outcome(state) is None
    assert state.idle_rounds == 1


@pytest.mark.parametrize(("seat", "scores"), [(0, (-1, 1)), (1, (1, -1))])
def test_13_who_resigns_loses(seat: int, scores: tuple[int, int]) -> None:
    assert ended(Resigned(seat)) == Outcome(scores, "resigned")
    assert ended(seal(0, "guard"), seal(1, "guard"), Resigned(seat)).scores == scores


def test_14_who_leaves_loses_at_once() -> None:
    assert ended(Left(1)) == Outcome((1, -1), "left")


def running(state: State) -> list[str]:
    return [timer.name for timer in GAME.timers(state) if not timer.paused]


def test_14_a_grace_is_waited_beside_the_round() -> None:
    gentle = Config(grace_ms=30_000)
    state = after(Left(1), config=gentle)
    assert GAME.to_act(state) == {0, 1}
    assert running(state) == ["deadline-1", "grace-1"]
    assert Timer("grace-1", 30_000, frozenset({1})) in GAME.timers(state)
    assert running(after(Left(1), Elapsed("deadline-1"), config=gentle)) == ["reveal-1", "grace-1"]
    assert ended(Left(1), Elapsed("grace-1"), config=gentle) == Outcome((1, -1), "left")


def test_14_coming_back_stops_the_wait_and_the_same_wait_goes_on_later() -> None:
    gentle = Config(grace_ms=30_000)
    state, events = played(Left(1), Returned(1), config=gentle)
    assert events == (Event(CameBack(1)),)
    assert running(state) == ["deadline-1"]
    assert Timer("grace-1", 30_000, frozenset({1}), paused=True) in GAME.timers(state)
    assert running(after(Left(1), Returned(1), Left(1), config=gentle)) == ["deadline-1", "grace-1"]


def test_14_presence_told_twice_changes_nothing() -> None:
    gentle = Config(grace_ms=30_000)
    assert after(Left(1), Left(1), config=gentle) == after(Left(1), config=gentle)
    assert after(Returned(1), config=gentle) == after(config=gentle)


def test_15_the_winner_takes_the_pot() -> None:
    assert ended(Resigned(0), config=Config(stake=10)).payout == (0, 20)


def test_15_a_draw_gives_the_stakes_back() -> None:
    config = Config(goal=1, rounds=1, stake=10)
    assert ended(*a_round(1, "guard", "guard"), config=config).payout == (10, 10)


def test_15_the_pot_is_burned_when_both_lose() -> None:
    assert ended(*an_idle_round(1), *an_idle_round(2), config=Config(stake=10)).payout == (0, 0)


def test_16_a_goal_out_of_reach_is_refused() -> None:
    with pytest.raises(Illegal, match="bad_config"):
        GAME.setup(Config(goal=4, rounds=3))


def test_the_end_is_told_once_and_nothing_runs_after_it() -> None:
    state, events = played(*a_round(1, "strike", "feint"), config=Config(goal=1))
    assert [event for event in events if isinstance(event.payload, Ended)] == [events[-1]]
    assert (GAME.timers(state), GAME.to_act(state)) == ((), frozenset())


@pytest.mark.parametrize("reader", [0, 1, None])
def test_resample_keeps_the_readers_view_and_doubts_the_rest(reader: int | None) -> None:
    state = after(seal(0, "strike"), sketch(1, "feint"))
    worlds = [GAME.resample(state, reader, PyRandom(seed)) for seed in range(30)]
    assert all(GAME.view(world, reader) == GAME.view(state, reader) for world in worlds)
    assert {world.sealed[0] for world in worlds} == ({"strike"} if reader == 0 else {"strike", "guard", "feint"})
    assert {world.sketches[1] for world in worlds} == ({"feint"} if reader == 1 else {None, "strike", "guard", "feint"})


@pytest.mark.parametrize("action", [*SEALS, Sketch("guard"), Sketch(None)])
def test_every_action_reads_back(action: Action) -> None:
    view: View = GAME.view(after(), 0)
    assert GAME.text.read(GAME.text.write(action, view), view) == action


@pytest.mark.parametrize("text", ["", "parry", "sketch", "sketch parry", "strike now"])
def test_what_cannot_be_read_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(Illegal, match="unreadable: strike, guard or feint"):
        GAME.text.read(text, GAME.view(after(), 0))


@pytest.mark.parametrize("preset", GAME.presets)
def test_random_duels_end_and_can_be_told(preset: str) -> None:
    for seed in range(20):
        dealer = PyRandom(seed)
        state, events = GAME.setup(GAME.presets[preset])
        while (given := random_input(GAME, state, dealer)) is not None:
            state, events = step(GAME, state, given)
            view = GAME.view(state, seed % 2)
            assert GAME.text.picture(view)
            assert all("\n" not in GAME.text.tell(event.payload, view) for event in events)
        assert isinstance(events[-1].payload, Ended)

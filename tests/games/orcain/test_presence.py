"""The specification's "Disconnect Rules", what happens when both leave, the grace that may be configured, resigning."""

import pytest

from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.types import Action, MatchEnd, PlayerAway, PlayerBack, Result, State
from ludoteca.kernel import Elapsed, Input, Left, Outcome, Resigned, Returned, Timer, step

from .helpers import (
    DEADLINE,
    GRACE,
    READERS,
    SPECIFIED,
    after,
    confirm,
    draft,
    finalized,
    only,
    played,
    refusal,
    started,
    told,
)

MOMENTS: dict[str, tuple[Input[Action], ...]] = {
    "nothing laid out": (),
    "drafted": (draft(0, "adh"), draft(1, "a--")),
    "one confirmed": (confirm(0, "adh"),),
    "finalized": (confirm(0, "adh"), confirm(1, "dha")),
    "one step revealed": (confirm(0, "adh"), confirm(1, "dha"), Elapsed("reveal-1-1")),
    "two steps revealed": (confirm(0, "adh"), confirm(1, "dha"), Elapsed("reveal-1-1"), Elapsed("reveal-1-2")),
}
every_moment = pytest.mark.parametrize("moment", MOMENTS)
either = pytest.mark.parametrize("seat", [0, 1])


def absence(state: State) -> Timer:
    return GAME.timers(state)[1]


@every_moment
@either
def test_a_disconnect_ends_the_match_at_once_and_the_pot_goes_to_the_opponent(moment: str, seat: int) -> None:
    state = after(started(), *MOMENTS[moment], Left(seat))
    assert absence(state) == Timer(f"disconnect-{seat}-1", 0, frozenset({seat}))
    ended = after(state, Elapsed(absence(state).name))
    payout = (0, 2) if seat == 0 else (2, 0)
    assert ended.result == Result(1 - seat, "disconnect", False, payout)
    assert GAME.outcome(ended) == Outcome((-1, 1) if seat == 0 else (1, -1), "disconnect", payout)


@either
def test_a_disconnect_in_a_later_round_too(seat: int) -> None:
    state = after(played(started(), "a--", "---"), Left(seat))
    ended = after(state, Elapsed(absence(state).name))
    assert (ended.result, ended.hp) == (Result(1 - seat, "disconnect", False, (0, 2) if seat == 0 else (2, 0)), (10, 8))


@every_moment
@either
def test_match_end_of_a_disconnect_is_told_to_everyone_once(moment: str, seat: int) -> None:
    state = after(started(), *MOMENTS[moment], Left(seat))
    for reader in READERS:
        end = only(told(state, Elapsed(absence(state).name), reader), MatchEnd)
        assert (end.reason, end.winner_id, end.loser_id) == ("disconnect", 1 - seat, seat)


@every_moment
def test_both_leaving_at_once_is_a_draw_and_the_stakes_are_refunded(moment: str) -> None:
    for config in (SPECIFIED, GRACE, DEADLINE):
        for first in (0, 1):
            state = after(started(config), *MOMENTS["drafted" if config is DEADLINE else moment], Left(first))
            ended = after(state, Left(1 - first))
            assert ended.result == Result(None, "disconnect", False, (1, 1))
            assert GAME.outcome(ended) == Outcome((0, 0), "disconnect", (1, 1))
            assert {only(told(state, Left(1 - first), reader), MatchEnd).winner for reader in READERS} == {"NONE"}


# Grace


@either
def test_with_disconnect_grace_ms_a_lost_connection_is_waited_for(seat: int) -> None:
    state = after(started(GRACE), Left(seat))
    assert GAME.timers(state) == (*GAME.timers(started(GRACE)), Timer(f"disconnect-{seat}-1", 5_000, frozenset({seat})))
    assert {reader: told(started(GRACE), Left(seat), reader) for reader in READERS} == {
        reader: [PlayerAway(seat)] for reader in READERS
    }
    assert [GAME.view(state, reader).away for reader in READERS] == [(seat,)] * 3


@either
def test_coming_back_in_time_ends_the_wait(seat: int) -> None:
    away = after(started(GRACE), Left(seat))
    back = after(away, Returned(seat))
    assert GAME.timers(back) == GAME.timers(started(GRACE))
    assert refusal(back, Elapsed(absence(away).name)).code == "no_timer"
    assert told(away, Returned(seat), 1 - seat) == [PlayerBack(seat)]


@either
def test_another_departure_is_another_wait(seat: int) -> None:
    first = after(started(GRACE), Left(seat))
    second = after(first, Returned(seat), Left(seat))
    assert absence(second) == Timer(f"disconnect-{seat}-2", 5_000, frozenset({seat}))


def test_the_wait_goes_on_from_phase_to_phase_and_the_round_does_too() -> None:
    state = after(started(GRACE), Left(1), confirm(0, "adh"))
    waiting = absence(state)
    state = finalized(state)
    assert absence(state) == waiting
    assert state.phase == "REVEAL"
    state = after(state, Elapsed("reveal-1-1"), Elapsed("reveal-1-2"), Elapsed("reveal-1-3"))
    assert (absence(state), state.round_index) == (waiting, 2)


def test_whoever_is_waited_for_may_still_act() -> None:
    state = after(started(GRACE), Left(1), confirm(1, "adh"))
    assert state.confirmed == (False, True)


def test_one_who_came_back_before_the_other_left_makes_no_draw() -> None:
    state = after(started(GRACE), Left(0), Returned(0), Left(1))
    assert (state.phase, GAME.view(state, None).away) == ("PREP", (1,))


@either
def test_to_leave_twice_or_return_without_having_left_changes_nothing(seat: int) -> None:
    away = after(started(GRACE), Left(seat))
    assert step(GAME, away, Left(seat)) == (away, ())
    assert step(GAME, started(), Returned(seat)) == (started(), ())


# Resigning


@every_moment
@either
def test_who_resigns_loses_as_if_he_had_left(moment: str, seat: int) -> None:
    ended = after(started(), *MOMENTS[moment], Resigned(seat))
    assert ended.result == Result(1 - seat, "disconnect", False, (0, 2) if seat == 0 else (2, 0))


def test_who_resigns_while_the_other_is_waited_for_loses_all_the_same() -> None:
    ended = after(started(GRACE), Left(1), Resigned(0))
    assert ended.result == Result(1, "disconnect", False, (0, 2))


# What is not revealed


@every_moment
def test_what_was_not_revealed_when_the_match_ended_nobody_learns(moment: str) -> None:
    before = after(started(), *MOMENTS[moment])
    ended = after(before, Resigned(1))
    assert ended.layouts == ((None, None, None), (None, None, None))
    assert ended.steps == before.steps


# The presets


def test_the_preset_specification_has_no_grace_period_and_all_others_wait() -> None:
    graces = {name: config.disconnect_grace_ms for name, config in GAME.presets.items()}
    assert graces.pop("specification") == 0
    assert (graces["casual"], GAME.types.config().disconnect_grace_ms) == (15_000, 15_000)
    assert all(graces.values())

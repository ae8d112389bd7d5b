"""The specification's "AFK Rules", sentence by sentence. `None` in place of a layout: neither draft nor confirm."""

import pytest

from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.types import Action, MatchEnd, Result, RoundEnd, State
from ludoteca.kernel import Move, Outcome

from .helpers import (
    READERS,
    after,
    confirm,
    draft,
    finalized,
    only,
    played,
    revealed,
    started,
    tags,
    told,
    told_in_all,
    wait,
)

Rounds = list[tuple[str | None, str | None]]


def lived(*rounds: tuple[str | None, str | None]) -> State:
    """A match through these rounds; it must not end before the last."""
    state = started()
    for first, second in rounds:
        assert state.phase == "PREP"
        state = played(state, first, second)
    return state


def streaks(state: State) -> tuple[int, int, int]:
    return (*state.afk_streaks, state.both_afk_streak)


# Who is AFK


def test_a_player_is_afk_who_has_sent_neither_a_draft_nor_a_confirm() -> None:
    assert streaks(lived((None, "a--"))) == (1, 0, 0)


@pytest.mark.parametrize("sign", [draft(0, "---"), confirm(0, "---"), draft(0, "a--"), confirm(0, "adh")])
def test_any_draft_and_any_confirm_is_a_sign_of_life_even_with_all_nulls(sign: Move[Action]) -> None:
    assert streaks(revealed(finalized(started(), sign, draft(1, "---")))) == (0, 0, 0)


def test_partial_play_is_not_afk() -> None:
    assert streaks(lived(("--h", "a--"))) == (0, 0, 0)


def test_a_sign_of_life_counts_for_its_own_round_only() -> None:
    assert streaks(lived(("---", "---"), (None, "---"))) == (1, 0, 0)


# Streaks


def test_the_streak_increments_if_afk_and_resets_to_0_if_not() -> None:
    assert streaks(lived(("---", None))) == (0, 1, 0)
    assert streaks(lived(("---", None), ("---", "---"))) == (0, 0, 0)


def test_the_both_streak_increments_if_both_are_afk_and_resets_otherwise() -> None:
    assert streaks(lived((None, None))) == (1, 1, 1)
    assert streaks(lived((None, None), ("---", "---"))) == (0, 0, 0)


# The end


def test_two_rounds_in_a_row_lose_with_timeout_and_the_pot_goes_to_the_opponent() -> None:
    for loser in (0, 1):
        one_round: tuple[str | None, str | None] = (None, "a--") if loser == 0 else ("a--", None)
        state = lived(one_round, one_round)
        assert state.result == Result(1 - loser, "timeout", False, (0, 2) if loser == 0 else (2, 0))
        assert GAME.outcome(state) == Outcome((-1, 1) if loser == 0 else (1, -1), "timeout", state.result.payout)


@pytest.mark.parametrize("rounds", [[(None, "---")], [("---", None)], [(None, None)]])
def test_a_match_must_not_end_after_1_afk_round(rounds: Rounds) -> None:
    assert lived(*rounds).phase == "PREP"


@pytest.mark.parametrize(
    "rounds",
    [
        [(None, "---"), ("---", "---"), (None, "---"), ("---", "---"), (None, "---")],
        [(None, "---"), ("---", None), (None, "---"), ("---", None)],  # taking turns
        [(None, None), ("---", "---"), (None, None), ("---", "---")],
    ],
)
def test_only_after_2_consecutive_ones(rounds: Rounds) -> None:
    assert lived(*rounds).phase == "PREP"


def test_both_afk_for_2_rounds_burns_the_pot_and_both_lose() -> None:
    state = lived((None, None), (None, None))
    assert state.result == Result(None, "timeout", True, (0, 0))
    assert GAME.outcome(state) == Outcome((-1, -1), "timeout", (0, 0))


def test_both_afk_is_tested_before_one_afk() -> None:
    """Both have a streak of 2 as well: by that test alone the first would have lost to the second."""
    state = lived((None, None), (None, None))
    assert state.afk_streaks == (2, 2)
    assert GAME.view(state, 0).result == Result(None, "timeout", True, (0, 0))


@pytest.mark.parametrize("loser", [0, 1])
def test_who_is_afk_for_the_second_time_loses_to_who_is_for_the_first(loser: int) -> None:
    first: tuple[str | None, str | None] = (None, "---") if loser == 0 else ("---", None)
    state = lived(first, (None, None))
    assert state.result is not None
    assert (state.result.winner, state.result.pot_burned) == (1 - loser, False)


def test_the_end_comes_at_the_deadline_without_a_reveal() -> None:
    state = after(lived((None, "adh")), draft(1, "dca"))
    for reader in READERS:
        heard = told(state, wait(state), reader)
        assert tags(heard) == ["match_end"]
        assert only(heard, MatchEnd).reason == "timeout"
    assert after(state, wait(state)).steps == ()


def test_afk_is_checked_when_the_round_is_finalized_even_if_the_other_confirmed() -> None:
    state = after(lived((None, "---")), confirm(1, "adh"))
    assert state.phase == "PREP"
    assert after(state, wait(state)).phase == "END"


# What is known of it


@pytest.mark.parametrize("reader", READERS)
def test_a_streak_is_told_when_the_round_is_over_and_not_before(reader: int | None) -> None:
    state = finalized(started(), draft(1, "---"))
    for _ in range(2):
        assert GAME.view(state, reader).afk_streaks == (0, 0)
        state = after(state, wait(state))
    end = only(told_in_all(state, reader, None), RoundEnd)
    assert (end.your_afk_streak, end.opp_afk_streak) == ((0, 1) if reader == 1 else (1, 0))
    assert GAME.view(after(state, wait(state)), reader).afk_streaks == (1, 0)

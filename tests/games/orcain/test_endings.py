"""The specification's "Sudden Death" and "Match End Rules", and the pot."""

import pytest

from ludoteca.games.orcain import GAME, endings
from ludoteca.games.orcain.types import Config, MatchEnd, PrepStart, Result, State
from ludoteca.kernel import Left, Outcome, Resigned

from .helpers import (
    READERS,
    SPECIFIED,
    after,
    at,
    confirm,
    finalized,
    only,
    played,
    refusal,
    started,
    told,
    told_in_all,
    wait,
)

WON, LOST, DRAWN = (2, 0), (0, 2), (1, 1)


def ended(hp: tuple[int, int], first: str, second: str, round_index: int = 1, config: Config = SPECIFIED) -> State:
    """One round from here, in which the match must end."""
    state = played(at(hp, round_index, config), first, second)
    assert state.phase == "END"
    return state


# Hit points


def test_hp_at_0_loses() -> None:
    assert ended((2, 1), "-a-", "---").result == Result(0, "normal", False, WON)
    assert ended((2, 9), "---", "a--").result == Result(1, "normal", False, LOST)


def test_both_at_0_is_a_draw_and_the_stakes_are_refunded() -> None:
    state = ended((2, 1), "a--", "a--")
    assert (state.hp, state.result) == ((0, 0), Result(None, "normal", False, DRAWN))
    assert GAME.outcome(state) == Outcome((0, 0), "normal", DRAWN)


def test_the_end_is_tested_after_the_round_so_that_three_steps_are_always_played() -> None:
    state = ended((1, 5), "---", "ahd")
    assert len(state.history[-1].steps) == 3


def test_a_player_at_0_may_be_healed_by_a_later_step() -> None:
    state = played(at((2, 5)), "-h-", "a--")
    assert [shown.hp for shown in state.history[-1].steps] == [(0, 5), (1, 5), (1, 5)]
    assert state.phase == "PREP"


def test_a_player_at_0_still_strikes() -> None:
    state = ended((2, 2), "-a-", "a--")
    assert (state.hp, state.result) == ((0, 0), Result(None, "normal", False, DRAWN))


# The round limit


@pytest.mark.parametrize(("first", "second", "winner"), [("a--", "---", 0), ("---", "a--", 1)])
def test_the_round_limit_with_a_difference_ends_the_match(first: str, second: str, winner: int) -> None:
    state = started()
    for _ in range(2):
        state = played(state, "---", "---")
        assert state.phase == "PREP"
    state = played(state, first, second)
    assert state.result == Result(winner, "normal", False, WON if winner == 0 else LOST)
    assert state.round_index == 3


def test_a_difference_before_the_limit_does_not_end_the_match() -> None:
    assert played(at((10, 3), 2), "---", "---").phase == "PREP"


def test_the_round_limit_is_configurable() -> None:
    assert ended((10, 9), "---", "---", 1, Config(rounds=1)).result == Result(0, "normal", False, WON)
    assert played(at((10, 9), 3, Config(rounds=4)), "---", "---").phase == "PREP"


# Sudden death


def test_the_limit_with_equal_hp_leads_to_sudden_death() -> None:
    state = finalized(at((7, 7), 3), confirm(0, "a--"), confirm(1, "a--"))
    prep = only(told_in_all(state, 0, None, None, None), PrepStart)
    assert (prep.round_index, prep.sudden_death, prep.your_hp, prep.opp_hp) == (4, True, 5, 5)


def test_before_the_limit_it_is_not() -> None:
    assert not GAME.view(at((7, 7), 3), None).sudden_death


def test_sudden_death_continues_until_a_difference_occurs() -> None:
    state = at((7, 7), 3)
    for number in (4, 5, 6):
        state = played(state, "d-h", "h-d")
        assert (state.phase, state.round_index, GAME.view(state, None).sudden_death) == ("PREP", number, True)
    assert played(state, "a--", "---").result == Result(0, "normal", False, WON)


def test_sudden_death_changes_no_other_rule() -> None:
    before, during = played(at((7, 7), 1), "ahc", "cad"), played(at((7, 7), 9), "ahc", "cad")
    assert before.history == during.history


def test_both_at_0_in_sudden_death_is_a_draw() -> None:
    assert ended((2, 2), "a--", "a--", 7).result == Result(None, "normal", False, DRAWN)


def test_after_50_rounds_of_sudden_death_the_match_is_a_draw() -> None:
    assert played(at((7, 7), 3 + 49), "---", "---").phase == "PREP"
    assert ended((7, 7), "---", "---", 3 + 50).result == Result(None, "normal", False, DRAWN)
    assert ended((7, 7), "a--", "---", 3 + 50).result == Result(0, "normal", False, WON)


def test_the_cap_is_configurable_and_null_means_none() -> None:
    assert ended((7, 7), "---", "---", 4, Config(sudden_death_cap=1)).result == Result(None, "normal", False, DRAWN)
    assert played(at((7, 7), 3, Config(sudden_death_cap=1)), "---", "---").phase == "PREP"
    assert played(at((7, 7), 5_000, Config(sudden_death_cap=None)), "---", "---").phase == "PREP"


# One end


ENDED = {
    "hit points": lambda: ended((1, 5), "---", "a--"),
    "afk": lambda: played(played(started(), None, "---"), None, "---"),
    "both afk": lambda: played(played(started(), None, None), None, None),
    "resigned": lambda: after(started(), Resigned(0)),
    "both left": lambda: after(started(), Left(0), Left(1)),
}


@pytest.mark.parametrize("how", ENDED)
def test_if_a_match_has_ended_subsequent_calls_are_ignored(how: str) -> None:
    state = ENDED[how]()
    for call in (
        endings.end_match(state),
        endings.end_match_forfeit(state, 0, "timeout"),
        endings.end_match_forfeit(state, 1, "disconnect"),
        endings.end_match_both_afk(state),
        endings.end_match_both_left(state),
    ):
        assert call == (state, ())


@pytest.mark.parametrize("how", ENDED)
def test_after_the_end_nothing_more_is_accepted_and_nothing_runs(how: str) -> None:
    state = ENDED[how]()
    assert (GAME.to_act(state), GAME.timers(state)) == (frozenset(), ())
    for given in (confirm(0, "adh"), Left(1), Resigned(1), wait(started())):
        assert refusal(state, given).code == "game_over"


@pytest.mark.parametrize("reader", READERS)
def test_match_end_is_sent_once_and_is_the_last_word(reader: int | None) -> None:
    state = finalized(at((2, 5), 2), confirm(0, "---"), confirm(1, "a--"))
    heard = told_in_all(state, reader, None, None, None)
    assert [isinstance(payload, MatchEnd) for payload in heard] == [False, False, False, False, True]


# The pot


def test_the_pot_is_both_stakes() -> None:
    assert GAME.hosting.stakes(SPECIFIED) == (1, 1)
    assert GAME.view(started(Config(stake=7)), None).pot == 14


@pytest.mark.parametrize("stake", [1, 7])
def test_the_pot_goes_to_the_winner_back_to_both_or_burns(stake: int) -> None:
    config = Config(stake=stake)
    payouts = [
        after(started(config), Resigned(0)).result,
        after(started(config), Resigned(1)).result,
        after(started(config), Left(0), Left(1)).result,
        played(played(started(config), None, None), None, None).result,
    ]
    assert [result and result.payout for result in payouts] == [(0, 2 * stake), (2 * stake, 0), (stake, stake), (0, 0)]


def test_practice_is_free_and_has_no_pot() -> None:
    practice = GAME.presets["practice"]
    assert (GAME.hosting.stakes(practice), GAME.view(started(practice), None).pot) == ((), 0)
    result = after(started(practice), Resigned(0)).result
    assert result is not None
    assert result.payout == ()


def test_both_afk_in_practice_is_lost_by_both_though_there_is_nothing_to_burn() -> None:
    state = played(played(started(Config(stake=0)), None, None), None, None)
    assert GAME.outcome(state) == Outcome((-1, -1), "timeout", ())


def test_sudden_death_ends_by_hit_points_even_where_the_cap_is_reached() -> None:
    assert played(at((7, 5), 53), "---", "---").result == Result(0, "normal", False, WON)


def test_match_end_tells_the_hit_points_of_both() -> None:
    end = only(told(at((7, 5)), Resigned(1), 1), MatchEnd)
    assert (end.your_hp, end.opp_hp) == (5, 7)

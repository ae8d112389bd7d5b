"""The series: one test for each ruled sentence, then laws over random sequences of what may happen to it."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.kernel import Illegal, Malformed, canonical, decode, replace
from ludoteca.table.series import (
    Over,
    Played,
    Points,
    SeriesState,
    SeriesTerms,
    Side,
    open_series,
    other,
    ranked_points,
)

START = 1_000
PAUSE = 10_000
REMATCH = 15_000


def play(series: SeriesState, *winners: Side | None) -> SeriesState:
    """Play whole games, each of no length and started as soon as it may."""
    for winner in winners:
        now = series.next_game_at
        assert now is not None
        series = series.start_game(now).finish_game(winner, "five", now)
    return series


def refused(code: str, change: Callable[[], object]) -> Illegal:
    with pytest.raises(Illegal) as caught:
        change()
    assert caught.value.code == code
    return caught.value


def ended_at(series: SeriesState) -> int:
    assert isinstance(series.phase, Over)
    return series.phase.at


@pytest.fixture
def series() -> SeriesState:
    return open_series(0, START)


# The ruled sentences.


def test_the_first_to_two_wins_a_best_of_three(series: SeriesState) -> None:
    assert play(series, 0).winner is None
    assert play(series, 0, 1).winner is None
    assert play(series, 0, 1, 1).winner == 1
    assert play(series, 0, 0).winner == 0


@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3), (7, 4)])
def test_best_of_n_goes_to_the_first_with_most_of_n(best_of: int, needed: int) -> None:
    series = open_series(1, START, SeriesTerms(best_of=best_of))
    assert not play(series, *[1] * (needed - 1)).is_over
    assert play(series, *[1] * needed).winner == 1


@pytest.mark.parametrize("best_of", [-1, 0, 2, 4])
def test_best_of_an_even_number_is_refused(best_of: int) -> None:
    refused("bad_config", lambda: open_series(0, START, SeriesTerms(best_of=best_of)))


@pytest.mark.parametrize("terms", [SeriesTerms(pause_ms=-1), SeriesTerms(rematch_ms=-1)])
def test_a_negative_wait_is_refused(terms: SeriesTerms) -> None:
    refused("bad_config", lambda: open_series(0, START, terms))


def test_draws_are_replayed_and_kept_in_the_history(series: SeriesState) -> None:
    drawn = play(series, None, 0, None, None)
    assert not drawn.is_over
    assert drawn.score == (1, 0)
    assert [game.winner for game in drawn.games] == [None, 0, None, None]
    assert play(drawn, 0).winner == 0


def test_nothing_is_carried_over_but_the_opener(series: SeriesState) -> None:
    """Two pasts that differ in all but their length give the same next game."""
    one, another = play(series, 0), play(series, None)
    assert (one.number, one.opener, one.phase) == (another.number, another.opener, another.phase)


@pytest.mark.parametrize("first", [0, 1])
def test_the_opener_alternates_after_game_1_and_is_recorded(first: Side) -> None:
    series = play(open_series(first, START, SeriesTerms(best_of=5)), 0, 1, 0, 1)
    assert [game.opener for game in series.games] == [first, other(first), first, other(first)]
    assert series.opener == first


def test_the_opener_alternates_after_a_draw_too(series: SeriesState) -> None:
    drawn = play(series, None)
    assert drawn.opener == 1
    assert play(drawn, None).opener == 0


def test_the_opener_stays_while_its_game_is_played(series: SeriesState) -> None:
    assert series.opener == series.start_game(START).opener == 0


def test_ten_seconds_lie_between_games(series: SeriesState) -> None:
    waiting = series.start_game(START).finish_game(0, "five", START + 500)
    assert waiting.next_game_at == START + 500 + PAUSE
    early = refused("too_early", lambda: waiting.start_game(START + 500 + PAUSE - 1))
    assert early.facts == {"next_game_at": START + 500 + PAUSE}
    assert waiting.start_game(START + 500 + PAUSE).next_game_at is None


def test_the_pause_is_configurable() -> None:
    series = play(open_series(0, START, SeriesTerms(pause_ms=7)), 0)
    assert series.next_game_at == START + 7


def test_the_first_game_may_start_at_once(series: SeriesState) -> None:
    assert series.next_game_at == START


def test_a_game_under_way_is_not_started_again(series: SeriesState) -> None:
    playing = series.start_game(START)
    refused("game_under_way", lambda: playing.start_game(START))


def test_a_result_reported_twice_is_refused(series: SeriesState) -> None:
    once = play(series, 0)
    refused("no_game", lambda: once.finish_game(0, "five", START))


def test_the_history_keeps_each_game(series: SeriesState) -> None:
    series = series.start_game(START).finish_game(1, "five", START, record="games/17")
    assert series.games == (Played(1, opener=0, winner=1, reason="five", record="games/17"),)


@pytest.mark.parametrize("score", [(), (1,), (0,), (0, 1)])
@pytest.mark.parametrize("side", [0, 1])
def test_abandoning_loses_the_series_at_once(series: SeriesState, score: tuple[Side, ...], side: Side) -> None:
    before = play(series, *score)
    now = before.next_game_at
    assert now is not None
    for abandoned in (before.abandon(side, now), before.start_game(now).abandon(side, now)):
        assert abandoned.winner == other(side)
        assert abandoned.games == before.games
        assert abandoned.next_game_at is None


def test_an_abandoned_game_keeps_its_record(series: SeriesState) -> None:
    abandoned = series.start_game(START).abandon(1, START + 5, record="games/18")
    assert abandoned.phase == Over(START + 5, abandoned_by=1, unfinished="games/18")


WON = play(open_series(0, START), 0, 0)
ABANDONED = open_series(0, START).abandon(1, START)


@pytest.mark.parametrize("over", [WON, ABANDONED], ids=["won", "abandoned"])
def test_a_series_that_is_over_refuses_more(over: SeriesState) -> None:
    refused("series_over", lambda: over.start_game(99_000))
    refused("series_over", lambda: over.finish_game(1, "five", 99_000))
    refused("series_over", lambda: over.abandon(0, 99_000))
    refused("series_over", lambda: over.opener)


@pytest.mark.parametrize("side", [-1, 2])
def test_there_are_two_sides(series: SeriesState, side: int) -> None:
    refused("no_side", lambda: open_series(side, START))
    refused("no_side", lambda: series.start_game(START).finish_game(side, "five", START))
    refused("no_side", lambda: series.abandon(side, START))
    refused("no_side", lambda: play(series, 0, 0).ask_rematch(side, START))


def test_a_rematch_needs_both_sides(series: SeriesState) -> None:
    over = play(series, 0, 0)
    one = over.ask_rematch(1, ended_at(over))
    assert one.fresh is None
    assert one.series.ask_rematch(0, ended_at(over)).fresh is not None


def test_a_rematch_is_asked_for_within_fifteen_seconds_of_the_end(series: SeriesState) -> None:
    over = play(series, 0, 0)
    last = ended_at(over) + REMATCH
    one = over.ask_rematch(0, last).series
    assert one.ask_rematch(1, last).fresh is not None
    late = refused("too_late", lambda: one.ask_rematch(1, last + 1))
    assert late.facts == {"until": last}


def test_the_rematch_window_is_configurable() -> None:
    over = play(open_series(0, START, SeriesTerms(best_of=1, rematch_ms=3)), 1)
    refused("too_late", lambda: over.ask_rematch(0, START + 4))
    assert over.ask_rematch(0, START + 3).fresh is None


def test_a_rematch_before_the_end_is_refused(series: SeriesState) -> None:
    refused("series_not_over", lambda: series.ask_rematch(0, START))


def test_one_side_cannot_ask_for_both(series: SeriesState) -> None:
    over = play(series, 0, 0)
    one = over.ask_rematch(1, ended_at(over)).series
    refused("already_asked", lambda: one.ask_rematch(1, ended_at(over)))


def test_an_agreed_rematch_is_given_once(series: SeriesState) -> None:
    over = play(series, 0, 0)
    both = over.ask_rematch(1, ended_at(over)).series.ask_rematch(0, ended_at(over)).series
    refused("already_asked", lambda: both.ask_rematch(0, ended_at(over)))
    refused("already_asked", lambda: both.ask_rematch(1, ended_at(over)))


@pytest.mark.parametrize("winners", [(0, 0), (1, 0, 1), (None, 1, 1)])
@pytest.mark.parametrize("first", [0, 1])
def test_a_rematch_is_a_fresh_series_opened_by_the_other_side(first: Side, winners: tuple[Side | None, ...]) -> None:
    terms = SeriesTerms(pause_ms=1)
    over = play(open_series(first, START, terms), *winners)
    now = ended_at(over) + 20
    fresh = over.ask_rematch(0, now).series.ask_rematch(1, now).fresh
    assert fresh == open_series(other(first), now, terms)


def test_a_clean_sweep_earns_ten_more(series: SeriesState) -> None:
    assert ranked_points(play(series, 0, 0), (100, 100)) == Points((130, 85), (30, -15))
    assert ranked_points(play(series, 0, None, 0), (100, 100)) == Points((130, 85), (30, -15))


def test_the_winner_earns_twenty_and_the_loser_loses_fifteen(series: SeriesState) -> None:
    assert ranked_points(play(series, 0, 1, 1), (100, 100)) == Points((85, 120), (-15, 20))


def test_whoever_abandons_loses_twenty_five_instead(series: SeriesState) -> None:
    assert ranked_points(series.abandon(0, START), (100, 100)) == Points((75, 120), (-25, 20))


def test_abandoning_is_no_sweep_for_the_other(series: SeriesState) -> None:
    one_nil = play(series, 1)
    assert ranked_points(one_nil.abandon(0, START), (100, 100)).deltas == (-25, 20)


def test_totals_never_fall_below_zero(series: SeriesState) -> None:
    assert ranked_points(play(series, 0, 0), (0, 10)) == Points((30, 0), (30, -10))
    assert ranked_points(series.abandon(1, START), (0, 0)) == Points((20, 0), (20, 0))


def test_points_are_given_after_the_end(series: SeriesState) -> None:
    refused("series_not_over", lambda: ranked_points(play(series, 0), (0, 0)))


def test_a_third_side_is_not_decoded(series: SeriesState) -> None:
    with pytest.raises(Malformed):
        decode(canonical(replace(series, first_opener=2)), SeriesState)


# Laws over random sequences.

SIDES = st.integers(0, 1)
WINNERS = st.sampled_from((0, 1, None))
TERMS = st.builds(
    SeriesTerms,
    best_of=st.sampled_from((1, 3, 5, 7)),
    pause_ms=st.integers(0, 20_000),
    rematch_ms=st.integers(0, 20_000),
)
OPENED = st.builds(open_series, SIDES, st.integers(0, 1 << 41), TERMS)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@st.composite
def histories(draw: st.DrawFn) -> list[SeriesState]:
    """A series at each step of its life: games of any result and length, perhaps abandoned, perhaps unfinished."""
    steps = [draw(OPENED)]
    for winner in draw(st.lists(WINNERS, max_size=20)):
        series = steps[-1]
        if series.next_game_at is None:
            break
        now = series.next_game_at + draw(st.integers(0, 600_000))
        steps.append(series.start_game(now))
        if draw(st.integers(0, 9)) == 0:
            steps.append(steps[-1].abandon(draw(SIDES), now, draw(st.none() | TEXT)))
            break
        steps.append(steps[-1].finish_game(winner, draw(TEXT), now, draw(st.none() | TEXT)))
    return steps


ENDED = histories().map(lambda steps: steps[-1]).map(lambda last: last if last.is_over else last.abandon(0, 1 << 42))


@given(histories())
def test_no_side_wins_more_than_it_needs(steps: list[SeriesState]) -> None:
    for series in steps:
        needed = series.terms.wins_needed
        assert max(series.score) <= needed
        assert min(series.score) < needed
        assert max(series.score) < needed or series.is_over


@given(histories())
def test_the_score_sums_to_the_decisive_games(steps: list[SeriesState]) -> None:
    for series in steps:
        assert sum(series.score) == sum(game.winner is not None for game in series.games)


@given(histories())
def test_openers_alternate_and_numbers_rise(steps: list[SeriesState]) -> None:
    for number, game in enumerate(steps[-1].games, start=1):
        assert game.number == number
        assert game.opener == (steps[0].first_opener + number - 1) % 2


@given(histories())
def test_a_winner_is_known_exactly_at_the_end(steps: list[SeriesState]) -> None:
    for series in steps:
        assert (series.winner is not None) == series.is_over
    last = steps[-1]
    if last.winner is not None and isinstance(last.phase, Over) and last.phase.abandoned_by is None:
        assert last.score[last.winner] == last.terms.wins_needed


@given(histories())
def test_the_past_never_changes(steps: list[SeriesState]) -> None:
    for before, after in pairwise(steps):
        assert after.games[: len(before.games)] == before.games


@given(histories())
def test_every_step_makes_the_round_trip(steps: list[SeriesState]) -> None:
    for series in steps:
        again: SeriesState = decode(canonical(series), SeriesState)
        assert again == series
        assert canonical(again) == canonical(series)


@given(ENDED, SIDES, WINNERS, st.integers(0, 1 << 43))
def test_after_the_end_everything_is_refused_unchanged(
    series: SeriesState, side: Side, winner: Side | None, now: int
) -> None:
    before = canonical(series)
    refused("series_over", lambda: series.start_game(now))
    refused("series_over", lambda: series.finish_game(winner, "late", now))
    refused("series_over", lambda: series.abandon(side, now))
    assert canonical(series) == before


@given(ENDED, SIDES, st.integers(0, 20_000), st.integers(0, 20_000))
def test_a_rematch_comes_of_two_timely_requests(series: SeriesState, side: Side, first_ms: int, second_ms: int) -> None:
    end, window = ended_at(series), series.terms.rematch_ms
    if first_ms > window:
        refused("too_late", lambda: series.ask_rematch(side, end + first_ms))
        return
    one = series.ask_rematch(side, end + first_ms)
    assert decode(canonical(one.series), SeriesState) == one.series
    if second_ms > window:
        refused("too_late", lambda: one.series.ask_rematch(other(side), end + second_ms))
        return
    both = one.series.ask_rematch(other(side), end + second_ms)
    assert decode(canonical(both.series), SeriesState) == both.series
    assert both.fresh == open_series(other(series.first_opener), end + second_ms, series.terms)
    assert both.series.games == series.games


@given(ENDED, st.tuples(st.integers(0, 100), st.integers(0, 100)))
def test_points_add_up_above_the_floor(series: SeriesState, totals: tuple[int, int]) -> None:
    points = ranked_points(series, totals)
    assert points.totals == (totals[0] + points.deltas[0], totals[1] + points.deltas[1])
    assert min(points.totals) >= 0
    assert series.winner is not None
    assert points.deltas[series.winner] in (20, 30)
    assert -25 <= points.deltas[other(series.winner)] <= 0
    assert decode(canonical(points), Points) == points

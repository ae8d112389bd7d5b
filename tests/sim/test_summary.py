"""Rates, intervals, means: by hand, and by published figures."""

import pytest

from ludoteca.kernel import Outcome
from ludoteca.sim.game_facts import Facts
from ludoteca.sim.game_run import SimulatedGame
from ludoteca.sim.summary import (
    Spread,
    Standing,
    by_bot,
    by_seat,
    facts_by_bot,
    facts_of_games,
    finished,
    histograms,
    reasons,
    spread,
    wilson,
)

ANN, BOB = ("ann", "bob"), ("bob", "ann")


def result(n: int, bots: tuple[str, ...], scores: tuple[int, ...] | None, facts: Facts = Facts()) -> SimulatedGame:  # noqa: B008
    outcome = None if scores is None else Outcome(scores, "points" if any(scores) else "agreed")
    return SimulatedGame(n, 0, bots, outcome, 10 + n, 5, facts)


PLAYED = [
    result(0, ANN, (2, -2)),
    result(1, BOB, (1, -1)),
    result(2, ANN, (1, -1)),
    result(3, BOB, (0, 0)),
    result(4, ANN, None),
]


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_those_of_newcombes_paper(won: int, of: int, low: float, high: float) -> None:
    """Two-sided confidence intervals for the single proportion, 1998, table I, method 3."""
    assert wilson(won, of) == pytest.approx((low, high), abs=5e-5)
    assert wilson(of - won, of) == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_a_bot_is_counted_wherever_it_sits() -> None:
    assert by_bot(PLAYED) == {"ann": Standing(4, 2, 1, 0.5), "bob": Standing(4, 1, 1, -0.5)}


def test_a_seat_is_counted_whoever_sits_there() -> None:
    assert by_seat(PLAYED) == {0: Standing(4, 3, 1, 1.0), 1: Standing(4, 0, 1, -1.0)}


def test_a_bot_at_two_seats_is_counted_twice_a_game() -> None:
    assert by_bot([result(0, ("ann", "ann"), (1, -1))]) == {"ann": Standing(2, 1, 0, 0.0)}


def test_games_given_up_are_not_counted() -> None:
    assert [each.n for each in finished(PLAYED)] == [0, 1, 2, 3]
    assert reasons(PLAYED) == {"points": 3, "agreed": 1}


def test_lengths_have_a_mean_a_median_and_bounds() -> None:
    assert spread([1, 2, 3, 10]) == Spread(4, 2.5, 1, 10)


def test_facts_are_means_by_bot_sums_by_number_and_spreads_by_game() -> None:
    one = Facts({"points": (15, 5)}, {"turns": 60}, {"dice": ((2, 1), (7, 2))})
    two = Facts({"points": (9, 10)}, {"turns": 80}, {"dice": ((7, 1), (12, 1))})
    games = [result(0, ANN, (1, -1), one), result(1, BOB, (-1, 1), two)]
    assert facts_by_bot(games) == {"points": {"ann": 12.5, "bob": 7.0}}
    assert facts_of_games(games) == {"turns": Spread(70, 70, 60, 80)}
    assert histograms(games) == {"dice": ((2, 1), (7, 3), (12, 1))}

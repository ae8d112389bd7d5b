"""What the solution takes for a match is what the rules play: rounds by the real rules, compared with `follows`."""

import random

import pytest
from bench.orcain_forecast import forecast

from ludoteca.bots.orcain.match_state import MatchState, follows
from ludoteca.bots.orcain.policy_table import Mix, mixed, shipped
from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.battle import Hp, resolve_steps
from ludoteca.games.orcain.layouts import Layout, layouts, with_grass
from ludoteca.games.orcain.types import Config

from .matches import match, play, played

ROUNDS = 3


def left_in(round_index: int) -> int:
    return {1: 3, 2: 2}.get(round_index, 1)


@pytest.mark.parametrize("round_index", [1, 2, 3, 4, 17])
def test_a_round_by_the_rules_leads_where_the_solution_says(round_index: int) -> None:
    choices = random.Random(round_index)
    for _ in range(400):
        own, other = choices.randint(1, 10), choices.randint(1, 10)
        if round_index > ROUNDS:
            other = own  # sudden death
        first, second = choices.choice(layouts()), choices.choice(layouts())
        state = played(match(hp=(own, other), round_index=round_index), first, second)
        left = left_in(round_index)
        then = follows(left, resolve_steps(Hp(own, other), with_grass(first), with_grass(second), 10)[-1])
        outcome = GAME.outcome(state)
        if isinstance(then, MatchState):
            assert outcome is None
            assert then == (left_in(state.round_index), *state.hp)
        else:
            assert outcome is not None
            assert outcome.scores == (then, -then)


def test_both_at_zero_is_a_draw() -> None:
    assert [follows(left, Hp(0, 0)) for left in (3, 2, 1)] == [0, 0, 0]


def test_the_cap_of_sudden_death_is_a_draw_as_the_solution_counts_it() -> None:
    rest: Layout = ("defense", "counter", "heal")
    last = played(match(round_index=ROUNDS + 50), rest, rest)
    outcome = GAME.outcome(last)
    assert outcome is not None
    assert outcome.scores == (0, 0)


def test_a_forecast_is_what_comes_of_matches_that_are_played() -> None:
    full = mixed({layout: 1 / 24 for layout in layouts() if None not in layout})
    expected = forecast(lambda state: shipped()[state].mix, lambda state: full)
    won = [play(("optimal", "practice"), Config(), seed).scores[0] > 0 for seed in range(1000)]
    assert sum(won) / 1000 == pytest.approx(expected.won, abs=0.06)  # four standard deviations


def test_a_forecast_of_two_fixed_layouts_is_what_one_sees_at_a_glance() -> None:
    counter: Mix = mixed({("counter", "defense", "heal"): 1.0})
    attack: Mix = mixed({("attack", "defense", "heal"): 1.0})
    # the attacker has 10 − 2 + 1 = 9 after the first round, then 8, then 7 against 10: all three are played
    seen = forecast(lambda state: counter, lambda state: attack)
    assert (seen.won, seen.drawn, seen.lost) == (1, 0, 0)
    assert seen.lengths == (0, 0, 1)


def test_a_forecast_of_two_who_never_attack_goes_to_the_cap_and_is_drawn() -> None:
    rest: Mix = mixed({("defense", "counter", "heal"): 1.0})
    seen = forecast(lambda state: rest, lambda state: rest)
    assert (seen.won, seen.drawn, seen.lost) == (0, 1, 0)
    assert seen.rounds_of(0.99) == len(seen.lengths) == ROUNDS + 50

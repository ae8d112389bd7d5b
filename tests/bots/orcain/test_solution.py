"""The certificate: what is shipped is optimal, and what is solved anew is what is shipped.

Best responses are computed from the battle alone, against every layout, in endless and in capped sudden death, from
either seat. Nothing that the solver has said is believed.
"""

from functools import cache
from itertools import product

import pytest
from bench.orcain_forecast import forecast

from ludoteca.bots.orcain.certificate import Won, best_response, certify
from ludoteca.bots.orcain.match_state import MatchState
from ludoteca.bots.orcain.policy_table import START, UNIT, Mix, Policy, Table, decode, encode, mixed, shipped
from ludoteca.bots.orcain.solver import solve
from ludoteca.bots.orcain.solver_commands import SOLUTION
from ludoteca.games.orcain.layouts import EMPTY, Layout, layouts

EXPLOITABILITY_AT_MOST = 1e-6
EVERY_STATE = [MatchState(*each) for each in product((1, 2, 3), range(1, 11), range(1, 11))]


@cache
def answered(seat: int) -> Won:
    return best_response(shipped(), seat)


def always(layout: Layout) -> Table:
    """A table that lays out the same in every state."""
    return {state: Policy(0.0, Mix((layout,), (1,))) for state in EVERY_STATE}


def test_the_table_has_every_state_of_a_default_match() -> None:
    assert list(shipped()) == EVERY_STATE
    assert len(EVERY_STATE) == 300


def test_every_mix_is_of_layouts_of_the_hand_and_sums_to_one() -> None:
    for policy in shipped().values():
        assert set(policy.mix.layouts) <= set(layouts())
        assert sum(policy.mix.weights) == pytest.approx(UNIT, abs=24)
        assert min(policy.mix.weights) > 0


def test_a_best_response_wins_nothing_from_either_seat() -> None:
    value, exploitability = certify(shipped())
    assert value == pytest.approx(0, abs=EXPLOITABILITY_AT_MOST)
    assert exploitability < EXPLOITABILITY_AT_MOST
    assert answered(0)[START] < EXPLOITABILITY_AT_MOST
    assert answered(1)[START] < EXPLOITABILITY_AT_MOST


def test_nor_does_it_when_fifty_rounds_of_sudden_death_make_a_draw() -> None:
    for seat in (0, 1):
        capped = best_response(shipped(), seat, sudden_death=50)
        assert all(capped[each] + answered(1 - seat)[each.turned] < EXPLOITABILITY_AT_MOST for each in EVERY_STATE)


def test_the_value_at_ten_to_ten_and_of_all_sudden_death_is_zero() -> None:
    for level in (START, *(MatchState(left, hp, hp) for left in (1, 2, 3) for hp in range(1, 11))):
        assert shipped()[level].value == 0
        assert abs(answered(0)[level]) < EXPLOITABILITY_AT_MOST


def test_the_values_told_are_those_that_best_responses_enclose() -> None:
    for state, policy in shipped().items():
        assert policy.value == pytest.approx(answered(0)[state], abs=1e-9)
        assert policy.value == pytest.approx(-answered(1)[state.turned], abs=1e-9)


def test_a_lead_of_nine_in_the_last_round_is_won() -> None:
    # two blows are the most in a round, 4 hit points: an attack that lands, and one that is countered
    assert shipped()[MatchState(1, 10, 1)].value == 1
    assert shipped()[MatchState(1, 1, 10)].value == -1


def test_whoever_lays_out_the_same_every_round_loses_every_match_to_a_best_response() -> None:
    # attack first: counter it, then defend and heal; the lead grows by 2 a round
    fixed: Layout = ("attack", "defense", "counter")
    assert best_response(always(fixed), seat=0)[START] == pytest.approx(1)
    assert best_response(always(EMPTY), seat=1)[START] == pytest.approx(1)


def test_one_bad_mix_in_a_single_state_is_found() -> None:
    for state in (START, MatchState(1, 2, 1)):
        worse = {**shipped(), state: Policy(0.0, mixed(dict.fromkeys(layouts(), 1 / 73)))}
        assert certify(worse).exploitability > 0.01


def test_solved_anew_it_is_the_same_table() -> None:
    told: list[tuple[int, int]] = []
    again = solve(lambda done, of: told.append((done, of)))
    assert told == [(done, 300) for done in range(1, 301)]
    assert list(again) == list(shipped())
    for state, policy in shipped().items():
        assert again[state].value == pytest.approx(policy.value, abs=1e-9)
        assert dict(again[state].mix.chances) == pytest.approx(dict(policy.mix.chances), abs=1e-9)


def test_the_file_is_written_in_the_same_bytes() -> None:
    text = SOLUTION.table.read_bytes()
    assert decode(text) == shipped()
    assert encode(shipped()) == text
    assert encode(dict(reversed(list(shipped().items())))) == text


def test_the_file_is_small_and_has_one_line_a_state() -> None:
    text = SOLUTION.table.read_text(encoding="utf-8")
    assert '"3 10 10": {"value": 0.0, "mix": {' in text
    assert sum(line.startswith('    "') for line in text.splitlines()) == 300
    assert len(text) < 50_000


def test_optimal_against_optimal_never_stalls() -> None:
    match = forecast(lambda state: shipped()[state].mix, lambda state: shipped()[state].mix)
    assert match.won == pytest.approx(match.lost)
    assert match.won + match.drawn + match.lost == pytest.approx(1)
    assert match.drawn < 1e-4  # both at 0
    assert match.lengths[-1] < 1e-12  # nobody gets as far as the cap
    assert match.mean_rounds < 3.5
    assert match.rounds_of(0.99) <= 6

"""Random hands by the thousand: whatever is played, the cards and points of the pack are all there, and it ends once.

`python -m bench.briscola_invariants` plays as many as one likes.
"""

import pytest
from bench.briscola_invariants import played_out

from ludoteca.games.briscola.types import State
from tests.times import TIMES

from .definition import counts, taker

HANDS, PARTS = 5_000 * TIMES, 4


@pytest.mark.parametrize("part", range(PARTS))
def test_random_deals_keep_120_points_and_40_cards_and_end_once(part: int) -> None:
    """`played_out` asserts it; what is added here are the rule book's own words for who takes what."""
    ends = [played_out(seed) for seed in range(part, HANDS, PARTS)]
    for state in ends:
        check_tricks(state)
    made = sum(state.results[0].made for state in ends)
    alone = sum(state.results[0].partner_id is None for state in ends)
    assert 0 < made < len(ends) == HANDS // PARTS
    assert 0 < alone < len(ends)


def check_tricks(state: State) -> None:
    trump = state.results[0].trump_suit
    leader = state.results[0].caller_id
    side = {leader, state.results[0].partner_id}
    taken = 0
    for trick in state.tricks:
        laid = [each.card for each in trick.laid]
        assert [each.seat for each in trick.laid] == [(leader + place) % 5 for place in range(5)]
        leader = (leader + taker(laid, trump)) % 5
        assert trick.winner == leader
        taken += sum(map(counts, laid)) if leader in side else 0
    assert taken == state.results[0].taken

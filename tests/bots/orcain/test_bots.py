"""How the bots play: `optimal` by its table where that is exact, sensibly elsewhere; `practice` any three cards."""

import subprocess
import sys
from collections import Counter

import pytest

from ludoteca.bots import bots_for
from ludoteca.bots.orcain import mix_for, optimal, practice
from ludoteca.bots.orcain.lookahead import looked_ahead, regret_matched
from ludoteca.bots.orcain.match_state import MatchState, follows
from ludoteca.bots.orcain.policy_table import Mix, shipped
from ludoteca.dealers import Given, chooser
from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.battle import Hp, resolve_steps
from ludoteca.games.orcain.layouts import DEFAULT_HAND, Hand, Layout, layouts, with_grass
from ludoteca.games.orcain.types import Config, LayoutConfirm

from .matches import match, play, view

DOUBLE: Hand = ("attack", "attack", "heal", "counter")
OTHER_CONFIGS = {
    "two attacks each": Config(hands=(DOUBLE, DOUBLE)),
    "unequal hands": Config(hands=(DEFAULT_HAND, DOUBLE)),
    "only attacks against only heals": Config(hands=(("attack",) * 4, ("heal",) * 4)),
    "one hit point": Config(start_hp=1, max_hp=1),
    "a hundred hit points": Config(start_hp=90, max_hp=100),
    "seven rounds": Config(rounds=7),
    "one round": Config(rounds=1, start_hp=4),
}


def weakest(mix: Mix, state: MatchState) -> float:
    """What the mix makes sure of, by the table's values of what follows."""

    def worth(own: Layout, other: Layout) -> float:
        hp = resolve_steps(Hp(state.own, state.other), with_grass(own), with_grass(other), 10)[-1]
        then = follows(state.left, hp)
        return shipped()[then].value if isinstance(then, MatchState) else then

    return min(sum(chance * worth(own, other) for own, chance in mix.chances) for other in layouts())


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("round_index", [1, 2, 3, 4, 30])
def test_optimal_plays_the_mix_of_its_own_side_of_the_state(round_index: int, seat: int) -> None:
    hp = (7, 4) if round_index <= 3 else (4, 4)
    seen = view(match(hp=hp, round_index=round_index), seat)
    left = {1: 3, 2: 2}.get(round_index, 1)
    assert mix_for(seen) == shipped()[MatchState(left, hp[seat], hp[1 - seat])].mix


def test_optimal_lays_out_what_its_dealer_draws_from_the_mix() -> None:
    state = match(hp=(2, 1), round_index=3)
    seen, legal = view(state, 0), GAME.legal(state, 0)
    mix = mix_for(seen)
    assert len(mix.layouts) > 3
    drawn = [optimal(seen, legal, Given([(index,)])) for index in range(len(mix.layouts))]
    assert drawn == [LayoutConfirm(layout) for layout in mix.layouts]


def test_optimal_plays_each_layout_as_often_as_the_mix_says() -> None:
    state = match(hp=(2, 1), round_index=3)
    seen, legal, dealer = view(state, 0), GAME.legal(state, 0), chooser(5, 0)
    found = Counter(optimal(seen, legal, dealer).layout for _ in range(4000))
    for layout, chance in mix_for(seen).chances:
        assert found[layout] / 4000 == pytest.approx(chance, abs=0.03)  # four standard deviations


def test_the_order_of_the_cards_in_the_hands_makes_no_difference() -> None:
    turned: Hand = ("counter", "heal", "defense", "attack")
    assert mix_for(view(match(Config(hands=(turned, DEFAULT_HAND))), 0)) == mix_for(view(match(), 0))


def test_a_match_of_one_round_is_the_last_round_of_three() -> None:
    assert mix_for(view(match(Config(rounds=1), hp=(6, 6)), 0)) == shipped()[MatchState(1, 6, 6)].mix


@pytest.mark.parametrize("config", OTHER_CONFIGS.values(), ids=OTHER_CONFIGS)
def test_optimal_plays_legally_to_the_end_whatever_the_match(config: Config) -> None:
    for seed in range(3):
        assert play(("optimal", "optimal"), config, seed).reason == "normal"


@pytest.mark.parametrize("name", ["two attacks each", "a hundred hit points", "seven rounds"])
def test_optimal_beats_random_in_other_matches_too(name: str) -> None:
    won = [play(("optimal", "random"), OTHER_CONFIGS[name], seed).scores[0] for seed in range(40)]
    assert sum(won) >= 19  # three standard deviations above nothing


@pytest.mark.parametrize(
    "state", [MatchState(3, 10, 10), MatchState(3, 6, 8), MatchState(2, 3, 2), MatchState(1, 1, 1)]
)
def test_one_round_ahead_costs_less_than_a_thousandth_of_a_match(state: MatchState) -> None:
    mix = looked_ahead(state, DEFAULT_HAND, DEFAULT_HAND, 10)
    assert weakest(mix, state) > shipped()[state].value - 0.001


def test_a_lead_that_can_be_held_is_held() -> None:
    mix = looked_ahead(MatchState(1, 6, 5), ("defense",) * 4, ("attack",) * 4, 10)
    chances = dict(mix.chances)
    assert chances["defense", "defense", "defense"] > 0.99


def test_regret_matching_finds_the_known_mixes_of_small_games() -> None:
    stone_paper_scissors = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    assert regret_matched(stone_paper_scissors, 2000) == pytest.approx([1 / 3] * 3, abs=0.01)
    # by hand: p makes 3p − (1 − p) = −2p + (1 − p), so p = 2 / 7
    assert regret_matched([[3, -2], [-1, 1]], 5000) == pytest.approx([2 / 7, 5 / 7], abs=0.01)


def test_practice_plays_every_full_layout_equally_often_and_leaves_no_slot_empty() -> None:
    state = match()
    legal, dealer = GAME.legal(state, 1), chooser(3, 1)
    found = Counter(practice(view(state, 1), legal, dealer).layout for _ in range(4800))
    assert set(found) == {layout for layout in layouts() if None not in layout}
    assert min(found.values()) > 140  # 200 expected; four standard deviations
    assert max(found.values()) < 260


def test_practice_plays_what_the_hand_holds() -> None:
    assert play(("practice", "practice"), OTHER_CONFIGS["two attacks each"], 1).reason == "normal"


def test_the_bots_of_the_game_are_known_by_name() -> None:
    assert set(bots_for("orcain")) == {"random", "optimal", "practice"}


def test_playing_needs_neither_numpy_nor_scipy() -> None:
    program = """
import sys
sys.modules["numpy"] = sys.modules["scipy"] = None
from tests.bots.orcain.matches import play
from ludoteca.games.orcain.types import Config
print(play(("optimal", "optimal"), Config(), 1).reason)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "normal\n"

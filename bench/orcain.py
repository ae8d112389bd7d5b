"""How often the optimal bot of Orcain wins: played by the real rules, and computed.

    python -m bench.orcain --matches 10000

Seats are swapped after every match; the bots' choices follow from the seed. The interval holds the true share in 99
of 100 such runs. The command fails if the computed share is outside it: then the solution is not of the game that is
played.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bench.orcain_forecast import Way, forecast
from ludoteca.bots import Bot, bots_for
from ludoteca.bots.orcain.policy_table import mixed, shipped
from ludoteca.dealers import PyRandom, chooser
from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.layouts import Layout, layouts
from ludoteca.games.orcain.types import Config, LayoutConfirm
from ludoteca.kernel import Dealer, Outcome, advance, begin
from ludoteca.kernel.play import Player, turn
from ludoteca.sim.summary import wilson

INPUTS_AT_MOST: Final = 1000
Z: Final = 2.576  # of 99 in 100
ROUNDING: Final = 1e-9

LONE_ATTACK: Final[Layout] = ("attack", None, None)


def lone_attack(_view: Any, _legal: Sequence[Any], _dealer: Dealer) -> LayoutConfirm:
    """A player who has not understood that slots can be filled."""
    return LayoutConfirm(LONE_ATTACK)


def always(chances: Mapping[Layout, float]) -> Way:
    mix = mixed(chances)
    return lambda state: mix


BOTS: Final[dict[str, Bot]] = {**bots_for(GAME.name), "lone attack": lone_attack}
WAYS: Final[dict[str, Way]] = {
    "optimal": lambda state: shipped()[state].mix,
    "random": always(dict.fromkeys(layouts(), 1 / 73)),
    "practice": always({layout: 1 / 24 for layout in layouts() if None not in layout}),
    "lone attack": always({LONE_ATTACK: 1.0}),
}


def one_match(names: tuple[str, str], seed: int) -> Outcome:
    """A match of two bots, by seat."""
    players = {seat: _player(BOTS[name], chooser(seed, seat)) for seat, name in enumerate(names)}
    dealer = PyRandom(seed)
    state = begin(GAME, Config(), dealer).state
    for _ in range(INPUTS_AT_MOST):
        given = turn(GAME, state, players)
        if given is None:
            break
        state = advance(GAME, state, given, dealer).state
    outcome = GAME.outcome(state)
    assert outcome is not None, "the match does not end"
    return outcome


def _player(bot: Bot, dealer: Dealer) -> Player:
    return lambda view, legal: bot(view, legal, dealer)


def meet(first: str, second: str, matches: int, seed: int) -> Counter[int]:
    """How many matches the first has won (1), drawn (0) and lost (−1)."""
    found: Counter[int] = Counter()
    for number in range(matches):
        seat = number % 2
        names = (first, second) if seat == 0 else (second, first)
        found[one_match(names, seed + number).scores[seat]] += 1
    return found


def tell(opponent: str, matches: int, seed: int) -> bool:
    """One line; whether the computed share is in the interval."""
    found = meet("optimal", opponent, matches, seed)
    low, high = wilson(found[1], matches, Z)
    expected = forecast(WAYS["optimal"], WAYS[opponent])
    print(
        f"optimal against {opponent:<12} {found[1] / matches:7.1%} won ({low:.1%} to {high:.1%}), "
        f"{found[0] / matches:.2%} drawn; computed {expected.won:.2%}, {expected.mean_rounds:.2f} rounds, "
        f"99 of 100 over after {expected.rounds_of(0.99)}"
    )
    return low - ROUNDING <= expected.won <= high + ROUNDING


def main() -> int:
    parser = argparse.ArgumentParser(description="Play the optimal bot of Orcain against others.")
    parser.add_argument("--matches", type=int, default=10_000, help="against each opponent (default 10000)")
    parser.add_argument("--seed", type=int, default=1, help="of the first match (default 1)")
    asked = parser.parse_args()
    started = time.perf_counter()
    as_computed = [tell(opponent, asked.matches, asked.seed) for opponent in WAYS]
    print(f"{asked.matches} matches each, {time.perf_counter() - started:.0f} s.")
    return 0 if all(as_computed) else 1


if __name__ == "__main__":
    sys.exit(main())

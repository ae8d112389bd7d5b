"""The game as a whole: it obeys the laws, plays as it played before, and its bot is good."""

from pathlib import Path

import pytest

from liars_dice import GAME
from liars_dice.bots import counting, truth
from liars_dice.types import Bid, Config, State
from ludoteca.bots import Bot, random_bot
from ludoteca.dealers import PyRandom
from ludoteca.kernel import Chance, Move, advance, begin, step
from ludoteca.laws import LAWS, Law, check
from ludoteca.playthrough import playthrough

GOLDEN = Path(__file__).parent / "golden" / "short-1.txt"


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_law(law: Law) -> None:
    check(GAME, law, examples=40)


def test_the_golden_playthrough_is_made_again_line_by_line() -> None:
    assert playthrough(GAME, "short", 1).splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_the_bot_knows_the_odds_of_a_bid() -> None:
    state: State = GAME.setup(Config(dice=2)).state
    view = GAME.view(step(GAME, state, Chance((4, 4, 2, 3))).state, 0)
    assert truth(view, Bid(2, 4)) == 1
    assert truth(view, Bid(4, 4)) == pytest.approx(1 / 9)  # both hidden dice are fours or ones
    assert truth(view, Bid(1, 1)) == pytest.approx(11 / 36)  # at least one of two is a one


def test_the_bot_beats_one_that_acts_at_random() -> None:
    games = 60
    won = sum(winner(seed, counting, random_bot) for seed in range(games))
    assert won > 0.8 * games


def winner(seed: int, bot: Bot, other: Bot) -> bool:
    """Whether the first of two bots wins; it sits at the first seat in every second game."""
    dealer, seat = PyRandom(seed), seed % 2
    state: State = begin(GAME, Config(), dealer).state
    while (outcome := GAME.outcome(state)) is None:
        (turn,) = GAME.to_act(state)
        chosen = (bot if turn == seat else other)(GAME.view(state, turn), GAME.legal(state, turn), dealer)
        state = advance(GAME, state, Move(turn, chosen), dealer).state
    return outcome.winners == {seat}

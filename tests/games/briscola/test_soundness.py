"""Flaws: a state that play has reached has none, and a damaged one is told from it."""

from collections.abc import Iterator
from typing import Any

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.types import BidMade, Config, State
from ludoteca.kernel import Elapsed, Input, Resigned, begin, replace
from ludoteca.kernel.play import advance, random_input

from .helpers import AUCTION, BLIND, BLIND_TRICK, OPEN, THROWN_IN, after, bid, cards, rank, suit
from .whole import whole_hand

POOR = tuple(cards(hand) for hand in THROWN_IN)
TWO = replace(OPEN, hands=2)
CALLED = (*AUCTION, rank(0, 1), suit(0, "cups"))
FIRST = after(*whole_hand(tricks=1), config=OPEN)
OVER = after(*whole_hand(), config=OPEN)
SECOND = after(*whole_hand(), Elapsed("deal-2"), config=TWO)
RESULT = OVER.results[0]


def flaws(state: State) -> tuple[str, ...]:
    return GAME.flaws(state)


def states(config: Config, seed: int) -> Iterator[State]:
    """Every state of a random game."""
    dealer = PyRandom(seed)
    state = begin(GAME, config, dealer).state
    yield state
    while (given := random_input(GAME, state, dealer)) is not None:
        state = advance(GAME, state, given, dealer).state
        yield state


@pytest.mark.parametrize("preset", ["casual", "match", "open", "classic"])
def test_a_state_that_play_has_reached_has_no_flaws(preset: str) -> None:
    for seed in range(3):
        assert all(flaws(state) == () for state in states(GAME.presets[preset], seed))


@pytest.mark.parametrize("inputs", [(Resigned(2),), (*AUCTION, Resigned(0)), (*BLIND_TRICK, Resigned(4))])
def test_nor_has_one_that_a_resignation_has_ended(inputs: tuple[Input[Any], ...]) -> None:
    assert flaws(after(*inputs)) == ()


@pytest.mark.parametrize("config", [Config(), BLIND])
def test_nor_has_one_that_waits_for_the_deal(config: Config) -> None:
    assert flaws(GAME.setup(config).state) == ()


@pytest.mark.parametrize(
    ("state", "flaw"),
    [
        (replace(after(), hands=after().hands[:4]), "4 hands, not 5"),
        (replace(after(), hands=((), *after().hands[1:])), "not every card is in one place"),
        (replace(after(), hands=((0,) * 8, *after().hands[1:])), "not every card is in one place"),
        (
            replace(
                after(), hands=(after().hands[0][:7], (*after().hands[1], after().hands[0][7]), *after().hands[2:])
            ),
            "not everybody was dealt 8 cards",
        ),
        (replace(after(), hands=POOR), "a deal that would have been thrown in"),
        (replace(after(), dealer=None), "there is no dealer"),
        (replace(after(), dealer=2), "another dealer than the one agreed on"),
        (replace(after(), hand=2), "hand 2 of 1"),
        (replace(after(), hand=0), "hand 0 of 1"),
        (replace(after(), deals=-1), "a count below nothing"),
        (replace(after(), phase="play-tricks"), "phase does not follow from its history"),
        (replace(after(), rank=1), "rank does not follow from its history"),
        (replace(after(bid(0, 70)), bids=(BidMade(0, 60),)), "its history is no hand: bad_bid"),
        (replace(after(bid(0, 70)), bids=(BidMade(1, 70),)), "its history is no hand: not_your_turn"),
        (replace(after(*AUCTION), bids=(BidMade(0, 70),)), "phase does not follow from its history"),
        (replace(after(), bids=tuple(BidMade(seat, -1) for seat in range(5))), "bids does not follow"),
        (replace(after(*CALLED, config=OPEN), suit=None), "phase does not follow from its history"),
        (replace(after(*CALLED, config=OPEN), turns=0), "turns do not count the decisions"),
        (replace(FIRST, tricks=(replace(FIRST.tricks[0], winner=2),)), "tricks does not follow from its history"),
        (replace(FIRST, trick=FIRST.tricks[0].laid, tricks=()), "trick does not follow from its history"),
        (
            replace(FIRST, tricks=(replace(FIRST.tricks[0], laid=tuple(reversed(FIRST.tricks[0].laid))),)),
            "its history is no hand: not_your_turn",
        ),
        (replace(OVER, results=()), "results does not follow from its history"),
        (replace(OVER, phase="play-tricks"), "phase does not follow from its history"),
        (replace(OVER, results=(replace(RESULT, taken=78),)), "results does not follow from its history"),
        (replace(SECOND, results=()), "results do not count the hands"),
        (replace(SECOND, results=(replace(RESULT, hand=2),)), "results are not those of the hands, in order"),
        (replace(SECOND, results=(replace(RESULT, made=False),)), "a result that no hand can have"),
        (replace(SECOND, results=(replace(RESULT, taken=121),)), "a result that no hand can have"),
        (replace(SECOND, results=(replace(RESULT, bid=60),)), "a result that no hand can have"),
        (replace(SECOND, results=(replace(RESULT, contract=61),)), "a result that no hand can have"),
        (replace(SECOND, results=(replace(RESULT, partner_id=0),)), "a result that no hand can have"),
        (replace(SECOND, results=(replace(RESULT, match_points=(9, 0, 0, 0, 0)),)), "a result that no hand can have"),
        (replace(GAME.setup(BLIND).state, hands=after().hands), "something of a hand that has not been dealt"),
        (replace(GAME.setup(BLIND).state, bids=(BidMade(0, 61),)), "something of a hand that has not been dealt"),
        (replace(GAME.setup(BLIND).state, resigned=1), "something of a hand that has not been dealt"),
        (replace(GAME.setup(BLIND).state, dealer=None), "cards were dealt by nobody"),
        (replace(GAME.setup(TWO).state, hand=2), "results do not count the hands"),
    ],
)
def test_what_was_never_played_is_found(state: State, flaw: str) -> None:
    found = flaws(state)
    assert any(each.startswith(flaw) for each in found), found

"""The bots of briscola: they use what their seat has seen and nothing else, and know a good hand from a bad one."""

from typing import Any

import pytest
from bench.briscola_bots import bid_for

from ludoteca.bots import bots_for
from ludoteca.dealers import Given, PyRandom, chooser
from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.types import Action, Bid, CallRank, CallSuit, Config, State, View
from ludoteca.kernel import Input, Move, advance, begin, canonical, decode, replace

from ...games.briscola.helpers import (
    AUCTION,
    BLIND,
    BLIND_TRICK,
    BY_RANK,
    OPEN,
    acting,
    after,
    bid,
    card,
    deal,
    passes,
    plays,
    rank,
    suit,
    view,
)
from ...games.briscola.whole import whole_hand
from .random_hands import wander

NAMES = ("greedy", "pimc")
DEALS = 8

MONSTER = (
    "A-coins 3-coins K-coins Kn-coins J-coins 7-coins A-cups 2-clubs",
    "6-coins 3-cups K-cups 7-cups A-swords 4-swords 7-clubs 5-clubs",
    "5-coins Kn-cups J-cups 3-swords 7-swords 6-swords A-clubs 6-clubs",
    "6-cups 5-cups K-swords Kn-swords 2-swords 3-clubs K-clubs J-clubs",
    "4-coins 2-coins 4-cups 2-cups J-swords 5-swords Kn-clubs 4-clubs",
)
"""Seat 0 has all that is strong in coins; seat 4 has nothing."""


def chosen(name: str, state: State, seat: int | None = None, seed: int = 1) -> Any:
    seat = acting(state) if seat is None else seat
    return bots_for("briscola")[name](view(state, seat), GAME.legal(state, seat), PyRandom(seed))


def dealt(*inputs: Input[Action], hands: tuple[str, ...] = MONSTER, config: Config = BLIND) -> State:
    dealer = Given((deal(hands),))
    state = begin(GAME, config, dealer).state
    for given in inputs:
        state = advance(GAME, state, given, dealer).state
    return state


# Nothing but the view


@pytest.mark.parametrize("name", NAMES)
def test_its_choice_is_the_same_whatever_it_cannot_know(name: str) -> None:
    """The same seat in another world that it could believe in, with the same dice: it does the same."""
    other_worlds = 0
    for seed in range(8):
        for state in wander(seed).asked[seed % 5 :: 5]:
            seat = acting(state)
            twin = GAME.resample(state, seat, PyRandom(seed))
            other_worlds += twin != state
            assert chosen(name, twin, seat) == chosen(name, state, seat)
    assert other_worlds > 50


@pytest.mark.parametrize("name", NAMES)
def test_it_chooses_by_what_goes_over_a_wire(name: str) -> None:
    """The view written down and read again carries nothing that the view does not say."""
    for state in wander(3).asked[::7]:
        seat = acting(state)
        read: View = decode(canonical(view(state, seat)), View)
        again = bots_for("briscola")[name](read, GAME.legal(state, seat), PyRandom(1))
        assert again == chosen(name, state)


@pytest.mark.parametrize("name", NAMES)
def test_how_its_hand_lies_makes_no_difference(name: str) -> None:
    for state in wander(5).asked[::7]:
        seat = acting(state)
        hands = list(state.hands)
        hands[seat] = hands[seat][::-1]
        assert chosen(name, replace(state, hands=tuple(hands)), seat) == chosen(name, state, seat)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_view_and_the_same_dealer_give_the_same_choice(name: str) -> None:
    for state in wander(4).asked[::9]:
        assert chosen(name, state, seed=7) == chosen(name, state, seed=7)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("preset", [*GAME.presets])
def test_it_plays_every_preset_to_the_end_by_legal_actions(name: str, preset: str) -> None:
    bot, dealer = bots_for("briscola")[name], PyRandom(2)
    dice = [chooser(2, seat) for seat in range(5)]
    config = replace(GAME.presets[preset], hands=1)
    state = begin(GAME, config, dealer).state
    while GAME.outcome(state) is None:
        seat = acting(state)
        legal = GAME.legal(state, seat)
        action = bot(view(state, seat), legal, dice[seat])
        assert action in legal
        state = advance(GAME, state, Move(seat, action), dealer).state


# Bids and calls


@pytest.mark.parametrize("name", NAMES)
def test_a_hand_full_of_trumps_bids_high_and_one_with_nothing_passes(name: str) -> None:
    assert chosen(name, dealt()).bid > 61
    assert chosen(name, dealt(bid(0, 61), bid(1, 95), *passes(2, 3, 4))).bid > 95
    assert chosen(name, dealt(bid(0, 61), *passes(1, 2, 3))) == Bid(-1)


def test_a_bid_goes_a_quarter_of_the_way_to_the_last_that_would_be_made() -> None:
    """Greedy reckons with 101 card points, 33 of them from any partner, and would bid 97 at most."""
    assert chosen("greedy", dealt()) == Bid(61 + 37 // 4)
    assert chosen("greedy", dealt(bid(0, 61), bid(1, 96), *passes(2, 3, 4))) == Bid(97)
    assert chosen("greedy", dealt(bid(0, 61), bid(1, 97), *passes(2, 3, 4))) == Bid(-1)


@pytest.mark.parametrize("name", NAMES)
def test_nobody_bids_for_everything_with_a_middling_hand(name: str) -> None:
    assert chosen(name, after(bid(0, 61), bid(1, 119), *passes(2, 3, 4), config=BLIND)) == Bid(-1)


@pytest.mark.parametrize("name", NAMES)
def test_by_rank_a_hand_of_trumps_bids_down_to_the_two_and_an_empty_one_passes(name: str) -> None:
    assert chosen(name, dealt(config=BY_RANK)) != Bid(-1)
    assert chosen(name, dealt(bid(0, 1), bid(1, 4), *passes(2, 3, 4), config=BY_RANK)) == Bid(2)
    assert chosen(name, dealt(bid(0, 2), *passes(1, 2, 3), config=BY_RANK)) == Bid(-1)


@pytest.mark.parametrize("name", NAMES)
def test_it_calls_the_best_card_that_it_lacks_in_its_best_suit(name: str) -> None:
    """Seat 0 holds three, king, knight and seven of cups."""
    assert chosen(name, after(*AUCTION, config=OPEN)) == CallRank(1)
    assert chosen(name, after(*AUCTION, rank(0, 1), config=OPEN)) == CallSuit("cups")
    assert chosen(name, after(*BLIND_TRICK)) == CallSuit("cups")


@pytest.mark.parametrize("name", NAMES)
def test_with_all_that_is_strong_it_finds_a_call_that_makes_the_contract(name: str) -> None:
    state = dealt(bid(0, 75), *passes(1, 2, 3, 4), config=OPEN)
    state = advance(GAME, state, Move(0, chosen(name, state)), PyRandom(0)).state
    assert chosen(name, state) == CallSuit("coins")


# Cards


@pytest.mark.parametrize("name", NAMES)
def test_the_last_to_play_trumps_what_counts_with_the_least_he_has(name: str) -> None:
    """Cups are trump; seat 0, the caller, is about to take the three of coins with the ace."""
    state = after(*whole_hand(tricks=0), *plays(0, "A-coins 3-coins Kn-coins 6-coins"), config=OPEN)
    assert chosen(name, state).card.card_id in (card("2-cups"), card("4-cups"))


@pytest.mark.parametrize("name", NAMES)
def test_the_partner_who_plays_last_gives_points_to_the_callers_trick(name: str) -> None:
    """Seat 4 has called the ace of cups, which is seat 3's, and has taken the trick but for what seat 3 lays last."""
    opening = (*passes(0, 1, 2, 3), bid(4, 61), rank(4, 1), suit(4, "swords"))
    state = after(*opening, *plays(4, "Kn-swords 5-clubs 4-clubs 2-clubs"), config=OPEN)
    assert chosen(name, state).card.card_id in (card("3-clubs"), card("J-clubs"))


def test_pimc_gains_over_greedy_in_the_same_seats() -> None:
    """A thousand deals are for `python -m bench.briscola_bots`; a few show that it has not lost its wits."""
    contracts = [bid_for("greedy", Config(), seed) for seed in range(DEALS)]
    calling = [contract.taken("pimc", "greedy") for contract in contracts]
    defending = [contract.taken("greedy", "pimc") for contract in contracts]
    assert sum(calling) - sum(defending) >= 2 * 5 * DEALS  # what greedy takes on both sides would cancel out

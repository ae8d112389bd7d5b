"""The possible worlds that `resample` draws: cards that the reader cannot place may be anywhere."""

import pytest

from ludoteca.dealers import Given, PyRandom
from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.types import State
from ludoteca.kernel import Elapsed, Reader, begin, replace, step

from .definition import counts
from .helpers import BLIND, OPEN, READERS, after, bid, card, deal
from .whole import whole_hand


def worlds(state: State, reader: Reader, count: int = 200) -> list[State]:
    dealer = PyRandom(7)
    return [GAME.resample(state, reader, dealer) for _ in range(count)]


def dealt(state: State, seat: int) -> list[int]:
    laid = [*state.trick, *(each for trick in state.tricks for each in trick.laid)]
    return [*state.hands[seat], *(each.card for each in laid if each.seat == seat)]


def test_every_card_he_does_not_see_may_be_with_every_other() -> None:
    state = after(*whole_hand(tricks=2), config=OPEN)
    closed = {number for seat in (0, 2, 3, 4) for number in state.hands[seat]}
    places = {(number, seat) for world in worlds(state, 1) for seat in (0, 2, 3, 4) for number in world.hands[seat]}
    assert places == {(number, seat) for number in closed for seat in (0, 2, 3, 4)}


def test_his_own_cards_and_what_was_played_stay_where_they_are() -> None:
    state = after(*whole_hand(tricks=2), config=OPEN)
    for world in worlds(state, 1):
        assert world.hands[1] == state.hands[1]
        assert replace(world, hands=state.hands) == state


def test_a_spectator_may_believe_in_any_deal() -> None:
    state = after(*whole_hand(tricks=0), config=OPEN)
    holders = {seat for world in worlds(state, None) for seat in range(5) if card("A-cups") in world.hands[seat]}
    assert holders == set(range(5))


def test_the_caller_may_be_alone_for_all_that_an_opponent_knows_and_he_himself_knows() -> None:
    state = after(*whole_hand(tricks=0), config=OPEN)
    by_others = {GAME.view(world, 0).plays_alone for world in worlds(state, 2)}
    assert by_others == {True, False}
    assert {GAME.view(world, 0).plays_alone for world in worlds(state, 0)} == {False}
    alone = after(*whole_hand(called=3, tricks=0), config=OPEN)
    assert {GAME.view(world, 0).plays_alone for world in worlds(alone, 0)} == {True}


def test_the_partner_knows_who_he_is() -> None:
    state = after(*whole_hand(tricks=0), config=OPEN)
    assert {GAME.view(world, 1).you_are_partner for world in worlds(state, 1)} == {True}


@pytest.mark.parametrize("reader", READERS)
def test_every_hand_would_have_been_kept_when_it_was_dealt(reader: Reader) -> None:
    for count in range(0, len(whole_hand()), 7):
        for world in worlds(after(*whole_hand()[:count], config=OPEN), reader, 40):
            assert all(sum(map(counts, dealt(world, seat))) >= 5 for seat in range(5))


def test_who_has_shown_nothing_that_counts_must_still_have_something_that_does() -> None:
    """Everybody is out of time and plays what counts least: after seven tricks, seat 4 has shown cards that count
    nothing, and so its last one is an ace or a three."""
    hands = (
        "A-coins 3-cups K-cups Kn-cups J-cups 4-swords 5-clubs 3-coins",
        "K-coins J-coins A-cups 5-cups 6-swords 2-swords 7-clubs 4-clubs",
        "Kn-coins 4-cups 2-cups 3-swords 7-swords K-clubs 6-clubs 2-clubs",
        "5-swords Kn-swords J-swords Kn-clubs A-swords K-swords 3-clubs J-clubs",
        "7-coins 6-coins 5-coins 4-coins 2-coins 7-cups 6-cups A-clubs",
    )
    dealer = Given((deal(hands),))
    state = step(GAME, begin(GAME, BLIND, dealer).state, bid(0, 61)).state
    while len(state.tricks) < 7:
        state = step(GAME, state, Elapsed(GAME.timers(state)[0].name)).state
    for reader in (0, 1, 2, 3, None):
        last = {world.hands[4] for world in worlds(state, reader)}
        assert all(counts(number) >= 10 for (number,) in last)
        assert len(last) > 1

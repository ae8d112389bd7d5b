"""The worlds that `pimc` draws: each could be the one its seat is in, for all that it has seen."""

from collections import Counter
from random import Random

from ludoteca.bots.briscola.bid_estimate import TrumpCall, reckoned
from ludoteca.bots.briscola.card_bits import BIT
from ludoteca.bots.briscola.knowledge import seen_by
from ludoteca.bots.briscola.playout import World
from ludoteca.bots.briscola.worlds import world
from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.cards import CardGiven
from ludoteca.games.briscola.types import Action, Play, State
from ludoteca.kernel import Move, canonical, replace, step

from ...games.briscola.definition import counts
from ...games.briscola.helpers import AUCTION, BLIND, OPEN, acting, after, card, plays, rank, suit, view
from ...games.briscola.whole import whole_hand
from .random_hands import cards_to_play, wander

HANDS, EACH = 40, 3


def worlds(state: State, seat: int, count: int = 200) -> list[World]:
    dice = Random(5)
    seen = seen_by(view(state, seat))
    return [world(seen, dice) for _ in range(count)]


def hands_in(drawn: World) -> list[list[int]]:
    bit = BIT[drawn.trump]
    return [[number for number in range(40) if hand >> bit[number] & 1] for hand in drawn.hands]


def as_state(drawn: World, state: State, seat: int) -> State:
    """The state that this world would be; the own hand lies in it as its player likes it."""
    hands = [tuple(hand) for hand in hands_in(drawn)]
    assert sorted(hands[seat]) == sorted(state.hands[seat])
    hands[seat] = state.hands[seat]
    return replace(state, hands=tuple(hands))


def test_the_view_of_a_world_is_the_view_it_was_drawn_from_and_the_world_is_sound() -> None:
    others = 0
    for seed in range(HANDS):
        for state in cards_to_play(wander(seed)):
            seat = acting(state)
            for drawn in worlds(state, seat, EACH):
                believed = as_state(drawn, state, seat)
                assert canonical(view(believed, seat)) == canonical(view(state, seat))
                assert GAME.flaws(believed) == ()
                others += believed.hands != state.hands
    assert others > HANDS * 40 * EACH * 0.8


def test_every_hand_would_have_been_kept_when_it_was_dealt() -> None:
    for seed in range(HANDS):
        for state in cards_to_play(wander(seed)):
            laid = [*state.trick, *(each for trick in state.tricks for each in trick.laid)]
            (drawn,) = worlds(state, acting(state), 1)
            for seat, hand in enumerate(hands_in(drawn)):
                dealt = [*hand, *(each.card for each in laid if each.seat == seat)]
                assert sum(map(counts, dealt)) >= 5


def test_every_card_it_does_not_see_may_be_with_every_other() -> None:
    state = after(*whole_hand(tricks=2), config=OPEN)
    closed = {number for seat in (0, 2, 3, 4) for number in state.hands[seat]}
    found = {
        (number, seat) for drawn in worlds(state, 1, 400) for seat in (0, 2, 3, 4) for number in hands_in(drawn)[seat]
    }
    assert found == {(number, seat) for number in closed for seat in (0, 2, 3, 4)}


def test_the_partner_is_whoever_holds_the_called_card() -> None:
    state = after(*whole_hand(tricks=0), config=OPEN)
    for drawn in worlds(state, 2):
        assert card("A-cups") in hands_in(drawn)[drawn.partner]
        assert drawn.called == BIT["cups"][card("A-cups")]


def test_who_holds_the_called_card_is_the_partner_in_every_world() -> None:
    state = after(*whole_hand(tricks=0), config=OPEN)
    assert {drawn.partner for drawn in worlds(state, 1)} == {1}


def test_who_has_laid_the_called_card_is_the_partner_in_every_world() -> None:
    state = after(*whole_hand(tricks=3), config=OPEN)
    assert {drawn.partner for drawn in worlds(state, 2)} == {1}


def test_nobody_is_believed_to_have_called_his_own_card_without_a_hand_for_it() -> None:
    state = after(*whole_hand(tricks=0), config=OPEN)
    partners = Counter(drawn.partner for drawn in worlds(state, 2, 1000))
    assert set(partners) == {1, 3, 4}
    assert min(partners.values()) > 200


def test_where_the_called_card_can_be_with_nobody_else_the_caller_is_alone() -> None:
    """Seat 0 has called its two of coins and keeps it: where its last card is the last of all, everybody can tell."""
    ends = [kept_to_the_last(card("2-coins"), seed) for seed in range(30)]
    told = [state for state in ends if acting(state) == 0]
    assert told
    for state in told:
        assert {drawn.partner for seat in (1, 2, 3, 4) for drawn in worlds(state, seat, 5)} == {0}


def kept_to_the_last(kept: int, seed: int) -> State:
    """Random cards until one is left to lay; this one is laid when its owner has no other."""
    dice = Random(seed)
    state = after(*AUCTION, rank(0, 2), suit(0, "coins"), config=OPEN)
    while len(state.tricks) < 7 or len(state.trick) < 4:
        seat = acting(state)
        others = [number for number in state.hands[seat] if number != kept] or [kept]
        state = step(GAME, state, Move[Action](seat, Play(CardGiven(card_id=dice.choice(others))))).state
    return state


def test_a_caller_who_has_called_his_own_card_knows_it() -> None:
    state = after(*whole_hand(called=3, tricks=0), config=OPEN)
    assert all(drawn.is_alone for drawn in worlds(state, 0))


def test_while_the_trick_is_blind_the_trump_is_what_suits_the_callers_hand() -> None:
    """Seat 0 has called an ace: if it holds three strong cups in a world, cups it is; others have other suits."""
    state = after(*AUCTION, rank(0, 1), *plays(0, "Kn-cups"), config=BLIND)
    drawn = worlds(state, 1)
    assert len({each.trump for each in drawn}) > 1
    for each in drawn:
        dealt = [*hands_in(each)[0], card("Kn-cups")]
        worth = {name: reckoned(dealt, TrumpCall(1, name)) for name in ("coins", "cups", "swords", "clubs")}
        assert worth[each.trump] == max(worth.values())


def test_the_higher_a_caller_has_bid_the_better_the_hand_he_is_given() -> None:
    def mean_worth(number: int) -> float:
        state = after(*whole_hand(number, tricks=0), config=OPEN)
        found = [reckoned(hands_in(drawn)[0], TrumpCall(1, "cups")) for drawn in worlds(state, 2)]
        return sum(found) / len(found)

    assert mean_worth(61) + 5 < mean_worth(100)

"""RULES.md, "The cards" and "The deal", sentence by sentence."""

import pytest

from ludoteca.dealers import Given
from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.cards import CARDS, POINTS, STRENGTH, CardGiven, the_card
from ludoteca.games.briscola.types import BidMade, Config, HandUpdate, PhaseChange, ScoreUpdate, State
from ludoteca.kernel import Chance, Deal, Illegal, Pick, begin, step

from .helpers import (
    AUCTION,
    BLIND,
    HANDS,
    READERS,
    THROWN_IN,
    after,
    bid,
    card,
    cards,
    deal,
    heard,
    names,
    passes,
    played,
    plays,
    rank,
    suit,
    view,
)

POORER = (
    THROWN_IN[0].replace("K-cups", "J-cups"),
    THROWN_IN[1],
    THROWN_IN[2].replace("J-cups", "K-cups"),
    *THROWN_IN[3:],
)


def changed(hands: tuple[str, ...], one: str, other: str) -> tuple[str, ...]:
    """The same deal, two cards of it exchanged."""
    return tuple(hand.replace(one, "?").replace(other, one).replace("?", other) for hand in hands)


def test_there_are_forty_cards_of_four_suits_and_ten_ranks() -> None:
    assert len(set(CARDS)) == 40
    assert {(each.suit, each.rank) for each in CARDS} == {
        (name, number) for name in ("coins", "cups", "swords", "clubs") for number in range(1, 11)
    }


def test_card_id_is_suit_times_ten_plus_rank_minus_one() -> None:
    assert [each.card_id for each in CARDS] == list(range(40))
    for position, name in enumerate(("coins", "cups", "swords", "clubs")):
        assert [each.card_id for each in CARDS if each.suit == name] == [
            position * 10 + number - 1 for number in range(1, 11)
        ]


@pytest.mark.parametrize("name", ["coins", "cups", "swords", "clubs"])
def test_within_a_suit_the_order_is_ace_three_king_knight_jack_seven_to_four_two(name: str) -> None:
    order = cards(" ".join(f"{each}-{name}" for each in ["A", "3", "K", "Kn", "J", "7", "6", "5", "4", "2"]))
    assert [STRENGTH[each] for each in order] == list(range(9, -1, -1))


def test_ace_11_three_10_king_4_knight_3_jack_2_others_nothing() -> None:
    worth = {"A": 11, "3": 10, "K": 4, "Kn": 3, "J": 2, "7": 0, "6": 0, "5": 0, "4": 0, "2": 0}
    for each, points in worth.items():
        assert [POINTS[card(f"{each}-{name}")] for name in ("coins", "cups", "swords", "clubs")] == [points] * 4


def test_they_count_120_in_all() -> None:
    assert sum(POINTS) == 120


@pytest.mark.parametrize(
    "given",
    [
        CardGiven("cups", 10),
        CardGiven(card_id=19),
        CardGiven("cups", 10, 19),
    ],
)
def test_a_card_may_be_named_by_suit_and_rank_by_card_id_or_by_both(given: CardGiven) -> None:
    assert the_card(given) == 19


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (CardGiven("cups", 10, 18), "card_id 18 is not the 10 of cups, which is 19"),
        (CardGiven("cups"), "by its suit and rank"),
        (CardGiven(rank=3), "by its suit and rank"),
        (CardGiven("cups", card_id=19), "by its suit and rank"),
        (CardGiven(), "by its suit and rank"),
        (CardGiven("hearts", 3), "no suit 'hearts'"),
        (CardGiven("cups", 0), "no rank 0"),
        (CardGiven("cups", 11), "no rank 11"),
        (CardGiven(card_id=40), "no card 40"),
        (CardGiven(card_id=-1), "no card -1"),
        (40, "no card 40"),
    ],
)
def test_what_names_no_card_or_two_is_refused(given: CardGiven | int, words: str) -> None:
    with pytest.raises(Illegal, match=words) as caught:
        the_card(given)
    assert GAME.refusals[caught.value.code] == "invalid_card"


# The deal


def test_the_first_dealer_is_drawn() -> None:
    state = GAME.setup(Config()).state
    assert (state.phase, GAME.draw(state), view(state).dealer_id) == ("ready", Pick(5), None)
    for dealer in range(5):
        drawn, told = step(GAME, state, Chance((dealer,)))
        assert view(drawn).dealer_id == dealer
        assert GAME.draw(drawn) == Deal(40, (8, 8, 8, 8, 8))
        assert [(each.phase, each.dealer_id) for each in heard(told, None) if isinstance(each, PhaseChange)] == [
            ("ready", dealer)
        ]


@pytest.mark.parametrize("dealer", range(5))
def test_unless_dealer_names_him(dealer: int) -> None:
    state, told = GAME.setup(Config(dealer=dealer))
    assert GAME.draw(state) == Deal(40, (8, 8, 8, 8, 8))
    assert view(state).dealer_id == dealer
    (ready,) = heard(told, None)
    assert isinstance(ready, PhaseChange)
    assert (ready.phase, ready.dealer_id) == ("ready", dealer)


def test_eight_cards_are_dealt_to_each_seat() -> None:
    made = played()
    for seat, hand in enumerate(HANDS):
        assert sorted(each.card_id for each in view(made.state, seat).hand) == sorted(cards(hand))
        (own,) = [each for each in heard(made.events, seat) if isinstance(each, HandUpdate)]
        assert own == HandUpdate(seat, view(made.state, seat).hand)
    assert [each.cards for each in view(made.state).players] == [8] * 5


def test_a_hand_is_picked_up_sorted_by_suit_and_then_the_strongest_first() -> None:
    dealer = Given((tuple(reversed(deal())),))
    state = begin(GAME, BLIND, dealer).state
    assert names(view(state, 4).hand) == "A-coins 2-coins 3-cups K-cups Kn-cups 7-cups 4-swords 5-clubs"


def test_after_the_deal_scores_are_nothing_and_the_auction_begins() -> None:
    *_, scores, begins = heard(played().events, None)
    assert isinstance(scores, ScoreUpdate)
    assert [each.points for each in scores.scores] == [0] * 5
    assert begins == PhaseChange("bid", None, None, None, None, None, 4, 1)


@pytest.mark.parametrize("hands", [THROWN_IN, POORER])
def test_a_hand_below_five_points_is_thrown_in_and_the_same_dealer_redeals(
    hands: tuple[str, ...],
) -> None:
    thrown_in = begin(GAME, BLIND, Given((deal(hands), deal())))
    assert len(thrown_in.drawn) == 2
    assert (thrown_in.state.dealer, thrown_in.state.deals) == (4, 1)
    assert thrown_in.state.hands == after().hands


def test_whichever_seat_has_it() -> None:
    for turn in range(5):
        hands = THROWN_IN[turn:] + THROWN_IN[:turn]
        assert begin(GAME, BLIND, Given((deal(hands), deal()))).state.deals == 1


def test_five_points_are_enough() -> None:
    hands = changed(changed(THROWN_IN, "K-cups", "Kn-cups"), "7-cups", "J-cups")
    assert begin(GAME, BLIND, Given((deal(hands),))).state.deals == 0


def test_it_is_dealt_again_as_often_as_it_takes() -> None:
    state = begin(GAME, BLIND, Given((deal(THROWN_IN),) * 7 + (deal(),))).state
    assert (state.deals, state.phase, state.dealer) == (7, "bid", 4)


def test_nobody_sees_what_was_thrown_in() -> None:
    ready = GAME.setup(BLIND).state
    one, other = (step(GAME, ready, Chance(deal(hands))) for hands in (THROWN_IN, POORER))
    assert one == other  # not a byte depends on it
    for reader in READERS:
        assert not [each for each in heard(one.events, reader) if isinstance(each, HandUpdate)]
        assert view(one.state, reader).hand == ()


def test_phase_ready_is_the_time_until_the_cards_lie() -> None:
    ready = GAME.setup(BLIND).state
    assert (ready.phase, GAME.to_act(ready), GAME.timers(ready)) == ("ready", frozenset(), ())
    assert step(GAME, ready, Chance(deal())).state.phase == "bid"


def every_step_of_a_hand() -> list[State]:
    inputs = (*AUCTION, rank(0, 1), *plays(0, "Kn-cups 4-clubs J-cups 6-cups Kn-clubs"), suit(0, "cups"))
    return [after(*inputs[:count]) for count in range(len(inputs) + 1)]


def test_every_card_is_in_one_place() -> None:
    for state in every_step_of_a_hand():
        held = [number for hand in state.hands for number in hand]
        laid = [each.card for each in state.trick] + [each.card for trick in state.tricks for each in trick.laid]
        assert sorted(held + laid) == list(range(40))


def test_thrown_in_after_five_passes_the_cards_are_gone_too() -> None:
    thrown_in = step(GAME, after(*passes(0, 1, 2, 3)), bid(4, -1)).state
    assert (thrown_in.hands, thrown_in.bids) == ((), ())
    assert BidMade(0, -1) in after(*passes(0, 1, 2, 3)).bids

"""RULES.md, "The auction", sentence by sentence."""

import pytest

from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.types import Action, Bid, Config, PhaseChange, State
from ludoteca.kernel import Deal, Input, replace, step

from .helpers import AUCTION, BY_RANK, acting, after, bid, passes, phases, played, refusal, view

ALL_BIDS = list(range(61, 121))
RANKS_DOWN = [1, 3, 10, 9, 8, 7, 6, 5, 4, 2]


def bids_of(state: State) -> list[int]:
    """The actions listed for the next bidder."""
    return [action.bid for action in GAME.legal(state, acting(state)) if isinstance(action, Bid)]


def told(*inputs: Input[Action]) -> list[PhaseChange]:
    return phases(played(*inputs).events)


@pytest.mark.parametrize("dealer", range(5))
def test_the_seat_after_the_dealer_begins(dealer: int) -> None:
    assert acting(after(config=Config(dealer=dealer))) == (dealer + 1) % 5


def test_turn_by_turn_everybody_bids() -> None:
    turns = [acting(after(*(bid(seat, 61 + seat) for seat in range(count)))) for count in range(5)]
    assert turns == [0, 1, 2, 3, 4]
    assert acting(after(*(bid(seat, 61 + seat) for seat in range(5)))) == 0


def test_a_bid_is_61_to_120() -> None:
    assert bids_of(after()) == [-1, *ALL_BIDS]
    for number in (60, 121, 0, -2, 1, 10, 1000):
        refused = refusal(after(), bid(0, number))
        assert (refused.code, GAME.refusals[refused.code]) == ("bad_bid", "invalid_bid")
        assert refused.facts == {"lowest": 61}


@pytest.mark.parametrize("number", [61, 75, 119])
def test_higher_than_the_last_bid(number: int) -> None:
    state = after(bid(0, number))
    assert bids_of(state) == [-1, *range(number + 1, 121)]
    for low in {61, number - 1, number} - {60}:
        refused = refusal(state, bid(1, low))
        assert (refused.code, refused.facts) == ("bad_bid", {"lowest": number + 1})
        assert refused.reason == f"{low} is not higher than {number}"
    assert view(step(GAME, state, bid(1, number + 1)).state).bid == number + 1


def test_a_pass_asks_for_no_more() -> None:
    assert bids_of(after(bid(0, 70), *passes(1))) == [-1, *range(71, 121)]


def test_who_has_passed_is_asked_no_more() -> None:
    inputs = (*passes(0), bid(1, 61), *passes(2), bid(3, 62), bid(4, 63))
    assert acting(after(*inputs)) == 1
    assert acting(after(*inputs, bid(1, 64))) == 3
    assert [each.has_passed for each in view(after(*inputs)).players] == [True, False, True, False, False]


def test_out_of_turn_nobody_bids() -> None:
    for seat in (1, 2, 3, 4):
        refused = refusal(after(), bid(seat, 61))
        assert (refused.code, GAME.refusals[refused.code]) == ("not_your_turn", "invalid_turn")
        assert refused.facts == {"current_player_id": 0}


def test_the_auction_ends_when_one_bidder_is_left() -> None:
    assert after(bid(0, 70), *passes(1, 2, 3)).phase == "bid"
    assert after(*AUCTION).phase == "call-partner-rank"


def test_the_fifth_is_asked_though_four_have_passed() -> None:
    state = after(*passes(0, 1, 2, 3))
    assert (state.phase, acting(state)) == ("bid", 4)
    won = after(*passes(0, 1, 2, 3), bid(4, 61))
    assert (won.phase, view(won).caller_id, view(won).bid) == ("call-partner-rank", 4, 61)


def test_the_auction_ends_at_120() -> None:
    state = after(bid(0, 61), bid(1, 120))
    assert (state.phase, view(state).caller_id) == ("call-partner-rank", 1)


def test_the_last_bidder_is_the_caller() -> None:
    inputs = (bid(0, 61), bid(1, 62), bid(2, 63), *passes(3, 4, 0), bid(1, 64), *passes(2))
    assert (view(after(*inputs)).caller_id, view(after(*inputs)).bid) == (1, 64)
    assert acting(after(*inputs)) == 1


def test_if_all_five_pass_the_cards_are_thrown_in_and_the_next_dealer_deals() -> None:
    thrown_in = step(GAME, after(*passes(0, 1, 2, 3)), bid(4, -1)).state
    assert (thrown_in.phase, thrown_in.dealer, thrown_in.deals, thrown_in.hand) == ("ready", 0, 1, 1)
    assert GAME.draw(thrown_in) == Deal(40, (8, 8, 8, 8, 8))
    again = after(*passes(0, 1, 2, 3, 4))
    assert (again.phase, acting(again)) == ("bid", 1)


def test_each_bid_is_told_by_phase_change_with_bid_and_caller_id() -> None:
    bidding = [PhaseChange("bid", None, seat, None, None, number, 4, 1) for seat, number in ((0, 70), (1, -1))]
    assert told(bid(0, 70)) == [bidding[0]]
    assert told(bid(0, 70), bid(1, -1)) == [bidding[1]]


def test_the_end_of_the_auction_is_told_with_the_caller_and_his_bid() -> None:
    assert told(*AUCTION) == [
        PhaseChange("bid", None, 4, None, None, -1, 4, 1),
        PhaseChange("call-partner-rank", None, 0, None, None, 70, 4, 1),
    ]


def test_a_hand_that_is_passed_out_is_told_with_the_next_dealer() -> None:
    last, ready, begins = told(*passes(0, 1, 2, 3, 4))
    assert (last.phase, last.caller_id, last.bid) == ("bid", 4, -1)
    assert ready == PhaseChange("ready", None, None, None, None, None, 0, 1, deals=1)
    assert (begins.phase, begins.dealer_id) == ("bid", 0)


def test_a_view_shows_all_bids_and_who_has_bid_highest_so_far() -> None:
    seen = view(after(bid(0, 61), bid(1, -1), bid(2, 75)))
    assert [(made.player_id, made.bid) for made in seen.bids] == [(0, 61), (1, -1), (2, 75)]
    assert (seen.caller_id, seen.bid, seen.contract) == (2, 75, 75)
    empty = view(after())
    assert (empty.caller_id, empty.bid, empty.contract) == (None, None, None)


# By rank


def test_by_rank_a_bid_is_a_rank_each_lower_than_the_last_and_then_card_points() -> None:
    assert bids_of(after(config=BY_RANK)) == [-1, *RANKS_DOWN, *range(62, 121)]


@pytest.mark.parametrize(
    ("first", "open_then"), [(1, [3, 10]), (8, [7, 6]), (4, [2, 62]), (2, [62, 63]), (65, [66, 67])]
)
def test_by_rank_a_lower_rank_is_the_higher_bid(first: int, open_then: list[int]) -> None:
    state = after(bid(0, first), config=BY_RANK)
    assert bids_of(state)[1:3] == open_then
    assert refusal(state, bid(1, first)).code == "bad_bid"


def test_by_rank_a_higher_rank_is_refused() -> None:
    state = after(bid(0, 7), config=BY_RANK)
    for number in (1, 3, 10, 9, 8):
        assert refusal(state, bid(1, number)).facts == {"lowest": 6}


def test_by_rank_61_is_no_bid_for_every_rank_is_for_61() -> None:
    assert refusal(after(config=BY_RANK), bid(0, 61)).code == "bad_bid"
    for number in RANKS_DOWN:
        assert view(after(bid(0, number), config=BY_RANK)).contract == 61


def test_above_the_two_card_points_are_for_a_called_two_with_so_many() -> None:
    seen = view(after(bid(0, 2), bid(1, 65), *passes(2, 3, 4, 0), config=BY_RANK))
    assert (seen.caller_id, seen.partner_rank, seen.contract) == (1, 2, 65)


def test_bids_may_be_skipped() -> None:
    assert view(after(bid(0, 2), config=BY_RANK)).bid == 2
    assert view(after(bid(0, 80), config=BY_RANK)).bid == 80


@pytest.mark.parametrize("number", RANKS_DOWN)
def test_after_an_auction_by_rank_the_rank_is_his_bid_and_only_the_suit_is_named(number: int) -> None:
    for config, phase in ((BY_RANK, "call-partner-suit"), (replace(BY_RANK, suit_call="after-first-trick"), None)):
        state = after(bid(0, number), *passes(1, 2, 3, 4), config=config)
        assert state.phase == (phase or "play-first-trick")
        assert view(state).partner_rank == number
        assert acting(state) == 0


def test_by_rank_the_auction_ends_at_120_too() -> None:
    assert after(bid(0, 120), config=BY_RANK).phase == "call-partner-suit"


def test_by_rank_all_five_may_pass() -> None:
    assert after(*passes(0, 1, 2, 3, 4), config=BY_RANK).dealer == 0

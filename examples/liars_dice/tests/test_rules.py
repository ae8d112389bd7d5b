"""The sentences of RULES.md, by their numbers."""

from typing import Any

import pytest

from liars_dice import GAME
from liars_dice.types import Bid, Config, Doubt, Ended, Shown, State
from ludoteca.kernel import Chance, Illegal, Left, Move, Resigned, Returned, Seat, Step, step

FIVE_EACH = (2, 2, 3, 4, 6, 1, 3, 4, 4, 5)  # the first seat has 2 2 3 4 6, the second 1 3 4 4 5
CALL_OF_FOUR = Bid(4, 4)  # true with the wild one: 4, 4, 4 and the 1


def given(state: State, *inputs: Any) -> Step[State, Any]:
    """Apply one input after another, and return the last step."""
    made: Step[State, Any] = Step(state)
    for each in inputs:
        made = step(GAME, made.state, each)
    return made


def rolled(*dice: int, **config: Any) -> State:
    """The first round with these dice, half of them for each seat."""
    return given(GAME.setup(Config(dice=len(dice) // 2, **config)).state, Chance(dice)).state


def refusal(state: State, seat: Seat, action: Any) -> str:
    with pytest.raises(Illegal) as caught:
        step(GAME, state, Move(seat, action))
    return caught.value.code


def test_1_both_have_five_dice_and_a_player_with_none_left_has_lost() -> None:
    assert rolled(*FIVE_EACH).left == (5, 5)
    ended = given(rolled(2, 3), Move(0, Bid(2, 6)), Move(1, Doubt()))
    assert ended.state.left == (0, 1)
    assert ended.state.outcome is not None
    assert ended.state.outcome.winners == {1}
    assert ended.events[-1].payload == Ended(1, "dice")


def test_2_each_sees_their_own_dice_and_how_many_the_other_has() -> None:
    state = rolled(*FIVE_EACH)
    views = [GAME.view(state, reader) for reader in (0, 1, None)]
    assert [view.hand for view in views] == [(2, 2, 3, 4, 6), (1, 3, 4, 4, 5), None]
    assert all(view.left == (5, 5) for view in views)


def test_3_the_first_seat_opens_and_then_the_loser_of_a_die() -> None:
    state = rolled(*FIVE_EACH)
    assert GAME.to_act(state) == {0}
    lost_by_second = given(state, Move(0, CALL_OF_FOUR), Move(1, Doubt()))
    assert given(lost_by_second.state, Chance((1,) * 9)).state.turn == 1


def test_4_the_player_who_opens_a_round_must_bid() -> None:
    state = rolled(*FIVE_EACH)
    assert Doubt() not in GAME.legal(state, 0)
    assert refusal(state, 0, Doubt()) == "nothing_to_doubt"


@pytest.mark.parametrize(("bid", "higher"), [((3, 4), True), ((2, 6), True), ((2, 4), False), ((2, 3), False)])
def test_5_to_raise_is_to_name_more_dice_or_as_many_of_a_higher_face(bid: tuple[int, int], higher: bool) -> None:
    state = given(rolled(*FIVE_EACH), Move(0, Bid(2, 4))).state
    assert (Bid(*bid) in GAME.legal(state, 1)) == higher
    if not higher:
        assert refusal(state, 1, Bid(*bid)) == "bid_too_low"


def test_5_nobody_can_bid_more_dice_than_there_are() -> None:
    assert refusal(rolled(2, 3), 0, Bid(3, 2)) == "bid_too_high"
    highest = given(rolled(2, 3), Move(0, Bid(2, 6))).state
    assert GAME.legal(highest, 1) == (Doubt(),)


@pytest.mark.parametrize(("ones_wild", "found"), [(True, 4), (False, 3)])
def test_6_ones_are_wild_or_ones_and_nothing_else(ones_wild: bool, found: int) -> None:
    shown = given(rolled(*FIVE_EACH, ones_wild=ones_wild), Move(0, CALL_OF_FOUR), Move(1, Doubt())).state.shown
    assert shown is not None
    assert shown.matching == found


@pytest.mark.parametrize(("bid", "loser"), [(Bid(4, 4), 1), (Bid(3, 4), 1), (Bid(5, 4), 0)])
def test_7_at_a_doubt_all_dice_are_shown_and_the_wrong_player_loses_one(bid: Bid, loser: Seat) -> None:
    made = given(rolled(*FIVE_EACH), Move(0, bid), Move(1, Doubt()))
    told = made.events[0]
    assert told.to is None
    assert told.payload == Shown(bid, 1, ((2, 2, 3, 4, 6), (1, 3, 4, 4, 5)), 4, loser)
    assert made.state.left[loser] == 4
    assert made.state.left[1 - loser] == 5


def test_8_a_player_who_resigns_has_lost_on_any_turn() -> None:
    for seat in (0, 1):
        outcome = given(rolled(*FIVE_EACH), Resigned(seat)).state.outcome
        assert outcome is not None
        assert outcome.winners == {1 - seat}
        assert outcome.reason == "resigned"


def test_8_a_player_who_loses_their_connection_is_waited_for() -> None:
    state = rolled(*FIVE_EACH)
    assert given(state, Left(0), Returned(0)).state == state
    assert GAME.timers(state) == ()


def test_only_the_seat_whose_turn_it_is_may_act() -> None:
    assert refusal(rolled(*FIVE_EACH), 1, Bid(1, 1)) == "not_your_turn"

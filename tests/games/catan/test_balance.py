"""Balanced dice: how likely each number is, by what came before. Blue is 0, orange is 1."""

from ludoteca.dealers import PyRandom
from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import RollDice
from ludoteca.games.catan.balanced_dice import NUMBERS, full_deck, remembered, weights, without
from ludoteca.games.catan.types import Config, Memory, State
from ludoteca.kernel import Chance, Pick, advance, begin, random_input, replace, step

from .helpers import act, to_roll


def after(*rolls: tuple[int, int]) -> Memory:
    """What is remembered after these rolls, each by a player."""
    memory = Memory()
    for seat, number in rolls:
        memory = remembered(memory, seat, number)
    return memory


def rolling(memory: Memory) -> State:
    """The dice are in the air."""
    state = replace(to_roll(config=Config(dice="balanced")), dice_memory=memory)
    return act(state, RollDice())


def likely(memory: Memory, number: int, seat: int = 0) -> int:
    """How likely one card of this number is, in per cent of an untouched one."""
    found = {
        weight
        for card, weight in zip(full_deck(), weights(full_deck(), memory, seat), strict=True)
        if NUMBERS[card] == number
    }
    assert len(found) == 1
    return found.pop()


def test_at_first_all_cards_are_equally_likely() -> None:
    assert set(weights(full_deck(), Memory(), 0)) == {100}


def test_a_number_is_34_per_cent_less_likely_for_each_time_in_the_last_five_rolls() -> None:
    assert likely(after((0, 6)), 6) == 66
    assert likely(after((0, 6), (1, 8), (0, 6)), 6) == 32
    assert likely(after((0, 6), (1, 6), (0, 6)), 6) == 0
    assert likely(after((0, 6), (1, 8), (0, 8), (1, 9), (0, 10), (1, 11)), 6) == 100
    assert likely(after((0, 6)), 5) == 100


def test_sevens_are_shared_out() -> None:
    quiet = ((0, 3), (1, 4), (0, 5), (1, 9), (0, 10))  # so that no seven is recent
    one_each = after((0, 7), (1, 7), *quiet)
    assert (one_each.sevens, one_each.last_seven, one_each.streak) == ((1, 1), 1, 1)
    assert (likely(one_each, 7, 0), likely(one_each, 7, 1)) == (140, 60)  # 100 each, and a streak of one
    both_blue = after((0, 7), (0, 7), *quiet)
    assert (likely(both_blue, 7, 0), likely(both_blue, 7, 1)) == (0, 200)
    three_to_one = after((1, 7), (0, 7), (0, 7), (0, 7), *quiet)
    assert (likely(three_to_one, 7, 0), likely(three_to_one, 7, 1)) == (0, 200)
    then_orange = after((0, 7), (0, 7), (0, 7), (1, 7), *quiet)
    assert (likely(then_orange, 7, 0), likely(then_orange, 7, 1)) == (90, 110)


def test_a_seven_that_is_recent_and_shared_out_is_both() -> None:
    memory = after((1, 7))
    assert (likely(memory, 7, 0), likely(memory, 7, 1)) == (92, 39)  # 66 % of 140 %, and of 60 %


def test_the_deck_is_whole_again_when_twelve_cards_are_left() -> None:
    assert without(tuple(range(14)), 3) == (0, 1, 2, *range(4, 14))
    assert without(tuple(range(13)), 3) == full_deck()


def test_the_roll_is_drawn_by_these_weights_and_remembered() -> None:
    dealer = PyRandom(5)
    state = begin(GAME, Config(dice="balanced"), dealer).state
    seen = 0
    while seen < 60:
        given = random_input(GAME, state, dealer)
        assert given is not None
        before, made = state, advance(GAME, state, given, dealer)
        state = made.state
        if state.rolled != before.rolled:
            seen += 1
            assert state.dice is not None
            assert state.dice_memory == remembered(before.dice_memory, before.current, sum(state.dice))
    assert sum(state.dice_memory.sevens) == state.rolled[5]


def test_what_cannot_come_is_never_drawn() -> None:
    """Three equal numbers of the last five: their cards weigh nothing."""
    asked = GAME.draw(rolling(after((0, 6), (1, 6), (0, 6))))
    assert isinstance(asked, Pick)
    assert [weight for card, weight in zip(full_deck(), asked.weights, strict=True) if NUMBERS[card] == 6] == [0] * 5
    rolled = step(GAME, rolling(Memory()), Chance((0,))).state
    assert (rolled.dice, rolled.dice_memory.recent) == ((1, 1), (2,))

"""Chance: what may be drawn, what answers it, and that every answer is as likely as it should be."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import factorial, prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.dealers import Fair, PyRandom
from ludoteca.kernel import Answer, Deal, Dealer, Dice, Draw, Malformed, Pick, Shuffle, canonical, choose, decode, hands
from ludoteca.kernel.chance import answer, is_answer, kind

SEED = bytes(range(32))

weights = st.lists(st.integers(0, 9), min_size=1, max_size=12).filter(any).map(tuple)
draws: st.SearchStrategy[Draw] = st.one_of(
    st.builds(Dice, st.integers(1, 12), st.integers(1, 1_000)),
    st.builds(Pick, st.integers(1, 10_000)),
    weights.map(lambda chosen: Pick(len(chosen), chosen)),
    st.builds(Shuffle, st.integers(1, 80)),
    st.lists(st.integers(0, 8), max_size=6).flatmap(
        lambda sizes: st.builds(Deal, st.integers(max(1, sum(sizes)), sum(sizes) + 20), st.just(tuple(sizes)))
    ),
)
dealers: st.SearchStrategy[Dealer] = st.one_of(
    st.builds(PyRandom, st.integers(0, 2**32)),
    st.builds(Fair, st.binary(min_size=32, max_size=32), st.just("T"), st.just("coin/1")),
)

SMALL: list[Draw] = [
    Dice(1, 1),
    Dice(1, 6),
    Dice(2, 3),
    Dice(3, 2),
    Pick(1),
    Pick(4),
    Pick(1, (3,)),
    Pick(3, (1, 0, 2)),
    Pick(4, (0, 2, 0, 3)),
    Pick(3, (0, 0, 1)),
    Deal(4, (2, 1)),
    Deal(3, (3,)),
    Deal(3, (0, 2, 0)),
    Deal(2, ()),
    Deal(1, (1,)),
    Shuffle(1),
    Shuffle(3),
    Shuffle(4),
]


class Script:
    """A source of integers that runs through every possibility, one after the other."""

    def __init__(self) -> None:
        self._path: list[tuple[int, int]] = []
        self._at = 0

    def below(self, options: int) -> int:
        if self._at == len(self._path):
            self._path.append((0, options))
        assert self._path[self._at][1] == options
        self._at += 1
        return self._path[self._at - 1][0]

    def odds(self) -> int:
        """One in how many runs would go this way."""
        return prod(options for _, options in self._path)

    def go_on(self) -> bool:
        while self._path and self._path[-1][0] + 1 == self._path[-1][1]:
            self._path.pop()
        self._at = 0
        if not self._path:
            return False
        self._path[-1] = (self._path[-1][0] + 1, self._path[-1][1])
        return True


def every_answer(draw: Draw) -> Counter[Answer]:
    """Each answer that can come, and in how many ways."""
    script = Script()
    found: Counter[Answer] = Counter()
    ways = set()
    while True:
        found[answer(draw, script.below)] += 1
        ways.add(script.odds())
        if not script.go_on():
            assert ways == {found.total()}  # every run was equally likely
            return found


def every_tuple(draw: Draw) -> Iterator[Answer]:
    """Every tuple of small numbers that is about as long as an answer, good or not."""
    longest = len(next(iter(every_answer(draw))))
    for length in range(longest + 2):
        yield from product(range(-1, 8), repeat=length)


# What is an answer


@pytest.mark.parametrize("draw", SMALL, ids=str)
def test_accepted_is_exactly_what_can_be_answered(draw: Draw) -> None:
    assert {given for given in every_tuple(draw) if is_answer(draw, given)} == set(every_answer(draw))


@given(draws, dealers)
def test_every_dealer_gives_answers_that_are_accepted(draw: Draw, dealer: Dealer) -> None:
    for _ in range(3):
        assert is_answer(draw, dealer.answer(draw))


@given(draws, dealers, st.integers(-2, 12_000))
def test_an_answer_with_one_more_or_one_less_is_none(draw: Draw, dealer: Dealer, extra: int) -> None:
    good = dealer.answer(draw)
    assert not is_answer(draw, (*good, extra))
    assert not good or not is_answer(draw, good[:-1])


@given(draws, dealers, st.data())
def test_an_answer_out_of_range_is_none(draw: Draw, dealer: Dealer, data: st.DataObject) -> None:
    good = dealer.answer(draw)
    if good:
        place = data.draw(st.integers(0, len(good) - 1))
        for wrong in (-1, 10_001, 2**62):
            assert not is_answer(draw, (*good[:place], wrong, *good[place + 1 :]))


@pytest.mark.parametrize(
    ("draw", "wrong"),
    [
        (Dice(2), ()),
        (Dice(2), (1,)),
        (Dice(2), (1, 2, 3)),
        (Dice(2), (0, 1)),
        (Dice(2), (6, 7)),
        (Pick(3), ()),
        (Pick(3), (3,)),
        (Pick(3), (-1,)),
        (Pick(3), (0, 1)),
        (Pick(3, (1, 0, 1)), (1,)),
        (Pick(3, (1, 0, 1)), (3,)),
        (Pick(3, (1, 0, 1)), (-1,)),
        (Deal(5, (2, 1)), (0, 1)),
        (Deal(5, (2, 1)), (0, 1, 1)),
        (Deal(5, (2, 1)), (0, 1, 5)),
        (Deal(5, (2, 1)), (0, 1, -1)),
        (Shuffle(3), (0, 1)),
        (Shuffle(3), (0, 1, 1)),
        (Shuffle(3), (1, 2, 3)),
        (Shuffle(3), (0, 1, 2, 2)),
    ],
)
def test_a_wrong_answer_is_refused(draw: Draw, wrong: Answer) -> None:
    assert not is_answer(draw, wrong)


@given(weights, dealers)
def test_a_pick_never_gives_what_weighs_nothing(chosen: tuple[int, ...], dealer: Dealer) -> None:
    draw = Pick(len(chosen), chosen)
    assert all(chosen[dealer.answer(draw)[0]] > 0 for _ in range(20))


def test_a_zero_weight_first_or_last_is_never_picked() -> None:
    assert set(every_answer(Pick(4, (0, 2, 0, 3)))) == {(1,), (3,)}
    assert set(every_answer(Pick(3, (5, 0, 0)))) == {(0,)}


@given(draws, dealers)
def test_hands_cut_a_deal_into_its_sizes(draw: Draw, dealer: Dealer) -> None:
    if isinstance(draw, Deal):
        given = dealer.answer(draw)
        cut = hands(draw, given)
        assert tuple(len(hand) for hand in cut) == draw.sizes
        assert tuple(card for hand in cut for card in hand) == given


def test_hands_keep_empty_hands_in_their_places() -> None:
    assert hands(Deal(9, (2, 0, 3)), (8, 1, 0, 7, 5)) == ((8, 1), (), (0, 7, 5))
    assert hands(Deal(9, ()), ()) == ()


@given(dealers, st.integers(1, 300))
def test_choose_gives_one_of_the_options(dealer: Dealer, count: int) -> None:
    options = [f"option {number}" for number in range(count)]
    assert choose(dealer, options) in options


def test_kinds_are_the_names_draws_have_in_logs() -> None:
    assert [kind(draw) for draw in (Dice(1), Pick(1), Deal(1, ()), Shuffle(1))] == ["dice", "pick", "deal", "shuffle"]


@given(draws)
def test_draws_read_back(draw: Draw) -> None:
    assert decode(canonical(draw), Draw) == draw


@pytest.mark.parametrize("draw", [Dice(0), Dice(10_001), Dice(1, 0), Pick(0), Shuffle(0), Shuffle(10_001), Deal(0, ())])
def test_draws_of_nothing_or_of_too_much_do_not_read_back(draw: Draw) -> None:
    with pytest.raises(Malformed):
        decode(canonical(draw), Draw)


@pytest.mark.parametrize("chosen", [(1,), (1, 1, 1), (0, 0), (2, -1)])
def test_a_pick_has_one_weight_for_each_option(chosen: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="weight"):
        Pick(2, chosen)
    with pytest.raises(Malformed):
        decode(canonical({"type": "pick", "options": 2, "weights": chosen}), Draw)


@pytest.mark.parametrize("chosen", [(2**48, 1), (1, 2**53), (2**55, 2**55)])
def test_the_weights_of_a_pick_are_together_no_more_than_a_browser_can_count(chosen: tuple[int, ...]) -> None:
    Pick(2, (2**48 - 1, 1))
    with pytest.raises(ValueError, match="must sum to at most"):
        Pick(2, chosen)
    with pytest.raises(Malformed):
        decode(canonical({"type": "pick", "options": 2, "weights": chosen}), Draw)


@pytest.mark.parametrize("sizes", [(5,), (2, 3), (-1, 2)])
def test_a_deal_hands_out_no_more_cards_than_there_are(sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="cards"):
        Deal(4, sizes)
    with pytest.raises(Malformed):
        decode(canonical({"type": "deal", "items": 4, "sizes": sizes}), Draw)


# How likely: exactly, given a uniform source


@pytest.mark.parametrize("draw", [draw for draw in SMALL if not isinstance(draw, Pick) or not draw.weights], ids=str)
def test_every_answer_can_come_in_equally_many_ways(draw: Draw) -> None:
    assert len(set(every_answer(draw).values())) == 1


@pytest.mark.parametrize("chosen", [(1, 0, 2), (0, 2, 0, 3), (3,), (5, 1, 1)])
def test_every_weighted_answer_can_come_in_as_many_ways_as_it_weighs(chosen: tuple[int, ...]) -> None:
    ways = every_answer(Pick(len(chosen), chosen))
    assert ways == {(index,): weight for index, weight in enumerate(chosen) if weight}


def test_there_are_as_many_answers_as_there_should_be() -> None:
    assert len(every_answer(Dice(2, 3))) == 3**2
    assert len(every_answer(Shuffle(4))) == factorial(4)
    assert len(every_answer(Deal(4, (2, 1)))) == 4 * 3 * 2


# How likely: measured, for the dealers' own sources
#
# Critical values of chi-square at p = 1e-6 by degrees of freedom: of a million seeds, one honest one would fail.
CRITICAL = {1: 23.93, 2: 27.63, 5: 35.89, 23: 70.55, 35: 89.95, 81: 156.45, 255: 377.08, 256: 378.29, 399: 547.95}

FAIR_OR_NOT: list[Callable[[], Dealer]] = [
    lambda: PyRandom(20_260_101),
    lambda: Fair(SEED, "ABC123", "backgammon/1", ("alice-seed", "bob-seed")),
]
with_each_dealer = pytest.mark.parametrize("dealer", FAIR_OR_NOT, ids=["py_random", "fair"])


def chi_square(found: Iterable[Any], expected: dict[Any, float]) -> float:
    counts = Counter(found)
    assert set(counts) <= set(expected)
    times = counts.total() / sum(expected.values())
    return sum((counts[what] - share * times) ** 2 / (share * times) for what, share in expected.items())


def is_even(found: Iterable[Any], over: Iterable[Any]) -> bool:
    shares = dict.fromkeys(over, 1.0)
    return chi_square(found, shares) < CRITICAL[len(shares) - 1]


@with_each_dealer
def test_dice_fall_evenly_and_pairs_of_them_too(dealer: Callable[[], Dealer]) -> None:
    dice = dealer()
    rolls = [dice.answer(Dice(2)) for _ in range(20_000)]
    assert is_even((die for roll in rolls for die in roll), range(1, 7))
    assert is_even(rolls, product(range(1, 7), repeat=2))


@with_each_dealer
def test_one_roll_tells_nothing_about_the_next(dealer: Callable[[], Dealer]) -> None:
    dice = dealer()
    rolls = [dice.answer(Dice(1))[0] for _ in range(20_001)]
    assert is_even(zip(rolls[::2], rolls[1::2], strict=False), product(range(1, 7), repeat=2))


@with_each_dealer
@pytest.mark.parametrize("options", [2, 3, 256, 257, 400])
def test_picks_are_even_whatever_the_number_of_options(dealer: Callable[[], Dealer], options: int) -> None:
    picks = dealer()
    assert is_even((picks.answer(Pick(options))[0] for _ in range(max(3_000, 20 * options))), range(options))


@with_each_dealer
def test_weighted_picks_come_as_often_as_they_weigh(dealer: Callable[[], Dealer]) -> None:
    picks = dealer()
    chosen = (1, 2, 0, 3)
    found = [picks.answer(Pick(4, chosen))[0] for _ in range(12_000)]
    assert chi_square(found, {0: 1, 1: 2, 3: 3}) < CRITICAL[2]


@with_each_dealer
def test_every_card_comes_to_every_place_of_a_shuffle_equally_often(dealer: Callable[[], Dealer]) -> None:
    pack = dealer()
    shuffles = [pack.answer(Shuffle(10)) for _ in range(5_000)]
    # Each order fills one cell in every row and column of this table: 9/10 of the sum has 9 * 9 degrees of freedom.
    found = Counter((place, card) for order in shuffles for place, card in enumerate(order))
    expected = len(shuffles) / 10
    statistic = sum((found[place, card] - expected) ** 2 / expected for place in range(10) for card in range(10))
    assert statistic * 9 / 10 < CRITICAL[81]


@with_each_dealer
def test_every_order_of_a_small_shuffle_is_equally_likely(dealer: Callable[[], Dealer]) -> None:
    pack = dealer()
    orders = set(every_answer(Shuffle(4)))
    assert is_even((pack.answer(Shuffle(4)) for _ in range(6_000)), orders)


@with_each_dealer
def test_every_deal_is_equally_likely(dealer: Callable[[], Dealer]) -> None:
    pack = dealer()
    deals = set(every_answer(Deal(4, (2, 1))))
    assert is_even((pack.answer(Deal(4, (2, 1))) for _ in range(6_000)), deals)


def test_the_measure_would_notice_a_loaded_die() -> None:
    faces = PyRandom(1)
    loaded = [min(6, faces.answer(Dice(1, 60))[0] // 10 + 1) for _ in range(40_000)]  # 1: 9 in 60, 6: 11 in 60
    assert not is_even(loaded, range(1, 7))

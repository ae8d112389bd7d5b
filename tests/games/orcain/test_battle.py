"""Card interactions and the order in which a step is resolved. All numbers are worked out by hand from the
specification's sections "Card Interactions" and "Step Resolution Order"."""

from itertools import product

import pytest

from ludoteca.games.orcain.battle import Hp, resolve_step, resolve_steps
from ludoteca.games.orcain.layouts import CARDS, DEFAULT_HAND, EMPTY, GRASS, Card, Hand, Row, layouts, with_grass

MAX_HP = 10
EVERY_CARD: tuple[Card, ...] = (*CARDS, GRASS)

# Of each ordered pair: what becomes of 10–10, of 5–5 and of 1–1.
TABLE: dict[tuple[Card, Card], tuple[tuple[int, int], tuple[int, int], tuple[int, int]]] = {
    # ATTACK vs ATTACK: both take 2 damage
    ("attack", "attack"): ((8, 8), (3, 3), (0, 0)),
    # ATTACK vs DEFENSE: 0 damage
    ("attack", "defense"): ((10, 10), (5, 5), (1, 1)),
    ("defense", "attack"): ((10, 10), (5, 5), (1, 1)),
    # ATTACK vs HEAL: defender takes 2, after the heal: 10 → 10 → 8, 5 → 6 → 4, 1 → 2 → 0
    ("attack", "heal"): ((10, 8), (5, 4), (1, 0)),
    ("heal", "attack"): ((8, 10), (4, 5), (0, 1)),
    # ATTACK vs COUNTER: attacker takes 2, defender 0
    ("attack", "counter"): ((8, 10), (3, 5), (0, 1)),
    ("counter", "attack"): ((10, 8), (5, 3), (1, 0)),
    # ATTACK vs GRASS: 2 damage, GRASS does not block
    ("attack", "GRASS"): ((10, 8), (5, 3), (1, 0)),
    ("GRASS", "attack"): ((8, 10), (3, 5), (0, 1)),
    # DEFENSE: no effect vs other cards; HEAL: always +1 if not at max
    ("defense", "defense"): ((10, 10), (5, 5), (1, 1)),
    ("defense", "heal"): ((10, 10), (5, 6), (1, 2)),
    ("heal", "defense"): ((10, 10), (6, 5), (2, 1)),
    ("defense", "counter"): ((10, 10), (5, 5), (1, 1)),
    ("counter", "defense"): ((10, 10), (5, 5), (1, 1)),
    ("defense", "GRASS"): ((10, 10), (5, 5), (1, 1)),
    ("GRASS", "defense"): ((10, 10), (5, 5), (1, 1)),
    ("heal", "heal"): ((10, 10), (6, 6), (2, 2)),
    # COUNTER: no effect vs other cards
    ("heal", "counter"): ((10, 10), (6, 5), (2, 1)),
    ("counter", "heal"): ((10, 10), (5, 6), (1, 2)),
    ("counter", "counter"): ((10, 10), (5, 5), (1, 1)),
    # GRASS vs anything else: GRASS has no effect; GRASS vs GRASS: nothing happens
    ("heal", "GRASS"): ((10, 10), (6, 5), (2, 1)),
    ("GRASS", "heal"): ((10, 10), (5, 6), (1, 2)),
    ("counter", "GRASS"): ((10, 10), (5, 5), (1, 1)),
    ("GRASS", "counter"): ((10, 10), (5, 5), (1, 1)),
    ("GRASS", "GRASS"): ((10, 10), (5, 5), (1, 1)),
}


def test_the_table_has_every_ordered_pair_of_the_five() -> None:
    assert set(TABLE) == set(product(EVERY_CARD, EVERY_CARD))


@pytest.mark.parametrize("pair", TABLE, ids="-".join)
def test_what_two_cards_do_to_each_other(pair: tuple[Card, Card]) -> None:
    for before, after in zip((10, 5, 1), TABLE[pair], strict=True):
        assert resolve_step(Hp(before, before), *pair, MAX_HP) == after


@pytest.mark.parametrize(
    ("hp", "pair", "after"),
    [
        (Hp(9, 2), ("heal", "attack"), (8, 2)),  # 9 → 10 → 8
        (Hp(9, 2), ("attack", "heal"), (9, 1)),  # 2 → 3 → 1
        (Hp(9, 2), ("attack", "attack"), (7, 0)),
        (Hp(9, 2), ("attack", "counter"), (7, 2)),
        (Hp(0, 1), ("heal", "attack"), (0, 1)),  # 0 → 1 → −1 → 0
        (Hp(0, 1), ("attack", GRASS), (0, 0)),  # a player at 0 still plays their cards
        (Hp(0, 10), ("heal", "heal"), (1, 10)),
    ],
)
def test_uneven_hit_points(hp: Hp, pair: tuple[Card, Card], after: tuple[int, int]) -> None:
    assert resolve_step(hp, *pair, MAX_HP) == after


def test_heal_is_applied_before_damage_and_capped_at_max() -> None:
    assert resolve_step(Hp(10, 10), "heal", "attack", MAX_HP) == (8, 10)  # damage first would leave 9


def test_heal_saves_nobody_from_a_blow_of_two_at_one() -> None:
    assert resolve_step(Hp(1, 5), "heal", "attack", MAX_HP) == (0, 5)  # damage first would leave 1


def test_hit_points_are_clamped_after_each_step_so_that_a_heal_at_zero_makes_one() -> None:
    first: Row = ("defense", "GRASS", "heal")
    second: Row = ("defense", "attack", "counter")
    # 1 − 2 is 0, not −1: the later heal makes 1 of it
    assert resolve_steps(Hp(1, 5), first, second, MAX_HP) == ((1, 5), (0, 5), (1, 5))


def test_three_steps_are_played_in_slot_order_even_with_a_player_at_zero() -> None:
    first: Row = ("attack", "heal", "defense")
    second: Row = ("counter", "GRASS", "attack")
    assert resolve_steps(Hp(2, 4), first, second, MAX_HP) == ((0, 4), (1, 4), (1, 4))
    turned_first: Row = ("defense", "heal", "attack")
    turned_second: Row = ("attack", "GRASS", "counter")
    assert resolve_steps(Hp(2, 4), turned_first, turned_second, MAX_HP) == ((2, 4), (3, 4), (1, 4))


def test_the_cap_is_the_max_of_the_match() -> None:
    assert resolve_step(Hp(3, 2), "heal", "heal", 3) == (3, 3)


@pytest.mark.parametrize("pair", TABLE, ids="-".join)
def test_seats_make_no_difference(pair: tuple[Card, Card]) -> None:
    for first, second in product(range(MAX_HP + 1), repeat=2):
        after = resolve_step(Hp(first, second), *pair, MAX_HP)
        assert resolve_step(Hp(second, first), pair[1], pair[0], MAX_HP) == (after.second, after.first)


def test_one_of_each_card_can_be_laid_out_in_73_ways() -> None:
    # by the number of cards: 1 with none, 3·4 with one, 3·(4·3) with two, 4·3·2 with three
    by_cards = [sum(3 - layout.count(None) == cards for layout in layouts(DEFAULT_HAND)) for cards in range(4)]
    assert by_cards == [1, 12, 36, 24]
    assert len(set(layouts(DEFAULT_HAND))) == 73
    assert layouts(DEFAULT_HAND)[-1] == EMPTY


def test_a_card_can_be_used_as_often_as_the_hand_holds_it() -> None:
    hand: Hand = ("attack", "attack", "heal", "counter")
    assert ("attack", "attack", "heal") in layouts(hand)
    assert ("attack", "attack", "attack") not in layouts(hand)
    assert ("attack", "heal", "heal") not in layouts(hand)
    assert ("defense", None, None) not in layouts(hand)


def test_the_order_of_the_hand_makes_no_difference_to_its_layouts() -> None:
    assert layouts(("counter", "heal", "defense", "attack")) == layouts(DEFAULT_HAND)


def test_empty_slots_are_filled_with_grass() -> None:
    assert with_grass(("attack", None, None)) == ("attack", "GRASS", "GRASS")
    assert with_grass(EMPTY) == ("GRASS", "GRASS", "GRASS")

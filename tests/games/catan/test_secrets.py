"""RULES.md, "What is public": what a view holds back, and that worlds which look alike go on looking alike.

The laws walk through the first moves of a game; here they walk far on, where cards are bought, stolen and played.
"""

from collections import Counter
from itertools import product

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.games.catan import GAME
from ludoteca.games.catan.resources import DECK, VICTORY_POINT, plus
from ludoteca.games.catan.types import Config, State
from ludoteca.kernel import Resigned, canonical
from ludoteca.laws import LAWS, Law, walk
from ludoteca.laws.walks import WalkPlan

from .helpers import BLUE, ORANGE, after, cards, hand, player, position, say, with_hand

STRETCH = 420
LATE_LAWS = [law for law in LAWS if law.name in ("belief", "secrecy", "told", "notation", "listed applies", "sound")]
ORANGE_HOLDS = player(
    "2 ore, wool", settlements=(28, 43), ways=("27-28", "43-44"), dev="knight, victory point", new="monopoly"
)


@pytest.mark.parametrize("law", LATE_LAWS, ids=lambda law: law.name.replace(" ", "_"))
@pytest.mark.parametrize(("preset", "seed"), [("base", 1), ("ranked", 2), ("no-trading", 3)])
def test_the_laws_hold_far_into_a_game(law: Law, preset: str, seed: int) -> None:
    law.holds(GAME, walk(GAME, WalkPlan(preset, seed, STRETCH, tuple(range(40)))))


def test_the_opponents_hand_and_cards_are_hidden_and_their_number_is_public() -> None:
    seen = GAME.view(position(BLUE, ORANGE_HOLDS, current=1), 0).players[1]
    assert (seen.resources, seen.dev_cards, seen.new_dev_cards, seen.hidden_victory_points) == (None,) * 4
    assert (seen.resource_count, seen.dev_card_count, seen.new_dev_card_count) == (3, 2, 1)


def test_ones_own_are_shown() -> None:
    seen = GAME.view(position(BLUE, ORANGE_HOLDS, current=1), 1).players[1]
    assert (seen.resources, seen.dev_cards) == (hand("2 ore, wool"), cards("knight, victory point"))
    assert (seen.new_dev_cards, seen.hidden_victory_points) == (cards("monopoly"), 1)


def test_a_spectator_sees_neither_hand() -> None:
    seen = GAME.view(position(with_hand(BLUE, "ore"), ORANGE_HOLDS, current=1), None)
    assert [who.resources for who in seen.players] == [None, None]
    assert [who.dev_cards for who in seen.players] == [None, None]


def test_of_the_deck_only_its_size_is_public() -> None:
    one = position(BLUE, ORANGE_HOLDS, current=1)
    other = position(
        BLUE,
        player("2 ore, wool", settlements=(28, 43), ways=("27-28", "43-44"), dev="2 monopoly", new="knight"),
        current=1,
    )
    assert one.deck != other.deck
    assert canonical(GAME.view(one, 0)) == canonical(GAME.view(other, 0))


def worlds(state: State, reader: int | None, number: int = 300) -> list[State]:
    return [GAME.resample(state, reader, PyRandom(seed)) for seed in range(number)]


def test_a_seat_can_believe_in_any_cards_the_other_may_hold() -> None:
    """One old card and one new: all 25 pairs but those of which there are not two cards."""
    orange = player(settlements=(28, 43), ways=("27-28", "43-44"), dev="knight", new="monopoly")
    found = Counter(
        (world.players[1].dev_cards, world.players[1].new_dev_cards)
        for world in worlds(position(BLUE, orange, current=1), 0, 2000)
    )
    kinds = ("knight", "road building", "year of plenty", "monopoly", "victory point")
    assert set(found) == {(cards(old), cards(new)) for old, new in product(kinds, kinds)}


def test_as_likely_as_the_deck_makes_them() -> None:
    orange = player(settlements=(28, 43), ways=("27-28", "43-44"), dev="monopoly")
    found = Counter(world.players[1].dev_cards for world in worlds(position(BLUE, orange), 0, 2000))
    assert 0.51 < found[cards("knight")] / 2000 < 0.61  # 14 of 25
    assert 0.15 < found[cards("victory point")] / 2000 < 0.25  # 5 of 25


def test_cards_the_reader_has_seen_are_nowhere_else() -> None:
    blue = player(settlements=(0, 16), ways=("0-1", "15-16"), dev="2 monopoly", played="knight")
    orange = player(settlements=(28, 43), ways=("27-28", "43-44"), dev="2 knight, victory point")
    state = position(blue, orange)
    for world in worlds(state, 0):
        assert world.players[0] == state.players[0]
        assert world.players[1].dev_cards[3] == world.deck[3] == 0
        together = plus(plus(world.deck, world.players[1].dev_cards), cards("2 monopoly, knight"))
        assert together == DECK


def test_to_a_seat_the_others_resources_are_what_neither_it_nor_the_bank_has() -> None:
    state = position(with_hand(BLUE, "ore"), ORANGE_HOLDS, current=1)
    assert {world.players[1].resources for world in worlds(state, 0)} == {hand("2 ore, wool")}


def test_to_a_spectator_they_may_lie_either_way() -> None:
    state = position(with_hand(BLUE, "ore"), with_hand(ORANGE, "wool, brick"))
    found = {tuple(who.resources for who in world.players) for world in worlds(state, None)}
    assert found == {
        (hand("ore"), hand("wool, brick")),
        (hand("wool"), hand("ore, brick")),
        (hand("brick"), hand("ore, wool")),
    }


def test_what_is_on_offer_is_held() -> None:
    state = say(position(with_hand(BLUE, "ore, wool"), with_hand(ORANGE, "2 brick")), "offer: 1 ore for 1 brick")
    for world in worlds(state, None):
        assert world.players[0].resources[4] == 1
        assert not GAME.flaws(world)


def test_nobody_is_believed_to_have_won_already() -> None:
    """With four of five points in sight, orange's hidden card is no victory point."""
    orange = player(settlements=(28,), cities=(43,), ways=("27-28", "43-44"), dev="3 knight")
    state = position(BLUE, orange, Config(vp_to_win=4))
    assert all(world.players[1].dev_cards[VICTORY_POINT] == 0 for world in worlds(state, 0, 100))


def test_at_the_end_nothing_is_hidden() -> None:
    over = after(position(BLUE, ORANGE_HOLDS, current=1), Resigned(0))
    assert GAME.resample(over, 0, PyRandom(1)) == over
    assert GAME.view(over, 0).players[1].resources == hand("2 ore, wool")

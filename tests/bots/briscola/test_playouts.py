"""The playouts of the bots against the rules: the same cards, laid in the same order, go to the same side. And what a
plain player lays, one test a habit."""

from collections.abc import Iterator

import pytest

from ludoteca.bots.briscola import BOTS
from ludoteca.bots.briscola.bid_estimate import TrumpCall
from ludoteca.bots.briscola.card_bits import BEATEN_BY, BIT, POINTS, as_bits
from ludoteca.bots.briscola.heuristics import blindly, follow, lead
from ludoteca.bots.briscola.knowledge import on_table, seen_by
from ludoteca.bots.briscola.playout import play_out, trusted
from ludoteca.bots.briscola.worlds import world_of
from ludoteca.dealers import PyRandom
from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.cards import SUITS, Suit, the_card
from ludoteca.games.briscola.types import Action, Laid, Play, State
from ludoteca.kernel import Move, step

from ...games.briscola.definition import counts, taker
from ...games.briscola.helpers import OPEN, acting, card, cards, view
from .random_hands import Wandered, cards_to_play, wander

HANDS = 60


@pytest.mark.parametrize("trump", SUITS)
def test_one_card_takes_a_trick_from_another_as_the_rule_book_says(trump: Suit) -> None:
    bit = BIT[trump]
    assert sorted(bit) == list(range(40))
    for top in range(40):
        assert POINTS[bit[top]] == counts(top)
        for other in range(40):
            takes = other != top and taker((top, other), trump) == 1
            assert bool(BEATEN_BY[bit[top]] >> bit[other] & 1) == takes


def test_a_playout_agrees_with_the_rules_from_every_card_of_random_hands() -> None:
    positions = 0
    for seed in range(HANDS):
        hand = wander(seed)
        for state in cards_to_play(hand):
            assert taken_in_step(state, hand) == hand.over.results[0].taken
            positions += 1
    assert positions == HANDS * 40


def taken_in_step(state: State, hand: Wandered) -> int:
    """What the caller's side has at the end, if a playout lays the cards that were laid."""
    result = hand.over.results[0]
    seen = seen_by(view(state, acting(state)))
    world = world_of(seen, state.hands, TrumpCall(result.partner_rank, result.trump_suit))
    bit = BIT[world.trump]
    first, *rest = laid_from(state, hand.over)
    chance = as_laid(state, [first, *rest], bit)
    taken = play_out(world, on_table(seen, world.trump), bit[first.card], lambda: next(chance), lapses=1)
    assert next(chance, None) is None, "the playout has ended before the hand"
    return seen.taken_by(world.side) + taken


def laid_from(state: State, over: State) -> list[Laid]:
    every = [laid for trick in over.tricks for laid in trick.laid]
    return every[5 * len(state.tricks) + len(state.trick) :]


def as_laid(state: State, laid: list[Laid], bit: tuple[int, ...]) -> Iterator[float]:
    """Chance as a playout asks for it, for each card but the first: is it a lapse (yes), and which card is it then."""
    hands = [sorted(hand, key=bit.__getitem__) for hand in state.hands]
    for number, (seat, played) in enumerate((each.seat, each.card) for each in laid):
        if number:
            yield 0.0
            yield (hands[seat].index(played) + 0.5) / len(hands[seat])
        hands[seat].remove(played)


def test_by_habit_alone_a_playout_is_what_greedy_makes_of_the_hand_in_all_five_seats() -> None:
    for seed in range(HANDS):
        start = state = next(state for state in wander(seed, OPEN).asked if state.phase == "play-tricks")
        first = greedily(state)
        while GAME.outcome(state) is None:
            state = step(GAME, state, Move[Action](acting(state), greedily(state))).state
        seen = seen_by(view(start, acting(start)))
        world = world_of(seen, start.hands, TrumpCall(state.results[0].partner_rank, state.results[0].trump_suit))
        led = BIT[world.trump][the_card(first.card)]
        assert play_out(world, on_table(seen, world.trump), led, lambda: 1.0) == state.results[0].taken


def greedily(state: State) -> Play:
    seat = acting(state)
    action = BOTS["greedy"](view(state, seat), GAME.legal(state, seat), PyRandom(0))
    assert isinstance(action, Play)
    return action


# Who trusts whom


def seats(*named: int) -> int:
    return sum(1 << seat for seat in named)


def test_only_the_partner_knows_the_sides_until_the_called_card_is_played() -> None:
    assert trusted(3, caller=1, partner=3) == seats(1, 3)
    assert trusted(0, caller=1, partner=None) == seats(0, 2, 3, 4)
    assert trusted(0, caller=1, partner=3) == seats(0, 2, 4)


def test_a_caller_trusts_himself_until_his_partner_is_shown() -> None:
    assert trusted(1, caller=1, partner=None) == seats(1)
    assert trusted(1, caller=1, partner=3) == seats(1, 3)
    assert trusted(1, caller=1, partner=1) == seats(1)
    assert trusted(4, caller=1, partner=1) == seats(0, 2, 3, 4)


# Habits; cups are trump


def hand(text: str) -> int:
    return as_bits(cards(text), "cups")


def bit_of(text: str) -> int:
    return BIT["cups"][card(text)]


def follows(own: str, top: str, pot: int, *, is_ours: bool = False, is_last: bool = True, unseen: str = "") -> int:
    return follow(hand(own), hand(unseen), bit_of(top), pot, is_ours, is_last)


def test_one_leads_the_cheapest_card_no_trump_if_another_counts_nothing_too() -> None:
    assert lead(hand("A-coins 2-cups K-clubs 7-clubs"), hand("3-coins")) == bit_of("7-clubs")


def test_towards_the_end_one_leads_the_dearest_card_that_nobody_can_take() -> None:
    assert lead(hand("A-coins 3-clubs 2-swords"), hand("4-coins A-clubs")) == bit_of("A-coins")
    assert lead(hand("A-coins 3-clubs 2-swords"), hand("4-cups A-clubs")) == bit_of("2-swords")


def test_the_last_to_play_takes_with_the_plain_card_that_counts_most() -> None:
    assert follows("A-coins K-coins 2-cups 2-clubs", "7-coins", 0) == bit_of("A-coins")


def test_a_trump_is_spent_on_a_trick_that_counts_and_the_cheapest_will_do() -> None:
    assert follows("A-cups 5-cups 2-clubs", "3-coins", 10, is_last=False) == bit_of("5-cups")
    assert follows("A-cups 5-cups 2-clubs", "7-coins", 0) == bit_of("2-clubs")


def test_points_go_to_a_friends_trick_that_no_foe_or_few_cards_can_take() -> None:
    own = "3-clubs 2-cups 2-swords"
    assert follows(own, "7-coins", 0, is_ours=True) == bit_of("3-clubs")
    assert follows(own, "A-cups", 0, is_ours=True, is_last=False, unseen="3-cups 3-coins") == bit_of("3-clubs")
    assert follows(own, "7-coins", 0, is_ours=True, is_last=False, unseen="3-cups 3-coins") == bit_of("2-swords")


def test_a_friend_gets_no_trump_for_nothing() -> None:
    assert follows("3-cups 2-cups", "7-coins", 0, is_ours=True) == bit_of("2-cups")


def test_to_a_blind_trick_one_lays_what_counts_nothing() -> None:
    assert blindly(hand("A-coins K-clubs 7-cups")) == bit_of("7-cups")

"""RULES.md, "Playing" and "The result", sentence by sentence."""

import pytest

from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.cards import CARDS, CardGiven, best
from ludoteca.games.briscola.types import (
    Action,
    Config,
    HandEnded,
    HandResult,
    HandUpdate,
    Play,
    PlayedCard,
    Points,
    ScoreUpdate,
    State,
    TrickPlayed,
    TrickWon,
)
from ludoteca.kernel import Elapsed, Input, Move, Outcome, Timer, canonical, replace, step

from .definition import taker
from .helpers import (
    BLIND,
    OPEN,
    READERS,
    acting,
    after,
    bid,
    card,
    cards,
    heard,
    names,
    passes,
    phases,
    play,
    played,
    rank,
    refusal,
    reorder,
    suit,
    view,
)
from .whole import TAKEN, TRICKS, blind_hand, whole_hand

CALLED = whole_hand(tricks=0)
MADE, FAILED = (2, 1, -1, -1, -1), (-2, -1, 1, 1, 1)
ALONE_MADE, ALONE_FAILED = (4, -1, -1, -1, -1), (-4, 1, 1, 1, 1)


def result_of(*inputs: Input[Action], config: Config = OPEN) -> HandResult:
    state = after(*inputs, config=config)
    return view(state).results[-1]


# Playing


def test_the_caller_leads_to_the_first_trick() -> None:
    for config in (OPEN, BLIND):
        inputs = (*passes(0, 1), bid(2, 61), *passes(3, 4), rank(2, 1), *([suit(2, "cups")] if config is OPEN else []))
        assert acting(after(*inputs, config=config)) == 2


@pytest.mark.parametrize("number", range(1, 8))
def test_whoever_takes_a_trick_leads_to_the_next(number: int) -> None:
    made = played(*whole_hand(tricks=number), config=OPEN)
    assert acting(made.state) == TRICKS[number - 1].winner == TRICKS[number].leader


def test_any_card_may_be_played_there_is_no_obligation_to_follow_suit() -> None:
    state = after(*CALLED, play(0, "A-coins"), config=OPEN)
    listed = [action.card.card_id for action in GAME.legal(state, 1) if isinstance(action, Play)]
    assert listed == sorted(cards("3-coins K-coins 5-coins A-cups 6-swords 2-swords 7-clubs 4-clubs"))
    for number in listed:
        move: Move[Action] = Move(1, Play(CardGiven(card_id=number)))
        assert step(GAME, state, move).state.trick[-1].card == number


def test_legal_lists_hold_cards_in_their_canonical_form() -> None:
    state = after(*CALLED, config=OPEN)
    assert Play(CardGiven("cups", 3, 12)) in GAME.legal(state, 0)


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("2-coins 4-coins 5-coins 6-coins 7-coins", "cups", 4),
        ("3-coins K-coins A-coins Kn-coins J-coins", "cups", 2),
        ("2-coins A-swords A-clubs 3-swords 3-clubs", "cups", 0),  # nobody follows
        ("A-coins 3-coins 2-cups K-coins Kn-coins", "cups", 2),  # the lowest trump beats an ace
        ("A-coins 2-cups 4-cups 5-cups 3-coins", "cups", 3),
        ("2-cups 4-cups A-coins 3-cups K-cups", "cups", 3),
        ("4-cups 2-coins A-swords A-clubs 2-cups", "cups", 0),
        ("7-swords J-swords 3-clubs Kn-swords A-coins", "coins", 4),
    ],
)
def test_the_highest_trump_takes_the_trick_or_the_highest_card_of_the_suit_led(
    trick: str, trump: str, winner: int
) -> None:
    laid = cards(trick)
    assert best(laid, next(each.suit for each in CARDS if each.suit == trump)) == winner
    assert taker(laid, trump) == winner  # so that the definition may be used elsewhere


@pytest.mark.parametrize("number", range(1, 9))
def test_every_trick_of_a_whole_hand_is_taken_as_counted_by_hand(number: int) -> None:
    trick = TRICKS[number - 1]
    made = played(*whole_hand(tricks=number), config=OPEN)
    (won,) = [each for each in heard(made.events, None) if isinstance(each, TrickWon)]
    assert (won.winner_id, won.points, won.current_player_id) == (trick.winner, trick.points, trick.winner)
    assert names([each.card for each in won.trick_cards]) == trick.cards
    assert won.trick_cards[0].player_id == trick.leader


def test_a_tricks_points_go_to_whoever_took_it_these_are_the_scores() -> None:
    state = after(*whole_hand(), config=OPEN)
    assert tuple(each.points for each in view(state).scores) == TAKEN


@pytest.mark.parametrize("given", [CardGiven("cups", 3), CardGiven(card_id=12), CardGiven("cups", 3, 12)])
def test_a_card_is_played_by_suit_and_rank_by_card_id_or_by_both(given: CardGiven) -> None:
    state = after(*CALLED, config=OPEN)
    move: Move[Action] = Move(0, Play(given))
    assert step(GAME, state, move) == step(GAME, state, play(0, "3-cups"))


def test_a_card_of_another_is_refused() -> None:
    state = after(*CALLED, config=OPEN)
    for text in ("A-cups", "2-cups", "A-swords"):
        refused = refusal(state, play(0, text))
        assert (refused.code, GAME.refusals[refused.code]) == ("not_your_card", "invalid_card")


def test_a_card_is_played_once() -> None:
    state = after(*whole_hand(tricks=1), config=OPEN)
    assert refusal(state, play(0, "3-cups")).code == "not_your_card"


def test_out_of_turn_nobody_plays() -> None:
    state = after(*CALLED, config=OPEN)
    assert refusal(state, play(1, "A-cups")).code == "not_your_turn"


def test_a_card_that_is_played_is_told_with_the_trick_and_who_is_next() -> None:
    made = played(*CALLED, play(0, "3-cups"), play(1, "3-coins"), config=OPEN)
    trick = (PlayedCard(0, CARDS[12]), PlayedCard(1, CARDS[2]))
    assert heard(made.events, None) == [TrickPlayed(1, CARDS[2], trick, 2)]


def test_the_last_card_of_a_trick_names_its_winner_as_next() -> None:
    made = played(*whole_hand(tricks=3), config=OPEN)
    last = next(each for each in heard(made.events, None) if isinstance(each, TrickPlayed))
    assert (len(last.trick), last.current_player_id) == (5, 1)


def test_a_card_leaves_the_hand_and_only_its_owner_hears_of_the_rest() -> None:
    made = played(*CALLED, play(0, "3-cups"), config=OPEN)
    rest = "A-coins 2-coins K-cups Kn-cups 7-cups 4-swords 5-clubs"
    for reader in READERS:
        updates = [each for each in heard(made.events, reader) if isinstance(each, HandUpdate)]
        assert [(each.player_id, names(each.hand)) for each in updates] == ([(0, rest)] if reader == 0 else [])


def test_a_score_update_comes_with_every_trick_and_says_what_has_changed() -> None:
    made = played(*whole_hand(tricks=3), config=OPEN)
    (update,) = [each for each in heard(made.events, None) if isinstance(each, ScoreUpdate)]
    assert update.delta == Points(1, 16)
    assert [each.points for each in update.scores] == [30, 16, 0, 0, 0]


def test_a_view_tells_every_trick_so_far() -> None:
    seen = view(after(*whole_hand(tricks=4), play(0, "7-cups"), config=OPEN), 3)
    assert [names([each.card for each in trick.cards]) for trick in seen.tricks] == [
        trick.cards for trick in TRICKS[:4]
    ]
    assert [(trick.winner_id, trick.points) for trick in seen.tricks] == [
        (trick.winner, trick.points) for trick in TRICKS[:4]
    ]
    assert [(each.player_id, each.card.card_id) for each in seen.trick] == [(0, card("7-cups"))]
    assert [each.cards for each in seen.players] == [3, 4, 4, 4, 4]


# Reordering


TURNED = "5-clubs 4-swords 7-cups Kn-cups K-cups 3-cups 2-coins A-coins"


def test_a_player_may_reorder_his_hand_and_the_order_stays() -> None:
    made = played(reorder(0, TURNED), config=OPEN)
    assert names(view(made.state, 0).hand) == TURNED
    assert names(view(step(GAME, made.state, bid(0, 61)).state, 0).hand) == TURNED
    later = after(reorder(0, TURNED), *CALLED, play(0, "K-cups"), config=OPEN)
    assert names(view(later, 0).hand) == TURNED.replace(" K-cups", "")


def test_reorder_is_echoed_by_hand_update_to_its_owner() -> None:
    made = played(reorder(0, TURNED), config=OPEN)
    assert [names(each.hand) for each in heard(made.events, 0) if isinstance(each, HandUpdate)] == [TURNED]
    assert all(heard(made.events, reader) == [] for reader in READERS if reader != 0)


def test_at_any_time_in_turn_or_not() -> None:
    for count in range(len(whole_hand())):
        state = after(*whole_hand()[:count], config=OPEN)
        for seat in range(5):
            turned = tuple(reversed(state.hands[seat]))
            words = names([CARDS[each] for each in turned])
            changed = step(GAME, state, reorder(seat, words)).state
            assert changed.hands[seat] == turned
            assert replace(changed, hands=state.hands) == state


def test_it_answers_nothing() -> None:
    state = after(*CALLED, config=OPEN)
    changed = step(GAME, state, reorder(0, TURNED)).state
    assert GAME.legal(changed, 0) == GAME.legal(state, 0)
    assert (GAME.to_act(changed), GAME.timers(changed)) == (GAME.to_act(state), GAME.timers(state))


def test_the_order_is_seen_by_him_alone() -> None:
    state, changed = after(config=OPEN), after(reorder(0, TURNED), config=OPEN)
    for reader in (1, 2, 3, 4, None):
        assert canonical(view(state, reader)) == canonical(view(changed, reader))


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        TURNED.removeprefix("5-clubs "),
        TURNED + " 2-cups",
        TURNED.replace("A-coins", "A-cups"),
        TURNED.replace("A-coins", "5-clubs"),
    ],
)
def test_what_is_not_the_whole_hand_is_refused(wrong: str) -> None:
    refused = refusal(after(config=OPEN), reorder(0, wrong))
    assert (refused.code, GAME.refusals[refused.code]) == ("not_your_card", "invalid_card")


# The result


@pytest.mark.parametrize(
    ("inputs", "config"), [(whole_hand(), OPEN), (blind_hand(), BLIND)], ids=["before-play", "after-first-trick"]
)
def test_after_eight_tricks_the_hand_is_over(inputs: tuple[Move[Action], ...], config: Config) -> None:
    made = played(*inputs, config=config)
    assert (made.state.phase, GAME.to_act(made.state)) == ("end", frozenset())
    assert [each.phase for each in phases(made.events)] == ["end"]
    assert after(*inputs[:-1], config=config).phase == "play-tricks"
    result = HandResult(1, 0, 1, 70, 70, 1, "cups", 77, True, MADE)
    totals = tuple(Points(seat, points) for seat, points in enumerate(MADE))
    assert [each for each in heard(made.events, None) if isinstance(each, HandEnded)] == [HandEnded(result, totals)]


@pytest.mark.parametrize(("number", "made"), [(61, True), (76, True), (77, True), (78, False), (120, False)])
def test_the_contract_is_made_if_the_callers_side_has_taken_at_least_what_was_bid(number: int, made: bool) -> None:
    result = result_of(*whole_hand(number))
    assert (result.taken, result.contract, result.made) == (77, number, made)


def test_made_the_caller_gets_2_the_partner_1_each_of_the_others_minus_1() -> None:
    assert result_of(*whole_hand(70)).match_points == MADE
    assert GAME.outcome(after(*whole_hand(70), config=OPEN)) == Outcome(MADE, "contract_made")


def test_failed_the_opposite() -> None:
    assert result_of(*whole_hand(78)).match_points == FAILED
    assert GAME.outcome(after(*whole_hand(78), config=OPEN)) == Outcome(FAILED, "contract_failed")


def test_a_caller_who_was_alone_gets_4_or_pays_4() -> None:
    """The caller holds the three of cups, so only their own 61 count."""
    made, failed = result_of(*whole_hand(61, called=3)), result_of(*whole_hand(62, called=3))
    assert (made.partner_id, made.taken, made.match_points) == (None, 61, ALONE_MADE)
    assert (failed.partner_id, failed.taken, failed.match_points) == (None, 61, ALONE_FAILED)


def test_the_partner_is_whoever_had_the_called_card_whatever_he_took() -> None:
    """The two of cups is seat 4's, who takes nothing."""
    result = result_of(*whole_hand(61, called=2))
    assert (result.partner_id, result.taken, result.match_points) == (4, 61, (2, -1, -1, -1, 1))


def test_a_bid_by_rank_is_for_61_points() -> None:
    config = replace(OPEN, auction="rank")
    opening = (bid(0, 1), *passes(1, 2, 3, 4), suit(0, "cups"))
    result = result_of(*opening, *whole_hand()[len(CALLED) :], config=config)
    assert (result.bid, result.contract, result.partner_rank, result.made) == (1, 61, 1, True)


# Several hands


def pause(state: State) -> Timer:
    (timer,) = GAME.timers(state)
    return timer


TWO = replace(OPEN, hands=2)


def test_so_many_hands_are_played_each_dealt_by_the_seat_after_the_last_dealer() -> None:
    first = after(*whole_hand(), config=TWO)
    assert (GAME.outcome(first), first.phase) == (None, "end")
    second = after(*whole_hand(), Elapsed("deal-2"), config=TWO)
    assert (second.hand, second.dealer, second.phase, acting(second)) == (2, 0, "bid", 1)
    assert view(second).hands_to_play == 2


def test_they_are_pause_ms_apart() -> None:
    assert pause(after(*whole_hand(), config=TWO)) == Timer("deal-2", 5_000)
    assert pause(after(*whole_hand(), config=replace(TWO, pause_ms=99))).ms == 99


def test_in_the_pause_nobody_acts() -> None:
    state = after(*whole_hand(), config=TWO)
    assert GAME.to_act(state) == frozenset()
    refused = refusal(state, bid(1, 61))
    assert (refused.code, refused.facts) == ("wrong_phase", {"phase": "end"})


def test_match_points_are_kept_apart_and_added_up() -> None:
    second = after(*whole_hand(), Elapsed("deal-2"), config=TWO)
    assert tuple(each.points for each in view(second).match_points) == MADE
    assert [each.points for each in view(second).scores] == [0] * 5
    assert len(view(second).results) == 1
    passed = (*passes(1, 2, 3, 4), bid(0, 78), rank(0, 1), suit(0, "cups"))
    over = after(*whole_hand(), Elapsed("deal-2"), *passed, *whole_hand()[len(CALLED) :], config=TWO)
    assert GAME.outcome(over) == Outcome((0, 0, 0, 0, 0), "hands_played")
    assert [(result.hand, result.match_points) for result in view(over).results] == [(1, MADE), (2, FAILED)]
    assert GAME.timers(over) == ()


def test_cards_that_were_thrown_in_do_not_count() -> None:
    state = after(*passes(0, 1, 2, 3, 4), config=TWO)
    assert (state.hand, state.dealer, len(state.results)) == (1, 0, 0)


def test_nothing_of_a_hand_is_left_in_the_next() -> None:
    second = after(*whole_hand(), Elapsed("deal-2"), config=TWO)
    fresh = replace(after(config=replace(TWO, dealer=0)), config=TWO, hand=2, results=second.results)
    assert replace(second, turns=0) == fresh

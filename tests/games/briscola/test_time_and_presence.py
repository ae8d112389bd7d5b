"""RULES.md, "Time and presence", sentence by sentence."""

import pytest

from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.types import (
    Action,
    Config,
    PhaseChange,
    PlayerAway,
    PlayerBack,
    PlayerResigned,
    Points,
    State,
    Told,
    TrickPlayed,
)
from ludoteca.kernel import Advance, Elapsed, Event, Input, Left, Outcome, Resigned, Returned, Timer, replace, step

from .helpers import (
    AUCTION,
    BLIND,
    BLIND_TRICK,
    OPEN,
    READERS,
    acting,
    after,
    bid,
    card,
    heard,
    passes,
    phases,
    play,
    played,
    plays,
    rank,
    refusal,
    reorder,
    suit,
    view,
)
from .whole import blind_hand, whole_hand

MOMENTS = [blind_hand()[:count] for count in range(len(blind_hand()))]


def timers(state: State) -> list[Timer]:
    return list(GAME.timers(state))


def out_of_time(*inputs: Input[Action], config: Config = BLIND) -> Advance[State, Told]:
    state = after(*inputs, config=config)
    return played(*inputs, Elapsed(timers(state)[0].name), config=config)


# The clock

DAY = 24 * 3600 * 1000


def test_each_decision_has_60_seconds_by_default() -> None:
    for inputs in MOMENTS:
        state = after(*inputs)
        assert [(timer.ms, timer.seats) for timer in timers(state)] == [(60_000, GAME.to_act(state))]


def test_each_decision_has_a_clock_of_its_own() -> None:
    clocks = [timers(after(*inputs))[0].name for inputs in MOMENTS]
    assert len(set(clocks)) == len(clocks)


def test_a_deal_that_was_passed_out_starts_a_new_clock() -> None:
    assert timers(after())[0].name != timers(after(*passes(0, 1, 2, 3, 4)))[0].name


def test_to_reorder_a_hand_stops_no_clock() -> None:
    turned = "5-clubs 4-swords 7-cups Kn-cups K-cups 3-cups 2-coins A-coins"
    assert timers(after(reorder(0, turned))) == timers(after())


def test_the_time_is_configurable_and_0_is_no_clock() -> None:
    assert timers(after(config=replace(BLIND, turn_ms=99)))[0].ms == 99
    untimed = replace(BLIND, turn_ms=0)
    assert timers(after(config=untimed)) == []
    assert GAME.presets["practice"].turn_ms == 0


def test_without_a_clock_too_who_is_away_is_waited_for_so_long_and_no_longer() -> None:
    untimed = replace(BLIND, turn_ms=0)
    assert [timer.name for timer in timers(after(Left(0), config=untimed))] == ["absent-1"]
    assert GAME.presets["practice"].absent_ms == DAY


# A player who timed out is played for


def test_out_of_time_he_passes() -> None:
    made = out_of_time()
    assert made.state.bids[-1].bid == -1
    assert phases(made.events) == [PhaseChange("bid", None, 0, None, None, -1, 4, 1, auto=True)]
    assert made.state == after(bid(0, -1))


def test_out_of_time_he_calls_the_ace() -> None:
    made = out_of_time(*AUCTION)
    assert made.state == after(*AUCTION, rank(0, 1))
    assert phases(made.events)[0].auto


@pytest.mark.parametrize(
    ("caller", "called", "expected"),
    [
        (0, 1, "cups"),  # four cups, and not their ace
        (0, 3, "coins"),  # the seat has the three of cups: coins is its first suit with two cards and not the three
        (1, 1, "coins"),  # three coins
        (2, 1, "coins"),  # the seat has the ace of clubs: coins is the first of coins and swords, two each
        (3, 1, "coins"),  # the seat has the ace of swords: two of each of the others
        (4, 1, "swords"),
    ],
)
def test_out_of_time_he_names_the_suit_of_which_he_was_dealt_most(caller: int, called: int, expected: str) -> None:
    bids = [bid(seat, 61 if seat == caller else -1) for seat in range(5)]
    inputs = (*bids, rank(caller, called))
    made = out_of_time(*inputs, config=OPEN)
    assert view(made.state).trump_suit == expected
    assert made.state == after(*inputs, suit(caller, expected), config=OPEN)


def test_cards_of_the_blind_trick_count_as_dealt() -> None:
    """Seat 0 has played a cup; it was dealt four of them."""
    assert view(out_of_time(*BLIND_TRICK).state).trump_suit == "cups"


@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        ((*AUCTION, rank(0, 1)), "2-coins"),
        ((*AUCTION, rank(0, 1), play(0, "2-coins")), "2-swords"),
        ((*AUCTION, rank(0, 1), play(0, "2-coins"), play(1, "2-swords")), "2-clubs"),
        ((*BLIND_TRICK, suit(0, "cups"), *plays(0, "2-coins 2-swords 2-clubs 4-coins")), "5-swords"),
    ],
)
def test_out_of_time_he_plays_the_card_that_counts_least_and_of_these_the_weakest(
    inputs: tuple[Input[Action], ...], expected: str
) -> None:
    seat = acting(after(*inputs))
    made = out_of_time(*inputs)
    told = next(each for each in heard(made.events, None) if isinstance(each, TrickPlayed))
    assert (told.card.card_id, told.auto) == (card(expected), True)
    assert made.state == after(*inputs, play(seat, expected))


def test_no_trump_if_another_counts_as_little() -> None:
    """Seat 4 has 7-coins, 4-cups, 2-cups and 5-swords that count nothing; cups are trump."""
    inputs = (*AUCTION, rank(0, 1), suit(0, "cups"), *plays(0, "2-coins 2-swords 2-clubs 4-coins"))
    assert out_of_time(*inputs, config=OPEN).state.tricks[0].laid[-1].card == card("5-swords")


def test_a_trump_that_counts_nothing_before_a_card_that_counts() -> None:
    """Seat 4 has 2-cups, a trump, and cards that count, when the others are gone."""
    state = after(*whole_hand(tricks=0), *plays(0, "A-coins 3-coins Kn-coins 6-coins"), config=OPEN)
    left = replace(state, hands=(*state.hands[:4], (card("2-cups"), card("J-swords"))))
    assert step(GAME, left, Elapsed(timers(left)[0].name)).state.tricks[0].laid[-1].card == card("2-cups")


def test_a_whole_hand_can_be_played_by_the_clock_alone_once_somebody_has_bid() -> None:
    state = after(bid(0, 61))
    while GAME.outcome(state) is None:
        state = step(GAME, state, Elapsed(timers(state)[0].name)).state
    assert len(state.tricks) == 8


def test_only_what_was_done_for_him_is_told_as_such() -> None:
    for inputs in MOMENTS:
        for event in played(*inputs).events:
            assert not getattr(event.payload, "auto", False)


# Coming and going


def test_who_loses_the_connection_may_come_back_the_game_goes_on() -> None:
    away = step(GAME, after(), Left(2))
    assert away.events == (Event(PlayerAway(2)),)
    assert [each.is_away for each in view(away.state).players] == [False, False, True, False, False]
    assert GAME.to_act(away.state) == {0}
    back = step(GAME, away.state, Returned(2))
    assert back.events == (Event(PlayerBack(2)),)
    assert back.state == after()


def test_leaving_twice_or_coming_back_without_having_left_changes_nothing() -> None:
    away = after(Left(2))
    assert step(GAME, away, Left(2)) == (away, ())
    assert step(GAME, after(), Returned(2)) == (after(), ())


def test_an_absent_player_may_act_all_the_same() -> None:
    assert after(Left(0), bid(0, 61)).bids[0].bid == 61


def test_if_it_is_his_turn_while_he_is_away_the_others_wait_15_seconds_and_no_longer() -> None:
    turn, absence = timers(after(Left(0)))
    assert turn == timers(after())[0]
    assert (absence.ms, absence.seats) == (15_000, frozenset({0}))
    assert after(Left(0), Elapsed(absence.name)).bids[0].bid == -1
    assert timers(after(Left(0), config=replace(BLIND, absent_ms=99)))[1].ms == 99


def test_of_who_is_away_out_of_turn_nobody_has_to_wait() -> None:
    assert len(timers(after(Left(1)))) == 1
    assert [timer.name for timer in timers(after(Left(1), bid(0, 61)))] == ["turn-2", "absent-2"]


def test_coming_back_ends_that_wait_and_his_own_clock_goes_on() -> None:
    assert timers(after(Left(0), Returned(0))) == timers(after())


def test_while_all_five_are_away_the_clocks_stand() -> None:
    away = after(*(Left(seat) for seat in (1, 2, 3, 4, 0)))
    assert [timer.paused for timer in timers(away)] == [True, True]
    assert refusal(away, Elapsed("turn-1")).code == "no_timer"
    assert [timer.paused for timer in timers(step(GAME, away, Returned(3)).state)] == [False, False]
    assert [timer.paused for timer in timers(after(*(Left(seat) for seat in (1, 2, 3, 4))))] == [False]


def test_who_is_away_stays_away_in_the_next_hand() -> None:
    config = replace(OPEN, hands=2)
    assert after(*whole_hand(), Left(3), Elapsed("deal-2"), config=config).away == {3}


# Resigning


@pytest.mark.parametrize("seat", range(5))
@pytest.mark.parametrize("inputs", [(), AUCTION, BLIND_TRICK, (*BLIND_TRICK, suit(0, "cups"))])
def test_resigning_ends_everything_and_costs_4_and_each_of_the_others_gets_1(
    seat: int, inputs: tuple[Input[Action], ...]
) -> None:
    scores = tuple(-4 if each == seat else 1 for each in range(5))
    made = played(*inputs, Resigned(seat))
    assert GAME.outcome(made.state) == Outcome(scores, "resigned")
    totals = tuple(Points(each, score) for each, score in enumerate(scores))
    resigned, over = heard(made.events, None)
    assert resigned == PlayerResigned(seat, totals)
    assert isinstance(over, PhaseChange)
    assert over.phase == "end"
    assert view(made.state).resigned == seat


def test_whatever_side_he_was_on_nobody_is_shown() -> None:
    for seat in range(5):
        made = played(*BLIND_TRICK, suit(0, "cups"), Resigned(seat))
        assert [view(made.state, reader).partner_id for reader in READERS] == [None] * 6
        assert [each.partner_id for each in phases(made.events)] == [None]


def test_all_hands_to_come_included_and_the_hand_under_way_does_not_count() -> None:
    config = replace(OPEN, hands=5)
    over = after(*whole_hand(), Elapsed("deal-2"), *passes(1, 2), Resigned(0), config=config)
    assert GAME.outcome(over) == Outcome((2 - 4, 1 + 1, -1 + 1, -1 + 1, -1 + 1), "resigned")
    assert GAME.timers(over) == ()
    assert len(view(over).results) == 1


def test_one_may_resign_between_two_hands() -> None:
    over = after(*whole_hand(), Resigned(4), config=replace(OPEN, hands=2))
    assert GAME.outcome(over) == Outcome((3, 2, 0, 0, -5), "resigned")

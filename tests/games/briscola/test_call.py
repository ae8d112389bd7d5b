"""RULES.md, "The call", sentence by sentence; and that the partner is a secret."""

import pytest

from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.types import Action, CallRank, CallSuit, Config, PhaseChange, State, TrickPlayed, TrickWon
from ludoteca.kernel import Input, canonical, replace, step

from .helpers import (
    AUCTION,
    BLIND,
    BLIND_TRICK,
    BY_RANK,
    OPEN,
    READERS,
    acting,
    after,
    bid,
    heard,
    passes,
    phases,
    play,
    played,
    plays,
    rank,
    refusal,
    suit,
    view,
)

RANKS_DOWN = (1, 3, 10, 9, 8, 7, 6, 5, 4, 2)
OPEN_CALL = (*AUCTION, rank(0, 1), suit(0, "cups"))
PARTNER_SHOWN = (*OPEN_CALL, play(0, "2-coins"), play(1, "A-cups"))
ALONE = (*AUCTION, rank(0, 3), suit(0, "cups"))
"""Seat 0 holds the called card, the three of cups."""


def known_partner(state: State) -> list[int | None]:
    return [view(state, reader).partner_id for reader in READERS]


def is_partner(state: State) -> list[bool]:
    return [view(state, reader).you_are_partner for reader in READERS]


def alone(state: State) -> list[bool]:
    return [view(state, reader).plays_alone for reader in READERS]


def test_the_caller_names_a_rank() -> None:
    state = after(*AUCTION)
    assert (state.phase, acting(state)) == ("call-partner-rank", 0)
    assert [action.partner_rank for action in GAME.legal(state, 0) if isinstance(action, CallRank)] == list(RANKS_DOWN)
    assert view(after(*AUCTION, rank(0, 9))).partner_rank == 9


def test_a_rank_that_there_is_not_is_refused() -> None:
    for number in (0, 11, -1):
        assert GAME.refusals[refusal(after(*AUCTION), rank(0, number)).code] == "invalid_card"


def test_the_caller_names_a_suit() -> None:
    state = after(*BLIND_TRICK)
    assert (state.phase, acting(state)) == ("call-partner-suit", 0)
    assert [action.partner_suit for action in GAME.legal(state, 0) if isinstance(action, CallSuit)] == [
        "coins",
        "cups",
        "swords",
        "clubs",
    ]
    assert GAME.refusals[refusal(state, suit(0, "hearts")).code] == "invalid_card"


@pytest.mark.parametrize("name", ["coins", "cups", "swords", "clubs"])
def test_the_suit_is_trump(name: str) -> None:
    assert view(after(*BLIND_TRICK, suit(0, name))).trump_suit == name


def test_nobody_else_calls() -> None:
    for seat in (1, 2, 3, 4):
        assert refusal(after(*AUCTION), rank(seat, 1)).code == "not_your_turn"
        assert refusal(after(*BLIND_TRICK), suit(seat, "cups")).code == "not_your_turn"


def test_out_of_its_phase_nothing_is_called_or_played_or_bid() -> None:
    for state, wrong in (
        (after(), (rank(0, 1), suit(0, "cups"), play(0, "2-coins"))),
        (after(*AUCTION), (bid(0, 80), suit(0, "cups"), play(0, "2-coins"))),
        (after(*AUCTION, rank(0, 1)), (bid(0, 80), rank(0, 1), suit(0, "cups"))),
        (after(*BLIND_TRICK), (bid(0, 80), rank(0, 1), play(0, "2-coins"))),
    ):
        for given in wrong:
            refused = refusal(state, given)
            assert (refused.code, refused.facts) == ("wrong_phase", {"phase": state.phase})
            assert GAME.refusals[refused.code] == "invalid_action"


# After the first trick


def test_after_the_rank_the_caller_leads_and_the_first_trick_is_played_blind() -> None:
    state = after(*AUCTION, rank(0, 1))
    assert (state.phase, acting(state)) == ("play-first-trick", 0)
    assert [view(state).trump_suit, view(state).called] == [None, None]
    told = phases(played(*AUCTION, rank(0, 1)).events)
    assert told == [PhaseChange("play-first-trick", None, 0, None, 1, 70, 4, 1)]


def test_a_blind_trick_is_taken_by_nobody_until_the_suit_is_named() -> None:
    made = played(*BLIND_TRICK)
    assert view(made.state).tricks == ()
    assert len(view(made.state).trick) == 5
    assert not [each for each in heard(made.events, None) if isinstance(each, TrickWon)]
    last = next(each for each in heard(made.events, None) if isinstance(each, TrickPlayed))
    assert last.current_player_id == 0  # who has to name the suit


@pytest.mark.parametrize(("name", "winner"), [("coins", 0), ("cups", 0), ("swords", 0), ("clubs", 4)])
def test_the_suit_decides_who_takes_that_trick(name: str, winner: int) -> None:
    """Kn-cups is led; 4-clubs, J-cups, 6-cups and Kn-clubs follow, worth 8 points."""
    made = played(*BLIND_TRICK, suit(0, name))
    named, won, _ = heard(made.events, None)
    assert isinstance(named, PhaseChange)
    assert isinstance(won, TrickWon)
    assert (named.phase, named.trump_suit) == ("play-tricks", name)
    assert (won.winner_id, won.points, won.current_player_id) == (winner, 8, winner)
    assert acting(made.state) == winner


# Before play


def test_before_play_he_names_both_before_a_card_is_played() -> None:
    ranked = after(*AUCTION, rank(0, 1), config=OPEN)
    assert (ranked.phase, acting(ranked)) == ("call-partner-suit", 0)
    called = after(*OPEN_CALL, config=OPEN)
    assert (called.phase, acting(called), view(called).trump_suit) == ("play-tricks", 0, "cups")


def test_before_play_no_trick_is_blind() -> None:
    made = played(*OPEN_CALL, *plays(0, "Kn-cups 4-clubs J-cups 6-cups Kn-clubs"), config=OPEN)
    assert [each.winner_id for each in heard(made.events, None) if isinstance(each, TrickWon)] == [0]
    assert (made.state.phase, len(view(made.state).tricks)) == ("play-tricks", 1)


def test_either_order_goes_with_either_auction() -> None:
    won = (bid(0, 1), *passes(1, 2, 3, 4))
    blind = replace(BY_RANK, suit_call="after-first-trick")
    assert after(*won, suit(0, "cups"), config=BY_RANK).phase == "play-tricks"
    trick = plays(0, "Kn-cups 4-clubs J-cups 6-cups Kn-clubs")
    assert after(*won, config=blind).phase == "play-first-trick"
    assert after(*won, *trick, config=blind).phase == "call-partner-suit"
    assert after(*won, *trick, suit(0, "cups"), config=blind).phase == "play-tricks"


# The partner


def test_whoever_was_dealt_the_called_card_is_the_partner_and_only_he_is_told() -> None:
    state = after(*OPEN_CALL, config=OPEN)
    assert is_partner(state) == [False, True, False, False, False, False]
    assert known_partner(state) == [None] * 6


def test_before_the_suit_is_named_nobody_is_the_partner() -> None:
    for inputs in (AUCTION, (*AUCTION, rank(0, 1)), BLIND_TRICK):
        assert is_partner(after(*inputs)) == [False] * 6


def test_until_the_called_card_is_played_partner_id_is_null_in_every_event() -> None:
    inputs = (*BLIND_TRICK, suit(0, "cups"), play(0, "2-coins"))
    for count in range(len(inputs) + 1):
        assert all(each.partner_id is None for each in phases(played(*inputs[:count]).events))


def test_who_the_partner_is_changes_no_byte_for_the_others() -> None:
    """The same in a world where seat 3 has the ace of cups."""
    state = after(*OPEN_CALL, config=OPEN)
    first, second, third, fourth, fifth = state.hands
    swapped = (first, (*second[:3], fourth[4], *second[4:]), third, (*fourth[:4], second[3], *fourth[5:]), fifth)
    other = replace(state, hands=swapped)
    assert is_partner(other) == [False, False, False, True, False, False]
    for reader in (0, 2, 4, None):
        assert canonical(view(state, reader)) == canonical(view(other, reader))


def test_when_the_called_card_is_played_everybody_knows_the_partner() -> None:
    made = played(*PARTNER_SHOWN, config=OPEN)
    assert known_partner(made.state) == [1] * 6
    assert is_partner(made.state) == [False, True, False, False, False, False]
    assert phases(made.events) == [PhaseChange("play-tricks", "cups", 0, 1, 1, 70, 4, 1)]


def test_another_card_shows_nobody() -> None:
    made = played(*OPEN_CALL, play(0, "2-coins"), play(1, "3-coins"), config=OPEN)
    assert known_partner(made.state) == [None] * 6
    assert phases(made.events) == []


def test_if_it_lay_in_the_blind_trick_naming_the_suit_shows_the_partner() -> None:
    blind = (*AUCTION, rank(0, 1), *plays(0, "Kn-cups A-cups J-cups 6-cups Kn-clubs"))
    assert known_partner(after(*blind)) == [None] * 6
    made = played(*blind, suit(0, "cups"))
    assert known_partner(made.state) == [1] * 6
    assert phases(made.events)[0] == PhaseChange("play-tricks", "cups", 0, 1, 1, 70, 4, 1)


def test_the_caller_may_call_a_card_that_he_holds_and_nobody_but_him_knows() -> None:
    state = after(*ALONE, config=OPEN)
    assert alone(state) == [True, False, False, False, False, False]
    assert is_partner(state) == [False] * 6
    assert known_partner(state) == [None] * 6


def test_that_he_is_alone_changes_no_byte_for_the_others() -> None:
    """The same in a world where seat 2 has the three of cups."""
    state = after(*ALONE, config=OPEN)
    first, second, third, fourth, fifth = state.hands
    other = replace(
        state,
        hands=((*first[:2], third[2], *first[3:]), second, (*third[:2], first[2], *third[3:]), fourth, fifth),
    )
    assert alone(other) == [False] * 6
    for reader in (1, 3, 4, None):
        assert canonical(view(state, reader)) == canonical(view(other, reader))


def test_when_he_plays_it_everybody_knows_that_he_is_alone() -> None:
    made = played(*ALONE, play(0, "3-cups"), config=OPEN)
    assert alone(made.state) == [True] * 6
    assert known_partner(made.state) == [None] * 6


def test_he_may_call_a_card_that_he_has_played_in_the_blind_trick_himself() -> None:
    blind = (*AUCTION, rank(0, 3), *plays(0, "3-cups 4-clubs J-cups 6-cups Kn-clubs"))
    assert alone(after(*blind)) == [False] * 6
    assert alone(after(*blind, suit(0, "cups"))) == [True] * 6


@pytest.mark.parametrize(("inputs", "config"), [((*BLIND_TRICK, suit(0, "cups")), BLIND), (PARTNER_SHOWN, OPEN)])
def test_a_phase_is_told_whenever_it_changes(inputs: tuple[Input[Action], ...], config: Config) -> None:
    state = after(config=config)
    for given in inputs:
        changed, events = step(GAME, state, given)
        if changed.phase != state.phase:
            assert phases(events)[-1].phase == changed.phase
        state = changed
    assert state.phase == "play-tricks"

"""RULES.md, "Playing": who is taking the trick that lies on the table, as everybody can see."""

import pytest

from .helpers import AUCTION, BLIND_TRICK, OPEN, READERS, after, play, plays, rank, suit, view

CALLED = (*AUCTION, rank(0, 1), suit(0, "cups"))
"""With the suit named before play: cups are trump."""


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("5-clubs", 0),  # the leader, until somebody beats the card
        ("5-clubs 7-clubs", 1),  # the highest card of the suit led
        ("5-clubs 7-clubs 7-swords", 1),  # another suit takes nothing
        ("5-clubs 7-clubs J-cups", 2),  # a trump does
        ("5-clubs 7-clubs J-cups A-swords", 2),
        ("7-cups 7-clubs J-cups 6-cups", 2),  # the highest trump
    ],
)
def test_the_highest_trump_is_winning_or_else_the_highest_card_of_the_suit_led(trick: str, winner: int) -> None:
    state = after(*CALLED, *plays(0, trick), config=OPEN)
    assert {view(state, reader).winning_id for reader in READERS} == {winner}


def test_nobody_is_winning_a_trick_that_nothing_lies_in() -> None:
    assert view(after(*CALLED, config=OPEN)).winning_id is None
    taken = after(*CALLED, *plays(0, "Kn-cups 4-clubs J-cups 6-cups Kn-clubs"), config=OPEN)
    assert (view(taken).trick, view(taken).winning_id) == ((), None)


@pytest.mark.parametrize("laid", range(1, 6))
def test_while_the_first_trick_is_played_blind_nobody_can_tell(laid: int) -> None:
    state = after(*BLIND_TRICK[: len(BLIND_TRICK) - 5 + laid])
    assert [len(view(state).trick), *(view(state, reader).winning_id for reader in READERS)] == [laid, *[None] * 6]


def test_the_next_trick_is_in_sight_for_all() -> None:
    state = after(*BLIND_TRICK, suit(0, "cups"), play(0, "A-coins"), play(1, "A-cups"))
    assert {view(state, reader).winning_id for reader in READERS} == {1}

"""Cases that a hard look at the table has found, each as a test."""

import pytest

from ludoteca.games import GAMES
from ludoteca.kernel import Malformed, decode
from ludoteca.kernel.values import encode
from ludoteca.table.entries import LogEntry, Opened
from ludoteca.table.match import Match
from tests.toys import TOYS

from .harness import Sitting, player


def test_a_name_that_grows_when_composed_is_measured_after_it() -> None:
    sitting = Sitting(GAMES["gomoku"])
    replies = sitting.submit(player(0), "join", {"name": "\u0958" * 32})
    assert replies[0]["payload"]["code"] == "invalid_action"


def test_whatever_was_kept_can_be_read_back() -> None:
    sitting = Sitting(GAMES["gomoku"])
    sitting.submit(player(0), "join", {"name": "\u0958" * 16})
    for entry in sitting.entries:
        assert decode(encode(entry), LogEntry) == entry


def test_a_leave_that_had_nothing_to_do_does_nothing_when_it_comes_again() -> None:
    sitting = Sitting.seated(TOYS["den"])
    sitting.lost(0)
    first = sitting.submit(player(0), "leave", {}, action_id="L1")
    sitting.submit(player(0), "join")
    assert sitting.submit(player(0), "leave", {}, action_id="L1") == first
    assert sitting.table.match.present[0]


def test_entries_of_another_game_are_not_folded() -> None:
    entry = Sitting(GAMES["gomoku"]).entries[0]
    assert isinstance(entry.what, Opened)
    with pytest.raises(Malformed, match="not of duel"):
        Match(TOYS["duel"], "TABLE7").take(entry)

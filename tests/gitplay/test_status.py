"""Plays in notation: all that are listed can be read back, and none is missing. And which table somebody means."""

import random
from datetime import date

import pytest

from ludoteca.games.backgammon.board import relative
from ludoteca.games.backgammon.plays import plays
from ludoteca.games.backgammon.turns import left_of
from ludoteca.gitplay.errors import GitGammonError
from ludoteca.gitplay.format.move_file import PushedFile
from ludoteca.gitplay.player import moves, status
from ludoteca.gitplay.processor.validation import AcceptedMove, validate

from .harness import PLAIN, TABLE, Harness, at


def test_every_listed_play_is_accepted_and_they_are_all_there_are(harness: Harness) -> None:
    rng = random.Random(4)
    for _ in range(25):
        now = harness.now()
        if now.state.active is None or now.is_over:
            break
        reached = set()
        for play in moves.legal_plays(now.state):
            composed = harness.composed(play=play)
            size = len(composed.data)
            verdict = validate(
                now, PushedFile(str(composed.name).encode(), PLAIN, size, composed.data, harness.mover())
            )
            assert isinstance(verdict, AcceptedMove), (play, verdict)
            reached.add(relative(verdict.made.state.position, now.state.active))
        assert reached == set(plays(relative(now.state.position, now.state.active), left_of(now.state)))
        harness.play(rng=rng)


# Which table


def meant(harness: Harness, player: str | None) -> str:
    return status.find_table(harness.repo, harness.tip, None, player).id


def test_without_a_name_the_table_is_the_one_where_it_is_your_turn(harness: Harness) -> None:
    second = harness.open_table("alice", "carol", date(2026, 2, 1))
    mine = [table for table in (TABLE, second) if harness.mover(table) == "alice"]
    if len(mine) != 1:
        harness.play(TABLE)
        mine = [table for table in (TABLE, second) if harness.mover(table) == "alice"]
    assert [meant(harness, "Alice")] == mine


def test_where_he_must_wait_he_means_the_table_he_plays_at(harness: Harness) -> None:
    harness.open_table("carol", "dave", date(2026, 2, 1))
    if harness.mover() == "alice":
        harness.play()
    assert meant(harness, "alice") == meant(harness, "bob") == TABLE


def test_whose_games_are_over_means_the_one_he_has_played(harness: Harness) -> None:
    harness.open_table("carol", "dave", date(2026, 2, 1))
    harness.push(at(TABLE, harness.resignation("bob")))
    harness.process("bob")
    assert meant(harness, "bob") == TABLE


def test_a_player_at_several_tables_is_asked_which(harness: Harness) -> None:
    harness.open_table("carol", "dave", date(2026, 2, 1))
    second = harness.open_table("alice", "bob", date(2026, 2, 2))
    while harness.mover(TABLE) != harness.mover(second):
        harness.play(second)
    with pytest.raises(GitGammonError) as trouble:
        meant(harness, "alice")
    assert str(trouble.value).endswith(f": {TABLE}, {second}")


def test_a_visitor_means_the_only_table_that_is_played_at(harness: Harness) -> None:
    second = harness.open_table("carol", "dave", date(2026, 2, 1))
    with pytest.raises(GitGammonError, match=f"{TABLE}, {second}"):
        meant(harness, None)
    harness.push(at(TABLE, harness.resignation("bob")))
    harness.process("bob")
    assert meant(harness, None) == meant(harness, "zoe") == second

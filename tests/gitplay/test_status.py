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

from .harness import PLAIN, TABLE, Clubhouse, at


def test_every_listed_play_is_accepted_and_they_are_all_there_are(club: Clubhouse) -> None:
    rng = random.Random(4)
    for _ in range(25):
        now = club.now()
        if now.state.active is None or now.is_over:
            break
        reached = set()
        for play in moves.legal_plays(now.state):
            composed = club.composed(play=play)
            size = len(composed.data)
            verdict = validate(now, PushedFile(str(composed.name).encode(), PLAIN, size, composed.data, club.mover()))
            assert isinstance(verdict, AcceptedMove), (play, verdict)
            reached.add(relative(verdict.made.state.position, now.state.active))
        assert reached == set(plays(relative(now.state.position, now.state.active), left_of(now.state)))
        club.play(rng=rng)


# Which table


def meant(club: Clubhouse, player: str | None) -> str:
    return status.find_table(club.repo, club.tip, None, player).id


def test_who_names_no_table_means_the_one_where_it_is_his_turn(club: Clubhouse) -> None:
    second = club.open_table("alice", "carol", date(2026, 2, 1))
    mine = [table for table in (TABLE, second) if club.mover(table) == "alice"]
    if len(mine) != 1:
        club.play(TABLE)
        mine = [table for table in (TABLE, second) if club.mover(table) == "alice"]
    assert [meant(club, "Alice")] == mine


def test_where_he_must_wait_he_means_the_table_he_plays_at(club: Clubhouse) -> None:
    club.open_table("carol", "dave", date(2026, 2, 1))
    if club.mover() == "alice":
        club.play()
    assert meant(club, "alice") == meant(club, "bob") == TABLE


def test_whose_games_are_over_means_the_one_he_has_played(club: Clubhouse) -> None:
    club.open_table("carol", "dave", date(2026, 2, 1))
    club.push(at(TABLE, club.resignation("bob")))
    club.process("bob")
    assert meant(club, "bob") == TABLE


def test_who_plays_at_several_is_asked_and_told_his_own(club: Clubhouse) -> None:
    club.open_table("carol", "dave", date(2026, 2, 1))
    second = club.open_table("alice", "bob", date(2026, 2, 2))
    while club.mover(TABLE) != club.mover(second):
        club.play(second)
    with pytest.raises(GitGammonError) as trouble:
        meant(club, "alice")
    assert str(trouble.value).endswith(f": {TABLE}, {second}")


def test_a_visitor_means_the_only_table_that_is_played_at(club: Clubhouse) -> None:
    second = club.open_table("carol", "dave", date(2026, 2, 1))
    with pytest.raises(GitGammonError, match=f"{TABLE}, {second}"):
        meant(club, None)
    club.push(at(TABLE, club.resignation("bob")))
    club.process("bob")
    assert meant(club, None) == meant(club, "zoe") == second

"""Plays in notation: all that are listed can be read back, and none is missing."""

import random

from ludoteca.games.backgammon.board import relative
from ludoteca.games.backgammon.plays import plays
from ludoteca.games.backgammon.turns import left_of
from ludoteca.gitplay import looking
from ludoteca.gitplay.judging import Accepted, Arrival, judge

from .clubhouse import PLAIN, Clubhouse


def test_every_listed_play_is_accepted_and_they_are_all_there_are(club: Clubhouse) -> None:
    rng = random.Random(4)
    for _ in range(25):
        now = club.standing()
        if now.state.active is None or now.is_over:
            break
        reached = set()
        for play in looking.legal_plays(now.state):
            composed = club.composed(play=play)
            size = len(composed.data)
            verdict = judge(now, Arrival(str(composed.name).encode(), PLAIN, size, composed.data, club.mover()))
            assert isinstance(verdict, Accepted), (play, verdict)
            reached.add(relative(verdict.made.state.position, now.state.active))
        assert reached == set(plays(relative(now.state.position, now.state.active), left_of(now.state)))
        club.play(rng=rng)

"""A state that play has reached has no flaws (a law); one that was tampered with has."""

from typing import Any

import pytest

from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.types import Config, FinishedRound, Result, ShownStep, State
from ludoteca.kernel import Left, MatchInfo, Resigned, replace

from .helpers import DEADLINE, GRACE, after, confirm, draft, finalized, played, started, wait

PREP = after(played(started(), "adh", "-ca"), draft(0, "h--"), confirm(1, "dc-"))
REVEAL = after(finalized(PREP), wait(finalized(PREP)))
LATE = played(played(PREP, "h--", None), "a--", "---")
SOUND = {
    "a fresh match": started(),
    "prep": PREP,
    "reveal": REVEAL,
    "over by hit points": LATE,
    "over by a draw": played(started(Config(start_hp=2)), "a--", "a--"),
    "afk": played(started(), None, "---"),
    "over by afk": played(played(started(), None, "a--"), None, "---"),
    "over by both afk": played(played(started(), None, None), None, None),
    "left in reveal": after(REVEAL, Resigned(0)),
    "left in prep": after(PREP, Resigned(1)),
    "both left": after(PREP, Left(0), Left(1)),
    "one away": after(started(GRACE), Left(1)),
    "waiting for the deadline": after(started(DEADLINE), confirm(0, "adh"), confirm(1, "---")),
}
ROUND = PREP.history[0]


@pytest.mark.parametrize("name", SOUND)
def test_a_state_that_play_has_reached_has_no_flaws(name: str) -> None:
    assert GAME.flaws(SOUND[name]) == ()


TAMPERED: dict[str, tuple[State, dict[str, Any]]] = {
    "more hit points": (PREP, {"hp": (10, 10)}),
    "a round too many": (PREP, {"round_index": 3}),
    "another phase": (REVEAL, {"phase": "PREP"}),
    "an end without a result": (PREP, {"phase": "END"}),
    "a card that is not in the hand": (PREP, {"layouts": (("heal", "heal", None), PREP.layouts[1])}),
    "a layout of somebody who has not laid out": (PREP, {"had_draft": (False, True)}),
    "a confirm of somebody who has not laid out": (started(), {"confirmed": (True, False)}),
    "both confirmed and not finalized": (PREP, {"confirmed": (True, True)}),
    "a step that was not revealed": (PREP, {"steps": REVEAL.steps}),
    "a step that is forgotten": (REVEAL, {"steps": ()}),
    "a step with other hit points": (REVEAL, {"steps": (replace(REVEAL.steps[0], hp=(9, 9)),)}),
    "a layout that is not what was shown": (REVEAL, {"layouts": (("attack", None, None), REVEAL.layouts[1])}),
    "a streak out of nowhere": (PREP, {"afk_streaks": (1, 0)}),
    "a both-streak out of nowhere": (PREP, {"both_afk_streak": 1}),
    "a history without its round": (PREP, {"history": ()}),
    "a history with a round of two steps": (PREP, {"history": (FinishedRound(ROUND.steps[:2], ROUND.afk),)}),
    "a history with a round of four steps": (
        PREP,
        {"history": (FinishedRound((*ROUND.steps, ROUND.steps[2]), ROUND.afk),)},
    ),
    "an afk player with a card": (PREP, {"history": (FinishedRound(ROUND.steps, (True, False)),)}),
    "a history with a card too many": (
        PREP,
        {"history": (FinishedRound((*ROUND.steps[:2], ShownStep(("attack", "attack"), (8, 8))), ROUND.afk),)},
    ),
    "a match that goes on after its end": (LATE, {"phase": "PREP", "result": None, "round_index": 4}),
    "another winner": (LATE, {"result": Result(1, "normal", False, (0, 2))}),
    "a richer winner": (LATE, {"result": Result(0, "normal", False, (20, 0))}),
    "an end by hit points before its time": (PREP, {"phase": "END", "result": Result(0, "normal", False, (2, 0))}),
    "a time-out of somebody who was there": (PREP, {"phase": "END", "result": Result(0, "timeout", False, (2, 0))}),
    "a draw with nobody gone": (started(), {"phase": "END", "result": Result(None, "disconnect", False, (1, 1))}),
    "both gone and still playing": (started(), {"away": (1, 2), "departures": 2}),
    "two departures of one number": (SOUND["both left"], {"away": (1, 1)}),
    "a departure that was never counted": (started(), {"away": (1, None)}),
    "fewer departures than none": (started(), {"departures": -1}),
    "no config": (started(), {"config": Config(start_hp=5, max_hp=4)}),
    "a match_info of three": (started(), {"config": Config(company=MatchInfo("", ("a", "b", "c"), (1, 2, 3)))}),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_state_that_was_tampered_with_has_flaws(name: str) -> None:
    state, changes = TAMPERED[name]
    assert GAME.flaws(replace(state, **changes)) != ()

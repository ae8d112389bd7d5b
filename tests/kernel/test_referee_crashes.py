"""The referee of a game that fails: every line gets its answer all the same."""

import json
from dataclasses import replace
from typing import Any

import pytest

from ludoteca.kernel import Illegal
from ludoteca.referee import Referee

from . import coin
from .coin import State


@pytest.mark.parametrize("error", [KeyError("oops"), Illegal("odd", "no JSON holds this", thing=object())])
def test_a_game_that_fails_gets_an_answer_too_and_the_next_line_another(error: Exception) -> None:
    def failing(state: State, seat: int) -> Any:
        raise error

    referee = Referee(replace(coin.GAME, legal=failing))
    lines = (b'{"do":"setup","seed":4}', b'{"do":"legal","seat":0}', b'{"do":"digest"}')
    begun, failed, after = (json.loads(referee.answer(line)) for line in lines)
    assert (failed["ok"], failed["code"]) == (False, "internal")
    assert after["digest"] == begun["digest"]

"""`ludoteca gomoku recover`: a damaged state becomes one that the referee loads, and what was done is said."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludoteca.games.gomoku import GAME
from ludoteca.games.gomoku.types import Place, State
from ludoteca.kernel import Move, canonical, plain
from ludoteca.referee import Referee

from ..cli.terminal import ludoteca, refused


def with_stones(*cells: tuple[int, int]) -> State:
    """A ranked game whose first player has placed these stones."""
    state = GAME.setup(GAME.presets["ranked"]).state
    for x, y in cells:
        state = GAME.apply(state, Move(0, Place(x, y))).state
    return state


CHOICE = with_stones((7, 7), (8, 8), (6, 7))


def recovered(tree: Any, here: Path) -> tuple[dict[str, Any], list[str]]:
    """The state that is printed, and what is said of it."""
    (here / "state.json").write_text(json.dumps(tree))
    done = ludoteca("gomoku", "recover", "state.json")
    assert done.exit_code == 0
    return json.loads(done.stdout), done.stderr.splitlines()


def loaded(tree: Any) -> Any:
    answer: Any = json.loads(Referee(GAME).answer(canonical({"do": "load", "state": tree})))
    return answer


def test_a_sound_state_is_printed_as_it_is_and_nothing_is_said(here: Path) -> None:
    assert recovered(plain(CHOICE), here) == (plain(CHOICE), [])


def test_a_damaged_state_is_rebuilt_from_its_history_and_the_referee_takes_it(here: Path) -> None:
    damaged = plain(CHOICE) | {"board": []}
    assert loaded(damaged)["ok"] is False
    state, said = recovered(damaged, here)
    assert (state, loaded(state)["ok"]) == (plain(CHOICE), True)
    assert said == [
        "ludoteca: board does not follow from its history",
        "ludoteca: rebuilt by replaying actions and moves",
    ]


def test_without_a_history_it_returns_to_the_placement_with_the_valid_stones(here: Path) -> None:
    damaged = plain(CHOICE)
    damaged["swap2State"] |= {"actions": "lost"}
    state, said = recovered(damaged, here)
    assert state == plain(with_stones((7, 7), (8, 8)))
    assert said[-1] == "ludoteca: started over, keeping the first stones that are valid"


@pytest.mark.parametrize("data", [b"", b"{", b"\xff"])
def test_what_is_no_json_is_refused_in_one_line(here: Path, data: bytes) -> None:
    (here / "state.json").write_bytes(data)
    assert "state.json is no JSON" in refused("gomoku", "recover", "state.json")

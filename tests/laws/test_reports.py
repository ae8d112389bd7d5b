"""What an author reads when a law is broken or the rules crash: one screen, with the shortest game that shows it."""

import ast
import random
from dataclasses import replace
from typing import Any

import pytest

from ludoteca.games.gomoku import GAME as GOMOKU
from ludoteca.kernel import AnyGame, Resigned, Step, Timer
from ludoteca.kernel import replace as changed
from ludoteca.laws import LAWS, Broken, Law, check, check_all
from tests.tidy.sources import PACKAGE, sources

SCREEN = 24


def law(name: str) -> Law:
    return next(law for law in LAWS if law.name == name)


def report(game: AnyGame, name: str) -> list[str]:
    with pytest.raises(Broken) as caught:
        check(game, law(name))
    return str(caught.value).splitlines()


def crashing(state: Any, given: Any) -> Any:
    made = GOMOKU.apply(state, given)
    return made if len(made.state.moves) < 2 else 1 // 0


def nothing(*_: object) -> Any:
    return None


def drawing(state: Any, given: Any) -> Step[Any, Any]:
    random.choice(state.config.__struct_fields__)
    return GOMOKU.apply(state, given)


def unseeing(state: Any, reader: Any) -> Any:
    return changed(GOMOKU.view(state, reader), away=[0])


def test_a_broken_law_is_shown_with_the_shortest_game_that_breaks_it() -> None:
    odd = replace(GOMOKU, flaws=lambda state: ("odd",) if len(state.moves) % 2 else ())
    headline, found, preset, move = report(odd, "sound")
    assert headline == "gomoku: sound: A state that play has reached has no flaws."
    assert (found, preset) == ("  play has reached a state with a flaw: odd", "    preset (default)")
    assert move.startswith("      1. black: ")


def test_values_that_should_be_the_same_are_shown_by_the_fields_that_differ() -> None:
    _, found, difference, *_ = report(replace(GOMOKU, view=unseeing), "round trip")
    assert found == "  a view does not come back from its JSON"
    assert difference == "  view.away: expected [0] (list), got (0,) (tuple)"


def test_a_crash_is_shown_with_the_line_of_the_rules_and_the_input_it_came_on() -> None:
    headline, where, source, error, _, *moves = report(replace(GOMOKU, apply=crashing), "sound")
    assert headline.endswith("the game crashes in play, before any law can be tried")
    assert where.endswith(f"test_reports.py:{crashing.__code__.co_firstlineno + 2}, in crashing")
    assert (source.strip(), error) == (
        "return made if len(made.state.moves) < 2 else 1 // 0",
        "  ZeroDivisionError: integer division or modulo by zero",
    )
    assert [move.split()[:2] for move in moves] == [["1.", "black:"], ["2.", "white:"]]


def test_a_crash_on_an_input_that_only_the_law_tries_names_that_input() -> None:
    def crashing_on_another_seat(state: Any, given: Any) -> Any:
        return 1 // 0 if given == Resigned(1) else GOMOKU.apply(state, given)

    lines = report(replace(GOMOKU, apply=crashing_on_another_seat), "resignation counts")
    assert "  on the input that the law tried: white resigns" in lines


def test_a_function_that_returns_nonsense_is_shown_where_it_was_used() -> None:
    _, where, source, error, *_ = report(replace(GOMOKU, legal=nothing), "sound")
    assert where.endswith("with what the game returned")
    assert "game.legal(state, seat)" in source
    assert "'NoneType' object is not iterable" in error


def test_a_call_of_random_or_of_the_clock_is_shown_by_its_line() -> None:
    lines = report(replace(GOMOKU, apply=drawing), "determinism")
    assert any("in drawing: random.choice(state.config.__struct_fields__)" in line for line in lines)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (replace(GOMOKU, apply=drawing), "determinism"),
        (replace(GOMOKU, flaws=lambda state: ("odd " * 999,) if len(state.moves) > 30 else ()), "sound"),
        (replace(GOMOKU, timers=lambda _: tuple(Timer("same name", each) for each in range(60))), "time runs out"),
    ],
    ids=["a line of source", "a long game", "many timers"],
)
def test_a_report_fits_a_screen(game: AnyGame, name: str) -> None:
    lines = report(game, name)
    assert len(lines) <= SCREEN
    assert all(len(line) < 120 for line in lines[1:])


def test_laws_that_only_follow_from_a_broken_one_are_left_out() -> None:
    findings = list(check_all(replace(GOMOKU, apply=drawing), examples=5))
    assert [law.name for law, broken in findings if broken] == ["determinism"]
    assert {"recorded", "presence"}.isdisjoint(law.name for law, _ in findings)


def test_after_a_crash_in_play_no_other_law_is_tried() -> None:
    assert len(list(check_all(replace(GOMOKU, apply=crashing), examples=5))) == 1


def test_a_law_needs_only_laws_that_come_before_it() -> None:
    for number, each in enumerate(LAWS):
        assert set(each.needs) <= {earlier.name for earlier in LAWS[:number]}


def test_every_assertion_of_the_laws_says_what_is_wrong() -> None:
    asserts = [
        node for source in sources(PACKAGE / "laws") for node in ast.walk(source.tree) if isinstance(node, ast.Assert)
    ]
    assert asserts
    assert [node.lineno for node in asserts if node.msg is None] == []

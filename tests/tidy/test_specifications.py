"""The files and tests that `docs/internal/specifications.md` names exist, for every sentence of a specification."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from ludoteca.games import GAMES

from .sources import PACKAGE, ROOT

PAGE = (ROOT / "docs" / "internal" / "specifications.md").read_text(encoding="utf-8")
FROM_THE_ROOT = ("front", "docs", "bench", "deploy")
NO_TEST = "held by no test"


class Row(NamedTuple):
    section: str
    asks: str
    lives: str
    tests: str
    decided: str


class Named(NamedTuple):
    file: Path
    tests: tuple[str, ...]


def _rows() -> Iterator[Row]:
    """The rows of all tables that trace a specification; those of two columns are about names of modules."""
    for line in PAGE.splitlines():
        if line.startswith("| "):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            assert len(cells) in (2, 5), line
            if len(cells) == 5 and cells[0] != "section":
                yield Row(*cells)


ROWS = list(_rows())


def placed(name: str, base: Path, beside: Path | None) -> Path:
    if name.partition("/")[0] in FROM_THE_ROOT:
        return ROOT / name
    return base / name if beside is None or "/" in name else beside.parent / name


def named(cell: str, base: Path) -> Iterator[Named]:
    """The files of a cell, each with the tests that are named after it."""
    found: list[Named] = []
    for code, title in re.findall(r'`([^`]+)`|"([^"]+)"', cell):
        if title or re.fullmatch(r"test_\w+", code):
            file, tests = found.pop()
            found.append(Named(file, (*tests, f'test("{title}"' if title else f"def {code}(")))
        else:
            found.append(Named(placed(code, base, found[-1].file if found else None), ()))
    yield from found


def test_every_game_has_its_part() -> None:
    parts = re.findall(r'^## (\w+).*: ".+"', PAGE, re.MULTILINE)
    assert sorted(part.lower() for part in parts) == sorted(GAMES)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.asks)
def test_where_a_sentence_lives_is_there(row: Row) -> None:
    missing = [str(file) for file, _ in named(row.lives, PACKAGE) if not file.exists()]
    assert not missing


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.asks)
def test_the_tests_of_a_sentence_are_there_or_are_said_to_be_missing(row: Row) -> None:
    found = list(named(row.tests, ROOT / "tests"))
    assert any(tests for _, tests in found) != (NO_TEST in row.decided)
    for file, tests in found:
        text = file.read_text(encoding="utf-8")
        assert not [test for test in tests if test not in text], file


def test_modules_that_are_named_are_there() -> None:
    modules = [PACKAGE.parent.joinpath(*name.split(".")) for name in re.findall(r"`(ludoteca(?:\.\w+)+)`", PAGE)]
    assert modules
    assert not [module for module in modules if not (module.is_dir() or module.with_suffix(".py").is_file())]


def test_the_fourteen_properties_are_annotated_as_their_specification_demands() -> None:
    """Above each of their tests stand the two lines of "Test Annotations", with the property's own title."""
    properties = [row for row in ROWS if re.fullmatch(r"Property \d+", row.section)]
    assert [row.section for row in properties] == [f"Property {number}" for number in range(1, 15)]
    for row in properties:
        annotation = f" **Feature: swap2-opening-rule, {row.section}: {row.asks}**\n"
        file, (test, *_) = next(named(row.tests, ROOT / "tests"))
        above = file.read_text(encoding="utf-8").partition(test)[0].rpartition("\n\n\n")[2]
        assert above.startswith(f"#{annotation}# **Validates: Requirements ")

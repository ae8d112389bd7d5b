"""Whatever the server may refuse with, the page has words for in every language: a code without them fails here.

The codes are read where they are given: nothing is listed a second time. That all languages fill the same holes is for
`front/tests/words.test.ts`.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from ludoteca.games import GAMES
from ludoteca.kernel.play import KERNEL_CODES
from ludoteca.table.wire import ErrorCode

from .sources import PACKAGE, ROOT, sources

FRONT = ROOT / "front" / "src"
LANGUAGES = sorted(path.stem for path in (FRONT / "words").glob("??.ts"))
KEY = re.compile(r'^\t"?([\w.]+)"?:', re.MULTILINE)


@cache
def keys(file: Path) -> frozenset[str]:
    return frozenset(KEY.findall(file.read_text(encoding="utf-8")))


def codes(name: str, *nodes: ast.AST) -> Iterator[str]:
    """The codes written out where such a refusal is made."""
    for node in (each for top in nodes for each in ast.walk(top)):
        match node:
            case ast.Call(func=ast.Name(id=called), args=[ast.Constant(value=str(code)), *_]) if called == name:
                yield code


def of_the_web() -> set[str]:
    """Its own, those of the bridge, and what a series says of a rematch: these it passes on."""
    series = ast.parse((PACKAGE / "table" / "series.py").read_text(encoding="utf-8"))
    asking = [node for node in ast.walk(series) if isinstance(node, ast.FunctionDef) and node.name == "ask_rematch"]
    own = codes("Refused", *(source.tree for source in sources(PACKAGE / "web")))
    return {*own, *get_args(ErrorCode), *codes("Illegal", *asking)}


def of_the_rules(game: str) -> set[str]:
    """A game's own, and `bad_config` where it may refuse what is set."""
    own = codes("Illegal", *(source.tree for source in sources(PACKAGE / "games" / game)))
    return {*GAMES[game].refusals, *({"bad_config"} & set(own))}


def missing(wanted: set[str], *files: Path) -> list[str]:
    return sorted(wanted.difference(*map(keys, files)))


def test_there_are_four_languages() -> None:
    assert LANGUAGES == ["en", "fr", "it", "vi"]


def test_codes_are_found_where_they_are_given() -> None:
    """Else all that follows would hold of nothing."""
    assert {"name_taken", "csrf", "desync", "too_late"} <= of_the_web()
    assert {"forbidden_point", "bad_config"} <= of_the_rules("gomoku")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_web_and_of_the_bridge_has_words(language: str) -> None:
    wanted = {f"error.{code}" for code in of_the_web()}
    assert missing(wanted, FRONT / "words" / f"{language}.ts") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_kernel_has_words(language: str) -> None:
    wanted = {f"refused.{code}" for code in KERNEL_CODES}
    assert missing(wanted, FRONT / "words" / f"{language}.ts") == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_refusal_of_a_game_has_words_beside_its_board(game: str, language: str) -> None:
    board = FRONT / "boards" / game
    wanted = {f"refused.{game}.{code}" for code in of_the_rules(game)}
    assert missing(wanted, board / f"words.{language}.ts", board / f"setup.{language}.ts") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_left_of_a_refusal_that_nobody_makes(language: str) -> None:
    made = {f"refused.{code}" for code in KERNEL_CODES}
    made |= {f"refused.{game}.{code}" for game in GAMES for code in of_the_rules(game)}
    files = [FRONT / "words" / f"{language}.ts", *(FRONT / "boards").glob(f"*/*.{language}.ts")]
    assert {key for file in files for key in keys(file) if key.startswith("refused.")} == made

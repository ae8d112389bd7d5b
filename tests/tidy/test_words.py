"""Whatever the server may refuse with, and whatever can be set at a table, the page has words for in every language.

What needs words is read where it is given: nothing is listed a second time. A sentence of the server's own, which is
English, has no place in those words. That all languages fill the same holes is for `front/tests/words.test.ts`.
"""

import ast
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from ludoteca.bots import bots_for
from ludoteca.games import GAMES
from ludoteca.kernel import schema
from ludoteca.kernel.play import KERNEL_CODES
from ludoteca.table.wire import ErrorCode
from tests.services.catalogues import HOLE, LANGUAGES, all_of, beside, catalogue, shell

from .sources import PACKAGE, sources

HANDFUL = 8
"""So few numbers are offered as a list to choose from, as `front/src/form/fields.ts` has it."""


def codes(name: str, *nodes: ast.AST) -> Iterator[str]:
    """The codes written out where such a refusal is made."""
    for node in (each for top in nodes for each in ast.walk(top)):
        match node:
            case ast.Call(func=ast.Name(id=called), args=[ast.Constant(value=str(code)), *_]) if called == name:
                yield code


def finer(name: str, *folders: str) -> Iterator[tuple[str, set[str]]]:
    """`CODE.RULE` where such a refusal is made with a finer word than its code, and the facts that it comes with."""
    for source in sources(*(PACKAGE / folder for folder in folders)):
        for node in ast.walk(source.tree):
            match node:
                case ast.Call(func=ast.Name(id=called), args=[ast.Constant(value=str(code)), *_]) if called == name:
                    facts = dict(facts_of(node))
                    if isinstance(rule := facts.get("rule"), ast.Constant) and isinstance(rule.value, str):
                        yield f"{code}.{rule.value}", set(facts)


def facts_of(call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    """By keyword, as the web gives them, or in a dict, as the table does."""
    yield from ((each.arg, each.value) for each in call.keywords if each.arg is not None)
    for given in (each for each in call.args if isinstance(each, ast.Dict)):
        for key, value in zip(given.keys, given.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, value


def of_the_server() -> dict[str, set[str]]:
    return dict([*finer("ApiError", "web"), *finer("Refusal", "table", "runtime", "gateway")])


def of_the_web() -> set[str]:
    """Its own, those of the bridge, and what a series says of a rematch: these it passes on."""
    series = ast.parse((PACKAGE / "table" / "series.py").read_text(encoding="utf-8"))
    asking = [node for node in ast.walk(series) if isinstance(node, ast.FunctionDef) and node.name == "ask_rematch"]
    own = codes("ApiError", *(source.tree for source in sources(PACKAGE / "web")))
    return {*own, *get_args(ErrorCode), *codes("Illegal", *asking)}


def of_the_rules(game: str) -> set[str]:
    """A game's own, and `bad_config` where it may refuse what is set."""
    own = codes("Illegal", *(source.tree for source in sources(PACKAGE / "games" / game)))
    return {*GAMES[game].refusals, *({"bad_config"} & set(own))}


def of_the_settings(game: str) -> set[str]:
    """The form of a new table: each thing that can be set, each value that it has a list of, each preset and seat."""
    rules = GAMES[game]
    fields = schema({"config": rules.types.config})["$defs"][rules.types.config.__name__]["properties"]
    shown = {name: each for name, each in fields.items() if name not in rules.hosting.test_only and is_simple(each)}
    values = {f"config.{game}.{name}.{value}" for name, each in shown.items() for value in listed(each)}
    seats = {f"seat.{game}.{seat}" for seat in rules.seats(rules.types.config())}
    presets = {f"preset.{game}.{preset}" for preset in rules.presets}
    return {
        f"game.{game}",
        f"game.{game}.about",
        *(f"config.{game}.{name}" for name in shown),
        *values,
        *seats,
        *presets,
    }


def is_simple(field: Mapping[str, Any]) -> bool:
    """Whether the form has an input for it."""
    kinds = [each for each in field.get("anyOf", [field]) if each.get("type") != "null"]
    return all("enum" in each or each.get("type") in ("boolean", "integer", "string") for each in kinds)


def listed(field: Mapping[str, Any]) -> Iterator[str]:
    """What the form offers to choose from; a number says itself, except where it counts seats."""
    for each in field.get("anyOf", [field]):
        yield from map(str, each.get("enum", ()))
        if each.get("maximum", math.inf) - each.get("minimum", 0) < HANDFUL:
            yield from map(str, range(each["minimum"], each["maximum"] + 1))


def missing(wanted: set[str], *files: Path) -> list[str]:
    return sorted(wanted.difference(*map(catalogue, files)))


def test_there_are_four_languages() -> None:
    assert LANGUAGES == ("en", "fr", "it", "vi")


def test_codes_are_found_where_they_are_given() -> None:
    """Else all that follows would hold of nothing."""
    assert {"name_taken", "csrf", "desync", "too_late"} <= of_the_web()
    assert {"forbidden_point", "bad_config"} <= of_the_rules("gomoku")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_web_and_of_the_bridge_has_words(language: str) -> None:
    wanted = {f"error.{code}" for code in of_the_web()}
    assert missing(wanted, shell(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finer_word_of_the_server_has_words_with_no_hole_but_for_its_facts(language: str) -> None:
    given = of_the_server()
    assert {"weak_password.too_short", "bad_seats.no_person", "game_unavailable.closed"} <= given.keys()
    words = catalogue(shell(language))
    assert missing({f"error.{each}" for each in given}, shell(language)) == []
    assert all(facts.issuperset(HOLE.findall(words[f"error.{each}"])) for each, facts in given.items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_left_of_a_finer_word_that_nobody_says(language: str) -> None:
    finer_words = {key for key in catalogue(shell(language)) if re.fullmatch(r"error\.\w+\.\w+", key)}
    assert finer_words == {f"error.{each}" for each in of_the_server()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_the_server_is_part_of_any_words(language: str) -> None:
    """It is English for every reader: what has no finer word is told by its code alone."""
    found = {
        key for file in all_of(language) for key, text in catalogue(file).items() if "reason" in HOLE.findall(text)
    }
    assert found == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_whatever_can_be_set_at_a_table_has_words(game: str, language: str) -> None:
    assert missing(of_the_settings(game), *beside(game, language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_has_a_name(language: str) -> None:
    assert missing({f"bot.{bot}" for game in GAMES for bot in bots_for(game)}, shell(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_kernel_has_words(language: str) -> None:
    wanted = {f"refused.{code}" for code in KERNEL_CODES}
    assert missing(wanted, shell(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_refusal_of_a_game_has_words_beside_its_board(game: str, language: str) -> None:
    wanted = {f"refused.{game}.{code}" for code in of_the_rules(game)}
    assert missing(wanted, *beside(game, language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_left_of_a_refusal_that_nobody_makes(language: str) -> None:
    made = {f"refused.{code}" for code in KERNEL_CODES}
    made |= {f"refused.{game}.{code}" for game in GAMES for code in of_the_rules(game)}
    assert {key for file in all_of(language) for key in catalogue(file) if key.startswith("refused.")} == made

"""The guides for players: four languages that say the same, as far as a machine can tell."""

import re

import pytest

from ludoteca.games import GAMES
from ludoteca.kernel.contract import AnyGame
from ludoteca.rulebook import guide

TRANSLATIONS = ("fr", "it", "vi")


@pytest.mark.parametrize("language", TRANSLATIONS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_section_has_the_same_numbers_and_the_same_tables_in_every_language(game: AnyGame, language: str) -> None:
    assert [outline(each) for each in sections(game, language)] == [outline(each) for each in sections(game, "en")]


@pytest.mark.parametrize("language", ["en", *TRANSLATIONS])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_guide_speaks_to_players_and_not_to_programs(game: AnyGame, language: str) -> None:
    text = "".join(sections(game, language))
    assert not re.findall(r"`|\w_\w|\{|<", text)


def sections(game: AnyGame, language: str) -> list[str]:
    text = guide(game, language)
    assert text is not None, f"{game.name} has no guide in {language}"
    return re.split(r"^## .*\n", text, flags=re.MULTILINE)


def outline(section: str) -> tuple[list[int], int]:
    """The numbers in it, in any order, and how many lines of tables. French has a narrow space in its thousands."""
    return sorted(map(int, re.findall(r"\d+", section.replace("\u202f", "")))), section.count("\n|")

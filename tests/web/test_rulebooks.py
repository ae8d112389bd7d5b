"""A game's rule book on the page: whole, and nothing in it but text."""

from typing import get_args

import pytest
import requests

from ludoteca.games import GAMES
from ludoteca.rulebook import guide
from ludoteca.web.play.rulebook_pages import rendered
from ludoteca.web.schemas import Language
from tests.times import PATIENCE

from .deployments import Deployment


def test_every_game_has_its_rule_book_on_the_page(deployment: Deployment) -> None:
    for name in GAMES:
        told = requests.get(f"{deployment.url}/api/rules/{name}", timeout=PATIENCE).json()
        assert told["game"] == name
        assert "<h2>" in told["html"]
        assert "<h1" not in told["html"]


@pytest.mark.parametrize("language", get_args(Language))
def test_every_game_has_a_guide_in_every_language(deployment: Deployment, language: Language) -> None:
    for name, game in GAMES.items():
        told = requests.get(f"{deployment.url}/api/rules/{name}?language={language}", timeout=PATIENCE).json()
        assert told["guide"] == rendered(guide(game, language) or "")
        assert told["guide"].count("<h2>") >= 4


def test_a_language_that_nobody_here_speaks_is_refused(deployment: Deployment) -> None:
    answer = requests.get(f"{deployment.url}/api/rules/gomoku?language=../en", timeout=PATIENCE)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_query")


def test_a_game_that_is_not_there_has_no_rule_book(deployment: Deployment) -> None:
    assert requests.get(f"{deployment.url}/api/rules/chess", timeout=PATIENCE).status_code == 404


@pytest.mark.parametrize(
    ("book", "html"),
    [
        ("# Toy\n\nOne *stone*.", "<p>One <em>stone</em>.</p>\n"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
        ("a <b onclick=x>b</b>", "<p>a &lt;b onclick=x&gt;b&lt;/b&gt;</p>\n"),
    ],
)
def test_html_in_a_rule_book_is_text(book: str, html: str) -> None:
    assert rendered(book) == html


def test_a_table_has_a_frame_to_move_in_and_no_style_of_its_own() -> None:
    html = rendered("| a |\n|--:|\n| 1 |")
    assert html.startswith('<div class="scroll" tabindex="0"><table>')
    assert html.endswith("</table></div>\n")
    assert "style" not in html

"""Orcain in the terminal: a person against a bot, two people at one keyboard, bots alone; and records that verify."""

import re
from pathlib import Path

import pytest

from tests.cli.terminal import ludoteca

pytestmark = pytest.mark.usefixtures("here")


def test_a_person_drafts_confirms_and_sees_the_reveal_and_the_end() -> None:
    typed = "draft a-c\nadh\n" + "adh\n" * 60
    shown = ludoteca("play", "orcain", "--me", "0", "--others", "bot:random", "--seed", "4", typed=typed).output
    assert "[attack ] [   -   ] [counter]" in shown  # the draft
    assert shown.index("you: confirmed.") < shown.index("b: confirmed.") < shown.index("Step 1: you attack, b ")
    assert "The match is over, " in shown


def test_the_terminal_speaks_of_no_seconds_and_no_pot_because_it_keeps_neither() -> None:
    shown = ludoteca("play", "orcain", "--others", "bot:random", "--seed", "4").output
    assert "Round 1: a 10 HP, b 10 HP." in shown
    assert re.search(r"\bpot\b|\d s\b|Payout", shown) is None


def test_what_a_bot_has_laid_out_is_not_shown_before_its_step() -> None:
    shown = ludoteca("play", "orcain", "--me", "1", "--others", "bot:random", "--seed", "4", typed="quit\n").output
    assert "a: confirmed." in shown
    assert "[   ?   ] [   ?   ] [   ?   ]" in shown
    assert "a: a" not in shown  # as its move would be written, had it no secret


def test_two_people_pass_the_keyboard() -> None:
    shown = ludoteca("play", "orcain", typed="\nadh\n\ndca\nquit\n").output
    assert "Pass the keyboard to a, who presses Enter" in shown
    assert "Pass the keyboard to b, who presses Enter" in shown


@pytest.mark.parametrize("preset", ["casual", "practice", "duplicates", "deadline", "short"])
def test_bots_alone_play_to_an_end_that_verifies(preset: str, here: Path) -> None:
    words = ["play", "orcain", "--preset", preset, "--others", "bot:random", "--seed", "5", "--log", "log.jsonl"]
    shown = ludoteca(*words).output
    assert "The match is over, " in shown
    assert ludoteca("verify", str(here / "log.jsonl")).output.startswith("OK")

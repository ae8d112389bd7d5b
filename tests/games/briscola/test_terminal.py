"""Briscola at one keyboard: `ludoteca play briscola`, with bots at the other seats."""

import re

import pytest

from ludoteca.games.briscola.cards import CARDS
from ludoteca.games.briscola.notation import card_name
from tests.cli.terminal import ludoteca

pytestmark = pytest.mark.usefixtures("here")

EVERY_CARD = "".join(f"{card_name(card)}\n" for card in CARDS)
"""Typed again and again it plays whatever is left: of cards that one does not hold, the rules say so."""


def played(*words: str, typed: str) -> str:
    result = ludoteca("play", "briscola", "--me", "0", "--others", "bot:random", *words, typed=typed)
    assert result.exit_code == 0, result.output
    return str(result.stdout)


def test_a_whole_hand_is_played_against_bots() -> None:
    output = played("--seed", "5", typed="pass\n" + EVERY_CARD * 8)
    assert output.count("seat0 plays ") == 8
    assert "that card is not in your hand" in output
    assert re.search(r"^Scores: seat0 -?\d, seat1 -?\d", output, re.MULTILINE)
    assert re.search(r"^seat\d.* took \d+ of \d+: (made|failed)$", output, re.MULTILINE)


def test_only_ones_own_hand_is_shown() -> None:
    """Until it is played, no card of another is on the screen."""
    output = played("--seed", "5", typed="pass\n")
    shown = set(re.findall(r"\b(?:A|Kn|K|J|\d)-(?:coins|cups|swords|clubs)\b", output))
    (hand,) = set(re.findall(r"^your hand:  (.*)$", output, re.MULTILINE))
    laid = set(re.findall(r"^seat\d plays (\S+)$", output, re.MULTILINE))
    assert shown == set(hand.split()) | laid
    assert len(hand.split()) == 8


def test_the_auction_and_the_calls_are_typed_as_well() -> None:
    output = played("--seed", "5", "--set", "dealer=4", typed="120\nace\n2-coins\n4-coins\ncups\n" + EVERY_CARD)
    assert "seat0 bids 120" in output
    assert "seat0 calls an A; the first trick is played blind" in output
    assert "seat0 has called A-cups: cups are trump" in output


def test_a_hand_is_sorted_and_reordered_at_the_prompt() -> None:
    output = played("--seed", "5", typed="reorder 4-clubs\nsort\n")
    assert "to reorder a hand, name each of its cards once" in output
    assert output.count("your hand: ") == 4  # dealt, shown, sorted, shown


def test_the_classic_auction_is_typed_by_rank() -> None:
    output = played("--seed", "5", "--preset", "classic", "--set", "dealer=4", typed="61\n2\n120\n")
    assert "there is no bid 61" in output
    assert "seat0 bids 2" in output

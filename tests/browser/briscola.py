"""Briscola by clicks and keys: cards and buttons are found by their labels."""

import re
from collections.abc import Sequence
from typing import Final

from playwright.sync_api import Locator, expect

from tests.times import within

from .people import Person

NAMES: Final = ("Ada", "Bruno", "Chiara", "Dario", "Elena")
ASKED: Final = """() => {
    if (document.querySelector('.board-asked')) {
        const asked = {'Your bid': 'bid', 'Which rank do you call?': 'rank', 'Which suit do you name?': 'suit'};
        return asked[document.querySelector('form.br-panel h3')?.textContent] ?? 'card';
    }
    return document.querySelector('.result') ? 'over' : '';
}"""
OWN: Final = "your own"


def sit_with_bots(person: Person, preset: str = "Practice") -> None:
    """At seat 1, with bots at the others; seat 5 deals, so that this person bids first."""
    person.open("/new/briscola")
    person.page.get_by_role("combobox", name="Start from").select_option(preset)
    for seat in range(2, 6):
        person.page.get_by_role("combobox", name=f"Seat {seat}", exact=True).select_option("Bot: Random")
    person.page.get_by_role("combobox", name="First dealer").select_option("Seat 5")
    person.click("Open the table")
    expect(felt(person)).to_be_visible()


def sit_together(people: Sequence[Person]) -> None:
    """Five people at one table, in the order of their seats."""
    people[0].open("/new/briscola").click("Open the table")
    expect(people[0].page.get_by_role("button", name="Close the table")).to_be_visible()
    for taken, person in enumerate(people[1:], 2):
        person.open(f"/room/{people[0].code}")
        person.page.get_by_role("button", name="Sit here").first.click()
        expect(person.page.get_by_role("button", name="Sit here")).to_have_count(len(people) - taken)
    for person in people:
        expect(cards(person)).to_have_count(8)


def asked(person: Person) -> str:
    """Wait for what the player must do: a bid, a rank, a suit, a card; or the end."""
    found: str = person.page.wait_for_function(ASKED).json_value()
    return found


def whose_turn(people: Sequence[Person]) -> tuple[Person, str]:
    """The first player who must act, and how; any player, once it is over for all."""
    for _ in within():
        asks = [(person, str(person.page.evaluate(ASKED))) for person in people]
        if all(question == "over" for _, question in asks):
            return asks[0]
        for person, question in asks:
            if question not in ("", "over"):
                return person, question
    raise AssertionError(f"nothing is asked of anybody: {[felt(person).inner_text() for person in people]}")


def felt(person: Person) -> Locator:
    return person.page.locator(".br-felt")


def hand(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Your hand")


def cards(person: Person) -> Locator:
    return hand(person).get_by_role("listitem").get_by_role("button")


def order(person: Person) -> list[str]:
    """The player's cards in order."""
    return cards(person).locator(".visually-hidden").all_text_contents()


def trick(person: Person) -> Locator:
    """The cards of the trick under way."""
    return person.page.get_by_role("list", name="The trick", exact=True).get_by_role("listitem")


def play(person: Person, keep: str | None = None) -> str:
    """Click the last playable card, and return it. A new hand is sorted so that coins are played last. A rank or
    card to keep is played only when there is nothing else."""
    held = order(person)
    others = [place for place, name in enumerate(held) if keep is None or not name.startswith(keep)]
    at = others[-1] if others else -1
    cards(person).nth(at).click()
    expect(cards(person)).to_have_count(len(held) - 1)
    return held[at]


def bid(person: Person, points: int) -> None:
    """By the nearest round number below it, and then up one by one."""
    quick = [int(text) for text in person.page.locator(".br-quick button").all_inner_texts()]
    near = max(number for number in quick if number <= points)
    person.click(str(near))
    for _ in range(points - near):
        person.click("One more")
    person.click(f"Bid {points}")


def call_rank(person: Person, rank: str) -> None:
    person.page.get_by_role("radio", name=rank, exact=True).check()
    person.page.get_by_role("button", name=re.compile(f"^Call an? {rank}$")).click()


def rank_to_call(person: Person) -> str:
    """A rank of which the others hold at least two cards: eight cards are too few for three of each of these."""
    held = order(person)
    return min(("ace", "three", "king"), key=lambda rank: sum(name.startswith(rank) for name in held))


def call_suit(person: Person) -> str:
    """The first suit whose called card somebody else still holds, if there is one; the card."""
    options = person.page.get_by_role("group", name="Which suit do you name?").locator(".br-option")
    cards = [name.partition(", ")[0] for name in options.locator(".br-option-name").all_text_contents()]
    own = [name.endswith(OWN) for name in options.all_text_contents()]
    lying = "\n".join(trick(person).all_inner_texts())
    at = next((place for place, card in enumerate(cards) if not own[place] and card not in lying), 0)
    options.nth(at).get_by_role("radio").check()
    person.click(f"Call the {cards[at]}")
    return cards[at]

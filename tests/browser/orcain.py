"""Orcain by clicks: cards and slots are found by their labels, as a screen reader finds them."""

import re
from typing import Final

from playwright.sync_api import Locator, expect

from .people import Crowd, Person

NAMES: Final = {"a": "Attack", "d": "Defence", "h": "Heal", "c": "Counter"}


def card(person: Person, letter: str) -> Locator:
    """A card of the hand, by its first letter."""
    return hand(person).get_by_role("button", name=re.compile(f"^{NAMES[letter]}\\."))


def hand(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Your hand")


def slot(person: Person, number: int) -> Locator:
    """One of the person's own slots."""
    return slots(person).get_by_role("button").nth(number - 1)


def slots(person: Person, of: str | None = None) -> Locator:
    """The person's own slots, or the opponent's."""
    return person.page.get_by_role("list", name="Your slots" if of is None else f"Slots of {of}", exact=True)


def lay(person: Person, cards: str) -> None:
    """`adh`: attack, defence, heal, one after the other; each is laid before the next."""
    for number, letter in enumerate(cards, 1):
        card(person, letter).click()
        expect(slot(person, number)).to_have_accessible_name(f"Slot {number}: {NAMES[letter]}")


def confirm(person: Person) -> None:
    person.page.get_by_role("button", name=re.compile("^Confirm( with|$)")).click()


def confirm_nothing(person: Person) -> None:
    """An empty layout, which must be confirmed twice."""
    confirm(person)
    person.click("Really nothing?")


def play(person: Person, cards: str) -> None:
    lay(person, cards)
    confirm(person)


def headline_is(person: Person, text: str) -> None:
    expect(person.page.get_by_role("heading", name=text, exact=True)).to_be_visible()


def hit_points_are(person: Person, of: str, hp: int, most: int = 10) -> None:
    expect(person.page.get_by_text(f"{of}: {hp} of {most} hit points", exact=True)).to_be_attached()


def at_a_table(crowd: Crowd, one: str, other: str, preset: str = "Default", **settings: str) -> tuple[Person, Person]:
    """Two people at a table opened by the first, with these settings."""
    ann, bob = crowd.come(one), crowd.come(other)
    open_table(ann, preset, **settings)
    sit_down(bob, ann.code)
    return ann, bob


def open_table(ann: Person, preset: str = "Default", **settings: str) -> None:
    """Without deadlines, unless they are set."""
    ann.open("/new/orcain")
    ann.page.get_by_role("combobox", name="Start from").select_option(preset)
    for name, value in {"Time_to_lay_out_cards": "600", **settings}.items():
        label = re.compile(f"^{name.replace('_', ' ')}( \\(seconds\\))?$")
        ann.page.get_by_role("spinbutton", name=label).fill(value)
    ann.click("Open the table")
    expect(ann.page.get_by_role("button", name="Close the table")).to_be_visible()


def sit_down(bob: Person, code: str) -> None:
    bob.open(f"/room/{code}").click("Sit here")

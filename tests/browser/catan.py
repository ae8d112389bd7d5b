"""Catan by clicks and by keys: lit places and buttons are found by what they say of themselves."""

from typing import Any, Final, NamedTuple

from playwright.sync_api import Locator, expect

from .people import Person

POLL_MS: Final = 25
ENOUGH: Final = 20_000
LOOK: Final = """() => {
    const lit = [...document.querySelectorAll('.ct-place[aria-disabled="false"]')].map(each => each.dataset.place);
    const deeds = [...document.querySelectorAll('.catan [data-deed][aria-disabled="false"]')]
        .map(each => each.dataset.deed);
    const form = document.querySelector('form.ct-panel h3')?.textContent ?? '';
    return {
        over: document.querySelector('.ct-ending') !== null,
        lit, deeds, form,
        text: document.querySelector('.catan')?.innerText ?? '',
    };
}"""


class Sight(NamedTuple):
    """What a player finds on his table."""

    over: bool
    lit: list[str]
    deeds: list[str]
    form: str
    text: str


def sit_with_bot(person: Person, preset: str = "Practice") -> None:
    person.open("/new/catan")
    person.page.get_by_role("combobox", name="Start from").select_option(preset)
    person.page.get_by_role("combobox", name="Orange", exact=True).select_option("Bot: Random")
    person.click("Open the table")
    expect(table(person)).to_be_visible()


def table(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Catan table")


def look(person: Person) -> Sight:
    found: dict[str, Any] = person.page.evaluate(LOOK)
    return Sight(**found)

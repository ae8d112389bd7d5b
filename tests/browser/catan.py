"""Catan by clicks and by keys: places and buttons are found by what they say of themselves."""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from playwright.sync_api import Locator, expect

from .people import Person, has_focus

LOOK: Final = """before => {
    const table = document.querySelector('.catan');
    const on = each => each.getAttribute('aria-disabled') === 'false';
    const lit = Object.fromEntries([...document.querySelectorAll('.ct-place')].filter(on)
        .map(each => [each.dataset.place, each.getAttribute('aria-label')]));
    const deeds = [...document.querySelectorAll('.catan [data-action]')].filter(on).map(each => each.dataset.deed);
    const form = document.querySelector('form.ct-panel h3')?.textContent ?? '';
    const over = document.querySelector('.ct-ending') !== null && document.querySelector('.result') !== null;
    const time = table?.querySelector('.ct-clock')?.innerText ?? '';
    const text = table?.innerText.replace(time, '') + Object.values(lit) + deeds;
    const isAsked = over || deeds.length > 0 || Object.keys(lit).length > 0 || form !== '';
    return isAsked && text !== before ? {over, lit, deeds, form, text} : null;
}"""
WAYS: Final = {number: 6 - abs(7 - number) for number in range(2, 13)}
DEEDS: Final = ("roll", "accept", "decline", "city", "settlement", "development", "road", "end")
"""The dearest first."""


class Sight(NamedTuple):
    """What a player finds on his table when something is asked of him."""

    over: bool
    lit: dict[str, str]  # places, and what they are called
    deeds: list[str]
    form: str
    text: str


def sit_with_bot(person: Person, preset: str = "Practice", points: int | None = None) -> None:
    """Without offers: the bot would make all it can, the same one several times."""
    person.open("/new/catan")
    person.page.get_by_role("combobox", name="Start from").select_option(preset)
    person.page.get_by_role("combobox", name="Orange", exact=True).select_option("Bot: Random")
    person.page.get_by_role("spinbutton", name="Offers a turn").fill("0")
    if points is not None:
        person.page.get_by_role("spinbutton", name="Points to win").fill(str(points))
    person.click("Open the table")
    expect(table(person)).to_be_visible()


def table(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Catan table")


def asked(person: Person, before: str = "") -> Sight:
    """As soon as something is asked of him that was not asked before, or the game is over."""
    found: dict[str, Any] = person.page.wait_for_function(LOOK, arg=before).json_value()
    return Sight(**found)


def play(person: Person, sight: Sight) -> Sight:
    """One thing by clicks, as a greedy beginner would; and what is asked then."""
    if sight.form.startswith("Discard"):
        discard(person)
    elif sight.lit:
        person.page.locator(f'[data-place="{richest(sight.lit)}"]').click()
    else:
        deed(person, next(each for each in DEEDS if each in sight.deeds)).click()
    return asked(person, sight.text)


def press(person: Person, sight: Sight) -> Sight:
    """The same by keys alone."""
    keyboard = person.page.keyboard
    if sight.form.startswith("Discard"):
        discard(person, person.tab_to)
    elif sight.lit:
        wanted = person.page.locator(f'[data-place="{richest(sight.lit)}"]')
        person.tab_to(person.page.locator('.ct-place[tabindex="0"]'))
        for _ in sight.lit:
            if has_focus(wanted):
                break
            keyboard.press("PageDown")
        keyboard.press("Enter")
    else:
        person.tab_to(deed(person, next(each for each in DEEDS if each in sight.deeds)))
        keyboard.press("Enter")
    return asked(person, sight.text)


def discard(person: Person, at: Callable[[Locator], None] | None = None) -> None:
    """The first cards there are; they go one by one. By clicks, or by Enter at a button."""

    def push(button: Locator) -> None:
        if at is None:
            button.click()
        else:
            at(button)
            person.page.keyboard.press("Enter")

    more = person.page.get_by_role("button", name=re.compile("^One more"), disabled=False)
    send = person.page.get_by_role("button", name="Discard them")
    while send.count() == 0:
        push(more.first)
    push(send)
    expect(send).to_have_count(0)


def deed(person: Person, name: str) -> Locator:
    return person.page.locator(f'.catan [data-action="{name}"]')


def richest(lit: dict[str, str]) -> str:
    """The place with the most productive tiles around it."""

    def worth(place: str) -> int:
        return sum(WAYS.get(int(number), 0) for number in re.findall(r"(?<![:\d])\d+(?!:)", lit[place]))

    return max(lit, key=worth)

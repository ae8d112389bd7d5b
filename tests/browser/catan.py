"""Catan by clicks and keys: targets and buttons are found by their labels."""

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
    const actions = [...document.querySelectorAll('.catan [data-action]')].filter(on).map(each => each.dataset.action);
    const form = document.querySelector('form.ct-panel h3')?.textContent ?? '';
    const over = document.querySelector('.ct-ending') !== null && document.querySelector('.result') !== null;
    const time = table?.querySelector('.ct-clock')?.innerText ?? '';
    const text = table?.innerText.replace(time, '') + Object.values(lit) + actions;
    const isAsked = over || actions.length > 0 || Object.keys(lit).length > 0 || form !== '';
    return isAsked && text !== before ? {over, lit, actions, form, text} : null;
}"""
WAYS: Final = {number: 6 - abs(7 - number) for number in range(2, 13)}
PRIORITIES: Final = ("roll", "accept", "decline", "city", "settlement", "development", "road", "end")
"""The most expensive first."""


class BoardState(NamedTuple):
    """What a player finds at the table when they must act."""

    over: bool
    lit: dict[str, str]  # targets, and their labels
    actions: list[str]
    form: str
    text: str


def sit_with_bot(person: Person, preset: str = "Practice", points: int | None = None) -> None:
    """Without offers: the bot would make every one it can, several times."""
    person.open("/new/catan")
    person.page.get_by_role("combobox", name="Start from").select_option(preset)
    person.page.get_by_role("combobox", name="Orange", exact=True).select_option("Bot: Random")
    person.page.get_by_role("spinbutton", name="Offers per turn").fill("0")
    if points is not None:
        person.page.get_by_role("spinbutton", name="Points to win").fill(str(points))
    person.click("Open the table")
    expect(table(person)).to_be_visible()


def table(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Catan table")


def asked(person: Person, before: str = "") -> BoardState:
    """Wait until the player must do something new, or the game is over."""
    found: dict[str, Any] = person.page.wait_for_function(LOOK, arg=before).json_value()
    return BoardState(**found)


def play(person: Person, state: BoardState) -> BoardState:
    """One action by clicks, as a greedy beginner would play; returns the next state."""
    if state.form.startswith("Discard"):
        discard(person)
    elif state.lit:
        person.page.locator(f'[data-place="{richest(state.lit)}"]').click()
    else:
        action_button(person, next(each for each in PRIORITIES if each in state.actions)).click()
    return asked(person, state.text)


def press(person: Person, state: BoardState) -> BoardState:
    """The same by keys alone."""
    keyboard = person.page.keyboard
    if state.form.startswith("Discard"):
        discard(person, person.tab_to)
    elif state.lit:
        wanted = person.page.locator(f'[data-place="{richest(state.lit)}"]')
        person.tab_to(person.page.locator('.ct-place[tabindex="0"]'))
        for _ in state.lit:
            if has_focus(wanted):
                break
            keyboard.press("PageDown")
        keyboard.press("Enter")
    else:
        person.tab_to(action_button(person, next(each for each in PRIORITIES if each in state.actions)))
        keyboard.press("Enter")
    return asked(person, state.text)


def discard(person: Person, at: Callable[[Locator], None] | None = None) -> None:
    """Discard the first cards, one by one, by clicks or by Enter on a button."""

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


def action_button(person: Person, name: str) -> Locator:
    return person.page.locator(f'.catan [data-action="{name}"]')


def richest(lit: dict[str, str]) -> str:
    """The place with the most productive tiles around it."""

    def worth(place: str) -> int:
        return sum(WAYS.get(int(number), 0) for number in re.findall(r"(?<![:\d])\d+(?!:)", lit[place]))

    return max(lit, key=worth)

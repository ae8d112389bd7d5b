"""Gomoku by clicks: cells are found by their labels, as a screen reader finds them."""

from playwright.sync_api import Locator, expect

from .people import Person

THREE = ["Take black", "Take white", "Place two more"]
TWO = THREE[:2]


def cell(person: Person, name: str) -> Locator:
    """The cell with this label: `h8, empty`."""
    return person.page.get_by_role("gridcell", name=name, exact=True)


def place(person: Person, *cells: str) -> None:
    """One stone after another, each as soon as it may be placed."""
    for name in cells:
        cell(person, f"{name}, empty").click()


def take_turns(one: Person, other: Person, moves: str, answers: str) -> None:
    """`one` begins; the player who has nothing left to play has lost."""
    theirs = iter(answers.split())
    for move in moves.split():
        place(one, move)
        if answer := next(theirs, None):
            place(other, answer)


def shows(person: Person, *names: str) -> None:
    for name in names:
        expect(cell(person, name)).to_be_visible()


def headline_is(person: Person, text: str) -> None:
    expect(person.page.get_by_role("heading", name=text, exact=True)).to_be_visible()


def dialog(person: Person) -> Locator:
    return person.page.get_by_role("dialog", name="Choose your colour")


def is_offered(person: Person, options: list[str]) -> None:
    """Exactly these choices are offered, with the time left."""
    expect(dialog(person).get_by_role("button")).to_have_count(len(options))
    for button, option in zip(dialog(person).get_by_role("button").all(), options, strict=True):
        expect(button).to_contain_text(option)
    expect(dialog(person).get_by_role("timer", name="Time left: 0:")).to_be_visible()


def choose(person: Person, option: str) -> None:
    dialog(person).get_by_role("button", name=option).click()


def can_do_nothing(person: Person) -> None:
    """No cell is open to this person, and nothing is asked of them."""
    expect(person.page.get_by_role("grid")).to_be_visible()
    expect(person.page.get_by_role("gridcell", disabled=False)).to_have_count(0)
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def colours_are_told(person: Person, black: str, white: str) -> None:
    news = person.page.get_by_role("region", name="The colours are settled")
    expect(news).to_contain_text(f"{black} plays black")
    expect(news).to_contain_text(f"{white} plays white")
    expect(news).to_contain_text(f"{black} moves first")

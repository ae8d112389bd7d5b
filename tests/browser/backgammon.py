"""Backgammon by clicks and by keys: cells are found by what they say of themselves."""

from typing import Any, Final, NamedTuple

from playwright.sync_api import Locator, expect

from .people import Person

LOOK: Final = """() => {
    const cells = [...document.querySelectorAll('.bg-cell')];
    const found = part => cells.filter(each => each.getAttribute('aria-label').includes(part))
        .map(({dataset}) => ({spot: dataset.spot, row: +dataset.row, col: +dataset.col}));
    const active = document.activeElement;
    return {
        over: / wins/.test(document.querySelector('.board-title')?.textContent ?? ''),
        words: [...document.querySelectorAll('.bg-actions button:not([aria-disabled="true"])')]
            .map(each => each.dataset.word),
        sources: found(', can move'), landings: found(', land here with'),
        held: cells.some(each => each.getAttribute('aria-label').includes(', in your hand')),
        cells: cells.map(each => each.getAttribute('aria-label')),
        focus: active?.dataset.col === undefined ? null : {row: +active.dataset.row, col: +active.dataset.col},
    };
}"""
ASKED: Final = f"""() => {{
    const now = ({LOOK})();
    return now.over || now.words.length || now.sources.length || now.landings.length ? now : null;
}}"""
CHANGED: Final = f"""before => {{
    const but_focus = sight => JSON.stringify({{...sight, focus: null}});
    return but_focus(({LOOK})()) !== but_focus(before);
}}"""


class Sight(NamedTuple):
    """What a player finds on his board."""

    over: bool
    words: list[str]
    sources: list[dict[str, Any]]
    landings: list[dict[str, Any]]
    held: bool
    cells: list[str]  # what each says of itself: of two equal checkers that go one after the other only the count tells
    focus: dict[str, int] | None


def sit_with_bot(person: Person) -> None:
    person.open().game("Backgammon").get_by_role("button", name="Play a bot").click()
    expect(person.page.get_by_role("grid", name="Backgammon board")).to_be_visible()


def look(person: Person) -> Sight:
    return Sight(**person.page.evaluate(LOOK))


def asked(person: Person) -> Sight:
    """As soon as something is asked of him, or the game is over."""
    return Sight(**person.page.wait_for_function(ASKED).json_value())


def cell(person: Person, spot: str) -> Locator:
    return person.page.locator(f'[data-spot="{spot}"]')


def farthest(cells: list[dict[str, Any]]) -> dict[str, Any]:
    """Of white's: the checker with the longest way to go, and so the shortest game."""
    return max(cells, key=lambda each: 99 if each["spot"] == "b0" else int(each["spot"][1:]))


def play_by_clicks(person: Person, sight: Sight) -> None:
    """One thing: a landing if one is lit, else a checker, else a word."""
    if sight.landings:
        cell(person, sight.landings[0]["spot"]).click()
    elif sight.sources:
        cell(person, farthest(sight.sources)["spot"]).click()
    else:
        word(person, next(each for each in ("done", "roll", "take") if each in sight.words)).click()
    changed(person, sight)


def play_by_keys(person: Person, sight: Sight) -> None:
    keys = person.page.keyboard
    if sight.landings and sight.focus and any(_at(each) == sight.focus for each in sight.landings):
        keys.press("Enter")
    elif sight.landings or sight.sources:
        walk(person, sight, _at(sight.landings[0] if sight.landings else farthest(sight.sources)))
        keys.press("Enter")
    else:
        person.tab_to(word(person, next(each for each in ("done", "roll", "take") if each in sight.words)))
        keys.press("Enter")
    changed(person, sight)


def walk(person: Person, sight: Sight, to: dict[str, int]) -> None:
    """By arrows, from wherever the focus is; onto the board by tabs."""
    if sight.focus is None:
        person.tab_to(person.page.locator('.bg-cell[tabindex="0"]'))
    here = look(person).focus
    assert here is not None
    if here["row"] != to["row"]:
        person.page.keyboard.press("ArrowDown" if to["row"] else "ArrowUp")
    for _ in range(abs(to["col"] - here["col"])):
        person.page.keyboard.press("ArrowRight" if to["col"] > here["col"] else "ArrowLeft")


def word(person: Person, name: str) -> Locator:
    return person.page.locator(f'.bg-actions [data-word="{name}"]')


def changed(person: Person, before: Sight) -> None:
    """What was done has come to pass: what is offered is not what was."""
    person.page.wait_for_function(CHANGED, arg=before._asdict())


def _at(found: dict[str, Any]) -> dict[str, int]:
    return {"row": found["row"], "col": found["col"]}

"""Backgammon by clicks and keys: cells are found by their labels."""

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
    const but_focus = state => JSON.stringify({{...state, focus: null}});
    return but_focus(({LOOK})()) !== but_focus(before);
}}"""


class BoardState(NamedTuple):
    """What a player finds on the board."""

    over: bool
    words: list[str]
    sources: list[dict[str, Any]]
    landings: list[dict[str, Any]]
    held: bool
    cells: list[str]  # their labels, which count checkers: the only difference when one of two equal ones moves
    focus: dict[str, int] | None


def sit_with_bot(person: Person) -> None:
    person.open().game("Backgammon").get_by_role("button", name="Play a bot").click()
    expect(person.page.get_by_role("grid", name="Backgammon board")).to_be_visible()


def look(person: Person) -> BoardState:
    return BoardState(**person.page.evaluate(LOOK))


def asked(person: Person) -> BoardState:
    """Wait until the player must act, or the game is over."""
    return BoardState(**person.page.wait_for_function(ASKED).json_value())


def cell(person: Person, spot: str) -> Locator:
    return person.page.locator(f'[data-spot="{spot}"]')


def farthest(cells: list[dict[str, Any]]) -> dict[str, Any]:
    """White's rearmost checker, which makes for the shortest game."""
    return max(cells, key=lambda each: 99 if each["spot"] == "b0" else int(each["spot"][1:]))


def play_by_clicks(person: Person, state: BoardState) -> None:
    """One step: a landing if one is highlighted, else a checker, else a button."""
    if state.landings:
        cell(person, state.landings[0]["spot"]).click()
    elif state.sources:
        cell(person, farthest(state.sources)["spot"]).click()
    else:
        word(person, next(each for each in ("done", "roll", "take") if each in state.words)).click()
    changed(person, state)


def play_by_keys(person: Person, state: BoardState) -> None:
    keys = person.page.keyboard
    if state.landings and state.focus and any(_at(each) == state.focus for each in state.landings):
        keys.press("Enter")
    elif state.landings or state.sources:
        walk(person, state, _at(state.landings[0] if state.landings else farthest(state.sources)))
        keys.press("Enter")
    else:
        person.tab_to(word(person, next(each for each in ("done", "roll", "take") if each in state.words)))
        keys.press("Enter")
    changed(person, state)


def walk(person: Person, state: BoardState, to: dict[str, int]) -> None:
    """By arrows from the focused cell, or by Tab onto the board."""
    if state.focus is None:
        person.tab_to(person.page.locator('.bg-cell[tabindex="0"]'))
    here = look(person).focus
    assert here is not None
    if here["row"] != to["row"]:
        person.page.keyboard.press("ArrowDown" if to["row"] else "ArrowUp")
    for _ in range(abs(to["col"] - here["col"])):
        person.page.keyboard.press("ArrowRight" if to["col"] > here["col"] else "ArrowLeft")


def word(person: Person, name: str) -> Locator:
    return person.page.locator(f'.bg-actions [data-word="{name}"]')


def changed(person: Person, before: BoardState) -> None:
    """Wait until the step has taken effect and other options are offered."""
    person.page.wait_for_function(CHANGED, arg=before._asdict())


def _at(found: dict[str, Any]) -> dict[str, int]:
    return {"row": found["row"], "col": found["col"]}

"""The static page, served as plain files: what it shows, how it follows a table, and the move it helps to make."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from ludoteca.games.backgammon.state_file import Message
from ludoteca.gitplay.format import move_file, state_json
from ludoteca.gitplay.player import moves

from ..services.node import ROOT
from . import backgammon, gitgammon_site
from .accessibility import TWO_FRAMES, accessibility_problems
from .people import Crowd, Person

PICTURES: Final = ROOT / "docs/pictures"
LATER: Final = f"{gitgammon_site.DAY}T11:00:00.000Z"
FINAL: Final = "finished"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return gitgammon_site.write_site(tmp_path / "site")


@pytest.fixture
def ann(browser: Browser, folder: Path) -> Iterator[Person]:
    with gitgammon_site.served(folder) as url, Crowd(browser, url) as crowd:
        yield crowd.come(timezone_id="UTC", locale="en-GB")


def test_every_table_is_listed_with_its_players_and_how_it_stands(ann: Person) -> None:
    tables = ann.page.get_by_role("main").get_by_role("listitem")
    expect(tables).to_have_count(4)
    expect(tables.last).to_contain_text("Anna – Bruno")
    expect(tables.last).to_contain_text("has won")
    tables.first.get_by_role("link").click()
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("to play")


def test_without_an_index_the_readmes_tables_are_listed_or_you_are_asked(ann: Person, folder: Path) -> None:
    ann.forgive("404")
    (folder / "tables/index.json").unlink()
    (folder / "README.md").write_text(f"# Games\n\n<!-- table bar-{gitgammon_site.DAY} -->\nboard\n")
    ann.page.reload()
    expect(ann.page.get_by_role("main").get_by_role("listitem")).to_have_count(1)
    (folder / "README.md").unlink()
    ann.page.reload()
    ann.page.get_by_role("textbox", name="Name of a table").fill(f"bar-{gitgammon_site.DAY}")
    ann.click("Open")
    expect(ann.page.get_by_role("grid", name="Backgammon board")).to_be_visible()


@pytest.mark.parametrize("name", ["opening", "bar", "bearing-off", "finished"])
def test_a_table_is_shown_to_everybody(ann: Person, name: str, folder: Path) -> None:
    at_table(ann, name)
    state = read(folder, name)
    said: list[str] = ann.page.locator(".bg-cell").evaluate_all("all => all.map(each => each.ariaLabel)")
    for index, count in enumerate(state["board"]):
        colour = "white" if count > 0 else "black"
        standing = "empty" if count == 0 else f"{abs(count)} {colour} checker"
        assert any(each.startswith(f"point {index + 1}, {standing}") for each in said)
    assert not accessibility_problems(ann.page)
    picture(ann, f"gitgammon-{name}")


def test_the_board_is_turned_round(ann: Person, folder: Path) -> None:
    at_table(ann, "opening")
    expect(ann.page.get_by_role("gridcell", name="point 1, 2 black")).to_have_attribute("data-spot", "p0")
    ann.click("Flip the board")
    expect(ann.page.get_by_role("gridcell", name="point 1, 2 white")).to_have_attribute("data-spot", "p23")


def test_keys_step_through_the_game(ann: Person, folder: Path) -> None:
    at_table(ann, FINAL)
    turns = json.loads((folder / f"tables/{FINAL}-{gitgammon_site.DAY}/history.json").read_text())["turns"]
    now = stacks(ann)
    steps = ann.page.get_by_role("region", name="History")
    expect(steps).to_contain_text(f"{len(turns)}. ")
    ann.tab_to(steps.get_by_role("button", name="To the start"))
    ann.page.keyboard.press("Enter")
    expect(steps).to_contain_text("The start")
    expect(ann.page.get_by_role("gridcell", name="point 6, 5 white")).to_be_visible()
    on = steps.get_by_role("button", name="One turn forward")
    ann.tab_to(on)
    for number in range(1, len(turns) + 1):
        ann.page.keyboard.press("Enter")
        expect(steps).to_contain_text(f"{number}. ")
    assert stacks(ann) == now
    expect(steps).to_contain_text("Now")


def test_a_move_is_put_together_and_is_the_file_that_the_processor_expects(ann: Person, folder: Path) -> None:
    at_table(ann, "opening")
    tree = read(folder, "opening")
    before = stacks(ann)
    for _ in tree["dice"]:
        compose(ann)
    panel = ann.page.get_by_role("region", name="Your move")
    line, text = (panel.locator("pre").nth(at).inner_text() for at in (0, 1))
    assert line.startswith("ludoteca gitgammon move ")
    assert line.endswith(f" --table opening-{gitgammon_site.DAY}")
    read_back = move_file.read(f"{text}\n".encode(), is_resignation=False)
    assert read_back.faults == ()
    file = read_back.file
    assert isinstance(file, move_file.MoveFile)
    words = line.removeprefix("ludoteca gitgammon move ").removesuffix(f" --table opening-{gitgammon_site.DAY}")
    assert moves.parse_play(state_json.read(state_json.write(tree)), words) == file.checkers
    assert file.expected_state == state_json.state_hash(tree)
    assert sorted(file.dice_roll) == sorted(tree["dice"])
    expect(panel).to_contain_text(f"moves/0001-{tree['activePlayer']}-{move_file.sha6(file)}.json")
    assert not accessibility_problems(ann.page)
    ann.click("Take the last one back")
    ann.click("Start again")
    assert stacks(ann) == before


def test_what_is_new_is_shown_and_what_was_refused(ann: Person, folder: Path) -> None:
    at_table(ann, "opening")
    state, turns = gitgammon_site.on_the_bar()
    refused = Message("error", "It is not your turn", LATER)
    gitgammon_site.put(folder, f"opening-{gitgammon_site.DAY}", state, turns, refused, when=LATER)
    expect(ann.page.get_by_role("region", name="Messages")).to_contain_text("It is not your turn")
    expect(ann.page.get_by_role("status").filter(has_text="to play")).to_have_count(1)


def test_a_table_that_is_gone_is_said_to_be(ann: Person, folder: Path) -> None:
    at_table(ann, "opening")
    ann.forgive("404")
    shutil.rmtree(folder / f"tables/opening-{gitgammon_site.DAY}")
    expect(ann.page.get_by_text("This table is not available here (404)")).to_be_visible()


def at_table(person: Person, name: str) -> None:
    person.page.goto(f"{person.page.url.split('#')[0]}#{name}-{gitgammon_site.DAY}")
    expect(person.page.get_by_role("grid", name="Backgammon board")).to_be_visible()
    expect(person.page.get_by_text("Up to date")).to_be_visible()


def read(folder: Path, name: str) -> dict[str, Any]:
    tree: dict[str, Any] = json.loads((folder / f"tables/{name}-{gitgammon_site.DAY}/state.json").read_text())
    return tree


def stacks(person: Person) -> list[str]:
    every: list[str] = person.page.locator(".bg-cell").evaluate_all("all => all.map(each => each.ariaLabel)")
    return [name.split(", can move")[0].split(", in your")[0].split(", land")[0] for name in every]


def compose(person: Person) -> None:
    """Any checker to anywhere it may look to go."""
    if not backgammon.look(person).landings:
        backgammon.cell(person, backgammon.look(person).sources[-1]["spot"]).click()
    backgammon.cell(person, backgammon.look(person).landings[0]["spot"]).click()


def picture(person: Person, name: str) -> None:
    """For the docs, taken anew when golden pictures are."""
    if os.environ.get("LUDOTECA_GOLDEN") != "write" or name.endswith(FINAL):
        return
    person.page.emulate_media(color_scheme="light", reduced_motion="reduce")
    for width, height, more in ((1280, 960, ""), (360, 1180, "-phone")):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.evaluate(TWO_FRAMES)
        person.page.screenshot(path=PICTURES / f"{name}{more}.png", animations="disabled")

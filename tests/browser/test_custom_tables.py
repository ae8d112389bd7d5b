"""Custom tables: the form is made from the game's settings, and says what is wrong."""

from playwright.sync_api import expect

from . import gomoku
from .people import Crowd, Person


def at_the_form(crowd: Crowd, game: str = "Gomoku") -> Person:
    ann = crowd.come("Ann")
    ann.open().game(game).get_by_role("link", name="Custom table").click()
    return ann


def test_the_form_has_every_setting_with_its_default(crowd: Crowd) -> None:
    ann = at_the_form(crowd)
    settings = ann.page.get_by_role("group", name="Settings")
    for name, value in {
        "Board": "15 × 15",
        "Rule": "Freestyle: five or more",
        "Mode": "Custom",
        "Swap 2 opening": "Depends on the mode",
        "Moves first": "Black",
        "When time runs out": "Depends on the mode",
    }.items():
        chosen = settings.get_by_role("combobox", name=name, exact=True).locator("option:checked")
        expect(chosen).to_have_text(value)
    expect(settings.get_by_role("spinbutton", name="Time for a move (seconds)")).to_have_value("60")


def test_a_preset_fills_the_form_and_is_what_is_played(crowd: Crowd) -> None:
    ann = at_the_form(crowd)
    ann.page.get_by_role("combobox", name="Start from").select_option("Large board")
    expect(ann.page.get_by_role("combobox", name="Board").locator("option:checked")).to_have_text("19 × 19")
    ann.page.get_by_role("combobox", name="Start from").select_option("Caro")
    expect(ann.page.get_by_role("combobox", name="Board").locator("option:checked")).to_have_text("15 × 15")
    ann.page.get_by_role("combobox", name="Board").select_option("19 × 19")
    ann.page.get_by_role("combobox", name="White").select_option("Bot: Greedy")
    ann.click("Open the table")
    gomoku.headline_is(ann, "Swap 2 · Place stone 1/3")
    expect(ann.page.get_by_role("grid", name="Gomoku board, 19 by 19")).to_be_visible()
    ann.sees("Caro: exactly five, not blocked at both ends")
    ann.page.get_by_text("Settings of this table").click()
    ann.sees("Caro: five, not blocked at both ends")


def test_an_invalid_value_is_refused_at_its_field(crowd: Crowd) -> None:
    ann = at_the_form(crowd)
    time = ann.page.get_by_role("spinbutton", name="Time for a move (seconds)")
    time.fill("0")
    ann.click("Open the table")
    assert time.evaluate("field => !field.validity.valid && field.validationMessage !== ''")
    expect(ann.page.get_by_role("heading", name="Gomoku: custom table")).to_be_visible()


def test_a_refusal_by_the_server_is_shown_at_the_form(crowd: Crowd) -> None:
    ann = at_the_form(crowd, "Duel")
    ann.page.set_viewport_size({"width": 360, "height": 600})
    ann.forgive("status of 400")
    ann.page.get_by_role("spinbutton", name="Goal").fill("30")
    ann.click("Open the table")
    expect(ann.page.get_by_role("alert").filter(has_text="the goal must be reachable")).to_be_in_viewport()


def test_impossible_choices_are_not_offered(crowd: Crowd) -> None:
    """Ranked games come from the queue."""
    modes = at_the_form(crowd).page.get_by_role("combobox", name="Mode").get_by_role("option")
    expect(modes).to_have_text(["Custom", "Variants", "Casual", "Tournament"])


def test_a_renju_table_closes_points_forbidden_to_black(crowd: Crowd) -> None:
    ann = at_the_form(crowd)
    ann.page.get_by_role("combobox", name="Start from").select_option("Renju")
    ann.click("Open the table")
    bob = crowd.come("Bob").open(f"/room/{ann.code}")
    bob.click("Sit here")
    gomoku.take_turns(ann, bob, "h9 h10 g8 f8", "a1 c1 e1 g1")
    forbidden = gomoku.cell(ann, "h8, empty, not allowed")  # two open threes
    expect(forbidden).to_be_disabled()
    expect(ann.page.get_by_role("gridcell", disabled=False)).to_have_count(15 * 15 - 8 - 1)
    forbidden.click(force=True)
    gomoku.headline_is(ann, "Black to move")
    gomoku.place(ann, "i8")
    gomoku.headline_is(ann, "White to move")

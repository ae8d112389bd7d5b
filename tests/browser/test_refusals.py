"""What the rules refuse is told in the reader's language: at the form of a table, and at the table."""

from playwright.sync_api import expect

from ludoteca.games.gomoku import GAME
from ludoteca.games.gomoku.types import Config, Place
from ludoteca.kernel import Move

from . import gomoku
from .people import Crowd, Person
from .retelling import seated


def french(crowd: Crowd) -> Person:
    person = crowd.come(locale="fr-FR")
    expect(person.page.locator("html")).to_have_attribute("lang", "fr")
    return person


def test_settings_that_do_not_go_together_are_refused_in_the_readers_language(crowd: Crowd) -> None:
    person = french(crowd).open("/new/backgammon")
    person.forgive("status of 400")
    person.page.get_by_role("checkbox", name="Règle de Jacoby").check()
    person.click("Ouvrir la table")
    why = "La règle de Jacoby se joue avec videau, hors match."
    expect(person.page.get_by_role("alert").filter(has_text=why)).to_be_visible()


def test_a_move_is_refused_in_the_readers_language(crowd: Crowd) -> None:
    """To him it looks as if Ann's stone stood in the corner."""
    ann, reader = crowd.come("Ann"), french(crowd)
    elsewhere = GAME.apply(GAME.setup(Config()).state, Move(0, Place(0, 0))).state
    seated(reader, GAME, elsewhere, 1, ("Ann", "Luc"))
    ann.open("/new/gomoku").click("Open the table")
    ann.sees("The game begins as soon as every seat is taken.")
    reader.open(f"/room/{ann.code}").click("S’asseoir ici")
    gomoku.place(ann, "h8")
    expect(reader.page.get_by_role("list", name="Déroulement")).to_contain_text("h8")
    gomoku.cell(reader, "h8, libre").click()
    why = "Il y a déjà une pierre à cet endroit."
    expect(reader.page.get_by_role("alert").filter(has_text=why)).to_be_visible()

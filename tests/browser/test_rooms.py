"""Rooms: invite links, chat, rematches, bots, and seats that are left."""

import re

from playwright.sync_api import expect

from . import gomoku
from .people import Crowd, Person


def invited(crowd: Crowd, nickname: str = "Ann") -> tuple[Person, str]:
    """A person who has opened a table for a friend, and the link to it."""
    host = crowd.come(nickname)
    host.open().game().get_by_role("button", name="Play a friend").click()
    link = host.page.get_by_role("textbox", name="Link to this table")
    expect(link).to_have_value(re.compile(r"/room/[A-Z0-9]{6}$"))
    return host, link.input_value()


def test_a_stranger_joins_by_link_plays_resigns_and_rematches(crowd: Crowd) -> None:
    ann, link = invited(crowd)
    bob = crowd.come().open(link)
    expect(bob.page.get_by_role("link", name="Account")).to_be_visible()  # not even a guest yet
    expect(bob.page.get_by_role("textbox", name="Or invite a member by name")).to_have_count(0)
    bob.click("Sit here")
    gomoku.take_turns(ann, bob, "h8", "h7")
    gomoku.shows(ann, "h7, white stone, last move")
    expect(bob.page.get_by_role("link", name=re.compile("^Guest "))).to_be_visible()
    ann.click("Resign")
    asked = ann.page.get_by_role("dialog", name="Resign this game?")
    asked.get_by_role("button", name="Cancel").click()
    expect(asked).to_have_count(0)
    ann.click("Resign")
    asked.get_by_role("button", name="Resign").click()
    expect(ann.result).to_contain_text("You have lost")
    expect(bob.result).to_contain_text("You have won")
    rematch(ann, bob)


def rematch(ann: Person, bob: Person) -> None:
    ann.click("Rematch")
    expect(bob.result).to_contain_text("Ann would like a rematch")
    expect(ann.page.get_by_role("button", name="Waiting for your opponent")).to_be_disabled()
    bob.click("Rematch")
    for person in (ann, bob):
        expect(person.page.get_by_role("list", name="Players").get_by_role("listitem").last).to_contain_text("Ann")
        expect(person.result).to_have_count(0)
    gomoku.place(bob, "h8")
    gomoku.place(ann, "h7")


def test_chat_phrases_reach_the_other_player(crowd: Crowd) -> None:
    ann, link = invited(crowd)
    bob = crowd.come("Bob").open(link)
    bob.click("Sit here")
    ann.click("Good luck!")
    said = bob.page.get_by_role("list", name="What happened").get_by_role("listitem")
    expect(said.filter(has_text="Ann: Good luck!")).to_have_count(1)
    expect(bob.page.get_by_role("status").filter(has_text="Ann: Good luck!")).to_have_count(1)
    bob.click("Thank you!")
    expect(ann.page.get_by_role("listitem").filter(has_text="Bob: Thank you!")).to_be_visible()


def test_a_seat_left_is_free_again_for_others_and_bots(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    ann.open().game("Den").get_by_role("button", name="Play a friend").click()
    free = ann.page.get_by_role("listitem").filter(has_text="free")
    expect(free).to_have_count(2)
    bob = crowd.come("Bob").open(f"/room/{ann.code}")
    bob.page.get_by_role("button", name="Sit here").first.click()
    expect(ann.page.get_by_role("listitem").filter(has_text="Bob")).to_be_visible()
    expect(free).to_have_count(1)
    bob.click("Leave the seat")
    expect(free).to_have_count(2)
    ann.page.get_by_role("button", name="Add bot: Random").first.click()
    expect(ann.page.get_by_role("button", name="Remove the bot")).to_be_visible()
    ann.click("Add bot: Random")
    ann.link_is("Connected")
    expect(bob.page.get_by_text("Watching")).to_be_visible()


def test_a_table_left_by_its_only_player_is_closed(crowd: Crowd) -> None:
    ann, _ = invited(crowd)
    ann.click("Leave the seat")
    ann.sees("This table is closed.")


def test_a_public_table_is_joined_from_the_lobby(crowd: Crowd) -> None:
    ann = crowd.come("Anna Maria")
    ann.open("/new/gomoku").click("Open the table")
    ann.sees("The game begins as soon as every seat is taken.")
    bob = crowd.come("Bob").open()
    waiting = bob.page.get_by_role("listitem").filter(has_text="Anna Maria")
    expect(waiting).to_contain_text("1 of 2 seats")
    waiting.get_by_role("button", name="Join").click()
    gomoku.place(ann, "h8")
    gomoku.place(bob, "h9")


def test_a_member_is_invited_by_name(crowd: Crowd) -> None:
    roberta = crowd.come("Roberta")  # while she plays on, nobody else can call themselves that
    name = roberta.register()
    roberta.open()
    ann, _ = invited(crowd)
    ann.page.get_by_role("textbox", name="Or invite a member by name").fill(name)
    ann.page.get_by_role("button", name="Invite", exact=True).click()
    ann.sees(f"{name} has been invited.")
    roberta.page.get_by_role("listitem").filter(has_text="Ann invites you").get_by_role("button", name="Accept").click()
    gomoku.place(ann, "h8")
    gomoku.place(roberta, "h9")


def test_where_the_game_is_called_caro_its_default_rule_is_caro(crowd: Crowd) -> None:
    an = crowd.come(locale="vi-VN").open()
    an.game("Cờ caro").get_by_role("link", name="Bàn tùy chỉnh").click()
    rule = an.page.get_by_role("combobox", name="Luật", exact=True)
    expect(rule.locator("option:checked")).to_have_text("Caro: năm quân không bị chặn hai đầu")
    an.open().game("Cờ caro").get_by_role("button", name="Đấu với máy").click()
    an.sees("Caro: đúng năm quân, không bị chặn hai đầu")

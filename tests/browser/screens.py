"""Every page and every phase of a board, one after the other, each ready for a screenshot.

Each function yields names of screens and the pages that show them.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from playwright.sync_api import Page, expect

from . import gomoku, orcain
from .people import UNREACHED, Crowd, Person
from .snapshot_overrides import override_snapshot

Screen: TypeAlias = tuple[str, Page]
STILL_MS: Final = 600_000
LONG: Final = "Maximiliane Krähenbühl-Ostrowski"


def pages(crowd: Crowd) -> Iterator[Screen]:
    """Pages without a table, for new visitors, guests and members."""
    ann = crowd.come()
    _ready(ann, "What shall we play?")
    yield "lobby-empty", ann.page
    yield "account-nobody", _at(ann, "/account", "Account")
    yield "new-password", _at(ann, "/password", "New password")
    yield "confirm-email", _at(ann, "/email", "E-mail address")
    ann.call_oneself(LONG)
    yield "account-guest", ann.page
    yield "account-refused", _refused_login(ann)
    ann.register()
    yield "account-member", ann.page
    ann.follow("My matches and points")
    expect(ann.page.get_by_role("heading", name="Matches")).to_be_visible()
    yield "profile-empty", ann.page
    yield "leaderboard-empty", _at(ann, "/leaderboard/duel", "Duel: leaderboard")
    ann.forgive("status of 404")
    yield "not-found", _at(ann, "/room/NOSUCH", "Nothing here")
    yield "down", _down(crowd)


def open_rooms(crowd: Crowd) -> Iterator[Screen]:
    """A table before the game, for its owner and for strangers; and the queue."""
    ann, bob = crowd.come(LONG), crowd.come("Bob")
    _at(ann, "/new/duel", "Duel: custom table")
    ann.forgive("status of 400")
    ann.page.get_by_role("spinbutton", name="Goal").fill("30")
    ann.click("Open the table")
    expect(ann.page.get_by_role("alert").filter(has_text="the goal must be reachable")).to_be_visible()
    yield "new-table-refused", ann.page
    yield "new-table", _at(ann, "/new/gomoku", "Gomoku: custom table")
    ann.click("Open the table")
    expect(ann.page.get_by_role("button", name="Close the table")).to_be_visible()
    yield "room-owner", ann.page
    ann.click("Close the table")
    yield "room-close-dialog", ann.page
    ann.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    bob.open(f"/room/{ann.code}")
    expect(bob.page.get_by_role("button", name="Sit here")).to_be_visible()
    yield "room-stranger", bob.page
    bob.open()
    bob.game().get_by_role("button", name="Ranked").click()
    waiting = bob.page.get_by_role("region", name="Looking for an opponent")
    expect(waiting).to_be_visible()
    yield "lobby-waiting", bob.page
    bob.click("Cancel")
    expect(waiting).to_have_count(0)  # otherwise the next test's players are paired with this one


def swap2(crowd: Crowd) -> Iterator[Screen]:
    """A ranked series: every phase of the opening, from each side; then it is abandoned."""
    ann, bob = crowd.come("Ann"), crowd.come(LONG)
    for person in (ann, bob):
        person.open().game().get_by_role("button", name="Ranked").click()
    opener, chooser = _by_turn(ann, bob)
    watcher = crowd.come().open(f"/room/{ann.code}")
    yield "swap2-placement-actor", opener.page
    gomoku.place(opener, "g9", "i7", "h8")
    expect(gomoku.dialog(chooser)).to_be_visible()
    yield "swap2-choice-actor", chooser.page
    gomoku.headline_is(opener, "Swap 2 · Choose a colour")
    yield "swap2-choice-rival", opener.page
    gomoku.headline_is(watcher, "Swap 2 · Choose a colour")
    yield "swap2-choice-watcher", watcher.page
    gomoku.choose(chooser, "Place two more")
    gomoku.place(chooser, "j9")
    gomoku.headline_is(chooser, "Swap 2 · Place 2 more: stone 5/5")
    yield "swap2-extra-actor", chooser.page
    gomoku.place(chooser, "f6")
    gomoku.is_offered(opener, gomoku.TWO)
    yield "swap2-final-choice-actor", opener.page
    gomoku.choose(opener, "Take white")
    expect(chooser.page.get_by_role("region", name="The colours are settled")).to_be_visible()
    yield "swap2-assigned", chooser.page
    gomoku.take_turns(chooser, opener, "h10 f8", "i8")
    gomoku.headline_is(watcher, "White to move")
    yield "main-game-watcher", watcher.page
    opener.click("Resign the series")
    yield "series-abandon-dialog", opener.page
    opener.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    yield from _series_given_up(opener, chooser)


def play(crowd: Crowd) -> Iterator[Screen]:
    """A friendly game: moves, chat, result and match page; and a table opened twice."""
    ann, bob = crowd.come("Ann"), crowd.come(LONG)
    ann.open("/new/gomoku")
    ann.page.get_by_role("spinbutton", name="Time for a move (seconds)").fill("3600")  # many screenshots take long
    ann.click("Open the table")
    expect(ann.page.get_by_role("button", name="Close the table")).to_be_visible()
    bob.open(f"/room/{ann.code}").click("Sit here")
    gomoku.take_turns(ann, bob, "h8 i8 j8", "h7 i7 j7")
    ann.click("Good luck!")
    expect(bob.page.get_by_role("listitem").filter(has_text="Ann: Good luck!")).to_be_visible()
    yield "main-game-rival", bob.page
    yield "main-game-actor", ann.page
    cleo = crowd.come()
    expect(cleo.page.get_by_role("listitem").filter(has_text=f"Ann · {LONG}")).to_be_visible()
    yield "lobby-busy", cleo.page
    ann.click("Resign")
    yield "resign-dialog", ann.page
    ann.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    yield "elsewhere", _opened_twice(ann)
    ann.click("Play here")
    gomoku.take_turns(ann, bob, "k8 l8", "k7")
    expect(ann.result).to_be_visible()
    yield "result-won", ann.page
    bob.click("Rematch")
    expect(ann.result).to_contain_text("would like a rematch")
    yield "result-rematch-asked", ann.page
    expect(bob.result).to_contain_text("You have lost")
    yield "result-lost", bob.page
    bob.follow("Match details")
    expect(bob.page.get_by_role("heading", name="Fairness")).to_be_visible()
    yield "match", bob.page
    yield from _generic(crowd)


def duel(crowd: Crowd) -> Iterator[Screen]:
    """Orcain: a round from both sides, the reveal, sudden death, the result, and warnings."""
    slow = {"Before_the_first_pair": "0", "Time_to_reconnect": "60"}
    ann, bob = orcain.at_a_table(crowd, "Ann", LONG, **slow, Between_two_pairs="60", Rounds="1")
    orcain.headline_is(ann, "Round 1 of 1")
    yield "orcain-empty", ann.page
    orcain.lay(ann, "ah")
    yield "orcain-some", ann.page
    orcain.play(bob, "dac")
    yield "orcain-locked", bob.page
    orcain.confirm(ann)
    expect(orcain.slot(ann, 1)).to_have_accessible_name("Slot 1: Attack, ±0 HP")
    yield "orcain-reveal", ann.page
    watcher = crowd.come().open(f"/room/{ann.code}")
    orcain.headline_is(watcher, "Round 1 of 1")
    yield "orcain-reveal-watcher", watcher.page
    bob.page.goto("/account")
    ann.sees(re.compile("has lost the connection"))
    yield "orcain-away", ann.page
    ann, bob = orcain.at_a_table(crowd, "Ann", LONG, **slow, Between_two_pairs="0", Rounds="1")
    orcain.play(ann, "cda")
    orcain.play(bob, "dca")
    orcain.headline_is(ann, "Sudden death, round 2")
    yield "orcain-sudden-death", ann.page
    orcain.play(ann, "adh")
    orcain.play(bob, "hac")
    expect(ann.result).to_be_visible()
    yield "orcain-won", ann.page
    expect(bob.result).to_be_visible()
    yield "orcain-lost", bob.page
    yield from _silent(crowd)


def _silent(crowd: Crowd) -> Iterator[Screen]:
    over = {"phase": "END", "result": {"winner": None, "reason": "timeout", "potBurned": True, "payout": [0, 0]}}
    for name, view in {
        "silent": {"roundIndex": 2, "afkStreaks": [1, 1], "bothAfkStreak": 1, "hadDraft": False},
        "burned": {"roundIndex": 2, "pot": 2, "tokens": 9, **over},
    }.items():
        ann = crowd.come("Ann")
        override_snapshot(ann, view, [{"type": "layout_confirm", "layout": [None, None, None]}])
        ann.open().game("Orcain").get_by_role("button", name="Play a bot").click()
        expect(ann.page.get_by_role("region", name="The duel", exact=True)).to_be_visible()
        yield f"orcain-{name}", ann.page


def _series_given_up(loser: Person, winner: Person) -> Iterator[Screen]:
    """The pause after the first game is short, so it is shown from a saved response."""
    loser.resign()
    expect(winner.result).to_contain_text("The next game begins in")
    pausing = winner.page.request.get(f"/api/rooms/{winner.code}").json()
    loser.click("Resign the series")
    loser.page.get_by_role("dialog").get_by_role("button", name="Resign the series").click()
    expect(winner.result).to_contain_text("wins the series")
    yield "series-won", winner.page
    expect(loser.result).to_contain_text("wins the series")
    yield "series-lost", loser.page
    winner.follow("Match details")
    expect(winner.page.get_by_role("heading", name="The opening (Swap 2)")).to_be_visible()
    yield "match-swap2", winner.page
    yield "leaderboard", _at(winner, "/leaderboard/gomoku", "Gomoku: leaderboard")
    winner.register()
    winner.follow("My matches and points")
    expect(winner.page.get_by_role("row")).to_have_count(4)
    yield "profile", winner.page
    yield "series-pause", _still_pausing(winner, pausing)


def _still_pausing(person: Person, room: dict[str, Any]) -> Page:
    """The room as it was in the pause, with a later end; the page receives no pushes."""
    room["series"]["next_game_at"] += STILL_MS
    person.page.route(f"**/api/rooms/{room['code']}", lambda route: route.fulfill(json=room))
    person.page.route_web_socket("**/live", lambda _: None)
    person.open(f"/room/{room['code']}")
    expect(person.result).to_contain_text("The next game begins in")
    return person.page


def _generic(crowd: Crowd) -> Iterator[Screen]:
    ann = crowd.come("Ann")
    ann.open().game("Den").get_by_role("button", name="Play a bot").click()
    expect(ann.page.get_by_role("region", name="What you can do")).to_be_visible()
    yield "generic-actor", ann.page
    bob = crowd.come().open(f"/room/{ann.code}")
    expect(bob.page.get_by_role("region", name="The table of den as text")).to_be_visible()
    yield "generic-watcher", bob.page


def _by_turn(ann: Person, bob: Person) -> tuple[Person, Person]:
    first = ann.page.get_by_role("list", name="Players").get_by_role("listitem").first
    expect(first).to_contain_text("Opens")
    return (ann, bob) if "Ann" in (first.text_content() or "") else (bob, ann)


def _refused_login(person: Person) -> Page:
    person.forgive("status of 403")
    form = person.form("Sign in")
    form.get_by_role("textbox", name="Name").fill("nobody")
    form.get_by_label("Password").fill("nothing")
    form.get_by_role("button", name="Sign in").click()
    expect(form.get_by_role("alert")).to_contain_text("Wrong name or password")
    return person.page


def _opened_twice(person: Person) -> Page:
    older, newer = person.page, person.new_tab()
    newer.goto(older.url)
    expect(newer.get_by_role("heading", name=re.compile("to move$"))).to_be_visible()
    newer.close()
    expect(older.get_by_role("button", name="Play here")).to_be_visible()
    return older


def _down(crowd: Crowd) -> Page:
    person = crowd.come()
    person.forgive(UNREACHED)
    person.page.route("**/api/**", lambda route: route.abort())
    person.page.reload()
    return _ready(person, "The server cannot be reached")


def _at(person: Person, path: str, title: str) -> Page:
    return _ready(person.open(path), title)


def _ready(person: Person, title: str) -> Page:
    expect(person.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    return person.page


PARTS: Final[dict[str, Callable[[Crowd], Iterator[Screen]]]] = {
    "pages": pages,
    "open rooms": open_rooms,
    "swap2": swap2,
    "play": play,
    "duel": duel,
}

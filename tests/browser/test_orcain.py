"""Orcain in a real browser: whole matches by clicks, drags and keys; silence, lost connections, the pot; what nobody
may hear before its time; and what it looks like.
"""

import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from . import orcain
from .accessibility import accessibility_problems, overflow, set_display
from .goldens import assert_looks_like_golden
from .orcain import card, confirm, confirm_nothing, hit_points_are, lay, play, slot
from .orcain_leaks import Leak, Reader
from .people import Crowd, Person
from .screenshots import SCHEMES
from .snapshot_overrides import override_snapshot
from .test_bots import press_at

MATCH: Final = (  # three rounds of Ann's and Bob's cards, and their hit points afterwards
    ("adh", "hac", (10, 8)),
    ("acd", "dah", (10, 7)),
    ("hda", "cha", (8, 6)),
)
REFUSALS: Final = {
    "English": "Not enough tokens for the stake.",
    "Français": "Pas assez de jetons pour la mise.",
    "Italiano": "Non ci sono abbastanza gettoni per la posta.",
    "Tiếng Việt": "Không đủ xu để đặt cược.",
}
IN_SIGHT: Final[tuple[ViewportSize, ...]] = ({"width": 1280, "height": 1000}, {"width": 360, "height": 1200})


def from_the_queue(crowd: Crowd) -> tuple[Person, Person]:
    """Ann and Bob, paired by the queue; the first to join has the first seat."""
    ann, bob = crowd.come("Ann"), crowd.come("Bob")
    for person in (ann, bob):
        person.open().game("Orcain").get_by_role("button", name="Casual").click()
        if person is ann:
            expect(ann.page.get_by_role("region", name="Looking for an opponent")).to_be_visible()
    for person in (ann, bob):
        orcain.headline_is(person, "Round 1 of 3")
    return ann, bob


def has_tokens(person: Person, tokens: int) -> None:
    person.open("/account").sees(f"You have {tokens} tokens.")


def told(person: Person, kind: str) -> list[dict[str, Any]]:
    """The events of this type, each once, however often it came."""
    frames = [json.loads(text) for text in person.frames]
    found = {frame["seq"]: frame["payload"] for frame in frames if frame.get("message_type") == kind}
    return list(found.values())


def test_a_player_who_would_lose_by_leaving_is_warned_and_asked(crowd: Crowd) -> None:
    ann, bob = orcain.at_a_table(crowd, "Ann", "Bob", "As specified")
    ann.sees("A lost connection loses the match at once.")
    ann.sees("If you leave or reload this page, you lose the match.")
    ann.page.get_by_role("link", name="Lobby", exact=True).click()
    ann.click("Cancel")
    play(ann, "adh")
    ann.sees("Your cards are locked. Waiting for Bob.")
    ann.page.go_back()
    ann.click("Leave and lose")
    expect(ann.page.get_by_role("heading", name="Orcain: custom table")).to_be_visible()
    expect(bob.result).to_contain_text("You have won")
    expect(bob.page.get_by_text("If you leave or reload this page")).to_have_count(0)
    bob.follow("Lobby")
    expect(bob.page.get_by_role("heading", name="What shall we play?")).to_be_visible()


def test_a_queued_match_by_clicks_and_the_pot_goes_to_the_winner(crowd: Crowd) -> None:
    ann, bob = from_the_queue(crowd)
    for person, name, other in ((ann, "Ann", "Bob"), (bob, "Bob", "Ann")):
        (found,) = told(person, "match_found")
        assert (found["yourNickname"], found["oppNickname"]) == (name, other)
        assert (found["yourTokens"], found["pot"], found["matchId"]) == (9, 2, found["matchId"].upper())
        person.sees("Pot 2")
    for number, (ann_plays, bob_plays, hp) in enumerate(MATCH, 1):
        play(ann, ann_plays)
        ann.sees("Your cards are locked. Waiting for Bob.")
        bob.sees("Ann is ready.")
        play(bob, bob_plays)
        if number < len(MATCH):
            orcain.headline_is(bob, f"Round {number + 1} of 3")
        for person in (ann, bob):
            hit_points_are(person, "Ann", hp[0])
            hit_points_are(person, "Bob", hp[1])
    expect(ann.result).to_contain_text("You have won")
    expect(bob.result).to_contain_text("You have lost")
    ann.sees("You take the pot of 2. You have 11 tokens.")
    bob.sees("Ann takes the pot of 2. You have 9 tokens.")
    has_tokens(ann, 11)
    has_tokens(bob, 9)


def test_the_log_tells_the_match_in_sentences(crowd: Crowd) -> None:
    ann, bob = orcain.at_a_table(crowd, "Ann", "Bob")
    play(ann, "adh")
    play(bob, "hac")
    log = bob.page.get_by_role("list", name="What happened").get_by_role("listitem")
    for line in (
        "Ann attacks while Bob heals. Bob 8, Ann 10.",
        "Bob attacks, Ann blocks. Bob 8, Ann 10.",
        "Ann heals, Bob lies in wait. Bob 8, Ann 10.",
    ):
        expect(log.filter(has_text=line)).to_have_count(1)
    rounds = bob.page.get_by_role("region", name="Earlier rounds").get_by_role("listitem")
    expect(rounds).to_have_count(1)
    expect(rounds).to_contain_text(re.compile("Round 1.*Ann.*10 HP.*Bob.*8 HP"))


# Silence, and lost connections


def test_a_player_silent_for_two_rounds_loses_the_pot(crowd: Crowd) -> None:
    settings = {
        "Time_to_lay_out_cards": "15",
        "Before_the_first_pair": "0",
        "Between_two_pairs": "0",
        "Stake_per_player": "3",
    }
    ann, bob = orcain.at_a_table(crowd, "Ann", "Bob", **settings)
    bob.looks_out_for("You were silent last round.")
    confirm_nothing(ann)  # in time
    ann.sees("Bob was silent last round. One more silent round loses the match.")
    lay(ann, "a")  # a draft counts as a sign of life
    bob.saw("You were silent last round.")
    expect(ann.result).to_contain_text("You have won")
    expect(bob.result).to_contain_text("Silent for two rounds.")
    ann.sees("Bob was silent for two rounds.")
    ann.sees("You take the pot of 6. You have 13 tokens.")
    has_tokens(bob, 7)


def test_when_both_are_silent_both_lose_and_the_pot_burns(crowd: Crowd) -> None:
    ann, bob = crowd.come("Ann"), crowd.come("Bob")
    orcain.open_table(ann, Time_to_lay_out_cards="10", Before_the_first_pair="0", Between_two_pairs="0")
    spectator = crowd.come().open(f"/room/{ann.code}")
    spectator.sees("The game begins as soon as every seat is taken.")
    warning = "Both were silent last round. Once more, and both lose the match."
    spectator.looks_out_for(warning)
    orcain.sit_down(bob, ann.code)
    spectator.saw(warning)
    for person in (ann, bob):
        expect(person.result).to_contain_text("You have lost")
        person.sees("The pot of 2 is lost. You have 9 tokens.")
    expect(spectator.result).to_contain_text("Nobody has won")
    has_tokens(ann, 9)
    has_tokens(bob, 9)


def test_a_lost_connection_loses_the_match_at_once(crowd: Crowd) -> None:
    ann, bob = orcain.at_a_table(crowd, "Ann", "Bob", "As specified")
    lay(ann, "ad")
    bob.context.close()
    expect(ann.result).to_contain_text("You have won")
    ann.sees("Bob has left the match.")
    ann.sees("You take the pot of 2. You have 11 tokens.")
    has_tokens(ann, 11)


def test_from_the_queue_a_lost_connection_is_waited_for_and_the_page_says_so(crowd: Crowd) -> None:
    ann, bob = from_the_queue(crowd)
    ann.sees("After a lost connection there are 15 seconds to come back.")
    bob.context.close()
    ann.sees("Bob has lost the connection:")
    expect(ann.result).to_contain_text("You have won")


def test_keys_lay_cards_at_once_and_enter_confirms_one_round_only(crowd: Crowd) -> None:
    ann, bob = orcain.at_a_table(crowd, "Ann", "Bob", Before_the_first_pair="0", Between_two_pairs="0")
    orcain.headline_is(ann, "Round 1 of 3")
    ann.page.keyboard.press("3")
    expect(slot(ann, 1)).to_have_accessible_name("Slot 1: Heal")
    ann.page.get_by_role("button", name="Confirm with 2 empty").focus()
    ann.page.keyboard.press("Enter")
    play(bob, "h")
    orcain.headline_is(ann, "Round 2 of 3")
    expect(card(ann, "a")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(slot(ann, 1)).to_have_accessible_name("Slot 1: Attack")


def test_the_queue_bar_is_visible_wherever_the_page_is_scrolled(crowd: Crowd) -> None:
    ann = crowd.come("Ann").open()
    ann.page.set_viewport_size({"width": 360, "height": 740})
    ann.game("Orcain").get_by_role("button", name="Casual").click()
    bar = ann.page.get_by_role("region", name="Looking for an opponent")
    ann.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(bar).to_be_in_viewport(ratio=1)
    bar.get_by_role("button", name="Cancel").click()
    expect(bar).to_have_count(0)


def test_on_a_phone_hand_and_confirm_are_visible(crowd: Crowd) -> None:
    ann, _ = from_the_queue(crowd)
    ann.page.set_viewport_size({"width": 360, "height": 740})
    for each in (*(card(ann, letter) for letter in "adhc"), ann.page.get_by_role("button", name="Confirm with")):
        expect(each).to_be_in_viewport(ratio=1)


def test_a_player_back_in_time_finds_everything_unchanged(crowd: Crowd) -> None:
    ann, bob = orcain.at_a_table(crowd, "Ann", "Bob", Time_to_reconnect="60", Between_two_pairs="60")
    lay(ann, "ca")
    ann.page.goto("/account")
    bob.sees(re.compile("Ann has lost the connection: 0:[0-5][0-9] to come back."))
    ann.page.go_back()
    expect(slot(ann, 1)).to_have_accessible_name("Slot 1: Counter")
    expect(slot(ann, 2)).to_have_accessible_name("Slot 2: Attack")
    expect(slot(ann, 3)).to_have_accessible_name("Slot 3, empty")
    expect(ann.page.get_by_text("away", exact=True)).to_have_count(0)
    confirm(ann)
    play(bob, "ahd")
    for _ in range(2):
        expect(slot(bob, 1)).to_have_accessible_name("Slot 1: Attack, −2 HP")
        expect(orcain.slots(bob, "Ann").get_by_role("listitem").first).to_have_text(
            re.compile("^Slot 1: Counter, ±0 HP")
        )
        expect(slot(bob, 2)).to_have_accessible_name("Slot 2: Heal")
        hit_points_are(bob, "Bob", 8)
        bob.page.reload()


# Drag, keys, touch


def test_cards_are_dragged_onto_slots_from_slot_to_slot_and_back(crowd: Crowd) -> None:
    ann, bob = orcain.at_a_table(crowd, "Ann", "Bob", Between_two_pairs="60")
    card(ann, "h").drag_to(slot(ann, 2))
    expect(slot(ann, 2)).to_have_accessible_name("Slot 2: Heal")
    card(ann, "a").drag_to(slot(ann, 3))
    slot(ann, 3).drag_to(slot(ann, 2))
    expect(slot(ann, 2)).to_have_accessible_name("Slot 2: Attack")
    expect(slot(ann, 3)).to_have_accessible_name("Slot 3: Heal")
    slot(ann, 3).drag_to(card(ann, "h"))
    expect(slot(ann, 3)).to_have_accessible_name("Slot 3, empty, the next card goes here")
    ann.page.get_by_role("button", name="Confirm with 2 empty").click()
    play(bob, "dhc")
    expect(slot(bob, 1)).to_have_accessible_name("Slot 1: Defence, ±0 HP")
    expect(orcain.slots(bob, "Ann").get_by_role("listitem").first).to_contain_text("Slot 1: nothing, ±0 HP")


def test_a_match_by_keyboard_alone_from_lobby_to_result(crowd: Crowd) -> None:
    ann = crowd.come("Ann").open()
    press_at(ann, ann.game("Orcain").get_by_role("button", name="Play a bot"))
    ann.sees("No stakes")
    orcain.headline_is(ann, "Round 1 of 3")
    keys = ann.page.keyboard
    for number in range(1, 60):
        if number == 1:
            ann.tab_to(card(ann, "a"))
        for key in ("4", "1", "Backspace", "1", "3"):
            keys.press(key)
        expect(slot(ann, 3)).to_have_accessible_name("Slot 3: Heal")
        keys.press("ArrowUp")
        keys.press("Delete")  # the card of the slot in focus
        keys.press("2")
        press_at(ann, ann.page.get_by_role("button", name="Confirm", exact=True))
        expect(ann.page.get_by_role("button", name=re.compile("^Confirm with 3 empty$|^Rematch$"))).to_be_visible()
        if ann.result.count():
            break
        expect(card(ann, "a")).to_be_focused()  # a new round begins with the focus on the hand
    expect(ann.result).to_be_visible()
    press_at(ann, ann.result.get_by_role("link", name="Back to the lobby"))
    expect(ann.page.get_by_role("heading", name="What shall we play?")).to_be_focused()


def test_a_layout_is_made_and_confirmed_by_touch(crowd: Crowd) -> None:
    ann = crowd.come(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    ann.game("Orcain").get_by_role("button", name="Play a bot").tap()
    for letter in "dca":
        card(ann, letter).tap()
    slot(ann, 2).tap()
    card(ann, "h").tap()
    expect(slot(ann, 2)).to_have_accessible_name("Slot 2: Heal")
    ann.page.get_by_role("button", name="Confirm", exact=True).tap()
    orcain.headline_is(ann, "Round 2 of 3")
    assert not overflow(ann.page)


# Secrets


def test_no_frame_reveals_a_card_before_its_step(crowd: Crowd) -> None:
    ann, bob = orcain.at_a_table(crowd, "Ann", "Bob", Between_two_pairs="0.3")
    spectator = crowd.come().open(f"/room/{ann.code}")
    expect(spectator.page.get_by_text("Watching")).to_be_visible()
    readers = {
        0: (ann, [ann_plays for ann_plays, _, _ in MATCH]),
        1: (bob, [bob_plays for _, bob_plays, _ in MATCH]),
        None: (spectator, []),
    }
    for number, (ann_plays, bob_plays, _) in enumerate(MATCH, 1):
        first, second = ((ann, ann_plays), (bob, bob_plays)) if number % 2 else ((bob, bob_plays), (ann, ann_plays))
        play(*first)
        second[0].sees(f"{'Ann' if first[0] is ann else 'Bob'} is ready.")
        play(*second)
        if number < len(MATCH):
            orcain.headline_is(spectator, f"Round {number + 1} of 3")
    for seat, (person, own) in readers.items():
        expect(person.result).to_be_visible()
        reader = Reader(seat, own)
        for text in person.frames:
            reader.hear(text)
        assert reader.steps == 9
    assert found_by(bob.frames, Reader(1, readers[1][1])) == 0


@pytest.mark.parametrize("where", ["view", "text", "event", "steps", "points", "tokens", "grass"])
def test_the_leak_check_finds_planted_secrets(crowd: Crowd, where: str) -> None:
    ann, bob = orcain.at_a_table(crowd, "Ann", "Bob")
    play(ann, "adh")
    bob.sees("Ann is ready.")
    assert found_by(bob.frames, Reader(1)) == 0
    number, text = next(
        (number, text)
        for number, text in reversed(list(enumerate(bob.frames)))
        if (json.loads(text).get("payload") or {}).get("view")
    )
    assert found_by([*bob.frames[:number], planted(text, where)], Reader(1)) == 1


def planted(text: str, where: str) -> str:
    """The frame with one of Ann's cards planted in it, or its effect."""
    frame = json.loads(text)
    view = frame["payload"]["view"]
    match where:
        case "view":
            view["opponent"] = ["attack", None, None]
        case "text":
            frame["payload"]["closed"] = "Ann: Attack, ?, ?"
        case "event":
            frame = {"message_type": "confirm_ok", "payload": {"roundIndex": 1, "seat": 0, "first": "attack"}}
        case "steps":
            view["steps"] = [{"cards": ["attack", None], "hp": [10, 10]}]
        case "points":
            view["hp"] = [10, 8]
        case "tokens":
            frame["payload"]["config"]["company"] = {"names": ["Ann", "Bob"], "tokens": [9, 9]}
        case "grass":
            view["layout"] = ["GRASS", None, None]
    return json.dumps(frame)


def found_by(frames: list[str], reader: Reader) -> int:
    """How many frames hold a secret."""
    found = 0
    for text in frames:
        try:
            reader.hear(text)
        except Leak:
            found += 1
    return found


# Tokens


def test_a_stake_that_is_too_high_is_refused_in_the_users_language(crowd: Crowd) -> None:
    ann, bob = orcain.at_a_table(crowd, "Ann", "Bob", Stake_per_player="10")
    bob.click("Resign")
    bob.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(bob.result).to_contain_text("You have lost")
    expect(ann.result).to_contain_text("You have won")
    bob.forgive("status of 409")
    bob.open().sees("You have 0 tokens.")
    for language, words in REFUSALS.items():
        bob.open("/account").page.locator("#language").select_option(language)
        bob.page.wait_for_function("wanted => document.documentElement.lang === wanted", arg=CODES[language])
        bob.open().game("Orcain").locator(".queues button").first.click()
        expect(bob.page.get_by_role("alert").get_by_text(words)).to_be_visible()


CODES: Final = {"English": "en", "Français": "fr", "Italiano": "it", "Tiếng Việt": "vi"}


# Accessibility and golden pictures


REVEAL: Final[dict[str, Any]] = {
    "phase": "REVEAL",
    "roundIndex": 2,
    "hp": [8, 10],
    "layout": ["heal", "counter", "attack"],
    "confirmed": [True, True],
    "steps": [{"cards": ["heal", "attack"], "hp": [8, 9]}, {"cards": ["counter", "heal"], "hp": [8, 10]}],
    "history": [
        {
            "steps": [
                {"cards": ["attack", "attack"], "hp": [8, 8]},
                {"cards": ["defense", "heal"], "hp": [8, 9]},
                {"cards": ["heal", "counter"], "hp": [9, 9]},
            ],
            "afk": [False, False],
        }
    ],
    "pot": 2,
}
END: Final[dict[str, Any]] = {
    "phase": "END",
    "roundIndex": 1,
    "rounds": 1,
    "hp": [10, 8],
    "confirmed": [False, False],
    "steps": [],
    "history": [
        {
            "steps": [
                {"cards": ["attack", "heal"], "hp": [10, 8]},
                {"cards": ["defense", None], "hp": [10, 8]},
                {"cards": ["heal", "counter"], "hp": [10, 8]},
            ],
            "afk": [False, False],
        }
    ],
    "result": {"winner": 0, "reason": "normal", "potBurned": False, "payout": [2, 0]},
    "tokens": 11,
    "pot": 2,
}


@pytest.mark.parametrize(("name", "view"), [("reveal", REVEAL), ("end", END)])
def test_the_board_matches_its_golden_picture(crowd: Crowd, browser: Browser, name: str, view: dict[str, Any]) -> None:
    ann = crowd.come("Ann")
    override_snapshot(ann, view, [])
    ann.open().game("Orcain").get_by_role("button", name="Play a bot").click()
    board = ann.page.locator(".orcain")
    expect(board.get_by_role("region", name="The duel", exact=True)).to_be_visible()
    for scheme in SCHEMES:
        for size in IN_SIGHT:
            set_display(ann.page, size, scheme)
            assert_looks_like_golden(browser, board, f"orcain-{name}-{size['width']}-{scheme}")
    assert not overflow(ann.page)
    assert not accessibility_problems(ann.page)

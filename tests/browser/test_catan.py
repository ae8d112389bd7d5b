"""Catan in a real browser: whole games by clicks and keys, a spectator, accessibility and golden pictures."""

import json
import re
from typing import Any, Final

from playwright.sync_api import Browser, ViewportSize, expect

from ludoteca.games.catan import GAME

from . import catan
from .accessibility import accessibility_problems, overflow, set_display
from .catan_leaks import leaks
from .catan_positions import STATES
from .goldens import assert_looks_like_golden
from .people import Crowd, Person
from .screens import LONG
from .screenshots import SCHEMES
from .snapshot_overrides import show_position

DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 1200}
PHONE: Final[ViewportSize] = {"width": 360, "height": 1600}  # so that all of the table is in view
DEEDS_AT_MOST: Final = 600
PICTURED: Final = ("turn", "end")


def test_a_whole_game_by_clicks_and_the_bots_cards_stay_secret(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    catan.sit_with_bot(ann, "Short: 5 points")
    state = catan.asked(ann)
    for _ in range(DEEDS_AT_MOST):
        if state.over:
            break
        state = catan.play(ann, state)
    expect(ann.result).to_be_visible()
    score = ann.page.get_by_role("region", name="Final score")
    assert max(int(points) for points in score.locator(".ct-total td").all_inner_texts()) >= 5
    assert leaks(0, ann.frames) == []


def test_a_whole_game_by_keys_and_a_spectator_learns_no_cards(crowd: Crowd) -> None:
    ann = crowd.come("Ann")
    catan.sit_with_bot(ann, points=3)
    zoe = crowd.come().open(f"/room/{ann.code}")
    zoe.sees("Watching")
    state = catan.asked(ann)
    for _ in range(DEEDS_AT_MOST):
        if state.over:
            break
        state = catan.press(ann, state)
    expect(ann.result).to_be_visible()
    expect(zoe.page.get_by_role("region", name="Your cards")).to_have_count(0)
    assert len(zoe.frames) > 20
    assert leaks(None, zoe.frames) == []
    assert leaks(0, ann.frames) == []
    the_search_sees(zoe.frames)


def the_search_sees(frames: list[str]) -> None:
    """Secrets planted in a spectator's frames are found."""
    told = (frame for frame in map(json.loads, frames) if (frame.get("payload") or {}).get("view"))
    sync = next(frame for frame in told if frame["payload"]["outcome"] is None)
    hand: dict[str, Any] = json.loads(json.dumps(sync))
    hand["payload"]["view"]["players"][1]["resources"] = [1, 0, 0, 0, 0]
    theft = {"message_type": "RESOURCE_STOLEN", "payload": {"player": 0, "steal_from": 1, "resource": "ORE"}}
    bought = {"message_type": "DEVELOPMENT_BOUGHT", "payload": {"player": 0, "card": "KNIGHT"}}
    for planted in (hand, theft, bought, {"payload": {"player": 0, "dev_cards": [1, 0, 0, 0, 0]}}):
        assert len(leaks(None, [json.dumps(planted)])) == 1, f"it does not see {planted}"


def test_an_unlisted_offer_and_its_answer_cross_two_browsers(crowd: Crowd) -> None:
    ann, bob = crowd.come("Ann"), crowd.come("Bob")
    ann.open("/new/catan").click("Open the table")
    expect(ann.page.get_by_role("button", name="Close the table")).to_be_visible()
    bob.open(f"/room/{ann.code}").click("Sit here")
    for person in (ann, bob, bob, ann):  # each settlement, and its road
        placed = catan.play(person, catan.asked(person))
        person.page.locator(f'[data-place="{next(iter(placed.lit))}"]').click()
    state = catan.asked(ann)
    while "offer" not in state.actions:
        state = catan.play(ann, state)
    catan.action_button(ann, "offer").click()
    groups = ann.page.get_by_role("group")
    give = groups.filter(has_text="You give").get_by_role("button", name=re.compile("^One more"), disabled=False).first
    kind = (give.get_attribute("aria-label") or "").split()[-1]
    give.click()
    wanted = [each for each in ("wool", "grain", "ore") if each != kind][:2]  # one card for two kinds is not listed
    for each in wanted:
        groups.filter(has_text="You get").get_by_role("button", name=f"One more {each}").click()
    ann.click(f"Offer 1 {kind} for 1 {wanted[0]}, 1 {wanted[1]}")
    expect(bob.page.get_by_role("region", name="Ann offers")).to_contain_text(f"You give 1 {wanted[0]}, 1 {wanted[1]}")
    catan.action_button(bob, "decline").click()
    expect(ann.page.get_by_role("list", name="What happened")).to_contain_text("Bob declines.")
    expect(catan.action_button(ann, "offer")).to_contain_text("2 left")


def test_the_last_log_line_is_shown_after_a_reload(crowd: Crowd) -> None:
    ada = crowd.come("Ada")
    catan.sit_with_bot(ada)
    state = catan.asked(ada)
    while "end" not in state.actions:  # then nothing happens until she does something
        state = catan.play(ada, state)
    sentence = catan.table(ada).locator(".ct-sentence")
    said = sentence.inner_text()
    assert said
    ada.page.reload()
    expect(sentence).to_have_text(said)


def test_on_a_phone_header_and_island_scroll_into_view_together(crowd: Crowd) -> None:
    ada = crowd.come("Ada", viewport={"width": 360, "height": 740})
    catan.sit_with_bot(ada)
    show_position(ada, GAME, *STATES["turn"], ("Ada", "Bo"))
    ada.page.reload()
    expect(ada.page.get_by_role("button", name="Resign")).to_be_visible()
    catan.action_button(ada, "road").evaluate("each => each.scrollIntoView({ block: 'center' })")
    expect(catan.table(ada).locator(".board-header")).not_to_be_in_viewport()
    catan.action_button(ada, "road").click()
    expect(ada.page.get_by_text("Choose where the road goes.")).to_be_in_viewport(ratio=1)
    expect(catan.table(ada).locator(".ct-chart")).to_be_in_viewport(ratio=1)


def test_every_phase_is_accessible_and_matches_its_golden_picture(crowd: Crowd, browser: Browser) -> None:
    ada = crowd.come("Ada")
    catan.sit_with_bot(ada)
    for name, (state, seat) in STATES.items():
        show_position(ada, GAME, state, seat, ("Ada", LONG))
        ada.page.reload()
        expect(catan.table(ada).locator(".ct-chart")).to_be_visible()
        ada.page.mouse.move(0, 0)
        if name in PICTURED:
            pictures(browser, ada, name)
        wrong = accessibility_problems(ada.page)
        assert not wrong, f"{name}: {wrong}"


def pictures(browser: Browser, person: Person, name: str) -> None:
    for scheme in SCHEMES:
        for size in (DESKTOP, PHONE):
            set_display(person.page, size, scheme)
            assert_looks_like_golden(browser, catan.table(person), f"catan-{name}-{size['width']}-{scheme}")
    assert not overflow(person.page)

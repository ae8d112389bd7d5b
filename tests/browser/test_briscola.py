"""Briscola in a real browser: five players and a spectator, by clicks and keys, accessibility and golden pictures."""

import json
import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.types import State
from ludoteca.kernel import Move, step

from ..games.briscola.helpers import AUCTION, BLIND_TRICK, after, bid, play, plays, suit
from ..web.deployments import Deployment
from . import briscola
from .accessibility import accessibility_problems, overflow, set_display
from .briscola_leaks import SUITS, Truth, leaks, truth_of
from .goldens import assert_looks_like_golden
from .network import Network, network
from .people import Crowd, Person
from .screens import LONG
from .screenshots import SCHEMES
from .snapshot_overrides import show_position

DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 1000}
PHONE: Final[ViewportSize] = {"width": 360, "height": 1200}  # so that all of the board is in view
# The verdict appears once the last card was shown and the result of the hand is on the table.
NOTE_WHAT_THE_VERDICT_FINDS: Final = """() => new MutationObserver((_, observer) => {
    if (document.querySelector('.result') === null) return;
    window.handsShown = document.querySelectorAll('.br-result').length;
    observer.disconnect();
}).observe(document.body, {childList: true, subtree: true})"""
NAMES: Final = (*briscola.NAMES[:4], LONG)


@pytest.fixture
def brunos_network(deployment: Deployment) -> Iterator[Network]:
    with network(deployment.url) as brunos_network:
        yield brunos_network


@pytest.mark.parametrize(("width", "height"), [(360, 740), (1280, 800)])
def test_bidders_see_their_hand(crowd: Crowd, width: int, height: int) -> None:
    ann = crowd.come("Ann").open()
    ann.game("Briscola chiamata").get_by_role("button", name="Play a bot").click()
    ann.page.set_viewport_size({"width": width, "height": height})
    expect(ann.page.get_by_role("form", name="Your bid")).to_be_visible()
    for held in ann.page.locator(".br-card-button").all():
        expect(held).to_be_in_viewport(ratio=1)
    ann.open()
    mine = ann.page.get_by_role("listitem").filter(has_text="Briscola chiamata")
    expect(mine).to_contain_text(re.compile(r"Practice.*Ann · Greedy.*Your turn"))


def test_five_people_play_a_hand_and_no_secret_leaks(crowd: Crowd, brunos_network: Network) -> None:
    people = [crowd.come(name, url=brunos_network.url if name == "Bruno" else None) for name in briscola.NAMES]
    briscola.sit_together(people)
    zoe = crowd.come().open(f"/room/{people[0].code}")
    zoe.sees("Watching")

    first, question = briscola.whose_turn(people)
    assert question == "bid"
    briscola.bid(first, 70)
    caller, _ = briscola.whose_turn(people)
    assert caller is not first
    briscola.bid(caller, 71)
    while (turn := briscola.whose_turn(people))[1] == "bid":
        turn[0].click("Pass")
    assert turn == (caller, "rank")
    rank = briscola.rank_to_call(caller)
    briscola.call_rank(caller, rank)

    for _ in range(5):
        briscola.play(briscola.whose_turn(people)[0], keep=rank)  # so that a card can be called that is still held
    expect(briscola.trick(zoe)).to_have_count(5)
    expect(zoe.page.locator(".br-winning")).to_have_count(0)  # the trick is blind
    assert briscola.whose_turn(people) == (caller, "suit")
    called = briscola.call_suit(caller)
    for person in (*people, zoe):
        expect(person.page.get_by_role("region", name="The contract")).to_contain_text(f"with the {called}")

    second_trick(people, brunos_network, called)
    while (turn := briscola.whose_turn(people))[1] != "over":
        briscola.play(turn[0], keep=called)  # so that the partner stays hidden until the last trick
    the_same_result_for_all([*people, zoe])
    nobody_was_told_too_much(people, zoe)


def second_trick(people: list[Person], brunos_network: Network, called: str) -> None:
    """During the trick one player reloads the page, and another loses the connection and comes back."""
    for _ in range(2):
        briscola.play(briscola.whose_turn(people)[0], keep=called)
    bruno, chiara = people[1], people[2]
    for person in (bruno, chiara):
        expect(briscola.trick(person)).to_have_count(2)
    before = {person: (briscola.order(person), briscola.trick(person).all_inner_texts()) for person in (bruno, chiara)}
    chiara.page.reload()
    with bruno.cut_off(brunos_network):
        expect(
            people[0].page.get_by_role("listitem").filter(has_text="Bruno").filter(has_text="away").first
        ).to_be_visible()
    for person, (hand, lying) in before.items():
        expect(briscola.trick(person)).to_have_text([re.compile(re.escape(each.split(",")[0])) for each in lying])
        assert briscola.order(person) == hand


def the_same_result_for_all(readers: list[Person]) -> None:
    """All six see the same result, and every point was taken."""
    seen = set()
    for reader in readers:
        result = reader.page.get_by_role("region", name="Score of the hand")
        expect(result.get_by_role("row")).to_have_count(6)
        taken = [int(cell) for cell in result.locator("tbody tr td:nth-child(2)").all_inner_texts()]
        brought = [int(cell.replace("−", "-")) for cell in result.locator("tbody tr td:nth-child(3)").all_inner_texts()]
        assert (sum(taken), sum(brought), sorted(map(abs, brought))) == (120, 0, [1, 1, 1, 1, 2])
        seen.add((*taken, *brought))
    assert len(seen) == 1
    for seat, reader in enumerate(readers[:5]):
        expect(reader.result).to_contain_text("You have won" if brought[seat] > 0 else "You have lost")
    expect(readers[5].result).to_contain_text("have won")


def nobody_was_told_too_much(people: list[Person], zoe: Person) -> None:
    frames = {seat: person.frames for seat, person in enumerate(people)}
    truth = truth_of(frames, zoe.frames)
    assert truth.shown_at > truth.called_at + 20, "the partner was to be hidden for long"
    readers: list[tuple[int | None, list[str]]] = [*frames.items(), (None, zoe.frames)]
    for reader, told in readers:
        assert len(told) > 50
        assert leaks(reader, told, truth) == []
    the_search_sees(truth)


def the_search_sees(truth: Truth) -> None:
    """Secrets planted in frames to other readers are found."""
    held = truth.hands[truth.caller]
    last = max(held, key=lambda card: truth.played[card])
    suit_name, number = SUITS[last // 10], last % 10 + 1
    for payload in (
        {"card": {"card_id": last}},
        {"hand": [{"suit": suit_name, "rank": number}]},
        {"partner_id": truth.partner},
        {"view": {"you_are_partner": True}},
    ):
        planted = json.dumps({"seq": 3, "payload": payload}, separators=(",", ":"))
        assert len(leaks(None, [planted], truth)) == 1, f"it does not see {planted}"


def test_a_hand_keeps_its_order_after_a_reload(crowd: Crowd) -> None:
    ada = crowd.come("Ada")
    briscola.sit_with_bots(ada)
    dealt = briscola.order(ada)
    assert len(dealt) == 8

    briscola.cards(ada).nth(0).hover()
    ada.page.mouse.down()
    box = briscola.cards(ada).nth(5).bounding_box()
    assert box is not None
    ada.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
    ada.page.mouse.up()
    dragged = [*dealt[1:6], dealt[0], *dealt[6:]]
    expect(briscola.cards(ada).nth(5)).to_have_accessible_name(dealt[0])
    assert briscola.order(ada) == dragged

    briscola.cards(ada).nth(7).focus()
    ada.page.keyboard.press("Shift+ArrowLeft")
    ada.page.keyboard.press("Shift+Home")
    put = [dragged[7], *dragged[:7]]
    expect(briscola.cards(ada).first).to_have_accessible_name(put[0])
    expect(briscola.cards(ada).first).to_be_focused()
    assert briscola.asked(ada) == "bid"  # everything was answered
    ada.page.reload()
    expect(briscola.cards(ada)).to_have_count(8)
    assert briscola.order(ada) == put

    ada.click("Sort")
    expect(briscola.cards(ada).first).to_have_accessible_name(dealt[0])
    assert briscola.order(ada) == dealt  # as it was dealt


def test_a_seat_is_played_by_the_keyboard_alone(crowd: Crowd) -> None:
    """From the highest bid to the result, with every question to the caller."""
    ada = crowd.come("Ada")
    briscola.sit_with_bots(ada)
    press = ada.page.keyboard.press
    assert briscola.asked(ada) == "bid"
    ada.tab_to(ada.page.get_by_role("slider", name="Card points"))
    press("End")
    press("Enter")
    assert briscola.asked(ada) == "rank"
    ada.tab_to(ada.page.get_by_role("radio", name="ace", exact=True))
    press("Space")
    press("ArrowRight")
    press("Enter")
    expect(ada.page.get_by_role("region", name="The contract")).to_contain_text("with a three")
    ada.page.evaluate(NOTE_WHAT_THE_VERDICT_FINDS)
    played = 0
    while (question := briscola.asked(ada)) != "over":
        if question == "suit":
            ada.tab_to(ada.page.get_by_role("radio", name="three of coins"))
            press("Space")
        else:
            ada.tab_to(*briscola.cards(ada).all())
            played += 1
        press("Enter")
        done(ada, question, played)
    assert played == 8
    expect(ada.result).to_be_visible()
    assert ada.page.evaluate("handsShown") == 1


def done(person: Person, question: str, played: int) -> None:
    if question == "suit":
        expect(person.page.get_by_role("region", name="The contract")).to_contain_text("Trump: coins")
    else:
        expect(briscola.cards(person)).to_have_count(8 - played)


def test_by_rank_with_the_suit_called_first_no_trick_is_blind(crowd: Crowd) -> None:
    ada = crowd.come("Ada")
    briscola.sit_with_bots(ada, "Classic: bids by rank")
    assert briscola.asked(ada) == "bid"
    expect(ada.page.get_by_role("group", name="Which rank do you call?").get_by_role("radio")).to_have_count(10)
    expect(ada.page.get_by_role("button", name="Choose a bid")).to_be_disabled()
    ada.page.get_by_text("A two, with more points").click()
    ada.page.get_by_role("button", name="120", exact=True).click()
    ada.click("Bid 120")
    assert briscola.asked(ada) == "suit"  # the rank was bid: it is the two
    expect(briscola.trick(ada)).to_have_count(0)
    called = briscola.call_suit(ada)
    assert called.startswith("two of ")
    expect(ada.page.get_by_role("heading", name="Trick 1 of 8", exact=True)).to_be_visible()
    card = briscola.play(ada)
    log = ada.page.get_by_role("list", name="What happened").get_by_role("listitem")
    expect(log.filter(has_text=f"Ada plays the {card.split(',')[0]}.")).to_have_count(1)


def played_out(state: State) -> State:
    """Play the hand out, with everybody's first legal card."""
    while state.phase == "play-tricks":
        (seat,) = GAME.to_act(state)
        state = step(GAME, state, Move(seat, GAME.legal(state, seat)[0])).state
    return state


CALLED: Final = (*BLIND_TRICK, suit(0, "cups"))
STATES: Final[dict[str, tuple[State, int | None]]] = {
    "auction": (after(bid(0, 70), bid(1, -1), bid(2, 75)), 3),
    "rank": (after(*AUCTION), 0),
    "suit": (after(*BLIND_TRICK), 0),
    "partner": (after(*CALLED, play(0, "A-coins")), 1),
    "trick": (after(*CALLED, *plays(0, "A-coins A-cups J-coins")), 3),
    "spectator": (after(*CALLED, *plays(0, "A-coins 5-coins")), None),
    "end": (played_out(after(*CALLED)), 1),
}
PICTURED: Final = ("auction", "suit", "trick", "end")


@pytest.mark.parametrize("name", STATES)
def test_every_phase_is_accessible_and_matches_its_golden_picture(crowd: Crowd, browser: Browser, name: str) -> None:
    ada = crowd.come("Ada")
    show_position(ada, GAME, *STATES[name], NAMES)
    briscola.sit_with_bots(ada)
    ada.page.mouse.move(0, 0)
    board = ada.page.locator(".briscola")
    for scheme in SCHEMES:
        for size in (DESKTOP, PHONE):
            set_display(ada.page, size, scheme)
            if name in PICTURED:
                assert_looks_like_golden(browser, board, f"briscola-{name}-{size['width']}-{scheme}")
    assert not overflow(ada.page)
    assert not accessibility_problems(ada.page)

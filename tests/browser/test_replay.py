"""Replays of every game: navigation, views of all readers, links; and the fairness check in the browser."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Route, expect

from ludoteca.dealers import commitment as committed
from ludoteca.games import GAMES

from ..cli.terminal import ludoteca
from ..web.browser import Json
from ..web.deployments import Deployment
from . import finished_matches
from .accessibility import accessibility_problems
from .languages import speaking, untranslated
from .people import Crowd, Person

PLAYED: Final[dict[str, Callable[[Deployment], Json]]] = {
    "gomoku": finished_matches.of_gomoku,
    "backgammon": lambda deployment: finished_matches.with_bots(deployment, "backgammon", 1, turns=8),
    "orcain": lambda deployment: finished_matches.with_bots(
        deployment, "orcain", 1, stake=0, first_reveal_ms=0, step_ms=0
    ),
    "briscola": lambda deployment: finished_matches.with_bots(deployment, "briscola", 4, turn_ms=0),
    "catan": lambda deployment: finished_matches.with_bots(deployment, "catan", 1, turns=12, turn_ms=0),
}
_found: Final[dict[str, str]] = {}


@pytest.fixture
def played(deployment: Deployment) -> Callable[[str], str]:
    """The id of a finished match of a game; each is played once."""

    def match(game: str) -> str:
        if game not in _found:
            _found[game] = PLAYED[game](deployment)["game_id"]
        return _found[game]

    return match


def look_back(crowd: Crowd, match: str, query: str = "") -> Person:
    person = crowd.come().open(f"/match/{match}/replay{query}")
    expect(slider(person)).to_be_visible()
    return person


def slider(person: Person) -> Locator:
    return person.page.get_by_role("slider", name="Step")


def at(person: Person, step: int) -> None:
    expect(slider(person)).to_have_value(str(step))


def last(person: Person) -> int:
    return int(slider(person).get_attribute("max") or 0)


def move(person: Person, text: str | re.Pattern[str]) -> Locator:
    moves = person.page.get_by_role("region", name="Moves")
    return moves.get_by_role("button", name=text)


def see_as(person: Person, reader: str) -> None:
    person.page.get_by_role("combobox", name="Seen by").select_option(reader)


def check(person: Person, verdict: str) -> None:
    person.click("Check dice and cards")
    person.sees(re.compile(f"^{verdict}"))


@pytest.mark.parametrize("game", GAMES)
def test_the_result_at_a_table_links_to_the_replay(crowd: Crowd, played: Callable[[str], str], game: str) -> None:
    person = crowd.come().open(f"/match/{played(game)}")
    person.follow("Go to the table")
    result = person.page.get_by_role("region", name="Result")
    result.get_by_role("link", name="Watch the replay").click()
    expect(slider(person)).to_be_visible()
    expect(person.page).to_have_url(re.compile(f"/match/{played(game)}/replay"))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_replayed_by_keys_and_its_chance_is_fair(
    crowd: Crowd, played: Callable[[str], str], game: str
) -> None:
    person = crowd.come().open(f"/match/{played(game)}")
    person.follow("Watch the replay")
    at(person, 0)
    person.page.keyboard.press("End")
    at(person, end := last(person))
    person.page.keyboard.press("ArrowLeft")
    at(person, end - 1)
    person.page.keyboard.press("Home")
    at(person, 0)
    person.page.keyboard.press("ArrowRight")
    at(person, 1)
    expect(move(person, re.compile("^1 ")).and_(person.page.locator("[aria-current=step]"))).to_be_visible()
    expect(person.page.locator("[aria-live=polite]")).to_contain_text(re.compile(rf"^Step 1 of {end}\. "))
    check(person, "Fair: ")
    assert not accessibility_problems(person.page)


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_is_in_the_users_language(crowd: Crowd, played: Callable[[str], str], game: str) -> None:
    person = speaking(crowd, "vi").open(f"/match/{played(game)}")
    person.follow("Xem lại trận đấu")
    end = person.page.get_by_role("button", name="Đến cuối")
    end.click()
    expect(end).to_be_disabled()
    person.click("Kiểm tra xúc xắc và bài")
    person.sees(re.compile("^Công bằng: "))
    assert untranslated(person) == []


def test_swap_2_is_a_chapter_of_its_own(crowd: Crowd, played: Callable[[str], str]) -> None:
    person = look_back(crowd, played("gomoku"))
    moves = person.page.get_by_role("region", name="Moves")
    expect(moves.get_by_role("heading", level=3)).to_have_text(["Swap 2: the opening", "The game"])
    opening = moves.get_by_role("list").nth(1).get_by_role("button")
    expect(opening).to_have_count(4)
    expect(opening.last).to_contain_text("Cy takes white")
    opening.nth(1).click()
    expect(person.page.get_by_role("gridcell", name=re.compile("^g9, .*stone"))).to_be_visible()
    expect(person.page.get_by_role("heading", name="Swap 2 · Place stone 3/3")).to_be_visible()
    expect(person.page.get_by_role("gridcell", disabled=False)).to_have_count(0)


def test_a_replay_plays_by_itself_and_stops_at_its_end(crowd: Crowd, played: Callable[[str], str]) -> None:
    person = look_back(crowd, played("gomoku"), "?step=3")
    person.page.get_by_role("heading", level=1).focus()
    person.page.keyboard.press("Space")
    expect(person.page.get_by_role("button", name="Pause")).to_be_visible()
    person.page.get_by_role("combobox", name="Speed").select_option("4")  # not before: it would soon be at the end
    at(person, last(person))
    expect(person.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_link_leads_others_to_the_same_step_and_view(crowd: Crowd, played: Callable[[str], str]) -> None:
    person = look_back(crowd, played("briscola"))
    see_as(person, "Ada")
    move(person, re.compile("^12 ")).click()
    link = person.page.get_by_role("textbox", name="Link to this step")
    expect(link).to_have_value(re.compile(r"/replay\?step=12&as=0$"))
    expect(person.page).to_have_url(link.input_value())
    other = crowd.come().open(link.input_value())
    at(other, 12)
    expect(other.page.get_by_role("combobox", name="Seen by")).to_have_value("0")
    expect(other.page.get_by_role("region", name="Your hand")).to_be_visible()


def test_a_briscola_replay_shows_all_hands_or_one_seats_own(crowd: Crowd, played: Callable[[str], str]) -> None:
    person = look_back(crowd, played("briscola"), "?step=1")
    hands = person.page.get_by_role("region", name="All hands")
    expect(hands.get_by_role("listitem")).to_have_count(40)
    see_as(person, "A spectator")
    expect(hands).to_have_count(0)
    see_as(person, "Ada")
    own = person.page.get_by_role("region", name="Your hand").get_by_role("listitem")
    expect(own).to_have_count(8)
    expect(hands).to_have_count(0)
    expect(own.get_by_role("button", disabled=True)).to_have_count(8)


def test_a_replay_of_everything_shows_secret_layouts(crowd: Crowd, played: Callable[[str], str]) -> None:
    person = look_back(crowd, played("orcain"), "?step=2")
    slot = person.page.get_by_role("list", name="Slots of Ada").get_by_role("listitem").first
    expect(slot).to_contain_text(re.compile("Slot 1: (Attack|Defence|Heal|Counter|empty)"))
    see_as(person, "A spectator")
    expect(slot).to_contain_text("Slot 1, face down")


def test_the_downloaded_record_works_in_the_terminal(
    crowd: Crowd, played: Callable[[str], str], tmp_path: Path
) -> None:
    person = look_back(crowd, played("backgammon"))
    with person.page.expect_download() as coming:
        person.follow("Download the record")
    file = tmp_path / "record.jsonl"
    coming.value.save_as(file)
    assert ludoteca("verify", str(file)).stdout.startswith("OK  backgammon, ")
    assert ludoteca("replay", str(file), "--all").exit_code == 0


def seed(found: Any) -> None:
    found["seed"] = "00" + found["seed"][2:]


def commitment(found: Any) -> None:
    found["commitment"] = "00" + found["commitment"][2:]


def answer(found: Any) -> None:
    drawn = next(step["drawn"] for step in found["steps"] if step["drawn"])
    drawn[-1]["answer"].reverse()
    drawn[-1]["answer"][0] += 1


def ending(found: Any) -> None:
    next(step["drawn"] for step in reversed(found["steps"]) if step["drawn"]).pop()


def all_of_it(found: Any) -> None:
    for step in found["steps"]:
        step["drawn"] = []


@pytest.mark.parametrize(
    ("game", "tamper", "verdict"),
    [
        ("backgammon", seed, "Not fair: the seed does not match"),
        ("briscola", commitment, "Not fair: the seed does not match"),
        ("backgammon", answer, "Not fair: 1 of"),
        ("briscola", answer, "Not fair: 1 of"),
        ("catan", answer, "Not fair: 1 of"),
        ("backgammon", ending, "Not fair: the draws shown here"),
        ("backgammon", all_of_it, r"Not fair: the draws shown here \(0\)"),
    ],
)
def test_the_fairness_check_finds_manipulated_matches(
    crowd: Crowd, played: Callable[[str], str], game: str, tamper: Callable[[Any], None], verdict: str
) -> None:
    def tampered(route: Route) -> None:
        found = route.fetch().json()
        tamper(found)
        route.fulfill(body=json.dumps(found), content_type="application/json")

    person = crowd.come()
    person.page.route("**/api/matches/*/replay?*", tampered)
    person.open(f"/match/{played(game)}/replay")
    check(person, verdict)
    if tamper is answer:
        person.sees("should be")


def test_the_fairness_check_uses_the_commitment_shown_at_the_table(crowd: Crowd) -> None:
    person = crowd.come()
    person.game("Backgammon").get_by_role("button", name="Play a bot").click()
    person.click("Resign")
    person.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    person.result.get_by_role("link", name="Watch the replay").click()
    check(person, "Fair: the seed matches the hash that this browser saw at the table")

    def dealt_anew(route: Route) -> None:
        """A server that chose another seed afterwards, and a commitment that fits it."""
        found = route.fetch().json()
        seed = bytes(32)
        found |= {"seed": seed.hex(), "commitment": committed(found["game_id"], seed)}
        route.fulfill(body=json.dumps(found), content_type="application/json")

    person.page.route("**/api/matches/*/replay?*", dealt_anew)
    person.page.reload()
    check(person, "Not fair: the seed does not match the hash that this browser saw at the table")


def test_a_match_under_way_has_no_replay(crowd: Crowd, deployment: Deployment) -> None:
    ada = deployment.browser("Ada")
    token = ada.table(ada.room(seats=["me", "bot:random"])["code"])
    person = crowd.come()
    person.forgive("status of 409")
    person.open(f"/match/{token['game_id']}/replay")
    expect(person.page.get_by_role("alert").filter(has_text="The match is not over yet.")).to_be_visible()

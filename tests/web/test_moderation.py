"""Moderation: players report others, and staff ban, mute, rename, and close tables; each is in the admin's log."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from asgiref.sync import async_to_sync

from ludoteca.client import Ended, Seat
from ludoteca.runtime.settings import Settings
from ludoteca.web.accounts import account_data, moderation, registration
from ludoteca.web.models import Player, Report
from ludoteca.web.scheduler.retention import delete_old
from ludoteca.web.schemas import ReportPlayer
from tests.runtime.sqlite_files import ask

from . import deployments
from .apps import APP
from .boss import Boss
from .browser import Browser, eventually
from .deployments import Deployment
from .people import people, refused
from .table_players import play_together, sit_down, watch

PASSWORD = "a horse, a battery, a staple"
RUDE = ReportPlayer(reason="conduct", text="keeps me waiting")


@pytest.fixture(scope="module")
def moderated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Deployment, Path]]:
    folder = tmp_path_factory.mktemp("moderated")
    with deployments.embedded(folder, LUDOTECA_PROXIES="1", LUDOTECA_REPORTS_PER_DAY="2") as deployment:
        yield deployment, folder


@pytest.fixture(scope="module")
def boss(moderated: tuple[Deployment, Path]) -> Boss:
    return Boss(*moderated)


def member(deployment: Deployment, name: str) -> Browser:
    browser = deployment.browser()
    browser.post("me/register", {"name": name, "password": PASSWORD})
    return browser


def page_of(browser: Browser) -> str:
    return f"/admin/web/player/{browser.get('me')['player']['id']}/moderate/"


def test_a_report_reaches_the_staff_with_what_was_said(moderated: tuple[Deployment, Path], boss: Boss) -> None:
    deployment, _ = moderated
    rude, ada = member(deployment, "rude-one"), deployment.browser("Ada")
    assert ada.post("players/rude-one/report", {"reason": "conduct", "text": "<b>keeps</b> me waiting"})
    assert "&lt;b&gt;keeps&lt;/b&gt; me waiting" in boss.get("/admin/web/report/").text
    assert "&lt;b&gt;keeps&lt;/b&gt; me waiting" in boss.get(page_of(rude)).text
    assert "The reports are closed." in boss.post(page_of(rude), action="dismiss").text
    assert "keeps" not in boss.get("/admin/web/report/?closed_at__isempty=1").text


def test_reports_are_limited_by_address(moderated: tuple[Deployment, Path]) -> None:
    deployment, _ = moderated
    for number in range(3):
        member(deployment, f"rude-two-{number}")
    ada = deployment.browser("Ada Two")
    told = [
        ada.ask("POST", f"players/rude-two-{number}/report", {"reason": "name"}, **{"X-Forwarded-For": "10.0.2.1"})
        for number in range(3)
    ]
    assert [each.status_code for each in told] == [200, 200, 429]


def test_a_ban_ends_sessions_sockets_and_games_at_once(moderated: tuple[Deployment, Path], boss: Boss) -> None:
    deployment, folder = moderated
    rude, bo = member(deployment, "rude-three"), deployment.browser("Bo")
    live = rude.live()
    live.until(lambda message: message["type"] == "me")
    code = sit_down(rude, bo)
    tokens = rude.table(code), bo.table(code)
    waiting = rude.room()["code"]
    page = page_of(rude)

    async def cut_off(seat: Seat) -> None:
        await seat.turn()
        told = await asyncio.to_thread(boss.post, page, action="ban", days="7")
        assert "Banned until" in told.text
        with pytest.raises(Ended):
            await watch(seat)

    play_together(deployment, (tokens[0], cut_off), (tokens[1], watch))
    assert live.closed_with() == 1001
    assert rude.get("me")["player"] is None
    match = eventually(lambda: next(iter(bo.get(f"players/{bo.name}")["matches"]), None))
    assert match["reason"] == "resigned"
    assert bo.get(f"rooms/{waiting}")["status"] == "closed"
    wish = {"name": "rude-three", "password": PASSWORD}
    assert rude.refused("POST", "me/login", wish) == (403, "banned")
    assert rude.refused("POST", "me/login", {**wish, "password": "a guess"}) == (403, "bad_login")
    ask(folder / "data" / "web.db", "UPDATE players SET banned_until = '2020-01-01' WHERE username = 'rude-three'")
    assert rude.post("me/login", wish)["player"]["name"] == "rude-three"


def test_who_is_muted_says_nothing_until_they_may(moderated: tuple[Deployment, Path], boss: Boss) -> None:
    deployment, _ = moderated
    rude, bo = deployment.browsers("Rude Four", "Bo Four")
    code = sit_down(rude, bo)
    boss.post(page_of(rude), action="mute", days="1")
    assert rude.refused("POST", f"rooms/{code}/say", {"phrase": "hello"}) == (403, "muted")
    assert bo.post(f"rooms/{code}/say", {"phrase": "hello"})
    boss.post(page_of(rude), action="unmute")
    assert rude.post(f"rooms/{code}/say", {"phrase": "hello"})


def test_staff_rename_players_and_close_tables(moderated: tuple[Deployment, Path], boss: Boss) -> None:
    deployment, _ = moderated
    rude, bo = deployment.browsers("Rude Five", "Bo Five")
    code = sit_down(rude, bo)
    assert "A nickname has" in boss.post(page_of(rude), action="rename", nickname="\u202eevil").text
    assert "is now Polite" in boss.post(page_of(rude), action="rename", nickname="Polite").text
    assert rude.get("me")["player"]["nickname"] == "Polite"
    assert "is closed" in boss.post(page_of(rude), action="close", room=code).text
    assert bo.get(f"rooms/{code}")["status"] == "closed"
    log = boss.get(page_of(rude).replace("moderate", "history")).text
    assert all(each in log for each in ("is now Polite", f"Room {code} is closed"))


def test_only_staff_moderate(moderated: tuple[Deployment, Path], boss: Boss) -> None:
    deployment, _ = moderated
    rude = deployment.browser("Rude Six")
    page = page_of(rude)
    assert "Log in" in rude.session.get(f"{deployment.url}{page}").text
    assert boss.session.post(f"{deployment.url}{page}", {"action": "mute", "days": "1"}).status_code == 403
    assert "&#x27;2&#x27; is not one" in boss.post(page, action="ban", days="2").text


@pytest.mark.usefixtures("database")
def test_one_open_report_for_each_pair_and_none_about_oneself() -> None:
    ada, bo = people("Ada", "Bo")
    moderation.report(ada, bo, RUDE)
    with refused("already_reported"):
        moderation.report(ada, bo, RUDE)
    with refused("not_yourself"):
        moderation.report(ada, ada, RUDE)
    moderation.close_reports(bo, ada)
    moderation.report(ada, bo, RUDE)
    assert [each.text for each in account_data.export(ada).reports] == [RUDE.text] * 2


@pytest.mark.usefixtures("database")
def test_reports_go_with_the_account_and_after_a_while() -> None:
    ada = registration.register(APP, None, "ada-lovelace", PASSWORD)
    bo, cy = people("Bo", "Cy")
    moderation.report(ada, bo, RUDE)
    moderation.report(cy, bo, RUDE)
    account_data.delete(APP, ada, PASSWORD)
    assert [each.reporter_id for each in Report.objects.all()] == [cy.pk]
    now = Report.objects.get().at
    assert delete_old(Settings(guest_days=1000), now + timedelta(days=89)).reports == 0
    assert delete_old(Settings(guest_days=1000), now + timedelta(days=91)).reports == 1


@pytest.mark.usefixtures("database")
def test_who_is_inactive_for_good_does_not_come_back_by_a_ban(ada: Player) -> None:
    with refused("bad_body", 400):
        moderation.lift_ban(ada)
    Player.objects.update(is_active=False)
    ada.refresh_from_db()
    with refused("bad_body", 400):
        async_to_sync(moderation.ban)(APP, ada, ada.date_joined)
    with refused("bad_body", 400):
        moderation.lift_ban(ada)


@pytest.mark.usefixtures("database")
def test_staff_are_moderated_by_superusers_and_superusers_by_nobody() -> None:
    staff = Player.objects.create_user("staff-member", is_staff=True)
    boss = Player.objects.create_superuser("boss", "boss@example.org", PASSWORD)
    (ada,) = people("Ada")
    moderation.check_may_moderate(staff, ada)
    moderation.check_may_moderate(boss, staff)
    for who, whom in ((staff, staff), (staff, boss), (boss, boss)):
        with refused("not_for_staff", 403):
            moderation.check_may_moderate(who, whom)

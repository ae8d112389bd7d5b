"""Damaged tables of matches: they wait for the host, who recovers them in the admin; then play goes on."""

import asyncio
import re
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Final

import pytest
import requests
from django.db.models import F

from ludoteca.client import Seat
from ludoteca.kernel import Outcome
from ludoteca.runtime.recovery_plan import RecoveryRefused
from ludoteca.web.database_threads import in_thread
from ludoteca.web.models import Match, Room
from ludoteca.web.play import series, settlement
from ludoteca.web.play.settlement import DAMAGED_FOR, Record
from tests.cli.test_recover_table import flip_in_chunks
from tests.runtime.sqlite_files import ask
from tests.times import PATIENCE

from . import deployments
from .apps import APP
from .boss import Boss
from .browser import Browser, Json, eventually
from .deployments import Deployment
from .people import balances, begun, next_game, people, points, ranked, under_way, won
from .table_players import moves, play_together, sit_down, watch
from .test_scheduler import Kept, keep


def recovered(*scores: int, reason: str = "five", payout: tuple[int, ...] = ()) -> Record:
    return Record("{}\n", Outcome(scores, reason, payout), "", "", (), None, is_recovered=True)


# What a match is worth after a recovery


@pytest.mark.usefixtures("database")
def test_stakes_are_returned_when_a_recovered_match_ends() -> None:
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo, "duel", config={"stake": 4})
    assert settlement.end(APP, match.game_id, recovered(1, -1, payout=(8, 0)))
    assert balances(ada, bo) == [10, 10]
    assert [seat.score for seat in Match.objects.get().seats.all()] == [1, -1]


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("reason", ["five", "abandoned"])
def test_a_recovered_game_of_a_series_is_played_again(reason: str) -> None:
    row = ranked(*people("Ada", "Bo"))
    assert settlement.end(APP, under_way(row).game_id, recovered(1, -1, reason=reason))
    for _ in range(2):
        assert won(next_game(row), row.first)
    assert (points(row.first), series.state_of(type(row).objects.get(pk=row.pk)).is_over) == (30, True)


# Until somebody recovers it


def earlier(by: timedelta) -> None:
    """As if it had been found so much earlier."""
    Match.objects.update(damaged_at=F("damaged_at") - by)


BEGUN: Final = 4
"""The number of the entry with which the game begins."""


async def damage(deployment: Kept, match: Match, path: Path, *, after: int = BEGUN) -> None:
    """After the process has folded it: an entry after this one cannot be read, and there is no snapshot."""
    async with deployment.sit(match, 0) as one, deployment.sit(match, 1) as other:
        assert (await one.join()).ok
        assert (await other.join()).ok
        assert (await one.act({"type": "sketch", "choice": None})).ok
    host = deployment.process.host
    assert host is not None
    store = deployment.process.store
    claimed = await store.claim(match.game_id, host.context.holder)
    host.forget(host.hosted[match.game_id])
    await deployment.process.store._call(store._ledger.fold)  # type: ignore[attr-defined]
    await asyncio.to_thread(ask, path, "DELETE FROM snapshots")
    await asyncio.to_thread(flip_in_chunks, path, match.game_id, Random(1), after=after)
    await store.release([(match.game_id, claimed.epoch)], resting=True)  # type: ignore[union-attr]


@pytest.mark.usefixtures("database")
def test_a_damaged_match_waits_for_the_host_and_goes_on_after_a_recovery(tmp_path: Path) -> None:
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo, "duel", config={"stake": 4})

    async def main(deployment: Kept) -> None:
        await deployment.open()
        await damage(deployment, match, tmp_path / "tables.db")
        await deployment.look_at_all()
        assert (await in_thread(Match.objects.get)).damaged_at is not None
        assert (await in_thread(Room.objects.get)).status == "playing"
        plan = await deployment.tables.plan_recovery(match.game_id)
        assert (await deployment.tables.recover(match.game_id)).plan.recovered.lost == plan.recovered.lost
        await deployment.look_at_all()
        assert (await in_thread(Match.objects.get)).damaged_at is None
        with pytest.raises(RecoveryRefused, match="not damaged"):
            await deployment.tables.recover(match.game_id)

    keep(tmp_path, main)
    assert balances(ada, bo) == [6, 6]


@pytest.mark.usefixtures("database")
def test_a_table_in_play_is_not_recovered_although_the_disk_has_damaged_it(tmp_path: Path) -> None:
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo, "duel")

    async def main(deployment: Kept) -> None:
        await deployment.open()
        async with deployment.sit(match, 0) as one, deployment.sit(match, 1) as other:
            assert (await one.join()).ok
            assert (await other.join()).ok
            await deployment.process.store._call(deployment.process.store._ledger.fold)  # type: ignore[attr-defined]
            await asyncio.to_thread(flip_in_chunks, tmp_path / "tables.db", match.game_id, Random(1), after=1)
            with pytest.raises(RecoveryRefused, match="serves the table"):
                await deployment.tables.recover(match.game_id)
            assert (await one.resign()).ok

    keep(tmp_path, main)


@pytest.mark.usefixtures("database")
def test_stakes_are_returned_where_nothing_is_left_of_a_damaged_match(tmp_path: Path) -> None:
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo, "duel", config={"stake": 4})

    async def main(deployment: Kept) -> None:
        await deployment.open()
        await damage(deployment, match, tmp_path / "tables.db", after=1)
        await deployment.look_at_all()
        await deployment.tables.recover(match.game_id)
        await deployment.look_at_all()

    keep(tmp_path, main)
    assert (Room.objects.get().status, balances(ada, bo)) == ("closed", [10, 10])


@pytest.mark.usefixtures("database")
def test_a_damaged_match_that_nobody_recovers_is_broken_off_after_a_day(tmp_path: Path) -> None:
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo, "duel", config={"stake": 4})

    async def main(deployment: Kept) -> None:
        await deployment.open()
        await damage(deployment, match, tmp_path / "tables.db")
        await deployment.look_at_all()
        await in_thread(earlier, DAMAGED_FOR - timedelta(minutes=1))
        await deployment.look_at_all()
        assert (await in_thread(Match.objects.get)).ended_at is None
        await in_thread(earlier, timedelta(minutes=2))
        await deployment.look_at_all()

    keep(tmp_path, main)
    assert (Room.objects.get().status, balances(ada, bo)) == ("closed", [10, 10])


# The admin


async def give_up(seat: Seat) -> None:
    assert (await seat.resign()).ok


def damaged_page(boss: Boss) -> str:
    """The page of the damaged match, once it is listed as such."""

    def look() -> str | None:
        listed = boss.get("/admin/web/match/?damaged_at__isempty=0").text
        found = re.search(r"/admin/web/match/(\d+)/change/", listed)
        return found[0].removesuffix("change/") if found else None

    return eventually(look)


def damaged_match(deployment: Deployment, folder: Path) -> tuple[list[Json], Browser]:
    """A match of two, some moves on, whose server has found its log damaged; the tokens of its players."""
    one, other = deployment.browsers("Ada", "Bo")
    code = sit_down(one, other)
    tokens = sorted((one.table(code), other.table(code)), key=lambda token: int(token["player_id"]))

    async def nothing(seat: object) -> None:
        return None

    some = [[{"type": "place", "x": x, "y": y} for x in range(3)] for y in (5, 9)]
    play_together(deployment, *((token, moves(wanted, nothing)) for token, wanted in zip(tokens, some, strict=True)))
    (server,) = deployment._webs
    assert server.leave() == 0
    path = folder / "data" / "tables.db"
    ask(path, "DELETE FROM snapshots")
    flip_in_chunks(path, tokens[0]["game_id"], Random(2), after=6)
    server.start()
    return tokens, one


def test_a_host_recovers_a_damaged_table_in_the_admin_and_its_players_play_on(tmp_path: Path) -> None:
    with deployments.embedded(tmp_path) as deployment:
        tokens, browser = damaged_match(deployment, tmp_path)
        boss = Boss(deployment, tmp_path)
        page = damaged_page(boss)
        assert f"{page}recover/" in boss.get(f"{page}change/").text
        shown = boss.get(f"{page}recover/").text
        assert re.search(r"entry \d+ of \d+ cannot be read", shown)
        assert re.search(r"Lost: \d+ of \d+ entries", shown)
        done = boss.post(f"{page}recover/")
        assert re.search(r"is recovered: \d+ of \d+ entries are lost. .* as [A-Z0-9]{6}:damaged:", done.text)
        assert f"{page}recover/" not in done.text
        play_together(deployment, (tokens[0], give_up), (tokens[1], watch))
        ended = eventually(lambda: (found := browser.get(f"matches/{tokens[0]['game_id']}"))["ended_at"] and found)
        record = browser.session.get(f"{deployment.url}/api/matches/{ended['game_id']}/record", timeout=PATIENCE).text
        assert '"type":"recovered"' in record
        steps = browser.get(f"matches/{ended['game_id']}/replay?count=50")["steps"]
        assert "recovered" in [step["given"] for step in steps]
        assert "the match is over" in boss.get(f"{page}recover/").text
        assert "the match is over" in boss.post(f"{page}recover/").text


def test_only_a_superuser_with_our_own_form_recovers_a_table(tmp_path: Path) -> None:
    with deployments.embedded(tmp_path) as deployment:
        damaged_match(deployment, tmp_path)
        boss = Boss(deployment, tmp_path)
        page = damaged_page(boss)
        forged = boss.session.post(f"{boss.url}{page}recover/", headers={"Origin": boss.url}, timeout=PATIENCE)
        assert forged.status_code == 403
        stranger = requests.post(f"{boss.url}{page}recover/", timeout=PATIENCE)
        assert stranger.status_code == 403
        chunks = "SELECT game_id, body FROM chunks"
        before = ask(tmp_path / "data" / "tables.db", chunks)
        ask(tmp_path / "data" / "web.db", "UPDATE players SET is_superuser = 0")
        assert boss.get(f"{page}recover/").status_code == 403
        assert boss.post(f"{page}recover/").status_code == 403
        assert ask(tmp_path / "data" / "tables.db", chunks) == before

"""A server of several processes is backed up while people play there; another, on an empty PostgreSQL and an empty
Valkey, goes on from the backup."""

import asyncio
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca.backup import pack
from ludoteca.client import Seat
from tests.cli.terminal import refused
from tests.times import within
from tests.web import deployments
from tests.web.browser import Browser
from tests.web.deployments import Deployment, StorePair, command, empty_stores, environment
from tests.web.table_players import archived, play_together, sit_down, watch

from .archives import MADE, backed_up
from .test_under_play import SLOW, Evening, moved, resign_now, stones, turned_down, typed, unpacked


@pytest.fixture
def stores(monkeypatch: pytest.MonkeyPatch) -> Iterator[StorePair]:
    """Empty ones, which the environment names."""
    with empty_stores() as pair:
        for name, value in pair.around.items():
            monkeypatch.setenv(name, value)
        yield pair


def tokens_of(deployment: Deployment, *browsers: Browser) -> list[int]:
    return [moved(browser, deployment).get("me")["tokens"] for browser in browsers]


async def resign_at_once(seat: Seat) -> None:
    while (await seat.fresh()).view is None:
        await seat.changed()
    await resign_now(seat)


def test_games_go_on_and_stakes_add_up_after_a_restore_into_empty_stores(tmp_path: Path, stores: StorePair) -> None:
    """The rows are of a moment before the tables: a staked match has ended in between, and is paid out once."""
    with deployments.scaled_out(tmp_path) as deployment:
        around = deployment.stores.around
        black, white, ada, bo = deployment.browsers("Black", "White", "Ada", "Bo")
        code, ending = sit_down(black, white, config=SLOW), sit_down(ada, bo, game="orcain", preset="casual")
        tokens, staked = [each.table(code) for each in (black, white)], [each.table(ending) for each in (ada, bo)]
        game_id, ended = tokens[0]["game_id"], staked[0]["game_id"]
        typed("backup", str(tmp_path / "earlier.tar.gz"), **around)
        play_together(deployment, (staked[0], resign_at_once), (staked[1], watch))
        reason = archived(ada, ended)["reason"]
        paid = tokens_of(deployment, ada, bo)
        evening = Evening(deployment)
        later = tmp_path / "later.tar.gz"
        before = asyncio.run(evening.play(tokens, lambda: typed("backup", str(later), **around)))
    typed("restore", str(put_together(tmp_path)), **stores.around)
    (tmp_path / "there").mkdir()
    with deployments.scaled_out(tmp_path / "there", 1, 1, stores) as deployment:
        there = moved(black, deployment)
        assert archived(there, ended)["reason"] == reason
        assert tokens_of(deployment, ada, bo) == paid != [9, 9]
        play_together(deployment, (tokens[0], resign_now), (tokens[1], watch))
        assert archived(there, game_id)["reason"] == "resigned"
        kept = stones(there.ask("GET", f"matches/{game_id}/record").content)
        assert before[game_id] <= set(kept) <= evening.acknowledged[game_id]
        assert len(set(kept)) == len(kept)
        assert there.room()["status"] == "open"  # and gets a number that no row has
        assert "failed" not in deployment.log
        assert "a service is running" in turned_down("restore", str(later), "--force", **stores.around)
    assert "not empty" in turned_down("restore", str(later), **stores.around)
    assert any(forced(later, stores) for _ in within()), "once the service that was killed is missed"


def forced(file: Path, stores: StorePair) -> bool:
    around = environment(**stores.around)
    return subprocess.run(command("restore", str(file), "--force"), env=around, check=False).returncode == 0


def put_together(folder: Path) -> Path:
    """The rows of the earlier backup, and the tables of the later."""
    earlier, later = (unpacked(folder / f"{name}.tar.gz", folder / name) for name in ("earlier", "later"))
    whole = folder / "together.tar.gz"
    pack([earlier / "web.rows", later / "tables.db"], whole, MADE)
    return whole


def test_a_backup_of_the_other_kind_of_server_is_refused(tmp_path: Path, stores: StorePair) -> None:
    assert "`ludoteca serve`, not of several processes" in refused("restore", str(backed_up(tmp_path)))


def test_a_server_of_several_processes_is_backed_up_with_both_its_stores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    assert "REDIS_URL" in refused("backup", str(tmp_path / "file"))
    assert "PostgreSQL: " in refused("backup", str(tmp_path / "file"), "--redis", "redis://127.0.0.1:1/0")
    assert not list(tmp_path.iterdir())

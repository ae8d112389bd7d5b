"""A server is backed up while people play there; another is made of the backup, and they play on in that one."""

import asyncio
import sqlite3
import subprocess
import tarfile
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from ludoteca.backup import pack
from ludoteca.client import Seat, connect
from ludoteca.kernel.record import read
from tests.times import PATIENCE
from tests.web import deployments
from tests.web.browser import Browser, Json
from tests.web.deployments import Deployment, command, environment
from tests.web.table_players import archived, finished, play_together, sit_down, watch

from .archives import MADE

Stone = tuple[int, int, int]

PAIRS = 2
BEFORE = 3  # moves of everybody before the backup begins
ROOM = 50  # moves that everybody has time for while it is made; there is a last one afterwards
SLOW = {"turn_ms": 600_000}
STONES = [[(x, y) for y in range(15) for x in range(15) if ((x + 2 * y) % 4 < 2) == (seat == 0)] for seat in (0, 1)]
"""Per seat where it may play: with these nobody ever has five in a row."""


def typed(*arguments: str, **around: str) -> None:
    done = subprocess.run(command(*arguments), env=environment(**around), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def turned_down(*arguments: str, **around: str) -> str:
    """What a command says that fails, in a process of its own: Django may know another database in this one."""
    done = subprocess.run(command(*arguments), env=environment(**around), capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    return done.stderr


def back_up(deployment_folder: Path, file: Path) -> None:
    typed("backup", str(file), "--data", str(deployment_folder / "data"))


def restore(file: Path, deployment_folder: Path) -> None:
    deployment_folder.mkdir()
    typed("restore", str(file), "--data", str(deployment_folder / "data"))


def moved(browser: Browser, deployment: Deployment) -> Browser:
    """The same person, with the same cookies, at another server."""
    there = deployment.browser()
    there.session.cookies.update(browser.session.cookies)
    return there


def stones(record: bytes) -> list[Stone]:
    made = [entry.input for entry in read(record).entries]
    return [(each["seat"], each["action"]["x"], each["action"]["y"]) for each in made if each["type"] == "move"]


class Evening:
    """Every player makes the granted number of moves; what is acknowledged is noted."""

    def __init__(self, deployment: Deployment) -> None:
        self._deployment = deployment
        self._granted = 0
        self._grants: list[asyncio.Semaphore] = []
        self.acknowledged: dict[str, set[Stone]] = defaultdict(set)

    async def play(self, tokens: list[Json], back_up: Callable[[], None]) -> dict[str, set[Stone]]:
        """Some moves, then more of them while the server is backed up; what was acknowledged when that began."""
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            for token in tokens:
                self._grants.append(asyncio.Semaphore(0))
                group.create_task(self._seat(token, self._grants[-1]))
            await self._grant(BEFORE)
            before = {game_id: set(made) for game_id, made in self.acknowledged.items()}
            backing_up = asyncio.ensure_future(asyncio.to_thread(back_up))
            while not backing_up.done():
                await self._grant(self._granted < ROOM)
                await asyncio.wait([backing_up], timeout=0.01)
            await backing_up
            await self._grant(ROOM + 1 - self._granted)
            for grant in self._grants:
                grant.release()  # there is no stone left: they go
        return before

    async def _grant(self, more: int) -> None:
        """So many moves for everybody, and until they are made."""
        self._granted += more
        for grant in self._grants:
            for _ in range(more):
                grant.release()
        while sum(map(len, self.acknowledged.values())) < self._granted * len(self._grants):
            await asyncio.sleep(0)

    async def _seat(self, token: Json, grant: asyncio.Semaphore) -> None:
        async with connect(self._deployment.ws, token["game_id"], token=token["token"]) as seat:
            assert (await seat.join()).ok
            for x, y in STONES[int(token["player_id"])][: ROOM + 1]:
                await grant.acquire()
                await seat.turn()
                assert (await seat.act({"type": "place", "x": x, "y": y})).ok
                self.acknowledged[token["game_id"]].add((int(token["player_id"]), x, y))
            await grant.acquire()


def test_a_restored_backup_has_everything_acknowledged_before_it_and_games_go_on(tmp_path: Path) -> None:
    file, there = tmp_path / "kept.tar.gz", tmp_path / "there"
    with deployments.embedded(tmp_path) as deployment:
        pairs = [deployment.browsers(f"Ada {number}", f"Bo {number}") for number in range(PAIRS)]
        codes = [sit_down(*pair, config=SLOW) for pair in pairs]
        tokens = [browser.table(code) for pair, code in zip(pairs, codes, strict=True) for browser in pair]
        evening = Evening(deployment)
        before = asyncio.run(evening.play(tokens, lambda: back_up(tmp_path, file)))
        name = pairs[0][0].name
    restore(file, there)
    with deployments.embedded(there) as deployment:
        ada = moved(pairs[0][0], deployment)
        assert ada.name == name
        for black, white in zip(tokens[::2], tokens[1::2], strict=True):
            play_together(deployment, (black, resign_now), (white, watch))
            assert archived(ada, black["game_id"])["reason"] == "resigned"
            kept = stones(ada.ask("GET", f"matches/{black['game_id']}/record").content)
            assert before[black["game_id"]] <= set(kept) <= evening.acknowledged[black["game_id"]]
            assert len(set(kept)) == len(kept)


async def resign_now(seat: Seat) -> None:
    assert (await seat.resign()).ok


def test_what_happened_between_the_copies_of_the_two_databases_is_taken_in(tmp_path: Path) -> None:
    """Seconds lie between them here: a match ends, a table that was being opened is open, another match begins."""
    with deployments.embedded(tmp_path) as deployment:
        ada, bo, cy, di, ed, flo = deployment.browsers("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
        ending, opening = sit_down(ada, bo, config=SLOW), sit_down(cy, di, config=SLOW)
        tokens = ada.table(ending), cy.table(opening), di.table(opening)
        back_up(tmp_path, tmp_path / "earlier.tar.gz")
        finished(deployment, ada, bo, ending)
        ed.table(sit_down(ed, flo))
        back_up(tmp_path, tmp_path / "later.tar.gz")
    restore(put_together(tmp_path, not_yet_open=tokens[1]["game_id"]), tmp_path / "there")
    with deployments.embedded(tmp_path / "there") as deployment:
        ada, cy, di = (moved(each, deployment) for each in (ada, cy, di))
        assert archived(ada, tokens[0]["game_id"])["reason"] == "five"
        assert ada.get(f"rooms/{ending}")["status"] == "over"
        assert finished(deployment, cy, di, opening)["reason"] == "five"
        assert "failed" not in deployment.log


def put_together(folder: Path, not_yet_open: str) -> Path:
    """The web of the earlier backup, and the tables of the later."""
    earlier, later = (unpacked(folder / f"{name}.tar.gz", folder / name) for name in ("earlier", "later"))
    with closing(sqlite3.connect(earlier / "web.db")) as web, web:
        assert web.execute("UPDATE matches SET opened_at = NULL WHERE game_id = ?", [not_yet_open]).rowcount == 1
    whole = folder / "together.tar.gz"
    pack([earlier / "web.db", later / "tables.db", later / "secret"], whole, MADE)
    return whole


def unpacked(file: Path, folder: Path) -> Path:
    with tarfile.open(file) as tar:
        tar.extractall(folder, filter="data")
    return folder

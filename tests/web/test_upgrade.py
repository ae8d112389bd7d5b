"""Upgrading: what a server of the first release has kept is served by this one.

`former_web.sql` was written by that release: a member, a guest with whom they have played a match, a guest who only
opened a room and closed it, and a room that waits. `former_tables.sql` and `former_redis.json` are its tables, in
SQLite and in Valkey: a service was killed in the middle of five games. In SQLite some entries were folded into chunks
and the last ones were not; Valkey had snapshots. They are never made again: releases change, what they have kept does
not.
"""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Final

from ludoteca.client import Seat, connect
from ludoteca.runtime.redis.client import RedisClient
from ludoteca.tokens import Tokens, for_host, for_player
from tests.runtime.valkey import valkey
from tests.times import PATIENCE, now

from . import deployments
from .deployments import SECRET, Running

FORMER: Final = Path(__file__).with_name("former_web.sql")
SESSION: Final = "5dhf6gjar9dgclix0x4w6d2emdx6rt1h"  # the member's
FAR_AWAY: Final = "2999-01-01 00:00:00"

FORMER_TABLES: Final = Path(__file__).with_name("former_tables.sql")
FORMER_REDIS: Final = Path(__file__).with_name("former_redis.json")
LAST_EVENTS: Final = {
    "former_tables.sql": {"GOMOKU": 10, "BACKGA": 11, "ORCAIN": 28, "BRISCO": 23, "CATAN1": 17},
    "former_redis.json": {"GOMOKU": 10, "BACKGA": 11, "ORCAIN": 28, "BRISCO": 22, "CATAN1": 17},
}
"""How many events each table had had when its service was killed."""


def former(folder: Path) -> Path:
    folder.mkdir()
    with closing(sqlite3.connect(folder / "web.db")) as database:
        database.executescript(FORMER.read_text())
        database.execute("UPDATE django_session SET expire_date = ?", [FAR_AWAY])
        database.execute("UPDATE rooms SET changed_at = ?", [FAR_AWAY])  # or the room would be closed as abandoned
        database.commit()
    return folder / "web.db"


def test_everything_of_the_first_release_is_there_after_the_upgrade(tmp_path: Path) -> None:
    file = former(tmp_path / "data")
    with deployments.embedded(tmp_path, LUDOTECA_SECRET_KEY=SECRET) as deployment:
        known, again = deployment.browser(), deployment.browser()
        known.session.cookies.set("sessionid", SESSION)
        for browser in (known, again):
            if browser is again:
                again.post("me/login", {"name": "ada-lovelace", "password": "a horse, a battery, a staple"})
            me = browser.get("me")
            assert (me["player"]["nickname"], me["tokens"], me["rooms"]) == ("Ada", 10, ["9B3TD2"])
        assert [each["game_id"] for each in known.get("players/ada-lovelace")["matches"]] == ["LXA32R"]
        assert known.get("matches/LXA32R/replay")["total"] > 1
        assert [each["code"] for each in known.get("lobby")["rooms"]] == ["9B3TD2"]
    with closing(sqlite3.connect(file)) as database:
        ends = {end for (end,) in database.execute("SELECT expire_date FROM django_session")}
        assert FAR_AWAY not in {end[: len(FAR_AWAY)] for end in ends}
        assert database.execute("SELECT session_epoch FROM players").fetchall() == [(0,)] * 3
        assert ("adalovelace".replace("i", "l"),) in database.execute("SELECT skeleton FROM players").fetchall()


def put_into_sqlite(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.executescript(FORMER_TABLES.read_text())


def put_into_redis(url: str) -> None:
    """Leases have expired since."""

    async def main() -> None:
        client = RedisClient(url)
        await client.ready()
        for key, value in json.loads(FORMER_REDIS.read_text()).items():
            if isinstance(value, str):
                await client.call("SET", key, value)
            else:
                await client.call("SADD" if key.startswith("games:") else "RPUSH", key, *value)
        await client.close()

    asyncio.run(main())


@asynccontextmanager
async def seated(url: str, game_id: str) -> AsyncIterator[list[Seat]]:
    """Everybody at a table, back in their seats."""
    tokens, at = Tokens(SECRET), now()
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(connect(url, game_id, token=tokens.mint(for_host(game_id, at), at)))
        seats = []
        for info in (await host.sync()).seats:
            token = tokens.mint(for_player(game_id, info.player_id, at), at)
            seats.append(await stack.enter_async_context(connect(url, game_id, token=token)))
        for seat in seats:
            seat.patience = PATIENCE
            assert (await seat.join()).ok
        yield seats


async def move(url: str, game_id: str, last_event: int) -> None:
    """Nothing acknowledged is missing, and one of them makes a move."""
    async with seated(url, game_id) as seats:
        assert (await seats[0].sync()).seq >= last_event
        turns = [asyncio.ensure_future(seat.turn()) for seat in seats]
        await asyncio.wait(turns, return_when=asyncio.FIRST_COMPLETED)
        seat, snapshot = next((seat, turn.result()) for seat, turn in zip(seats, turns, strict=True) if turn.done())
        for turn in turns:
            turn.cancel()
        assert not snapshot.is_over
        assert (await seat.act(snapshot.legal[0])).ok


def play_on(service: Running, last_events: dict[str, int]) -> None:
    url = next(word for word in service.log.split() if word.startswith("ws://")).removesuffix("/table/ID")

    async def main() -> None:
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            for game_id, last_event in last_events.items():
                group.create_task(move(url, game_id, last_event))

    asyncio.run(main())
    assert '"event": "damaged"' not in service.log


def test_tables_in_sqlite_of_the_first_release_are_played_on(tmp_path: Path) -> None:
    put_into_sqlite(tmp_path / "tables.db")
    options = ("--data", str(tmp_path / "tables.db"), "--ops", "")
    with closing(Running("service", tmp_path / "log", *options, LUDOTECA_SECRET_KEY=SECRET)) as service:
        play_on(service, LAST_EVENTS["former_tables.sql"])


def test_tables_in_valkey_of_the_first_release_are_played_on(tmp_path: Path) -> None:
    with valkey(aof=True) as store:
        put_into_redis(store.url)
        options = ("--redis", store.url, "--ops", "")
        with closing(Running("service", tmp_path / "log", *options, LUDOTECA_SECRET_KEY=SECRET)) as service:
            play_on(service, LAST_EVENTS["former_redis.json"])

"""A Valkey that loses everything under a server: matches are aborted at once, stakes are returned, the host is told."""

import asyncio
from contextlib import nullcontext
from pathlib import Path

import pytest

from ludoteca.bots import bots_for
from ludoteca.process import Process, ProcessConfig
from ludoteca.runtime.bus import MemoryBus
from ludoteca.runtime.redis.client import RedisClient
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.store import MemoryStore
from ludoteca.web.errors import ApiError
from ludoteca.web.table_client import TableClient
from tests.gateway.places import TOKENS

from . import deployments
from .browser import Browser, eventually
from .table_players import sit_down


def tell(url: str, *words: str) -> None:
    """A command to Valkey, as an operator gives it."""

    async def main() -> None:
        client = RedisClient(url)
        await client.ready()
        await client.call(*words)
        await client.close()

    asyncio.run(main())


def tokens(*browsers: Browser) -> list[int]:
    return [browser.get("me")["tokens"] for browser in browsers]


def test_a_flushed_valkey_aborts_matches_and_returns_stakes(tmp_path: Path) -> None:
    with deployments.scaled_out(tmp_path) as deployment:
        ada, bo = deployment.browsers("Ada", "Bo")
        staked = sit_down(ada, bo, game="orcain", preset="casual")
        free = sit_down(ada, bo)
        codes = (staked, free)
        for code in codes:
            ada.table(code)
        assert tokens(ada, bo) == [9, 9]
        tell(deployment.redis.url, "FLUSHALL")
        eventually(lambda: all(ada.get(f"rooms/{code}")["status"] == "closed" for code in codes))
        assert tokens(ada, bo) == [10, 10]
        assert '"event": "tables_lost"' in deployment.log
        assert '"event": "fenced"' not in deployment.log
        for code in (sit_down(ada, bo), sit_down(bo, ada)):  # the emptied store serves new matches
            assert ada.table(code)["game_id"]


QUEUES = ({"game": "gomoku", "ranked": True}, {"game": "orcain", "ranked": False})


def test_ranked_and_staked_games_need_a_store_that_keeps_them(tmp_path: Path) -> None:
    with deployments.scaled_out(tmp_path, webs=1, services=1) as deployment:
        ada, bo = deployment.browsers("Ada", "Bo")
        ada.post("queue", QUEUES[0])
        tell(deployment.redis.url, "CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
        eventually(lambda: ada.ask("POST", "queue", QUEUES[0]).status_code == 503)
        for queue in QUEUES:
            assert ada.refused("POST", "queue", queue) == (503, "store_may_lose")
        staked = {"game": "orcain", "preset": "casual", "seats": ["me"]}
        assert ada.refused("POST", "rooms", staked) == (503, "store_may_lose")
        assert ada.table(sit_down(ada, bo))["game_id"]
        service = deployment._others[0]
        service.leave()
        service.start()
        eventually(lambda: "maxmemory-policy is allkeys-lru" in service.log)


class WeakStore(MemoryStore):
    async def weaknesses(self) -> list[str]:
        return ["appendonly is no"]


@pytest.mark.parametrize("accepted", [False, True])
def test_a_host_may_accept_that_the_store_loses_games(accepted: bool) -> None:
    config = ProcessConfig({}, bots_for, Settings(lossy_store=accepted))
    tables = TableClient(Process(config, WeakStore(), MemoryBus()), TOKENS)
    asyncio.run(tables.inspect_store())
    with nullcontext() if accepted else pytest.raises(ApiError, match="store_may_lose"):
        tables.check_store()

"""One hostile address against a real server, while others play: all their moves are answered, bots answer them, others
still get the page, and memory stays bounded. `python -m bench.abuse` measures how long a move takes meanwhile."""

import asyncio
from collections.abc import Iterator

import psutil
import pytest
import requests

from ludoteca.tokens import Tokens
from tests.times import PATIENCE

from .attacks import NAMES
from .bystanders import Bystanders, Latency, bot_answer
from .servers import SECRET, attacked, megabytes, served

MEGABYTES = 400


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, psutil.Popen]]:
    with served(tmp_path_factory.mktemp("attacked")) as running:
        yield running


@pytest.mark.parametrize("name", NAMES)
def test_others_play_on(name: str, server: tuple[int, psutil.Popen], capsys: pytest.CaptureFixture[str]) -> None:
    port, process = server
    place = f"{NAMES.index(name):02}"

    async def main() -> tuple[Latency, Latency]:
        bystanders = await Bystanders.sit_down(port, Tokens(SECRET), tables=4, prefix=f"B{place}")
        before = Latency.of(await bystanders.play(moves=4, seconds=0.1))
        with attacked(name, port, bystanders.tables[0].game_id) as attacker:
            during = Latency.of(await bystanders.play(moves=12, seconds=0.1))
            page = await asyncio.to_thread(requests.get, f"http://127.0.0.1:{port}/api/lobby", timeout=PATIENCE)
            assert page.status_code == 200
            await bot_answer(port, Tokens(SECRET), f"BOT{place}0")
            assert attacker.poll() is None
        await bystanders.leave()
        return before, during

    before, during = asyncio.run(asyncio.wait_for(main(), 2 * PATIENCE))
    with capsys.disabled():
        print(f"\n{name}: p99 {before.p99:.1f} ms, {during.p99:.1f} ms during it", end="")
    assert megabytes(process) <= MEGABYTES

"""Every process of a server is restarted in turn, behind a load balancer, while people play: nobody notices more than a
short pause."""

import asyncio
from collections import defaultdict
from pathlib import Path

import requests

from ludoteca.client import Seat, connect
from ludoteca.kernel.record import read
from tests.times import PATIENCE

from . import deployments
from .browser import Browser, Json
from .deployments import ScaledOut
from .load_balancer import load_balancer
from .table_players import archived, sit_down, watch

PAIRS = 2
PACE = 0.15  # seconds that a player thinks
CELLS = [(x, y) for y in range(15) for x in range(15)]
STONES = [[(x, y) for x, y in CELLS if ((x + 2 * y) % 4 < 2) == (seat == 0)][:100] for seat in (0, 1)]
"""Per seat where it may play: with these nobody ever has five in a row, and the board is never full."""


class Evening:
    """Games that go on until all processes have been restarted."""

    def __init__(self, url: str) -> None:
        self._url = url.replace("http", "ws", 1)
        self._over = asyncio.Event()
        self._all_seen = asyncio.Barrier(2 * PAIRS)
        self.acknowledged: dict[str, list[tuple[int, int, int]]] = defaultdict(list)

    async def play(self, tokens: list[Json], deployment: ScaledOut) -> None:
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            for token in tokens:
                group.create_task(self._seat(token))
            for process in (*deployment._others, *deployment._webs):
                await self._moves(len(tokens))
                assert await asyncio.to_thread(process.leave) == 0
                await self._moves(len(tokens))
                await asyncio.to_thread(process.start)
            self._over.set()

    async def _moves(self, more: int) -> None:
        """Until so many more were made, unless the boards are full."""
        wanted = min(sum(map(len, self.acknowledged.values())) + more, PAIRS * sum(map(len, STONES)))
        while sum(map(len, self.acknowledged.values())) < wanted:
            await asyncio.sleep(0.01)

    async def _seat(self, token: Json) -> None:
        async with connect(self._url, token["game_id"], token=token["token"]) as seat:
            seat.patience = PATIENCE
            assert (await seat.join()).ok
            for x, y in STONES[int(token["player_id"])]:
                await asyncio.sleep(PACE)
                turn = asyncio.ensure_future(seat.turn())
                over = asyncio.ensure_future(self._over.wait())
                await asyncio.wait((turn, over), return_when=asyncio.FIRST_COMPLETED)
                over.cancel()
                if self._over.is_set():
                    turn.cancel()
                    break
                await self._move(seat, token, x, y)
            await self._over.wait()
            while not all(each.present for each in (await seat.sync()).seats):
                await seat.changed()
            await self._all_seen.wait()
            if token["player_id"] == 0:
                assert (await seat.resign()).ok
            await watch(seat)

    async def _move(self, seat: Seat, token: Json, x: int, y: int) -> None:
        while not (result := await seat.act({"type": "place", "x": x, "y": y})).ok:
            assert result.recovery in ("retry", "sync"), result
            await seat.turn()
        self.acknowledged[token["game_id"]].append((int(token["player_id"]), x, y))


class Visitors:
    """They ask for the lobby, again and again, each on a new connection."""

    def __init__(self, url: str) -> None:
        self._url = f"{url}/api/lobby"
        self.is_over = False
        self.answers = 0

    def ask(self) -> None:
        while not self.is_over:
            assert requests.get(self._url, headers={"Connection": "close"}, timeout=PATIENCE).status_code == 200
            self.answers += 1


def inputs_of(browser: Browser, game_id: str) -> list[Json]:
    return [entry.input for entry in read(browser.ask("GET", f"matches/{game_id}/record").content).entries]


def test_no_move_no_seat_and_no_request_is_lost_in_a_rolling_restart(tmp_path: Path) -> None:
    with (
        deployments.scaled_out(tmp_path, sockets="", LUDOTECA_DRAIN_SECONDS="3") as deployment,
        load_balancer(deployment.urls) as balancer,
    ):
        pairs = [deployment.browsers(f"Ada {number}", f"Bo {number}") for number in range(PAIRS)]
        codes = [sit_down(*pair, config={"turn_ms": 600_000}) for pair in pairs]
        tokens = [browser.table(code) for pair, code in zip(pairs, codes, strict=True) for browser in pair]
        visitors = Visitors(balancer.url)

        async def main() -> Evening:
            evening = Evening(balancer.url)
            asking = asyncio.create_task(asyncio.to_thread(visitors.ask))
            try:
                await evening.play(tokens, deployment)
            finally:
                visitors.is_over = True
            await asking
            return evening

        evening = asyncio.run(main())
        assert visitors.answers
        for token in tokens[::2]:
            assert archived(pairs[0][0], token["game_id"])["reason"] == "resigned"
            *made, last = inputs_of(pairs[0][0], token["game_id"])
            assert {each["type"] for each in made} == {"move"}, "nobody has left or run out of time"
            moves = [(each["seat"], each["action"]["x"], each["action"]["y"]) for each in made]
            assert moves == evening.acknowledged[token["game_id"]]
            assert last["type"] == "resigned"

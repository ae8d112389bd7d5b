"""Who comes to a public server in an hour: guests who play bots and each other, open rooms and go, look at replays; and
members who come back every hour. All is done through the API and the sockets, as the page does it, each visitor from an
address of their own."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from typing import Final

from ludoteca.client import connect
from tests.times import PATIENCE
from tests.web.browser import Browser, Json, eventually

PASSWORD: Final = "correct horse battery staple"
AT_ONCE: Final = 7
MOVES: Final = 6
"""After so many moves people resign, so that an hour is short."""

TABLES: Final[tuple[Json, ...]] = (
    {"game": "gomoku", "seats": ["me", None]},
    {"game": "backgammon", "seats": ["me", None]},
    {"game": "orcain", "seats": ["me", "bot:random"]},
    {"game": "catan", "seats": ["me", "bot:random"]},
    {"game": "briscola", "seats": ["me", *["bot:greedy"] * 4]},
    {"game": "gomoku", "seats": ["me", "bot:greedy"]},
    {"game": "backgammon", "seats": ["me", "bot:random"]},
)


@dataclass
class Visits:
    """The hours of a server; each is like the others, but for who comes."""

    url: str
    visitors: int

    def __post_init__(self) -> None:
        self._numbers = count()
        self._dice = random.Random(1)
        self.replays = 0

    def hour(self) -> None:
        asyncio.run(self._hour())

    async def _hour(self) -> None:
        places = asyncio.Semaphore(AT_ONCE)
        tables = list(self._wanted())

        async def one(wanted: Json) -> None:
            async with places:
                await self._table(wanted)

        await asyncio.gather(*(one(wanted) for wanted in tables), self._leave_rooms_open(), self._member())

    def _wanted(self) -> Iterator[Json]:
        for number in range(self.visitors):
            yield TABLES[number % len(TABLES)]

    async def _table(self, wanted: Json) -> None:
        """A room is opened, its free seats are taken, a few moves are made, somebody resigns, and both look back."""
        with closing(self._browser()) as owner, closing(self._browser()) as other:
            await asyncio.to_thread(_guest, owner)
            made = await asyncio.to_thread(owner.post, "rooms", wanted)
            players = [owner]
            if None in wanted["seats"]:
                await asyncio.to_thread(_guest, other)
                await asyncio.to_thread(other.post, f"rooms/{made['code']}/sit", {})
                players.append(other)
            tokens = [await asyncio.to_thread(each.table, made["code"]) for each in players]
            async with asyncio.timeout(PATIENCE):
                over = await asyncio.gather(*(self._play(token) for token in tokens))
            if any(over):
                await asyncio.to_thread(self._look_back, owner, tokens[0]["game_id"])

    async def _play(self, token: Json) -> bool:
        """Whether the match is over then."""
        url, game_id = self.url.replace("http", "ws", 1), token["game_id"]
        async with connect(url, game_id, token=token["token"]) as seat:
            assert (await seat.join()).ok
            for _ in range(MOVES):
                snapshot = await seat.turn()
                if snapshot.is_over:
                    return True
                await seat.act(self._dice.choice(snapshot.legal))
            return (await seat.resign()).ok or not (await seat.leave()).ok  # some games cannot be resigned

    def _look_back(self, browser: Browser, game_id: str) -> None:
        if eventually(lambda: browser.get(f"matches/{game_id}")["ended_at"]):
            page = browser.ask("GET", f"matches/{game_id}/replay")
            self.replays += page.status_code == 200

    async def _leave_rooms_open(self) -> None:
        """And one that somebody has begun and never comes back to."""
        for wanted in ({"game": "gomoku"}, {"game": "gomoku", "seats": ["me", "bot:greedy"]}):
            with closing(self._browser()) as owner:
                await asyncio.to_thread(_guest, owner)
                await asyncio.to_thread(owner.post, "rooms", wanted)
                await asyncio.to_thread(owner.get, "lobby")

    async def _member(self) -> None:
        """Who has registered in the first hour, and logs in again from somewhere else."""
        with closing(self._browser()) as member:
            wanted = {"name": "ada-ada", "password": PASSWORD}
            entered = await asyncio.to_thread(member.ask, "POST", "me/login", wanted)
            if entered.status_code != 200:
                await asyncio.to_thread(member.post, "me/register", wanted | {"nickname": "Ada"})
            live = await asyncio.to_thread(member.live)
            await asyncio.to_thread(live.watch, None)
            await asyncio.to_thread(live.close)

    def _browser(self) -> Browser:
        """From an address that nobody has come from yet."""
        number = next(self._numbers)
        return Browser(self.url, f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}")


def _guest(browser: Browser) -> None:
    browser.post("me/guest", {})

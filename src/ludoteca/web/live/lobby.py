"""The lobby as bytes, read from the database once for each change, however many ask for it.

Laws kept here:
- What a caller gets was read after every change that was known when they asked.
- One reading at a time, and a pause between two: neither readers nor changes in great number cost more.
- Further pages are read as seldom: each is kept for a few seconds, and one is read at a time.
- How many people are here is counted when somebody asks, and costs no reading.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from ludoteca.kernel.values import encode, replace

from .. import schemas
from ..database_threads import in_thread
from . import serializers

PAUSE_SECONDS: Final = 0.3
KEPT_SECONDS: Final = 3.0

EMPTY: Final = schemas.Lobby((), (), 0, None)


class LobbyCache:
    def __init__(self, online: Callable[[], int]) -> None:
        self._online = online
        self._changes = 1
        self._known = 0  # of the changes, those before the reading that is kept
        self._lobby = EMPTY
        self._body = encode(EMPTY)
        self._began = -PAUSE_SECONDS
        self._reading: asyncio.Task[None] | None = None
        self._further: dict[int, tuple[float, bytes]] = {}  # pages by their beginning, and when they were read
        self._reading_further = asyncio.Lock()

    def change(self) -> None:
        """The database has changed, or may have."""
        self._changes += 1

    async def body(self, after: int = 0) -> bytes:
        """The lobby as it is now; after so many rooms, as it was a moment ago."""
        return await self._page(after) if after else await self._first()

    async def _page(self, after: int) -> bytes:
        async with self._reading_further:
            now = asyncio.get_running_loop().time()
            read_at, body = self._further.get(after, (now - KEPT_SECONDS, b""))
            if now - read_at >= KEPT_SECONDS:
                body = encode(await in_thread(serializers.lobby, self._online(), after))
                self._further[after] = now, body
            return body

    async def _first(self) -> bytes:
        wanted = self._changes
        while self._known < wanted:
            if self._reading is None:
                self._reading = asyncio.get_running_loop().create_task(self._read())
            await asyncio.shield(self._reading)
        if self._lobby.online != (online := self._online()):
            self._lobby = replace(self._lobby, online=online)
            self._body = encode(self._lobby)
        return self._body

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            await asyncio.sleep(self._began + PAUSE_SECONDS - loop.time())
            self._began, changes = loop.time(), self._changes
            self._lobby = await in_thread(serializers.lobby, self._online())
            self._body, self._known = encode(self._lobby), changes
        finally:
            self._reading = None

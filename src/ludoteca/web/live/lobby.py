"""The lobby as bytes, read from the database once for each change, however many ask for it.

Laws kept here:
- What a caller gets was read after every change that was known when they asked.
- One reading at a time, and a pause between two: neither readers nor changes in great number cost more.
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

EMPTY: Final = schemas.Lobby((), (), 0)


class LobbyCache:
    def __init__(self, online: Callable[[], int]) -> None:
        self._online = online
        self._changes = 1
        self._known = 0  # of the changes, those before the reading that is kept
        self._lobby = EMPTY
        self._body = encode(EMPTY)
        self._began = -PAUSE_SECONDS
        self._reading: asyncio.Task[None] | None = None

    def change(self) -> None:
        """The database has changed, or may have."""
        self._changes += 1

    async def body(self) -> bytes:
        """The lobby as it is now."""
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

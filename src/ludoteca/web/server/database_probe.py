"""Whether the database of the web can be written to: asked once a second at most, however many ask, and never waited
for longer than that.

It writes a session that nobody has and that has expired: `clearsessions` may delete it at any time.
"""

import asyncio
from typing import Final

from django.contrib.sessions.models import Session
from django.utils.timezone import now

from ..database_threads import in_thread

SECONDS: Final = 1.0
KEY: Final = "probe"


class DatabaseProbe:
    def __init__(self) -> None:
        self._asked = -SECONDS
        self._works = False
        self._asking: asyncio.Task[None] | None = None

    async def works(self) -> bool:
        """Whether it could be written to, a second ago or later."""
        if asyncio.get_running_loop().time() - self._asked >= SECONDS:
            if self._asking is None:
                self._asking = asyncio.get_running_loop().create_task(self._ask())
            await asyncio.wait([self._asking], timeout=SECONDS)
            if self._asking is not None:
                return False  # it still waits
        return self._works

    async def _ask(self) -> None:
        try:
            await in_thread(_write)
            self._works = True
        except Exception:  # whatever is wrong with it, it does not serve
            self._works = False
        finally:
            self._asked, self._asking = asyncio.get_running_loop().time(), None


def _write() -> None:
    Session.objects.update_or_create(session_key=KEY, defaults={"session_data": "", "expire_date": now()})

"""The wire between one browser and a house: it can be cut, and mended.

It runs in a thread of its own: whoever drives a browser cannot run an event loop.
"""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from tests.times import PATIENCE

from ..runtime.proxy import Proxy


class Wire:
    def __init__(self, proxy: Proxy, loop: asyncio.AbstractEventLoop) -> None:
        self._proxy = proxy
        self._loop = loop
        self.url = f"http://127.0.0.1:{urlsplit(proxy.url).port}/"

    def cut(self) -> None:
        """Every connection ends, and none comes about."""
        _do(self._loop, self._cut())

    def mend(self) -> None:
        _do(self._loop, self._mend())

    async def _cut(self) -> None:
        self._proxy.refuses = True
        self._proxy.cut()

    async def _mend(self) -> None:
        self._proxy.heal()


@contextmanager
def wire(url: str) -> Iterator[Wire]:
    """A wire to the house at that address."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    port = urlsplit(url).port
    assert port is not None
    proxy = Proxy(port)
    try:
        _do(loop, proxy.__aenter__())
        try:
            yield Wire(proxy, loop)
        finally:
            _do(loop, proxy.__aexit__(None, None, None))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _do(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any]) -> None:
    asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)

"""The network between one browser and a server: a proxy that can be cut and mended.

It runs in its own thread, because Playwright occupies the event loop of the test's.
"""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from tests.times import PATIENCE

from ..runtime.proxy import Proxy


class Network:
    def __init__(self, proxy: Proxy, loop: asyncio.AbstractEventLoop) -> None:
        self._proxy = proxy
        self._loop = loop
        self.url = f"http://127.0.0.1:{urlsplit(proxy.url).port}/"

    def cut(self) -> None:
        """End every connection, and refuse new ones."""
        _do(self._loop, self._cut())

    def mend(self) -> None:
        _do(self._loop, self._mend())

    async def _cut(self) -> None:
        self._proxy.refuses = True
        self._proxy.cut()

    async def _mend(self) -> None:
        self._proxy.heal()


@contextmanager
def network(url: str) -> Iterator[Network]:
    """A network to the server at that URL."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    port = urlsplit(url).port
    assert port is not None
    proxy = Proxy(port)
    try:
        _do(loop, proxy.__aenter__())
        try:
            yield Network(proxy, loop)
        finally:
            _do(loop, proxy.__aexit__(None, None, None))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _do(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any]) -> None:
    asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)

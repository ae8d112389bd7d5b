"""A load balancer in few lines: each connection goes to the next of the backends that say they are ready, byte by byte.

It looks now and then whether they are. It repeats nothing: a connection that a backend does not accept is lost, and so
is a request that it does not answer.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from urllib.parse import urlsplit

from tests.times import PATIENCE

LOOK_SECONDS = 0.1


class LoadBalancer:
    def __init__(self, urls: Sequence[str]) -> None:
        self._backends = [(str(urlsplit(url).hostname), int(urlsplit(url).port or 0)) for url in urls]
        self._ready = list(self._backends)
        self._turn = 0
        self.url = ""

    async def run(self, started: "Future[Callable[[], object]]") -> None:
        """Until what `started` gets is called, from any thread."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        looking = asyncio.create_task(self._look())
        loop = asyncio.get_running_loop()
        started.set_result(lambda: loop.call_soon_threadsafe(looking.cancel))
        with contextlib.suppress(asyncio.CancelledError):
            await looking
        server.close()

    async def _look(self) -> None:
        while True:
            answers = await asyncio.gather(*map(self._is_ready, self._backends))
            self._ready = [each for each, ready in zip(self._backends, answers, strict=True) if ready]
            await asyncio.sleep(LOOK_SECONDS)

    async def _is_ready(self, backend: tuple[str, int]) -> bool:
        with contextlib.suppress(OSError):
            async with _connected(*backend) as (reader, writer):
                writer.write(b"GET /ready HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                return b" 200 " in await reader.readline()
        return False

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._turn += 1
        backend = self._ready[self._turn % len(self._ready)]
        with contextlib.suppress(OSError):
            async with _connected(*backend) as (from_it, to_it):
                await asyncio.gather(_carry(reader, to_it), _carry(from_it, writer))
        await _closed(writer)


@asynccontextmanager
async def _connected(host: str, port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection(host, port)
    try:
        yield reader, writer
    finally:
        await _closed(writer)


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    await _closed(writer)


async def _closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


@contextmanager
def load_balancer(urls: Sequence[str]) -> Iterator[LoadBalancer]:
    """In a thread of its own, so that tests may block."""
    balancer = LoadBalancer(urls)
    started: Future[Callable[[], object]] = Future()
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(lambda: asyncio.run(balancer.run(started)))
        stop = started.result(PATIENCE)
        try:
            yield balancer
        finally:
            stop()
            running.result(PATIENCE)

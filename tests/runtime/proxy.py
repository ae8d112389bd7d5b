"""A network with faults: a proxy before a server; each of its two directions can be slow, held up, or swallow it all.

To hold up is what a broken cable does: nothing is taken, so the sender's buffers fill. To swallow is what a broken
middle does: all is taken, nothing comes out.
"""

import asyncio
import contextlib
from types import TracebackType

from .event_loop import turns


class Way:
    """One direction."""

    def __init__(self) -> None:
        self.delay = 0.0
        self.swallows = False
        self._open = asyncio.Event()
        self._open.set()

    def hold(self) -> None:
        self._open.clear()

    def free(self) -> None:
        self.delay, self.swallows = 0.0, False
        self._open.set()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                await self._open.wait()
                await asyncio.sleep(self.delay)
                if not self.swallows:
                    writer.write(data)
                    await writer.drain()
        writer.close()


class Proxy:
    """`async with Proxy(port) as proxy`: connect to `proxy.url` instead."""

    def __init__(self, port: int) -> None:
        self._target = port
        self.out, self.back = Way(), Way()
        self.refuses = False
        self.connections = 0
        self._both: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=1 << 16)
        self.url = f"redis://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/0"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        await turns()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.cut()
        await self._server.wait_closed()
        await turns()

    def cut(self) -> None:
        """End every connection at once."""
        for writer in self._both:
            writer.transport.abort()
        self._both.clear()

    def partition(self) -> None:
        self.out.hold()
        self.back.hold()

    def heal(self) -> None:
        self.refuses = False
        self.out.free()
        self.back.free()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._run(asyncio.current_task())
        self._both.add(writer)
        if self.refuses:
            writer.transport.abort()
            return
        self.connections += 1
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        self._both.add(far_writer)
        for way, source, target in ((self.out, reader, far_writer), (self.back, far_reader, writer)):
            self._run(asyncio.create_task(way.carry(source, target)))

    def _run(self, task: asyncio.Task[None] | None) -> None:
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

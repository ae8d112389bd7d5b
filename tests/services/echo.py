"""A WebSocket server that echoes messages, on its own thread."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_create_server


class Echo(WSListener):
    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            transport.send(WSMsgType.TEXT, frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code())
            transport.disconnect()


@contextmanager
def echoing() -> Iterator[str]:
    """Its address."""
    up: Future[tuple[str, Callable[[], object]]] = Future()
    thread = threading.Thread(target=lambda: asyncio.run(_serve(up)))
    thread.start()
    url, leave = up.result()
    try:
        yield url
    finally:
        leave()
        thread.join()


async def _serve(up: "Future[tuple[str, Callable[[], object]]]") -> None:
    """Runs until it is stopped: yields its address and a function that stops it."""
    loop, left = asyncio.get_running_loop(), asyncio.Event()
    async with await ws_create_server(lambda request: Echo(), "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        up.set_result((f"ws://127.0.0.1:{port}/", lambda: loop.call_soon_threadsafe(left.set)))
        await left.wait()

"""The head of a WebSocket's handshake, in the words that picows understands.

RFC 6455 has `Connection` hold a list that `upgrade` is in: Firefox sends `keep-alive, Upgrade`, and proxies add options
of their own, but picows wants `upgrade` alone. And it cannot answer a version that is not ASCII.
"""

from typing import Final

END: Final = b"\r\n\r\n"
LINE: Final = b"\r\n"
CONNECTION: Final = b"connection:"
ASCII: Final = (b"upgrade:", CONNECTION, b"sec-websocket-")


def understandable(received: bytes) -> bytes | None:
    """What was received, from the head on, with `Connection: Upgrade` in it where that is meant; None if it is no
    handshake."""
    head, end, rest = received.partition(END)
    lines = head.split(LINE)
    if any(line.lower().startswith(ASCII) and not line.isascii() for line in lines):
        return None
    connection = [line for line in lines if line.lower().startswith(CONNECTION)]
    options = {each.strip().lower() for line in connection for each in line[len(CONNECTION) :].split(b",")}
    if b"upgrade" in options:
        lines = [*(line for line in lines if line not in connection), b"Connection: Upgrade"]
    return LINE.join(lines) + end + rest

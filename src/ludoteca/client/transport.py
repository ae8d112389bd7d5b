"""Transports: how a follower's bytes travel, and what they report about the connection.

`socket_transport.py` goes through a gateway; `bus_transport.py` directly over the bus, without one.
"""

from typing import Protocol


class Unreachable(Exception):
    """There is no server."""


class Ended(Exception):
    """Nothing more will come, and why: `code` is one of the wire's."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class TransportListener(Protocol):
    """What a transport reports to."""

    @property
    def wants_more(self) -> bool:
        """Whether to reconnect when the connection breaks."""

    def up(self) -> None:
        """The connection is up."""

    def down(self) -> None:
        """The connection is lost, for now."""

    def receive(self, raw: bytes) -> None: ...

    def events_lost(self) -> None:
        """Events may have been lost."""

    def end(self, ended: Ended) -> None:
        """The connection is lost for good."""


class Transport(Protocol):
    async def open(self, listener: TransportListener) -> None:
        """Unreachable or Ended if no connection can be made."""

    def send(self, raw: bytes) -> None:
        """Send and forget; called only while the connection is up."""

    async def close(self) -> None: ...

"""Carriers: how a follower's bytes travel, and how they tell what has become of the line.

`socket_transport.py` goes through a gateway; `bus_transport.py` straight over the bus, beside the gateways.
"""

from typing import Protocol


class Unreachable(Exception):
    """Nobody is there."""


class Ended(Exception):
    """Nothing more will come, and why: `code` is one of the wire's."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class TransportListener(Protocol):
    """Whom a carrier tells."""

    @property
    def wants_more(self) -> bool:
        """Whether a line that breaks is to be opened again."""

    def up(self) -> None:
        """The line is there."""

    def down(self) -> None:
        """The line is gone, for now."""

    def receive(self, raw: bytes) -> None: ...

    def events_lost(self) -> None:
        """Something may have been lost."""

    def end(self, ended: Ended) -> None:
        """The line is gone for good."""


class Transport(Protocol):
    async def open(self, listener: TransportListener) -> None:
        """Unreachable or Ended if there is no line to be had."""

    def send(self, raw: bytes) -> None:
        """Send and forget; called only while the line is there."""

    async def close(self) -> None: ...

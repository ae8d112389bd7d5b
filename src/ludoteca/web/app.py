"""What this process has: a desk, a hub, a keeper. Put together in `web_process.py`, asked for by views."""

from dataclasses import dataclass

from .live.consumer import Hub
from .scheduler.scheduler import Keeper
from .table_client import Desk


@dataclass(frozen=True)
class House:
    desk: Desk
    hub: Hub
    keeper: Keeper


_houses: list[House] = []


def house() -> House:
    """Of this process; there is one, or this is not a server."""
    assert _houses, "no server runs in this process"
    return _houses[-1]


def furnish(built: House) -> None:
    _houses[:] = [built]

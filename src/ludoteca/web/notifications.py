"""Notifications: what has changed in the database, published to every web process for its live sockets.

Laws kept here:
- A notification is published after the commit, never before; it says what to read again, not what it says now.
- It may be lost: the next read shows the truth, and the scheduler polls.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.db import transaction

from ludoteca.kernel import Value
from ludoteca.kernel.values import encode

from . import schemas

CHANNEL: Final = "ludoteca.web"


class News(Value, frozen=True, omit_defaults=True):
    """Rooms (by code) and players (by key) that are not as they were; whether the lobby is; who is sent where; what was
    said; which session (by a digest of its key) is over; of which player all sessions are."""

    rooms: tuple[str, ...] = ()
    players: tuple[int, ...] = ()
    lobby: bool = False
    go: str = ""  # these players are to go to this room
    said: schemas.PhraseSaid | None = None
    out: str = ""
    out_player: int | None = None


@dataclass(frozen=True)
class Notifier:
    """Publishes notifications; `publish` puts the bytes on the bus, and may be called from any thread."""

    publish: Callable[[bytes], None]

    def __call__(self, news: News) -> None:
        """When the transaction under way has committed; at once if there is none."""
        raw = encode(news)
        transaction.on_commit(lambda: self.publish(raw))


def session_digest(key: str | None) -> str:
    """A session's name on the bus: its key is a secret, and a bus is for many."""
    return hashlib.sha256(key.encode()).hexdigest() if key else ""

"""The bus side of a host: it subscribes to `game.*.actions`, hands every action to its table, and answers on
`game.<id>.events`.

One subscription serves all tables of a process; an action for a table that another process holds costs a dict lookup.
The bus is inside the trust boundary: publishers have checked the token, and say who acts.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import structlog

from ludoteca.kernel import Malformed
from ludoteca.table.bus_frames import answer, named
from ludoteca.table.wire import (
    BYTES_AT_MOST,
    Action,
    Refusable,
    UnsupportedVersion,
    Who,
    encode,
    misaddressed,
    read_action,
    unreadable,
)

from .bus import Bus, Subscription
from .host import Host
from .settings import ACTIONS, EVENTS, LEAVING, game_of
from .store import Holder

ENVELOPE_BYTES: Final = 256
"""How much larger an action may be once its sender is written on it."""

log: Any = structlog.get_logger("ludoteca.service")


class BusCall:
    """An action from the bus. Every answer names it, so that a relay knows whose it is."""

    __slots__ = ("_bus", "_elsewhere", "action", "who")
    is_broadcast = True

    def __init__(self, bus: Bus, elsewhere: Callable[[Holder], None], who: Who, action: Action) -> None:
        self._bus = bus
        self._elsewhere = elsewhere
        self.who = who
        self.action = action

    def answer(self, frame: bytes) -> None:
        self._bus.publish(EVENTS.format(self.action.game_id), [answer(frame, self.action, self.who)])

    def served_elsewhere(self, holder: Holder) -> None:
        """Its owner has received it too."""
        self._elsewhere(holder)


class BusService:
    def __init__(self, host: Host) -> None:
        self._host = host
        self._bus = host.context.bus
        self._subscription: Subscription | None = None
        self._leaving: Subscription | None = None
        self._peers = host.peers
        self._peers.refuse = self._refuse

    async def start(self) -> None:
        self._leaving = await self._bus.subscribe(LEAVING, self._peer_leaves, _ignore)
        self._subscription = await self._bus.subscribe(ACTIONS.format("*"), self._hear, self._lost)

    async def stop(self) -> None:
        if self._subscription is not None:
            await self._subscription.end()
            self._bus.publish(LEAVING, [self._host.context.holder.name.encode()])
        if self._leaving is not None:
            await self._leaving.end()

    def _hear(self, channel: str, raw: bytes) -> None:
        game_id = game_of(channel)
        if game_id is None:
            return
        if (holder := self._host.loader.known_elsewhere(game_id)) is not None:
            self._peers.overhear(game_id, raw, holder)
            return
        try:
            action = read_action(raw, BYTES_AT_MOST + ENVELOPE_BYTES, game_id)
        except Refusable as refusable:
            action = refusable.action  # every process receives it; the table's owner refuses it
            if not isinstance(refusable, UnsupportedVersion):
                self._host.context.metrics.malformed.inc()
        except Malformed as malformed:
            self._host.context.metrics.malformed.inc()
            if game_id in self._host.hosted:
                frame = encode(unreadable(game_id, malformed, self._host.context.clock().wall))
                self._bus.publish(EVENTS.format(game_id), [named(frame)])
            return
        if action.game_id != game_id:
            action = misaddressed(action, game_id)
        elsewhere = partial(self._peers.overhear, game_id, raw)
        self._host.take(game_id, BusCall(self._bus, elsewhere, _who(action), action))

    def _peer_leaves(self, channel: str, name: bytes) -> None:
        if (leaving := name.decode(errors="replace")) != self._host.context.holder.name:
            self._peers.leaves(leaving)

    def _refuse(self, game_id: str, raw: bytes) -> None:
        """The process that has the table does not answer: say so in its place."""
        try:
            action = read_action(raw, BYTES_AT_MOST + ENVELOPE_BYTES, game_id)
        except Refusable as refusable:
            action = refusable.action
        except Malformed:
            return
        if action.game_id != game_id:
            action = misaddressed(action, game_id)
        call = BusCall(self._bus, _ignore, _who(action), action)
        self._host.fail(call, "the server that has this table does not answer")

    def _lost(self) -> None:
        """Actions may have been lost; their senders get no result and send them again."""
        log.warning("bus_was_cut")


def _ignore(*_: object) -> None:
    return None


def _who(action: Action) -> Who:
    role = action.role or ("observer" if action.player_id is None else "player")
    return Who(role, action.player_id if role == "player" else None)

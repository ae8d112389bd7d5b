"""A transport directly over the bus, for programs inside the trust boundary: nothing checks who they claim to be.

Laws kept here:
- It is its own gateway: it writes on the envelope who acts, and passes on only what is for its reader. Events addressed
  to others become empty frames of the same number.
- When it closes, its player leaves: nobody else would notice that they are gone.

Must not know: what is in a payload, any game.
"""

import asyncio
import contextlib
from collections import OrderedDict
from typing import Final

from ludoteca.kernel import Malformed, decode
from ludoteca.runtime.bus import Bus, Subscription
from ludoteca.runtime.calls import unavailable
from ludoteca.runtime.settings import ACTIONS, EVENTS
from ludoteca.runtime.store import Unavailable
from ludoteca.table.bus_frames import lean, unaddressed, with_sender
from ludoteca.table.effects import encoded_event
from ludoteca.table.wire import Action, Frame, Who, encode, read_action, result_error

from .transport import TransportListener, Unreachable

SENT_AT_MOST: Final = 256


class BusTransport:
    def __init__(self, bus: Bus, game_id: str, who: Who) -> None:
        self._bus = bus
        self._game_id = game_id
        self._who = who
        self._sent: OrderedDict[str, None] = OrderedDict()
        self._there = False  # whether its player has joined, and must leave at the end
        self._tasks: set[asyncio.Task[None]] = set()
        self._subscription: Subscription | None = None
        self._listener: TransportListener

    async def open(self, listener: TransportListener) -> None:
        self._listener = listener
        try:
            self._subscription = await self._bus.subscribe(
                EVENTS.format(self._game_id), self._receive, listener.events_lost
            )
        except Unavailable as error:
            raise Unreachable(str(error)) from None
        listener.up()

    def send(self, raw: bytes) -> None:
        action = read_action(raw)
        if self._who.role == "player" and action.message_type in ("join", "leave"):
            self._there = action.message_type == "join"
        self._sent[action.action_id] = None
        if len(self._sent) > SENT_AT_MOST:
            self._sent.popitem(last=False)
        task = asyncio.get_running_loop().create_task(self._publish(action))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        await asyncio.gather(*self._tasks)
        if self._there:
            leave = Action("leave", self._game_id, f"left-{next(reversed(self._sent))}"[:64])
            with contextlib.suppress(Unavailable):
                await self._bus.send(ACTIONS.format(self._game_id), with_sender(leave, self._who))
        if self._subscription is not None:
            await self._subscription.end()

    async def _publish(self, action: Action) -> None:
        try:
            heard = await self._bus.send(ACTIONS.format(self._game_id), with_sender(action, self._who))
            reason = "no server is running tables now" if heard == 0 else ""
        except Unavailable:
            reason = "the bus cannot be reached"
        if reason:
            self._listener.receive(encode(result_error(action, self._who, unavailable(reason), 0)))

    def _receive(self, _channel: str, raw: bytes) -> None:
        try:
            frame: Frame = decode(lean(raw), Frame)
            seen = self._seen(frame)
        except Malformed:
            return
        if seen is not None:
            self._listener.receive(seen)

    def _seen(self, frame: Frame) -> bytes | None:
        """The frame as this reader gets it, if at all."""
        if frame.action_id is None:
            return None if frame.seq is None else encoded_event(frame).bytes_for(self._who)
        ours = frame.action_id in self._sent and (frame.role, frame.player_id) == (self._who.role, self._who.seat)
        if not ours:
            return None
        return encode(frame if frame.message_type == "action.result" else unaddressed(frame))

"""A follower: one reader of one table, sans-I/O. Bytes and the time go in; bytes to send and news come out.

It holds the last snapshot and the number of the last event, asks for what it has missed, and sends its actions until
each has a result. Its driver passes in what arrives and the time, sends what is in `to_send`, reads `news`, and calls
`tick` no later than `next()`.

Laws kept here:
- Whatever is lost, duplicated or reordered on the way, it reaches the newest snapshot as soon as frames get through.
- Events come out at most once, in order. A number is skipped only where a snapshot stands for it.
- An event makes the snapshot stale. Then one `sync` gets a new one: at once when this reader must act, else after a
  moment, so that a burst costs one; and never two at a time.
- It is deterministic: time and ids are passed in.

Must not know: sockets, buses, clocks, any game.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from ludoteca.kernel import Malformed
from ludoteca.kernel.values import build, decode

from .messages import ErrorBody, Event, ReceivedFrame, Result, ResultBody, Snapshot
from .outbox import UNDELIVERED, Outbox, Pace
from .reorder_buffer import ReorderBuffer
from .resync import Need, Resync

LAST: Final = frozenset({"match.end", "table.closed"})
JOIN_KEYS: Final = ("name", "client_seed")


class Answer(NamedTuple):
    """The result of an action, by the ticket that `say` or `join` gave."""

    ticket: str
    result: Result


News: TypeAlias = Event | Answer


class Follower:
    def __init__(
        self, game_id: str, new_id: Callable[[], str], pace: Pace | None = None, since: int | None = None
    ) -> None:
        """`since` is the number of an event: ask for those after it, if the table still has them."""
        self.game_id = game_id
        self.snapshot: Snapshot | None = None
        self.snapshot_at = 0
        self.ended: Result | None = None  # why nothing more will come, if nothing will
        self.to_send: list[bytes] = []
        self.news: list[News] = []
        self._pace = pace or Pace()
        self._actions = Outbox(game_id, new_id, self._pace)
        self._resync = Resync(self._pace)
        self._buffer = ReorderBuffer(since)
        self._asked_knowing = 0  # the last event known of when we last asked
        self._wants_past = since is not None
        self._snapshot_ts = 0
        self._connected = self._following = False
        self._joined: dict[str, Any] | None = None  # the `join` to repeat over a new connection
        self._events_lost = False  # only the result of a new `sync` can tell whether any were
        self._doubted = False  # the table has contradicted the snapshot, which must be replaced
        self._urgent = False
        self._heard_at = 0

    # Calls of the driver

    def connected(self, now: int) -> None:
        """The connection is up, for the first time or again. No event tells of changed timers: a restarted server may
        have given more time."""
        self._connected, self._heard_at, self._doubted = True, now, self._following
        joining = self._actions.joining()
        if joining is not None:  # it may have been carried out over the old connection, and undone when that broke
            self._actions.forget(joining.ticket)
            self._join(self._joined or {}, now, joining.ticket)
        elif self._joined is not None:
            self._join(self._joined, now)
        elif self._following:
            self._doubt_line()
        self._actions.all_at(now)
        self.tick(now)

    def disconnected(self) -> None:
        self._connected = False
        self._resync.rest()

    def events_lost(self, now: int) -> None:
        """Something may have been lost on the way here."""
        self._doubt_line()
        self.tick(now)

    def tick(self, now: int) -> None:
        if not self._connected or self.ended is not None:
            return
        if self._following and not self.is_over and now >= self._heard_at + self._pace.idle:
            self._heard_at = now
            self._doubt_line()
        self.to_send += self._actions.due(now)
        self._ask_if_needed(now)

    def next(self) -> int | None:
        """When to call `tick` at the latest."""
        if not self._connected or self.ended is not None:
            return None
        idle = self._heard_at + self._pace.idle if self._following and not self.is_over else None
        return min((at for at in (self._resync.at, self._actions.next(), idle) if at is not None), default=None)

    # Calls of its reader

    def join(self, now: int, name: str = "", client_seed: str = "") -> str:
        given = zip(JOIN_KEYS, (name, client_seed), strict=True)
        ticket = self._join({key: value for key, value in given if value}, now)
        self.tick(now)
        return ticket

    def say(self, message_type: str, payload: dict[str, Any], now: int) -> str:
        """Send any other action; the ticket of its result. Malformed if no table could read it."""
        if message_type == "leave":
            self._joined = None
        ticket = self._actions.add(message_type, payload, now)
        self.tick(now)
        return ticket

    def forget(self, ticket: str) -> Result | None:
        """Give up on a result; why it did not come, if known."""
        return self._actions.forget(ticket)

    def refresh(self, now: int) -> None:
        """Follow the table, and ask for a snapshot."""
        self._following = self._doubted = True
        self.tick(now)

    @property
    def seq(self) -> int:
        """The last event before which none is missing."""
        return self._buffer.seq

    @property
    def is_fresh(self) -> bool:
        """Whether the snapshot is the newest, as far as is known here."""
        waiting = not self._connected or not self._following or self._actions.joining() is not None
        return not waiting and self.snapshot is not None and self._need() is None

    @property
    def is_over(self) -> bool:
        return self.snapshot is not None and self.snapshot.is_over

    # Incoming

    def receive(self, raw: bytes, now: int) -> None:
        """One frame. One that cannot be read, or is for another table, changes nothing."""
        try:
            frame: ReceivedFrame = decode(raw, ReceivedFrame)
            if frame.game_id == self.game_id:
                self._heard_at = now
                self._receive(frame, now)
        except Malformed:
            return
        self.tick(now)

    def _receive(self, frame: ReceivedFrame, now: int) -> None:
        match frame.message_type:
            case "action.result" if frame.action_id is not None:
                body: ResultBody = build(frame.payload, ResultBody)
                self._result(frame.action_id, body.result())
            case "sync":
                self._synced(build(frame.payload, Snapshot), frame.ts, now)
            case "error":
                self._error(build(frame.payload, ErrorBody))
            case kind if frame.seq is not None:
                self._tell(self._buffer.add(Event(frame.seq, kind, frame.payload, frame.ts, frame.to_act)))

    def _tell(self, events: list[Event]) -> None:
        self.news += events
        for event in events:
            if event.to_act is not None or event.kind in LAST:
                self._urgent = event.kind in LAST or self._you in (event.to_act or ())

    def _synced(self, snapshot: Snapshot, ts: int, now: int) -> None:
        if self._is_older(snapshot.seq, ts):
            return
        self.snapshot, self._snapshot_ts, self.snapshot_at = snapshot, ts, now
        self._doubted = False
        self._resync.drop()
        self._tell(self._buffer.jump(snapshot.seq))

    def _is_older(self, seq: int, ts: int) -> bool:
        """Older than the current snapshot. The server's clock, which may go back, counts only between equal numbers."""
        if self.snapshot is None or seq > self.snapshot.seq:
            return False
        return seq < self.snapshot.seq or (ts <= self._snapshot_ts and not self._doubted)

    def _result(self, action_id: str, result: Result) -> None:
        if action_id == self._resync.action_id:
            self._sync_result(result)
            return
        settled = self._actions.answered(action_id, result)
        if settled is None:
            return
        self.news.append(Answer(settled.ticket, result))
        if settled.message_type == "join":
            self._following = self._following or result.ok
            if not result.ok:
                self._joined = None
        if result.ok:
            self._learn(result)
        else:
            self._doubted = self._following

    def _sync_result(self, result: Result) -> None:
        if result.ok:
            if result.seq < self._asked_knowing:
                self._begin_again()
            self._events_lost = False
            self._learn(result)
        elif not (result.code in UNDELIVERED and result.recovery == "retry"):
            self.ended = result

    def _begin_again(self) -> None:
        """The table has fewer events than it had: its store has lost some, so what is known here is void."""
        self._buffer, self.snapshot = ReorderBuffer(None), None

    def _learn(self, result: Result) -> None:
        """A result says which event the table is at, and may come before the events that led there."""
        self._buffer.learn(result.seq)
        snapshot = self.snapshot
        if snapshot is not None and result.seq == snapshot.seq and (result.decision or 0) > (snapshot.decision or 0):
            self._doubted = True

    def _error(self, error: ErrorBody) -> None:
        if error.code == "desync":
            self._doubt_line()
            self._doubted = self._following  # another process may have the table now, and have restarted its clocks
        elif error.code in ("duplicate_connection_handled", "unauthorized"):
            self.ended = Result(ok=False, code=error.code, reason=error.reason, recovery="noop")

    # Requests

    def _need(self) -> Need | None:
        if not self._following:
            return None
        if self._buffer.has_gap or (self._events_lost and self._buffer.has_begun):
            return "events"
        if self.snapshot is None or self.snapshot.seq < self._buffer.known or self._doubted or self._events_lost:
            return "view"
        return None

    def _ask_if_needed(self, now: int) -> None:
        need = self._need()
        if need is None or self._actions.joining() is not None:  # the answer to a join includes a snapshot
            self._resync.rest()
        elif self._resync.is_due(need, self._delay(need), now):
            payload = {"last_seq": self.seq} if need == "events" else {}
            self._asked_knowing = self._buffer.known
            action_id, raw = self._actions.write("sync", payload)
            self._resync.asked(need, action_id, now)
            self.to_send.append(raw)

    def _delay(self, need: Need) -> int:
        """A gap in the numbers is a loss, so do not wait; a result may for a moment be ahead of its events."""
        if need == "events":
            return 0 if self._buffer.is_ahead else self._pace.settle
        return 0 if self._urgent or self._doubted else self._pace.settle

    def _doubt_line(self) -> None:
        self._events_lost = True
        self._resync.drop()

    def _join(self, given: dict[str, Any], now: int, ticket: str = "") -> str:
        self._joined = given
        self._events_lost = False  # its result will say which event the table is at
        knows_where = self._buffer.has_begun and (self._wants_past or self.snapshot is not None)
        behind = {"last_seq": self.seq} if knows_where else {}
        return self._actions.add("join", {**given, **behind}, now, ticket)

    @property
    def _you(self) -> int | None:
        return None if self.snapshot is None else self.snapshot.you

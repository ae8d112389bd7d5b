"""Actions without a result. Each is sent again, under the same id, until a result comes.

Laws kept here:
- The same action never goes out under two ids. A `join` over a new connection is another action: it says that the
  player is back; a caller that waits for the old one gets the new one's result (a `ticket` identifies both).
- `retry` for an action that did not arrive is not a result: it is sent again. It is kept only for callers that give up
  waiting.

Must not know: sockets, clocks.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from ludoteca.table.wire import Action, encode, read_action

from .messages import Result

UNANSWERED_AT_MOST: Final = 1024
UNDELIVERED: Final = frozenset({"game_unavailable", "routing_failed"})


@dataclass(frozen=True, slots=True)
class Pace:
    """How patient a client is, in milliseconds."""

    resend: int = 1000  #: an action without a result is sent again after this, then after twice as long …
    resend_at_most: int = 8000  #: … up to this
    settle: int = 50  #: several events at once cost one request
    idle: int = 15_000  #: after this much silence, ask whether something was lost

    def wait(self, tries: int) -> int:
        """Before the next try, after so many."""
        return min(self.resend_at_most, self.resend << (min(tries, 16) - 1))


@dataclass(slots=True)
class Unanswered:
    ticket: str
    message_type: str
    raw: bytes
    at: int  # when to send it next
    tries: int = 0
    last: Result | None = None  # why it did not arrive the last time, if known


class Outbox:
    def __init__(self, game_id: str, new_id: Callable[[], str], pace: Pace) -> None:
        self._game_id = game_id
        self._new_id = new_id
        self._pace = pace
        self._unanswered: dict[str, Unanswered] = {}

    def write(self, message_type: str, payload: dict[str, Any]) -> tuple[str, bytes]:
        """An envelope and its id. Malformed, a ValueError, if no table could read it."""
        action = Action(message_type, self._game_id, self._new_id(), payload=payload)
        raw = encode(action)
        read_action(raw)
        return action.action_id, raw

    def add(self, message_type: str, payload: dict[str, Any], now: int, ticket: str = "") -> str:
        """Queue an action; its ticket. OverflowError if too many wait already."""
        if len(self._unanswered) >= UNANSWERED_AT_MOST:
            raise OverflowError("too many actions wait for a result")
        action_id, raw = self.write(message_type, payload)
        self._unanswered[action_id] = Unanswered(ticket or action_id, message_type, raw, now)
        return ticket or action_id

    def forget(self, ticket: str) -> Result | None:
        """Drop an action; why it did not arrive, if known."""
        for action_id, each in list(self._unanswered.items()):
            if each.ticket == ticket:
                del self._unanswered[action_id]
                return each.last
        return None

    def joining(self) -> Unanswered | None:
        return next((each for each in self._unanswered.values() if each.message_type == "join"), None)

    def all_at(self, now: int) -> None:
        """Send everything now: the connection is new."""
        for each in self._unanswered.values():
            each.at, each.tries = now, 0

    def due(self, now: int) -> list[bytes]:
        """What must be sent now; a `join` first, because nothing else is accepted without it."""
        due = [each for each in self._unanswered.values() if each.at <= now]
        due.sort(key=lambda each: each.message_type != "join")
        for each in due:
            each.tries += 1
            each.at = now + self._pace.wait(each.tries)
        return [each.raw for each in due]

    def next(self) -> int | None:
        return min((each.at for each in self._unanswered.values()), default=None)

    def answered(self, action_id: str, result: Result) -> Unanswered | None:
        """The action that this result completes, if it completes one."""
        found = self._unanswered.get(action_id)
        if found is None:
            return None
        if not result.ok and result.recovery == "retry" and result.code in UNDELIVERED:
            found.last = result
            return None
        return self._unanswered.pop(action_id)

"""What a client hears, as values: frames as they arrive, and what is made of them.

Laws kept here: of what comes in, only what is used is looked at. A later version of the protocol may add keys, fields
and events; a client that does not know them goes on.

Must not know: any game: views, legal actions and payloads stay as JSON holds them.
"""

from typing import Any

from ludoteca.kernel import Outcome, Seat, Value
from ludoteca.kernel.values import field


class Frame(Value, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """Any message to a reader."""

    message_type: str
    game_id: str
    payload: Any
    action_id: str | None = None
    ts: int = 0
    seq: int | None = None
    to_act: tuple[Seat, ...] | None = None


class SeatTaken(Value, frozen=True, forbid_unknown_fields=False):
    """One seat: its number, its name in the game, and who sits there."""

    player_id: Seat
    seat: str
    name: str
    bot: str | None
    joined: bool
    present: bool


class TimeLeft(Value, frozen=True, forbid_unknown_fields=False):
    """A wait: whose time it is, and how much of it was left when the snapshot was taken."""

    name: str
    seats: tuple[Seat, ...]
    ms: int
    paused: bool


class Snapshot(Value, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """Everything this reader may know. `view` and `legal` are JSON; the game's own types make values of them."""

    game: str
    game_version: str
    config: Any
    seats: tuple[SeatTaken, ...]
    you: Seat | None
    seq: int
    to_act: tuple[Seat, ...]
    decision: int | None
    legal: tuple[Any, ...]
    timers: tuple[TimeLeft, ...]
    view: Any
    outcome: Outcome | None
    closed: bool
    commitment: str = ""
    client_seeds: tuple[str, ...] | None = None
    reveal: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether nobody can act any more."""
        return self.closed or self.outcome is not None

    @property
    def is_mine(self) -> bool:
        """Whether it is for this reader to act."""
        return self.you is not None and self.you in self.to_act and not self.is_over


class Event(Value, frozen=True):
    """Something happened. `kind` is its name; one that is not for this reader is `event.hidden`, without a payload."""

    seq: int
    kind: str
    payload: Any
    ts: int = 0
    to_act: tuple[Seat, ...] | None = None


class Result(Value, frozen=True, kw_only=True):
    """What came of an action. If it is not `ok`: why not, in a word for programs, in words for people, and in facts."""

    ok: bool
    code: str = ""
    reason: str = ""
    recovery: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    seq: int = 0  #: of the action's last event, or of the last there was
    decision: int | None = None  #: the number of the player's latest decision then


class Effects(Value, frozen=True, forbid_unknown_fields=False):
    seq: int = 0
    decision: int | None = None


class ResultBody(Value, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The payload of an `action.result`."""

    status: str
    effects: Effects = Effects()
    code: str = ""
    reason: str = ""
    recovery: str = ""
    facts: dict[str, Any] = field(default_factory=dict)

    def result(self) -> Result:
        return Result(
            ok=self.status == "ok",
            code=self.code,
            reason=self.reason,
            recovery=self.recovery,
            facts=self.facts,
            seq=self.effects.seq,
            decision=self.effects.decision,
        )


class ErrorBody(Value, frozen=True, forbid_unknown_fields=False):
    """The payload of an `error`, which answers nothing."""

    code: str = ""
    reason: str = ""

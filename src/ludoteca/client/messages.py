"""What a client receives, as values: frames as they arrive, and what is made of them.

Laws kept here: unknown fields are ignored, at any depth. A later version of the protocol may add keys, fields and
events; a client that does not know them goes on.

Must not know: any game: views, legal actions and payloads stay as JSON holds them.
"""

from typing import Any

from ludoteca.kernel import Seat, Value, contract
from ludoteca.kernel.values import field
from ludoteca.table import messages
from ludoteca.table.wire import ActionEffects


class ReceivedFrame(Value, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """Any message to a reader."""

    message_type: str
    game_id: str
    payload: Any
    action_id: str | None = None
    ts: int = 0
    seq: int | None = None
    to_act: tuple[Seat, ...] | None = None


class SeatTaken(messages.SeatTaken, frozen=True, forbid_unknown_fields=False):
    """One seat: its number, its name in the game, and who sits there."""


class TimeLeft(messages.TimeLeft, frozen=True, forbid_unknown_fields=False):
    """A timer: whose time it is, and how much was left when the snapshot was taken."""


class ToldWords(messages.ToldWords, frozen=True, forbid_unknown_fields=False):
    """An event in the game's own words for this reader, by its number."""


class Outcome(contract.Outcome, frozen=True, forbid_unknown_fields=False):
    """How it ended: a score for each seat, and why."""


class Snapshot(messages.Snapshot, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """Everything this reader may know. `view` and `legal` are JSON; build values from them with the game's types."""

    outcome: Outcome | None
    seats: tuple[SeatTaken, ...]
    timers: tuple[TimeLeft, ...]
    told: tuple[ToldWords, ...] | None = None
    touch: tuple[tuple[str, ...], ...] | None = None

    @property
    def is_over(self) -> bool:
        """Whether nobody can act any more."""
        return self.closed or self.outcome is not None

    @property
    def is_mine(self) -> bool:
        """Whether it is for this reader to act."""
        return self.you is not None and self.you in self.to_act and not self.is_over


class Event(Value, frozen=True):
    """Something happened. `kind` is its name; one that this reader may not see is `event.hidden`, without a payload."""

    seq: int
    kind: str
    payload: Any
    ts: int = 0
    to_act: tuple[Seat, ...] | None = None


class Result(Value, frozen=True, kw_only=True):
    """The result of an action. If it is not `ok`: a code for programs, a reason for people, and facts."""

    ok: bool
    code: str = ""
    reason: str = ""
    recovery: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    seq: int = 0  #: of the action's last event, or of the last event there was
    decision: int | None = None  #: the number of the player's latest decision then


class ResultEffects(ActionEffects, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """What an accepted action led to."""


class ResultBody(Value, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The payload of an `action.result`."""

    status: str
    effects: ResultEffects = ResultEffects(seq=0)
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

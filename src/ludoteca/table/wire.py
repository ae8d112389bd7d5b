"""The wire: envelopes of the bridge, in and out. docs/protocol.md is the manual.

Laws kept here:
- An envelope from outside is bounded and strict: it decodes as a whole, or `Malformed` says where it does not. If its
  id can be read, it is refused by that.
- Outgoing keys and their order are the specification's; what we add (`seq`, `to_act`, `to`, `spectators`) is optional.
- A hidden frame has the number of the event it stands for, and nothing else.

Must not know: what is in a payload, who is connected.
"""

from typing import Annotated, Any, Final, Literal, TypeAlias

from ludoteca.kernel import Malformed, Meta, Seat, Value
from ludoteca.kernel.contract import major
from ludoteca.kernel.values import build, decode, encode, field, members_of, replace

VERSION: Final[Literal["1.0.0"]] = "1.0.0"
BYTES_AT_MOST: Final = 4096
SEARCHED_AT_MOST: Final = 65_536
"""How many bytes are searched for the id of an action that is not understood."""
HIDDEN: Final = "event.hidden"

Role: TypeAlias = Literal["player", "observer", "host"]
ErrorCode: TypeAlias = Literal[
    "unauthorized",
    "join_failed",
    "duplicate_connection_handled",
    "invalid_turn",
    "invalid_card",
    "invalid_bid",
    "invalid_action",
    "forbidden",
    "desync",
    "game_unavailable",
    "routing_failed",
]
Recovery: TypeAlias = Literal["sync", "retry", "noop"]

GameId: TypeAlias = Annotated[str, Meta(pattern="^[A-Z0-9]{6}$", max_length=6)]
ActionId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
MessageType: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]


IDENTIFYING: Final[dict[str, Any]] = {"action_id": ActionId, "game_id": GameId, "player_id": Seat, "role": Role}


class Action(Value, frozen=True):
    """An incoming envelope. `player_id` and `role` are what the sender claims; a token decides."""

    message_type: MessageType
    game_id: GameId
    action_id: ActionId
    player_id: Seat | None = None
    role: Role | None = None
    ts: Annotated[int, Meta(ge=0)] = 0
    version: Annotated[str, Meta(pattern=r"^[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}$", max_length=14)] = VERSION
    origin: Literal["web", "game"] = "web"
    payload: dict[str, Any] = field(default_factory=dict)


class Frame(Value, frozen=True, omit_defaults=True, kw_only=True):
    """An outgoing envelope: an event, a result, a snapshot or an error. The order of keys is the specification's."""

    message_type: str
    game_id: GameId
    action_id: ActionId | None = None
    player_id: Seat | None
    role: Role
    ts: int
    version: Literal["1.0.0"]
    origin: Literal["game"]
    payload: Any
    seq: int | None = None
    to_act: tuple[Seat, ...] | None = None  # on the last event of an input: who must act now
    to: tuple[Seat, ...] | None = None  # on the bus only: who may see it; everyone, if absent
    spectators: bool = False


class FaultyAction(Action, frozen=True):
    """An action that is refused by its id: what can be read of one that is not understood, or one for another table."""

    fault: str = ""
    code: ErrorCode = "invalid_action"

    @property
    def refusal(self) -> "Refusal":
        return Refusal(self.code, self.fault, "noop")


class Refusable(Malformed):
    """An action that is not understood, but can be refused."""

    def __init__(self, action: Action, fault: Malformed) -> None:
        super().__init__(fault.reason, fault.where)
        self.action = FaultyAction(**_fields(action), fault=str(fault))


class UnsupportedVersion(Refusable):
    """An action of another protocol version."""

    def __init__(self, action: Action) -> None:
        super().__init__(action, Malformed(f"protocol {action.version} is not supported; use {VERSION}", "$.version"))


def misaddressed(action: Action, game_id: str) -> FaultyAction:
    """An action that came to the table `game_id`, but names another: the table it came to refuses it."""
    fields = {**_fields(action), "game_id": game_id}
    return FaultyAction(**fields, fault="that is another table", code="join_failed")


def _fields(action: Action) -> dict[str, Any]:
    return {name: getattr(action, name) for name in Action.__struct_fields__}


def read_action(data: bytes, at_most: int = BYTES_AT_MOST, game_id: str = "") -> Action:
    """An envelope from outside. Refusable if it is not understood but has an id; `game_id` is where it came in."""
    try:
        action = _read(data, at_most)
    except Malformed as malformed:
        found = _identified(data, game_id) if len(data) <= SEARCHED_AT_MOST else None
        raise malformed if found is None else Refusable(found, malformed) from None
    if action.version != VERSION and major(action.version) != major(VERSION):
        raise UnsupportedVersion(action)
    return action


def _read(data: bytes, at_most: int) -> Action:
    action: Action = decode(data, Action, at_most=at_most)
    if action.origin != "web":
        raise Malformed("an action comes from the web side", "$.origin")
    if not action.message_type.isprintable():
        raise Malformed("not printable", "$.message_type")
    if not action.action_id.isprintable():
        raise Malformed("not printable", "$.action_id")
    if not action.version.isprintable():  # a final newline passes a pattern's `$`
        raise Malformed("not printable", "$.version")
    return action


def _identified(data: bytes, game_id: str) -> Action | None:
    """The action's id, and who sends it; None if it has no id."""
    members = members_of(data)
    known = {name: _valid(members.get(name), kind) for name, kind in IDENTIFYING.items()}
    if known["action_id"] is None or not known["action_id"].isprintable():
        return None
    return Action("", game_id or known["game_id"] or "", known["action_id"], known["player_id"], known["role"])


def _valid(value: Any, kind: Any) -> Any:
    try:
        return build(value, kind)
    except Malformed:
        return None


def event(  # noqa: PLR0913, PLR0917 - an envelope has that many keys
    game_id: str,
    message_type: str,
    payload: Any,
    seq: int,
    ts: int,
    to_act: tuple[Seat, ...] | None = None,
    to: tuple[Seat, ...] | None = None,
    spectators: bool = False,
) -> Frame:
    return Frame(
        message_type=message_type,
        game_id=game_id,
        player_id=None,
        role="player",
        ts=ts,
        version=VERSION,
        origin="game",
        payload=payload,
        seq=seq,
        to_act=to_act,
        to=to,
        spectators=spectators,
    )


def hidden(frame: Frame) -> Frame:
    """What a reader gets instead of an event they may not see."""
    assert frame.seq is not None
    return event(frame.game_id, HIDDEN, {}, frame.seq, frame.ts, to_act=frame.to_act)


class ActionEffects(Value, frozen=True, omit_defaults=True, kw_only=True):
    """What an accepted action led to: `seq` is the number of the last event once it had been carried out; `decision`,
    for a player, the number of their latest decision then, open only while they must act."""

    decision: int | None = None
    seq: int


class OkResult(Value, frozen=True, kw_only=True):
    """Payload of the `action.result` of an accepted action."""

    effects: ActionEffects
    status: Literal["ok"]


class ErrorResult(Value, frozen=True, omit_defaults=True, kw_only=True):
    """Payload of the `action.result` of a refused action."""

    code: ErrorCode
    facts: dict[str, Any] = field(default_factory=dict)
    reason: str
    recovery: Recovery
    status: Literal["error"]


class ErrorBody(Value, frozen=True, kw_only=True):
    """Payload of an `error`, which answers no action."""

    code: ErrorCode
    reason: str


def result_ok(action: Action, who: "Who", effects: ActionEffects, ts: int) -> Frame:
    return result(action, who, OkResult(effects=effects, status="ok"), ts)


def result_error(action: Action, who: "Who", refusal: "Refusal", ts: int) -> Frame:
    recovery = refusal.recovery or RECOVERY[refusal.code]
    body = ErrorResult(code=refusal.code, facts=refusal.facts, reason=refusal.reason, recovery=recovery, status="error")
    return result(action, who, body, ts)


def unreadable(game_id: str, malformed: Malformed, ts: int) -> Frame:
    """The answer to bytes that are no action, and have no id to answer to."""
    return error(game_id, Who("player"), ErrorBody(code="invalid_action", reason=str(malformed)), ts)


def error(game_id: str, who: "Who", body: ErrorBody, ts: int) -> Frame:
    return Frame(
        message_type="error",
        game_id=game_id,
        player_id=who.seat,
        role=who.role,
        ts=ts,
        version=VERSION,
        origin="game",
        payload=body,
    )


def result(action: Action, who: "Who", payload: Value, ts: int) -> Frame:
    return Frame(
        message_type="action.result",
        game_id=action.game_id,
        action_id=action.action_id,
        player_id=who.seat,
        role=who.role,
        ts=ts,
        version=VERSION,
        origin="game",
        payload=payload,
    )


class Who(Value, frozen=True):
    """Who acts or reads, as established by a token or by the trusted side of the bus.

    Results are cached by `key`, so transports give each observer a unique name.
    """

    role: Role
    seat: Seat | None = None
    name: str = ""

    @property
    def key(self) -> str:
        """The name under which a reader's results are cached."""
        return f"player:{self.seat}" if self.role == "player" else f"{self.role}:{self.name}"


class Refusal(Exception):
    """Why an action is refused."""

    def __init__(
        self, code: ErrorCode, reason: str, recovery: Recovery | None = None, facts: dict[str, Any] | None = None
    ) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.recovery = recovery  # None: the code's default, or for `invalid_*` by whose turn it is
        self.facts = facts or {}


RECOVERY: Final[dict[ErrorCode, Recovery]] = {
    "unauthorized": "noop",
    "join_failed": "noop",
    "duplicate_connection_handled": "noop",
    "invalid_turn": "noop",
    "invalid_card": "retry",
    "invalid_bid": "retry",
    "invalid_action": "retry",
    "forbidden": "noop",
    "desync": "sync",
    "game_unavailable": "retry",
    "routing_failed": "retry",
}
"""What a client should do. `invalid_*` say retry on one's own turn and noop otherwise."""

__all__ = [
    "BYTES_AT_MOST",
    "HIDDEN",
    "RECOVERY",
    "VERSION",
    "Action",
    "ActionEffects",
    "ActionId",
    "ErrorBody",
    "ErrorCode",
    "ErrorResult",
    "FaultyAction",
    "Frame",
    "GameId",
    "OkResult",
    "Recovery",
    "Refusable",
    "Refusal",
    "Role",
    "UnsupportedVersion",
    "Who",
    "encode",
    "error",
    "event",
    "hidden",
    "misaddressed",
    "read_action",
    "replace",
    "result",
    "result_error",
    "result_ok",
    "unreadable",
]

"""The messages of a table itself, as types: what its actions, its events and its snapshot carry as payload.

The table builds its payloads from these types, `ludoteca.client` reads them, and JSON Schema and TypeScript are
generated from them (`wire_schema.py`): each message is described here and nowhere else. A game's own actions, events
and views are the game's own types.

Laws kept here: fields are declared in alphabetical order, because a payload has its keys in order.

Must not know: any game by name.
"""

from typing import Annotated, Any, Final, TypeAlias

from ludoteca.kernel import Meta, Outcome, Seat, Value
from ludoteca.kernel.scene import Id
from ludoteca.kernel.values import field

from .wire import HIDDEN

Name: TypeAlias = Annotated[str, Meta(max_length=32)]
ClientSeed: TypeAlias = Annotated[str, Meta(max_length=64)]


class Empty(Value, frozen=True):
    """A payload without fields."""


class Join(Value, frozen=True, omit_defaults=True):
    """Payload of the action `join`."""

    client_seed: ClientSeed = ""
    last_seq: int = -1
    name: Name = ""
    told_since: int | None = None
    words: bool = False


class Sync(Value, frozen=True, omit_defaults=True):
    """Payload of the action `sync`. `words`: the view and the legal actions as text and as a scene too. `told_since`:
    with them, the words of the events after this one; without it, of none."""

    last_seq: int = -1
    told_since: int | None = None
    words: bool = False


class Create(Value, frozen=True, omit_defaults=True, kw_only=True):
    """Payload of the action `create`: the game, its options, and per seat a bot's name or null for a person. `owner`
    says who wants the table, in a host's own words: bots of one owner's tables share what there is for them."""

    bots: tuple[str | None, ...] = ()
    config: dict[str, Any] = field(default_factory=dict)
    game: str
    owner: Annotated[str, Meta(max_length=64)] = ""


class SeatTaken(Value, frozen=True):
    """One seat, as everyone may know it: its number, its name in the game, and who sits there."""

    bot: str | None
    joined: bool
    name: str
    player_id: Seat
    present: bool
    seat: str


class TimeLeft(Value, frozen=True):
    """A timer: whose time it is, and how much was left when the snapshot was taken."""

    ms: int
    name: str
    paused: bool
    seats: tuple[Seat, ...]


class ToldWords(Value, frozen=True):
    """An event in the game's own words for this reader, by its number."""

    seq: int
    words: str


class Snapshot(Value, frozen=True, omit_defaults=True, kw_only=True):
    """Payload of `sync`: everything one reader may know. `config`, `legal` and `view` are the game's own types. If the
    reader asked for words, `picture` is the view as text, and `notation` the legal actions in the game's notation; of a
    game that describes its board, `scene` is the view as a `Scene`, and `touch` the ids to touch for each legal action;
    and `told` has the words of the events after the one that was named."""

    client_seeds: tuple[str, ...] | None
    closed: bool
    commitment: str
    config: Any
    decision: int | None
    game: str
    game_version: str
    legal: tuple[Any, ...]
    notation: tuple[str, ...] | None = None
    outcome: Outcome | None
    picture: str | None = None
    reveal: str | None
    scene: Any = None
    seats: tuple[SeatTaken, ...]
    seq: int
    timers: tuple[TimeLeft, ...]
    to_act: tuple[Seat, ...]
    told: tuple[ToldWords, ...] | None = None
    touch: tuple[tuple[Id, ...], ...] | None = None
    view: Any
    you: Seat | None


class Presence(Value, frozen=True):
    """Payload of `player.join`, `player.leave` and `player.reconnect`."""

    name: Name
    player_id: Seat


class GameStart(Value, frozen=True):
    client_seeds: tuple[str, ...]
    seats: tuple[SeatTaken, ...]


class MatchEnd(Value, frozen=True):
    outcome: Outcome
    reveal: str


ACTIONS: Final[dict[str, type[Value]]] = {
    "join": Join,
    "sync": Sync,
    "leave": Empty,
    "resign": Empty,
    "create": Create,
    "delete": Empty,
}
"""The payload of each action that the table itself understands."""

EVENTS: Final[dict[str, type[Value]]] = {
    "player.join": Presence,
    "player.leave": Presence,
    "player.reconnect": Presence,
    "game.start": GameStart,
    "match.end": MatchEnd,
    "table.closed": Empty,
    HIDDEN: Empty,
}
"""The payload of each event that the table itself sends."""

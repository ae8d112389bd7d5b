"""What a table keeps: one entry for every change, in order. The entries are the truth; all else follows from them.

An entry holds an intent and what chance answered, who asked for it and under which id, so that after a crash a table
knows again what it has acknowledged.

Must not know: how entries are stored.
"""

from typing import Any, TypeAlias

from ludoteca.kernel import Answer, Seat, Value

from .messages import ClientSeed, Name


class Terms(Value, frozen=True):
    """What a table is opened with. `secret` is the dealer's seed (hex); it is told only when the game is over."""

    game: str
    version: str
    config: Any
    bots: tuple[str | None, ...]  # per seat: the bot that plays it, or None for a person
    commitment: str
    secret: str


class Opened(Value, frozen=True, tag="opened"):
    """The table is there."""

    terms: Terms


class Joined(Value, frozen=True, tag="joined"):
    """A person takes a seat, with a seed of his own for the dealer if he likes."""

    seat: Seat
    name: Name
    client_seed: ClientSeed = ""


class Began(Value, frozen=True, tag="began"):
    """All seats are taken: the game is set up, and chance has answered its first draws."""

    drawn: tuple[Answer, ...]


class Applied(Value, frozen=True, tag="fed", omit_defaults=True):
    """An input, as JSON holds it, and what chance answered. The rules have accepted it; only of presence, which is a
    fact whatever they say, `accepted` may be false: then it is told to the readers and nothing else."""

    input: Any
    drawn: tuple[Answer, ...]
    accepted: bool = True


class Closed(Value, frozen=True, tag="closed"):
    """The host has closed the table: nobody may do anything more here."""


Change: TypeAlias = Opened | Joined | Began | Applied | Closed


class Entry(Value, frozen=True, omit_defaults=True):
    n: int
    at: int  # wall clock, in milliseconds: for people; no rule reads it
    what: Change
    by: str = ""  # whose action it was
    action_id: str = ""
    body: int = 0  # a fingerprint of that action, to know a repeat from another action under the same id

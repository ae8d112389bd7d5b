"""The log of a table: one entry for every change, in order. The log is the truth; everything else follows from it.

An entry holds an intent, the answers of chance, who asked for it and under which id, so that after a crash a table
still knows what it has acknowledged.

Must not know: how entries are stored.
"""

from typing import Any, Literal, TypeAlias

from ludoteca.kernel import Answer, Seat, Value

from .messages import ClientSeed, Name
from .result_cache import SavedResult


class TableTerms(Value, frozen=True, omit_defaults=True):
    """What a table is opened with. `secret` is the dealer's seed (hex), revealed only when the game is over."""

    game: str
    version: str
    config: Any
    bots: tuple[str | None, ...]  # per seat: the bot that plays it, or None for a person
    commitment: str
    secret: str
    clocks: bool = True  # without, no time runs that is somebody's; pacing timers do
    owner: str = ""  # who opened it, as the host says: bots of one owner's tables wait for each other


class Opened(Value, frozen=True, tag="opened"):
    """The table exists."""

    terms: TableTerms


class Joined(Value, frozen=True, tag="joined"):
    """A person takes a seat, and may contribute a seed to the dealer."""

    seat: Seat
    name: Name
    client_seed: ClientSeed = ""


class Began(Value, frozen=True, tag="began"):
    """All seats are taken: the game is set up, and its first draws are answered."""

    drawn: tuple[Answer, ...]


class Applied(Value, frozen=True, tag="fed", omit_defaults=True):
    """An input, as JSON, and the answers of chance. The rules have accepted it; only for presence, which is a fact
    whatever the rules say, may `accepted` be false: then readers are told and nothing else happens."""

    input: Any
    drawn: tuple[Answer, ...]
    accepted: bool = True


class SavedMatch(Value, frozen=True):
    """A match in one value. It holds everything: hidden hands, the dealer's seed, cached results."""

    n: int  # the number of the last entry; first, because a store reads it without decoding the rest
    game_id: str
    seq: int
    draws: int
    terms: TableTerms
    names: tuple[str, ...]
    joined: tuple[bool, ...]
    present: tuple[bool, ...]
    client_seeds: tuple[str, ...]
    decisions: tuple[int, ...]
    undecided: tuple[int, ...]
    state: Any
    closed: bool
    results: tuple[SavedResult, ...]  # last, because more and more of them are added


class Recovered(Value, frozen=True, tag="recovered"):
    """The log was damaged after the entry before this one, and the match goes on from what could be saved: from the
    entries before (`log`), from a snapshot, or from what the game's rules made of a damaged one. Of the entries that
    are not here any more, the match still has the effects of `unrecorded` ones, and those of `lost` ones are gone."""

    source: Literal["log", "snapshot", "rules"]
    lost: int
    unrecorded: int
    match: SavedMatch


class Closed(Value, frozen=True, tag="closed"):
    """The host has closed the table: no action is accepted any more."""


Change: TypeAlias = Opened | Joined | Began | Applied | Recovered | Closed


class LogEntry(Value, frozen=True, omit_defaults=True):
    n: int
    at: int  # wall clock in milliseconds, for people; no rule reads it
    what: Change
    by: str = ""  # whose action it was
    action_id: str = ""
    body: int = 0  # a fingerprint of that action, to tell a repeat from another action under the same id

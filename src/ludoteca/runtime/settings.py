"""Settings of the runtime: every name, time to live and interval, in one place, from the environment.

Laws kept here: every setting has a default that works; a bad value is refused at the start, by name. Secrets are read
here and printed nowhere.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

GAME_ID: Final = re.compile(r"[A-Z0-9]{6}", re.ASCII)

ACTIONS: Final = "game.{}.actions"
EVENTS: Final = "game.{}.events"
LOST: Final = "games.lost"
STATE: Final = "game:{}:state"
HEARTBEAT: Final = "game:{}:heartbeat"
EPOCH: Final = "game:{}:epoch"
LOG: Final = "game:{}:log"
FINISHED: Final = "ludoteca.finished"  # a channel: ids of tables whose match is over
SEATS: Final = "ludoteca.seats"  # a channel: which connection a player has opened last
LIVE: Final = "games:live"
RESTING: Final = "games:resting"
ENDED: Final = "games:ended"


ORIGIN: Final = re.compile(r"https?://[^/\s]+")
MAY_BE_ZERO: Final = frozenset({"ENDED_TTL_SECONDS", "PROXIES"})
SPECIFIED: Final = frozenset({"GAME_STATE_TTL_SECONDS"})
"""What the specification calls by its bare name; all others begin with `LUDOTECA_`, and this one may."""


class BadSetting(ValueError):
    """A setting that makes no sense; the text names it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Seconds, unless a name says otherwise. Each is read from the environment variable `LUDOTECA_NAME`."""

    game_state_ttl_seconds: float = 3600.0  # of a snapshot; nothing acknowledged depends on it
    heartbeat_seconds: float = 5.0  # how often an owner says that it is there
    heartbeat_ttl_seconds: float = 20.0  # after how long of silence another takes over
    supervise_seconds: float = 2.0  # how often the service looks for tables that nobody serves
    snapshot_seconds: float = 1.0  # how often changed tables are looked at for a snapshot
    snapshot_entries: int = 64  # a busy table gets one after so many entries, a quiet one after ten looks
    idle_seconds: float = 900.0  # a table nobody reads or plays is put away after this
    ended_ttl_seconds: float = 604_800.0  # how long the log of a finished table is kept in Redis; 0: for ever
    pause_ms: int = 2000  # the server away for longer is charged to nobody
    waiting_at_most: int = 20_000  # actions taken in and not yet stored; beyond that `game_unavailable`
    crashes_at_most: int = 3  # after so many within a minute a table is suspended
    relay_seconds: float = 5.0  # an action sent over the bus gets no answer for so long: `routing_failed`
    hosts: str = ""  # names we are reached under, with commas between; addresses and localhost always are
    origins: str = ""  # other pages than our own that may open sockets, as `https://host:port`, with commas between
    hello_seconds: float = 10.0  # by when a socket must have said who it is
    rate_per_second: int = 20  # messages a socket may send for long …
    rate_burst: int = 100  # … and at once; whoever sends more is cut off
    errors_per_minute: int = 5  # unreadable messages that are forgiven
    outgoing_bytes: int = 262_144  # what may wait for a slow reader before it is cut off
    ping_seconds: float = 20.0  # a silent socket is asked whether it is there, and cut off if it does not answer
    sockets_per_address: int = 200  # open at once
    posts_per_minute: int = 600  # requests that change something, from one address
    logins_per_minute: int = 30  # logins, registrations and new guests, from one address or under one name
    replays_per_minute: int = 60  # matches played again to look back on them, for one address; not each page of one
    phrases_per_minute: int = 20  # that one player may say
    proxies: int = 0  # how many proxies of yours stand in front: so many addresses of X-Forwarded-For are believed
    revoked: str = ""  # ids (`jti`) of tokens that are taken back, with commas between
    opens: str = ""  # the game that a `join` at an id never used opens; "": only `create` opens tables

    def listed(self, name: str) -> list[str]:
        """A setting with commas in it, as a list."""
        return [each.strip() for each in getattr(self, name).split(",") if each.strip()]

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> "Settings":
        """As the environment has it; BadSetting names what is wrong."""
        given: dict[str, Any] = {}
        for each in fields(cls):
            name = each.name.upper()
            text = environ.get(f"LUDOTECA_{name}", environ.get(name, "") if name in SPECIFIED else "").strip()
            if text:
                given[each.name] = _value(name, text, type(each.default))
        settings = cls(**given)
        if settings.heartbeat_ttl_seconds < 2 * settings.heartbeat_seconds:
            raise BadSetting("LUDOTECA_HEARTBEAT_TTL_SECONDS must be at least twice LUDOTECA_HEARTBEAT_SECONDS")
        for origin in settings.listed("origins"):
            if ORIGIN.fullmatch(origin) is None:
                raise BadSetting(
                    f"LUDOTECA_ORIGINS has {origin!r}, which is no origin: https://host or http://host:port"
                )
        return settings


def _value(name: str, text: str, kind: type) -> Any:
    if kind is str:
        return text
    try:
        number = kind(text)
    except ValueError:
        raise BadSetting(f"LUDOTECA_{name} is {text!r}, which is no number") from None
    if not 0 <= number < 1e9 or (number == 0 and name not in MAY_BE_ZERO):
        raise BadSetting(f"LUDOTECA_{name} is {text!r}, which is out of range")
    return number


def is_game_id(text: str) -> bool:
    return GAME_ID.fullmatch(text) is not None


def game_of(channel: str) -> str | None:
    """The table a channel of actions or events belongs to; None if it is none of ours."""
    parts = channel.split(".")
    ours = len(parts) == 3 and parts[0] == "game" and parts[2] in ("actions", "events") and is_game_id(parts[1])
    return parts[1] if ours else None

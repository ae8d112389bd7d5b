"""Settings of the runtime, from the environment: every name, time to live and interval in one place.

Laws kept here: every setting has a default that works; a bad value is refused at startup, by name. Secrets are read
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
LEAVING: Final = "games.leaving"  # a channel: names of processes that receive no actions any more
SEATS: Final = "ludoteca.seats"  # a channel: which connection a player has opened last
SHUT: Final = "ludoteca.shut"  # a channel: seats whose sockets are closed and whose tokens are taken back
ANSWERER: Final = "game:{}:answerer"
SERVICES: Final = "games:services"
LIVE: Final = "games:live"
RESTING: Final = "games:resting"
PROBE: Final = "ludoteca:probe"  # written to find out whether anything can be written, or has been lost
LOST_TABLES: Final = "ludoteca.lost"  # a channel: the store has lost tables, or everything
ENDED: Final = "games:ended"


ORIGIN: Final = re.compile(r"https?://[^/\s]+")
MAY_BE_ZERO: Final = frozenset({"DRAIN_SECONDS", "ENDED_TTL_SECONDS", "MATCH_DAYS", "PROXIES", "WORKERS"})
SPECIFIED: Final = frozenset({"GAME_STATE_TTL_SECONDS"})
"""Settings that the specification names without the prefix `LUDOTECA_`; both names work."""


class BadSetting(ValueError):
    """An invalid setting; the text names it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Seconds, unless a name says otherwise. Each is read from the environment variable `LUDOTECA_NAME`."""

    game_state_ttl_seconds: float = 3600.0  # of a snapshot; nothing acknowledged depends on it
    state_per_action: bool = False  # whether the snapshot in Redis is written with every action, not now and then
    heartbeat_seconds: float = 5.0  # how often an owner renews its claim
    heartbeat_ttl_seconds: float = 20.0  # after how long without a heartbeat another process may take over
    liveness_seconds: float = 0.5  # how often a process says that it is alive
    suspect_seconds: float = 1.5  # after so long a silence, others answer `game_unavailable` for a process's tables …
    takeover_seconds: float = 3.0  # … and after this they take them over, though the lease has not expired
    supervise_seconds: float = 2.0  # how often the service looks for orphaned tables
    snapshot_seconds: float = 1.0  # how often changed tables are checked for a snapshot
    snapshot_entries: int = 64  # a busy table gets a snapshot after this many entries, a quiet one after ten checks
    idle_seconds: float = 900.0  # a table that nobody reads or plays is unloaded after this
    ended_ttl_seconds: float = 604_800.0  # how long the log of a finished table is kept in the store; 0: for ever
    pause_ms: int = 2000  # a pause of the server longer than this is charged to nobody
    waiting_at_most: int = 20_000  # actions received and not yet stored; beyond that `game_unavailable`
    crashes_at_most: int = 3  # after this many within a minute a table is suspended
    workers: int = 0  # processes in which bots choose; 0: one for each core but one, at least one
    worker_megabytes: int = 512  # memory that one of them may use
    bot_seconds: float = 5.0  # how long a bot may take for a move; then it plays the first legal one
    relay_seconds: float = 5.0  # how long an action sent over the bus may go unanswered; then `routing_failed`
    hosts: str = ""  # host names of this server, comma-separated; addresses and localhost are always allowed
    origins: str = ""  # other origins that may open sockets, as `https://host:port`, comma-separated
    hello_seconds: float = 10.0  # how long a socket may take to say hello
    drain_seconds: float = 0.0  # how long a process with sockets serves on after SIGTERM, saying that it is not ready
    return_seconds: float = 15.0  # how long after a restart players may take to come back; then they have left
    rate_per_second: int = 20  # messages a socket may send in the long run …
    rate_burst: int = 100  # … and at once; a socket that sends more is closed
    address_rate_per_second: int = 500  # messages of all sockets of an address, in the long run …
    address_burst: int = 2000  # … and at once; further ones are refused. A `sync` counts four times, with words sixteen
    errors_per_minute: int = 5  # unreadable messages that are tolerated
    outgoing_bytes: int = 262_144  # what may wait for a slow reader before its socket is closed
    ping_seconds: float = 20.0  # a silent socket is pinged, and closed if it does not answer
    sockets_per_address: int = 200  # open at once: of tables, of live pages, and without a proxy other connections
    requests_per_minute: int = 1200  # requests of any kind from one address; files of the page are not counted
    posts_per_minute: int = 600  # requests that change something, from one address
    logins_per_minute: int = 30  # logins, registrations and new guests, from one address
    guesses_per_minute: int = 10  # logins under one name from one address
    name_logins_per_minute: int = 120  # logins under one name from all addresses; known devices are not counted
    guests_per_day: int = 200  # new guests and registrations from one address
    rooms_per_day: int = 500  # new rooms from one address
    staff_second_factor: bool = False  # whether the admin opens to nobody without a second factor
    codes_per_day: int = 100  # of a second factor, that one member of the staff may try
    mails_per_day: int = 20  # mails with links: asked for from one address, and to one recipient
    session_days: float = 30.0  # how long after the last visit somebody stays logged in, or a guest can come back
    guest_days: float = 30.0  # guests of whom no match is kept are deleted so long after their last visit
    room_days: float = 7.0  # closed rooms in which nothing was played are deleted after this
    match_days: float = 0.0  # matches are deleted, with their room, so long after it was closed; 0: never
    reports_per_day: int = 20  # reports about players, from one address
    report_days: float = 90.0  # reports are deleted after this
    replays_per_minute: int = 300  # pages of replays for one address
    replay_seconds: float = 30.0  # how long a match may take to be replayed
    bot_rooms_per_player: int = 10  # rooms with bots that one person may have, open or in play …
    bot_rooms_per_address: int = 30  # … and all people at one address
    phrases_per_minute: int = 20  # that one player may say
    access_log: bool = False  # whether each request of a page is a line of the log, at the level `info`
    proxies: int = 0  # number of trusted proxies in front: that many addresses of X-Forwarded-For are believed
    revoked: str = ""  # ids (`jti`) of revoked tokens, comma-separated
    lossy_store: bool = False  # whether ranked and staked games are played though the store may lose them
    opens: str = ""  # `GAME` or `GAME:PRESET`, which a `join` at an id never used opens; "": only `create` opens tables

    def listed(self, name: str) -> list[str]:
        """A comma-separated setting, as a list."""
        return [each.strip() for each in getattr(self, name).split(",") if each.strip()]

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> "Settings":
        """Settings from the environment; BadSetting names the one that is wrong."""
        given: dict[str, Any] = {}
        for each in fields(cls):
            name = each.name.upper()
            text = environ.get(f"LUDOTECA_{name}", environ.get(name, "") if name in SPECIFIED else "").strip()
            if text:
                given[each.name] = _value(name, text, type(each.default))
        settings = cls(**given)
        if settings.heartbeat_ttl_seconds < 2 * settings.heartbeat_seconds:
            raise BadSetting("LUDOTECA_HEARTBEAT_TTL_SECONDS must be at least twice LUDOTECA_HEARTBEAT_SECONDS")
        if not 2 * settings.liveness_seconds <= settings.suspect_seconds <= settings.takeover_seconds:
            raise BadSetting(
                "LUDOTECA_SUSPECT_SECONDS must be at least twice LUDOTECA_LIVENESS_SECONDS, "
                "and at most LUDOTECA_TAKEOVER_SECONDS"
            )
        for origin in settings.listed("origins"):
            if ORIGIN.fullmatch(origin) is None:
                raise BadSetting(
                    f"LUDOTECA_ORIGINS has {origin!r}, which is not an origin: https://host or http://host:port"
                )
        return settings


def _value(name: str, text: str, kind: type) -> Any:
    if kind is str:
        return text
    if kind is bool:
        if text not in ("0", "1"):
            raise BadSetting(f"LUDOTECA_{name} is {text!r}, which is neither 0 nor 1")
        return text == "1"
    try:
        number = kind(text)
    except ValueError:
        raise BadSetting(f"LUDOTECA_{name} is {text!r}, which is not a number") from None
    if not 0 <= number < 1e9 or (number == 0 and name not in MAY_BE_ZERO):
        raise BadSetting(f"LUDOTECA_{name} is {text!r}, which is out of range")
    return number


def is_game_id(text: str) -> bool:
    return GAME_ID.fullmatch(text) is not None


def game_of(channel: str) -> str | None:
    """The table that a channel of actions or events belongs to; None for any other channel."""
    parts = channel.split(".")
    ours = len(parts) == 3 and parts[0] == "game" and parts[2] in ("actions", "events") and is_game_id(parts[1])
    return parts[1] if ours else None

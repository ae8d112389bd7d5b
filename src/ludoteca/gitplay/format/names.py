"""Names of players, tables and move files. All are ASCII, so that none needs quoting, folding or normalising.

Laws kept here:
- A name used as a path, in a commit message or in a file has matched one of these patterns.
"""

import re
from datetime import date
from typing import Final, NamedTuple
from urllib.parse import quote

from ludoteca.games.backgammon.types import Colour

from ..errors import GitGammonError

PLAYER: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,37}[A-Za-z0-9])?", re.ASCII)
TABLE: Final = re.compile(r"[a-z0-9][a-z0-9-]*[a-z0-9]", re.ASCII)
TABLE_BYTES_AT_MOST: Final = 100
MOVE: Final = re.compile(rb"(\d{4})-(white|black)-([0-9a-f]{6})(\.resign)?\.json")
MOVE_FORM: Final = "{seq:04}-{white|black}-{sha6}.json"

_ACTOR: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.\[\]-]{0,63}", re.ASCII)


class MoveName(NamedTuple):
    """The parts of a move file's name."""

    sequence: int
    colour: Colour
    sha6: str
    is_resignation: bool

    def __str__(self) -> str:
        return f"{self.sequence:04}-{self.colour}-{self.sha6}{'.resign' * self.is_resignation}.json"


def move_name(raw: bytes) -> MoveName | None:
    found = MOVE.fullmatch(raw)
    if found is None:
        return None
    colour: Colour = "white" if found[2] == b"white" else "black"
    return MoveName(int(found[1]), colour, found[3].decode(), found[4] is not None)


def table_id(white: str, black: str, day: date) -> str:
    """`{white}-vs-{black}-{YYYY-MM-DD}`; underscores, which some accounts have, become hyphens."""
    named = f"{white}-vs-{black}-{day.isoformat()}".lower().replace("_", "-")
    if TABLE.fullmatch(named) is None or len(named) > TABLE_BYTES_AT_MOST:
        raise GitGammonError(f"{named!r} cannot be a table's id")
    return named


def is_table(raw: bytes) -> bool:
    return len(raw) <= TABLE_BYTES_AT_MOST and TABLE.fullmatch(raw.decode("ascii", "replace")) is not None


def check_players(white: str, black: str, *, hot_seat: bool) -> None:
    for name in (white, black):
        if PLAYER.fullmatch(name) is None:
            raise GitGammonError(f"{name!r} is not a player's name: use at most 39 letters, digits, - and _")
    if is_same(white, black) and not hot_seat:
        raise GitGammonError(f"{white} cannot play against {black}, unless at one keyboard: --hot-seat")


def is_same(one: str, other: str) -> bool:
    """Names compare case-insensitively."""
    return one.lower() == other.lower()


def recorded_actor(actor: str) -> str:
    """The pusher as commits record them. What is not plainly a name is quoted, and so plays at no table."""
    return actor if _ACTOR.fullmatch(actor) else f"%{quote(actor[:64], safe='', errors='replace')}"[:200]


def shown(raw: bytes) -> str:
    """A pushed name as one line of printable ASCII."""
    return quote(raw[:80], safe="/ @+,=:~[](){}") + ("…" if len(raw) > 80 else "")

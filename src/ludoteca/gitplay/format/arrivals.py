"""Files that have been pushed and wait to be judged: as git has them, and as the processor's commits name them."""

from urllib.parse import quote, unquote_to_bytes

from pygit2 import Repository

from ..git_objects import Entry, content, size
from ..processor.validation import Arrival
from .move_file import BYTES_AT_MOST
from .tree import Place


def arrival(repo: Repository, name: bytes, entry: Entry, actor: str) -> Arrival:
    return Arrival(name, entry.mode, size(repo, entry), content(repo, entry, BYTES_AT_MOST), actor)


def place_of(path: str) -> Place:
    table, _, name = path.partition("/")
    return Place(unquote_to_bytes(table), unquote_to_bytes(name))


def path_of(place: Place) -> str:
    return f"{quote(place.table, safe='')}/{quote(place.name, safe='')}"

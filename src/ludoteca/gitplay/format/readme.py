"""The repository's README: the boards of the tables played at last, newest first, between two marks; and the line that
tells players how to install Ludoteca.

Each board is a picture in text and links to the table on the page. The owner writes the page's address into the README,
on a line of its own: `[page]: ADDRESS`. A README without the marks, or one that cannot be read, is left alone.
"""

import re
from collections.abc import Mapping
from shlex import quote
from typing import Final

from pygit2 import Repository

from ludoteca.games.backgammon.picture import picture
from ludoteca.games.backgammon.view import view

from ..git_objects import PLAIN, TreeEntry, content
from .state_json import TableState

README: Final = b"README.md"
BYTES_AT_MOST: Final = 1 << 18
BOARDS_AT_MOST: Final = 6
BEGIN: Final = "<!-- gitgammon: boards -->"
END: Final = "<!-- gitgammon: end of boards -->"

_INSTALL: Final = re.compile(r"(?m)^    pip install '?(?:\./\S*/)?ludoteca(?:\[git\]|-\d)[^\n]*\n")
"""As it was written for any kind of source, by any version."""
_FIRST_COMMAND: Final = re.compile(r"(?m)^    ludoteca gitgammon ")

_SECTION: Final = re.compile(f"(?s)(?<={re.escape(BEGIN)}\n).*?(?={re.escape(END)})")
_PAGE: Final = re.compile(r"(?m)^\[page\]: ([!-'*-;=?-~]{1,200})$")
"""An address without spaces, brackets and parentheses, so that it stays one."""
_TABLE: Final = re.compile(r"(?m)^<!-- table (\S+) -->\n")


def with_board(
    repo: Repository, root: Mapping[bytes, TreeEntry], table: str, now: TableState
) -> dict[bytes, TreeEntry | None]:
    """The README with this table's board as it is now, if it has a place for boards."""
    entry = root.get(README)
    data = None if entry is None else content(repo, entry, BYTES_AT_MOST)
    try:
        text = (data or b"").decode()
    except UnicodeDecodeError:
        return {}
    found = _SECTION.search(text)
    if found is None:
        return {}
    page = _PAGE.search(text)
    boards = section(found[0], table, board(table, now, None if page is None else page[1]))
    changed = text[: found.start()] + boards + text[found.end() :]
    return {README: TreeEntry(PLAIN, repo.create_blob(changed.encode()))}


def installing(text: str, package: str) -> str:
    """The README with this argument of `pip install`: instead of the old one, or else above the first command. A README
    with neither is left alone."""
    line = f"    pip install {quote(package)}\n"
    changed, found = _INSTALL.subn(lambda _: line, text, count=1)
    return changed if found else _FIRST_COMMAND.sub(lambda command: line + command[0], text, count=1)


def differ_in_boards_only(repo: Repository, old: TreeEntry, new: TreeEntry) -> bool:
    """Whether two READMEs differ only between the marks."""
    around = [_around_boards(content(repo, entry, BYTES_AT_MOST * 2)) for entry in (old, new)]
    return around[0] is not None and around[0] == around[1]


def _around_boards(data: bytes | None) -> tuple[str, str] | None:
    try:
        text = (data or b"").decode()
    except UnicodeDecodeError:
        return None
    found = _SECTION.search(text)
    return None if found is None else (text[: found.start()], text[found.end() :])


def section(boards: str, table: str, newest: str) -> str:
    """The boards with this one first."""
    parts = _TABLE.split(boards)
    known = dict(zip(parts[1::2], parts[2::2], strict=True))
    known.pop(table, None)
    listed = [(table, newest), *known.items()][:BOARDS_AT_MOST]
    return "".join(f"<!-- table {name} -->\n{body}" for name, body in listed)


def board(table: str, now: TableState, page: str | None) -> str:
    """A table's section of the README. Without a page its title links to the table's file."""
    players, folder = now.table.players, f"tables/{table}"
    title = f"### [{table}]({folder}/state.json)" if page is None else f"### [{table}]({page}#{table})"
    links = f"[state]({folder}/state.json), [history]({folder}/history.json)"
    who = f"{players.white} (white, X) – {players.black} (black, O); {links}"
    return f"{title}\n\n{who}\n\n```text\n{picture(view(now.state, None))}\n```\n\n"

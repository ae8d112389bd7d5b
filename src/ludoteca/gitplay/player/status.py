"""Tables as the processor left them, and which one a player means."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from pygit2 import Commit, Repository

from ludoteca.games.backgammon.picture import picture as board_picture
from ludoteca.games.backgammon.types import COLOURS
from ludoteca.games.backgammon.view import view
from ludoteca.kernel import replace

from ..errors import GitGammonError
from ..format.history_json import last_turn
from ..format.names import is_same, is_table
from ..format.state_json import TableState
from ..format.tree import HISTORY, TablesTree, parse_move_path
from ..processor import commit_chain
from ..processor.diff import diff_push, restore_reason

NAMED_AT_MOST: Final = 8


class NamedTable(NamedTuple):
    """A table and its name."""

    id: str
    now: TableState


class ProcessedTip(NamedTuple):
    """A club as the processor has left it: whoever may push can write anything on top of that."""

    at: Commit
    not_undone: str | None  # what was pushed since, and is nobody's to change


def processed_tip(repo: Repository, tip: Commit, key: str | None = None) -> ProcessedTip:
    last = commit_chain.newest(repo, tip, key)
    pending = [parse_move_path(path) for path in last.message.pending]
    forbidden = diff_push(repo, last.commit, pending, tip).forbidden
    return ProcessedTip(last.commit, restore_reason(forbidden) if forbidden else None)


def all_tables(repo: Repository, at: Commit) -> Iterator[NamedTable]:
    book = TablesTree.of(repo, at)
    for name in book.tables():
        if is_table(name):
            yield NamedTable(name.decode(), book.state(name))


def find_table(repo: Repository, at: Commit, named: str | None, player: str | None = None) -> NamedTable:
    """The table that is meant: by its name or the beginning of it, or the only one that can well be."""
    book = TablesTree.of(repo, at)
    names = [name.decode() for name in book.tables() if is_table(name)]
    if named is not None:
        meant = [name for name in names if name == named] or [name for name in names if name.startswith(named)]
        if len(meant) != 1:
            raise GitGammonError(f"{len(meant)} tables are called {named}" if meant else f"there is no table {named}")
        return NamedTable(meant[0], book.state(meant[0].encode()))
    likely = _likely(list(all_tables(repo, at)), player)
    if not likely:
        raise GitGammonError("there is no table yet: `ludoteca gitgammon new` opens one")
    if len(likely) > 1:
        raise GitGammonError(f"say which table, with --table: {', '.join(seen.id for seen in likely[:NAMED_AT_MOST])}")
    return likely[0]


def _likely(everything: list[NamedTable], player: str | None) -> list[NamedTable]:
    """Those that somebody means who names none: where it is his turn, else where he plays, else where he has played;
    and for a visitor where anybody plays."""
    running = [seen for seen in everything if not seen.now.is_over]
    groups = [running, everything]
    if player is not None:
        his = [seen for seen in everything if any(is_same(seen.now.player(colour), player) for colour in COLOURS)]
        at_play = [seen for seen in running if seen in his]
        turns = [seen for seen in at_play if is_same(seen.now.player(seen.now.active), player)]
        groups = [turns, at_play, his, *groups]
    return next((group for group in groups if group), [])


def picture(repo: Repository, at: Commit, seen: NamedTable) -> str:
    """The board as it is, with the last turn, where the club has written down how the game went."""
    book, name = TablesTree.of(repo, at), seen.id.encode()
    last = last_turn(book.history(name)) if HISTORY in book.files(name) else None
    return board_picture(view(replace(seen.now.state, last=last), None))

"""Tables as the processor left them, which one a player means, and a table's past, from its checked history: one line
per commit, or a `.mat` file for other programs."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from pygit2 import Commit, Repository

from ludoteca.games.backgammon import mat_format
from ludoteca.games.backgammon.board import other
from ludoteca.games.backgammon.mat_conversion import transcribed
from ludoteca.games.backgammon.notation import write_play
from ludoteca.games.backgammon.picture import picture as board_picture
from ludoteca.games.backgammon.types import COLOURS, GameWon, Told, TurnEnded, TurnPassed
from ludoteca.games.backgammon.view import view
from ludoteca.kernel import replace

from ..errors import GitGammonError
from ..format import commit_trailers
from ..format.history_json import last_turn
from ..format.names import is_same, is_table
from ..format.state_json import TableState
from ..format.tree import HISTORY, TablesTree, parse_move_path
from ..processor import commit_chain
from ..processor.commit_chain import ChainLink
from ..processor.diff import diff_push, restore_reason
from ..processor.replay import ReplayedTable
from ..processor.verification import verify

NAMED_AT_MOST: Final = 8
HASH_WIDTH: Final = 12


class NamedTable(NamedTuple):
    """A table and its name."""

    id: str
    now: TableState


class ProcessedTip(NamedTuple):
    """The last commit of the processor: players can push anything on top of it."""

    link: ChainLink
    not_undone: str | None  # forbidden changes that were pushed since


def processed_tip(repo: Repository, tip: Commit, key: str | None = None) -> ProcessedTip:
    last = commit_chain.newest(repo, tip, key)
    pending = [parse_move_path(path) for path in last.message.pending]
    forbidden = diff_push(repo, last.commit, pending, tip).forbidden
    return ProcessedTip(last, restore_reason(forbidden) if forbidden else None)


def all_tables(repo: Repository, at: Commit) -> Iterator[NamedTable]:
    tables = TablesTree.of(repo, at)
    for name in tables.tables():
        if is_table(name):
            yield NamedTable(name.decode(), tables.state(name))


def find_table(repo: Repository, at: Commit, named: str | None, player: str | None = None) -> NamedTable:
    """The table meant: by its name or a prefix of it, or else the only likely one."""
    tables = TablesTree.of(repo, at)
    names = [name.decode() for name in tables.tables() if is_table(name)]
    if named is not None:
        meant = [name for name in names if name == named] or [name for name in names if name.startswith(named)]
        if len(meant) != 1:
            raise GitGammonError(f"{len(meant)} tables are called {named}" if meant else f"there is no table {named}")
        return NamedTable(meant[0], tables.state(meant[0].encode()))
    likely = _likely(list(all_tables(repo, at)), player)
    if not likely:
        raise GitGammonError("there is no table yet: `ludoteca gitgammon new` opens one")
    if len(likely) > 1:
        raise GitGammonError(f"say which table, with --table: {', '.join(seen.id for seen in likely[:NAMED_AT_MOST])}")
    return likely[0]


def _likely(everything: list[NamedTable], player: str | None) -> list[NamedTable]:
    """The tables that a player who names none can mean: where it is their turn, else where they play, else where they
    played. A visitor means those where anybody plays."""
    running = [seen for seen in everything if not seen.now.is_over]
    groups = [running, everything]
    if player is not None:
        own = [seen for seen in everything if any(is_same(seen.now.player(colour), player) for colour in COLOURS)]
        at_play = [seen for seen in running if seen in own]
        turns = [seen for seen in at_play if is_same(seen.now.player(seen.now.active), player)]
        groups = [turns, at_play, own, *groups]
    return next((group for group in groups if group), [])


def picture(repo: Repository, at: Commit, seen: NamedTable) -> str:
    """The board as it is, with the last turn if there is a history."""
    tables, name = TablesTree.of(repo, at), seen.id.encode()
    last = last_turn(tables.history(name)) if HISTORY in tables.files(name) else None
    return board_picture(view(replace(seen.now.state, last=last), None))


def log_lines(repo: Repository, tip: Commit, table: str, key: str | None = None) -> Iterator[str]:
    """Oldest first, as the checked history has it."""
    replayed: ReplayedTable = verify(repo, tip, key=key).tables[table]
    for entry in replayed.entries:
        who = f" ({entry.message.actor})" if entry.message.actor else ""
        yield f"{entry.commit[:HASH_WIDTH]}  {entry.message.subject.removeprefix(commit_trailers.PREFIX)}{who}"
        for told in entry.told:
            line = _event_line(told)
            if line is not None:
                yield f"{'':{HASH_WIDTH}}  {line}"
        if entry.comment is not None:
            yield f"{'':{HASH_WIDTH}}  “{entry.comment}”"


def _event_line(told: Told) -> str | None:
    match told:
        case TurnEnded(seat=seat, dice=dice, moves=moves):
            return f"{COLOURS[seat]} {dice[0]}-{dice[1]}: {write_play(moves, seat)}"
        case TurnPassed(seat=seat, dice=dice):
            return f"{COLOURS[seat]} {dice[0]}-{dice[1]}: passes"
        case GameWon(winner=winner, kind=kind, reason="resigned"):
            return f"{COLOURS[other(winner)]} resigns: {COLOURS[winner]} wins, {kind}"
        case GameWon(winner=winner, kind=kind):
            return f"{COLOURS[winner]} wins, {kind}"
        case _:
            return None


def mat_text(replayed: ReplayedTable) -> str:
    players = replayed.now.table.players
    return mat_format.write(transcribed(replayed.told, (players.white, players.black), 0))

"""Looking: a table of a club, what may be played there, and what was."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final, NamedTuple

from pygit2 import Commit, Repository

from ludoteca.games.backgammon.board import relative
from ludoteca.games.backgammon.notation import read_play, write_play
from ludoteca.games.backgammon.picture import picture as board_picture
from ludoteca.games.backgammon.plays import plays
from ludoteca.games.backgammon.turns import left_of
from ludoteca.games.backgammon.types import COLOURS, CheckerMove, State
from ludoteca.games.backgammon.view import view
from ludoteca.kernel import Illegal, replace

from ..errors import Trouble
from ..format import move_file
from ..format.arrivals import place_of
from ..format.history import last_turn, moved
from ..format.move_file import MoveFile, Resignation, Step
from ..format.names import MoveName, is_same, is_table
from ..format.state_json import Standing, stamp
from ..format.tree import HISTORY, Book
from ..processor import commit_chain
from ..processor.diff import compared, restored

NAMED_AT_MOST: Final = 8


class Seen(NamedTuple):
    """A table and its name."""

    id: str
    now: Standing


class Composed(NamedTuple):
    """A move file, ready to be pushed."""

    name: MoveName
    data: bytes


class Answered(NamedTuple):
    """A club as the processor has left it: whoever may push can write anything on top of that."""

    at: Commit
    not_undone: str | None  # what was pushed since, and is nobody's to change


def answered(repo: Repository, tip: Commit, key: str | None = None) -> Answered:
    last = commit_chain.newest(repo, tip, key)
    pending = [place_of(path) for path in last.deed.pending]
    intrusions = compared(repo, last.commit, pending, tip).intrusions
    return Answered(last.commit, restored(intrusions) if intrusions else None)


def tables(repo: Repository, at: Commit) -> Iterator[Seen]:
    book = Book.of(repo, at)
    for name in book.tables():
        if is_table(name):
            yield Seen(name.decode(), book.standing(name))


def table(repo: Repository, at: Commit, named: str | None, player: str | None = None) -> Seen:
    """The table that is meant: by its name or the beginning of it, or the only one that can well be."""
    book = Book.of(repo, at)
    names = [name.decode() for name in book.tables() if is_table(name)]
    if named is not None:
        meant = [name for name in names if name == named] or [name for name in names if name.startswith(named)]
        if len(meant) != 1:
            raise Trouble(f"{len(meant)} tables are called {named}" if meant else f"there is no table {named}")
        return Seen(meant[0], book.standing(meant[0].encode()))
    likely = _likely(list(tables(repo, at)), player)
    if not likely:
        raise Trouble("there is no table yet: `ludoteca gitgammon new` opens one")
    if len(likely) > 1:
        raise Trouble(f"say which table, with --table: {', '.join(seen.id for seen in likely[:NAMED_AT_MOST])}")
    return likely[0]


def _likely(everything: list[Seen], player: str | None) -> list[Seen]:
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


def picture(repo: Repository, at: Commit, seen: Seen) -> str:
    """The board as it is, with the last turn, where the club has written down how the game went."""
    book, name = Book.of(repo, at), seen.id.encode()
    last = last_turn(book.course(name)) if HISTORY in book.files(name) else None
    return board_picture(view(replace(seen.now.state, last=last), None))


def legal_plays(state: State) -> list[str]:
    """Every play there is, in notation."""
    if state.active is None or state.result is not None:
        return []
    side, board = state.active, relative(state.position, state.active)
    written = {write_play(moved(board, play, side), side) for play in plays(board, left_of(state)).values()}
    return sorted(written, key=_by_numbers, reverse=True)


def play_read(now: Standing, words: str, player: str | None = None) -> tuple[CheckerMove, ...]:
    """A written play as moves; Trouble if it is none of now, or it is not for this player to move."""
    if now.is_over or now.state.active is None:
        raise Trouble("the game is over")
    if player is not None and not is_same(player, now.player(now.active)):
        raise Trouble(f"it is {now.active}'s turn, and {now.active} is {now.player(now.active)}")
    try:
        return read_play(words, now.state.position, now.state.active, left_of(now.state))
    except Illegal as error:
        raise Trouble(error.reason) from None


def composed(
    now: Standing, moves: tuple[CheckerMove, ...], comment: str | None, at: Commit, when: datetime
) -> Composed:
    file = MoveFile(
        player=now.active,
        moves=tuple(Step(move.from_, move.to, move.die) for move in moves),
        timestamp=stamp(when),
        expected_state=now.hash,
        dice_roll=now.state.dice,
        comment=comment,
        commit_sha=str(at.id),
    )
    return _named(now, file, is_resignation=False)


def resignation(now: Standing, player: str | None, comment: str | None, at: Commit, when: datetime) -> Composed:
    """A player may give up at any time; who does not say who he is gives up for the side that is to move."""
    if now.is_over:
        raise Trouble("the game is over")
    colour = now.active
    if player is not None and not is_same(now.player(colour), player):
        colour = "black" if colour == "white" else "white"
    if player is not None and not is_same(now.player(colour), player):
        raise Trouble(f"{player} does not play at this table")
    return _named(now, Resignation(colour, stamp(when), now.hash, comment, str(at.id)), is_resignation=True)


def _named(now: Standing, file: MoveFile | Resignation, *, is_resignation: bool) -> Composed:
    data = move_file.write(file)
    found = move_file.read(data, is_resignation=is_resignation).faults
    if found:
        raise Trouble("; ".join(found))
    if now.next_sequence > move_file.SEQUENCE_AT_MOST:
        raise Trouble("a table has no more than 9999 moves")
    return Composed(MoveName(now.next_sequence, file.player, move_file.sha6(file), is_resignation), data)


def _by_numbers(play: str) -> list[tuple[int, str]]:
    """So that plays stand in the order of the points they begin from."""
    starts = [word.partition("/")[0] for word in play.split()]
    return [(25 if start == "bar" else int(start), play) for start in starts]

"""A player's move: the legal plays, and the move file that is written for one of them.

Must not know: git.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeAlias

from pygit2 import Commit

from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.board import relative
from ludoteca.games.backgammon.notation import read_play, write_play
from ludoteca.games.backgammon.plays import plays
from ludoteca.games.backgammon.turns import left_of
from ludoteca.games.backgammon.types import CheckerMove, CheckerMoved, Moved, State
from ludoteca.kernel import Dealer, Illegal, Move

from ..errors import GitGammonError
from ..format import move_file
from ..format.history_json import moved
from ..format.move_file import CheckerStep, MoveFile, Resignation
from ..format.names import MoveName, is_same
from ..format.state_json import TableState, timestamp

Bot: TypeAlias = Callable[[Any, Sequence[Any], Dealer], Any]

PLAYED: Final = GAME.name
"""The name of the game, to look up its bots."""


class NewMoveFile(NamedTuple):
    """A move file, ready to be pushed."""

    name: MoveName
    data: bytes


def legal_plays(state: State) -> list[str]:
    """Every play there is, in notation."""
    if state.active is None or state.result is not None:
        return []
    side, board = state.active, relative(state.position, state.active)
    written = {write_play(moved(board, play, side), side) for play in plays(board, left_of(state)).values()}
    return sorted(written, key=_by_numbers, reverse=True)


def parse_play(now: TableState, words: str, player: str | None = None) -> tuple[CheckerMove, ...]:
    """A play in notation as moves; GitGammonError if it is not legal now, or not this player's turn."""
    if now.is_over or now.state.active is None:
        raise GitGammonError("the game is over")
    if player is not None and not is_same(player, now.player(now.active)):
        raise GitGammonError(f"it is {now.active}'s turn, and {now.active} is {now.player(now.active)}")
    try:
        return read_play(words, now.state.position, now.state.active, left_of(now.state))
    except Illegal as error:
        raise GitGammonError(error.reason) from None


def compose_move(
    now: TableState, moves: tuple[CheckerMove, ...], comment: str | None, at: Commit, when: datetime
) -> NewMoveFile:
    file = MoveFile(
        player=now.active,
        moves=tuple(CheckerStep(move.from_, move.to, move.die) for move in moves),
        timestamp=timestamp(when),
        expected_state=now.hash,
        dice_roll=now.state.dice,
        comment=comment,
        commit_sha=str(at.id),
    )
    return _with_name(now, file, is_resignation=False)


def resignation(now: TableState, player: str | None, comment: str | None, at: Commit, when: datetime) -> NewMoveFile:
    """A player may resign at any time. Without a player, the side to move resigns."""
    if now.is_over:
        raise GitGammonError("the game is over")
    colour = now.active
    if player is not None and not is_same(now.player(colour), player):
        colour = "black" if colour == "white" else "white"
    if player is not None and not is_same(now.player(colour), player):
        raise GitGammonError(f"{player} does not play at this table")
    return _with_name(now, Resignation(colour, timestamp(when), now.hash, comment, str(at.id)), is_resignation=True)


def _with_name(now: TableState, file: MoveFile | Resignation, *, is_resignation: bool) -> NewMoveFile:
    data = move_file.write(file)
    found = move_file.read(data, is_resignation=is_resignation).faults
    if found:
        raise GitGammonError("; ".join(found))
    if now.next_sequence > move_file.SEQUENCE_AT_MOST:
        raise GitGammonError("a table has no more than 9999 moves")
    return NewMoveFile(MoveName(now.next_sequence, file.player, move_file.sha6(file), is_resignation), data)


def _by_numbers(play: str) -> list[tuple[int, str]]:
    """Sorts plays by the points they start from."""
    starts = [word.partition("/")[0] for word in play.split()]
    return [(25 if start == "bar" else int(start), play) for start in starts]


def bot_play(state: State, bot: Bot, dealer: Dealer) -> str:
    """What the bot plays now, as a player would type it."""
    made, seat = [], state.active
    assert seat is not None, "the game goes on"
    while state.active == seat and state.result is None and GAME.draw(state) is None:
        action = bot(GAME.view(state, seat), GAME.legal(state, seat), dealer)
        state, events = GAME.apply(state, Move(seat, action))
        told = [event.payload for event in events if isinstance(event.payload, CheckerMoved)]
        made += [Moved(each.from_, each.to, each.die, each.hit) for each in told]
    return write_play(made, seat)


def forged_move(now: TableState, when: datetime) -> NewMoveFile:
    """For the demo: a move file that claims four sixes, or four fives if sixes were rolled."""
    die = 6 if set(now.state.dice) != {6} else 5
    lie = MoveFile(
        player=now.active,
        moves=(CheckerStep(23, 23 - die, die) if now.active == "white" else CheckerStep(0, die, die),),
        timestamp=timestamp(when),
        expected_state=now.hash,
        dice_roll=(die,) * 4,
        comment="what a roll",
        commit_sha=None,
    )
    return NewMoveFile(MoveName(now.next_sequence, lie.player, move_file.sha6(lie), False), move_file.write(lie))

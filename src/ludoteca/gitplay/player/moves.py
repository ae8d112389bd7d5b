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

from ..errors import Trouble
from ..format import move_file
from ..format.history import moved
from ..format.move_file import MoveFile, Resignation, Step
from ..format.names import MoveName, is_same
from ..format.state_json import Standing, stamp

Bot: TypeAlias = Callable[[Any, Sequence[Any], Dealer], Any]

PLAYED: Final = GAME.name
"""The game that is played here, for whoever looks for its bots."""


class Composed(NamedTuple):
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


def bot_play(state: State, bot: Bot, dealer: Dealer) -> str:
    """What the bot plays with the dice that lie there, as a player would type it."""
    made, seat = [], state.active
    assert seat is not None, "the game goes on"
    while state.active == seat and state.result is None and GAME.draw(state) is None:
        action = bot(GAME.view(state, seat), GAME.legal(state, seat), dealer)
        state, events = GAME.apply(state, Move(seat, action))
        told = [event.payload for event in events if isinstance(event.payload, CheckerMoved)]
        made += [Moved(each.from_, each.to, each.die, each.hit) for each in told]
    return write_play(made, seat)


def with_better_dice(now: Standing, when: datetime) -> Composed:
    """A move file with four sixes, or with four fives where sixes were rolled."""
    die = 6 if set(now.state.dice) != {6} else 5
    lie = MoveFile(
        player=now.active,
        moves=(Step(23, 23 - die, die) if now.active == "white" else Step(0, die, die),),
        timestamp=stamp(when),
        expected_state=now.hash,
        dice_roll=(die,) * 4,
        comment="what a roll",
        commit_sha=None,
    )
    return Composed(MoveName(now.next_sequence, lie.player, move_file.sha6(lie), False), move_file.write(lie))

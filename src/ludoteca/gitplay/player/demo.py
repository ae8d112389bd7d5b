"""What a demonstration needs and a player does not: a bot's play in words, and a move file that lies.

Must not know: git.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.notation import write_play
from ludoteca.games.backgammon.types import CheckerMoved, Moved, State
from ludoteca.kernel import Dealer, Move

from ..format import move_file
from ..format.move_file import MoveFile, Step
from ..format.names import MoveName
from ..format.state_json import Standing, stamp
from .status import Composed

Bot: TypeAlias = Callable[[Any, Sequence[Any], Dealer], Any]

PLAYED: Final = GAME.name
"""The game that is played here, for whoever looks for its bots."""


def turn(state: State, bot: Bot, dealer: Dealer) -> str:
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

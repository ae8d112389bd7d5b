"""The value of a game, and what follows a win: the end, or the next game of the match."""

from typing import Final

from ludoteca.kernel import Event, Seat, Step, replace

from .board import KINDS, other, start_position, with_side
from .types import (
    Config,
    Cube,
    GameResult,
    GameStarted,
    GameWon,
    Kind,
    MatchWon,
    Reason,
    Result,
    State,
    Told,
)

CUBE_AT_MOST: Final = 4096

Made = Step[State, Told]
Telling = tuple[Event[Told], ...]


def has_cube(config: Config) -> bool:
    """A match to one point has none, since doubling would change nothing."""
    return config.cube and config.points != 1


def may_double(state: State) -> bool:
    """Whether the side whose turn begins may offer a double."""
    cube = state.cube
    return (
        has_cube(state.config)
        and not state.crawford_game
        and cube.owner in (None, state.active)
        and cube.value < CUBE_AT_MOST
    )


def worth(state: State, kind: Kind) -> int:
    """The points of a win. Under the Jacoby rule a gammon counts only if the cube has been turned."""
    is_untouched = state.cube.value == 1
    return state.cube.value * (1 if state.config.jacoby and is_untouched else KINDS.index(kind) + 1)


def won(state: State, winner: Seat, kind: Kind, reason: Reason, told: Telling = ()) -> Made:
    """End this game, and everything with it unless a match goes on."""
    points = worth(state, kind)
    score = with_side(state.score, winner, state.score[winner] + points)
    games = (*state.games, GameResult(winner, kind, points, reason))
    after = replace(state, phase="over", score=score, games=games, moves=(), auto=False)
    told += (Event(GameWon(winner, kind, points, reason, score)),)
    if state.config.points == 0:
        return Step(replace(after, result=Result(winner, reason)), told)
    if score[winner] >= state.config.points:
        return match_won(after, winner, reason, told)
    return _next_game(after, told)


def match_won(state: State, winner: Seat, reason: Reason, told: Telling = ()) -> Made:
    after = replace(state, phase="over", moves=(), auto=False, result=Result(winner, reason))
    return Step(after, (*told, Event(MatchWon(winner, reason, state.score))))


def forfeited(state: State, loser: Seat, kind: Kind, reason: Reason) -> Made:
    """Running out of time or staying away costs the whole match, or the single game."""
    if state.config.points:
        return match_won(state, other(loser), reason)
    return won(state, other(loser), kind, reason)


def _next_game(state: State, told: Telling) -> Made:
    is_crawford = _is_crawford_next(state)
    after = replace(
        state,
        position=start_position(state.config.start),
        phase="opening",
        turn=1,
        active=None,
        dice=(),
        dice_used=(),
        last=None,
        cube=Cube(),
        game=state.game + 1,
        crawford_game=is_crawford,
        crawford_over=state.crawford_over or state.crawford_game,
    )
    return Step(after, (*told, Event(GameStarted(after.game, after.score, is_crawford))))


def _is_crawford_next(state: State) -> bool:
    """The first game after a player has come within one point of winning."""
    if not state.config.crawford or state.crawford_over or state.crawford_game:
        return False
    return max(state.score) == state.config.points - 1

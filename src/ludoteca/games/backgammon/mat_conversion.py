"""Conversion between events of play and a `.mat` match.

`transcribed` reads events, so a record, a table's log and a git history export alike. `replayed` plays a match again by
the rules, which also checks that all of it is legal.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ludoteca.kernel import Chance, Event, Illegal, Malformed, Move, replace

from . import rules
from .board import KINDS, point_of
from .mat_format import CubeTurn, Entry, MatGame, MatMatch, Turn
from .match import Made, won
from .notation import read_play
from .turns import active_side, can_move, left_of
from .types import (
    Action,
    Config,
    DiceRolled,
    Double,
    Doubled,
    Drop,
    Dropped,
    GameStarted,
    GameWon,
    Moved,
    OpeningRolled,
    Pair,
    Roll,
    Side,
    Start,
    State,
    Take,
    Taken,
    Told,
    TurnEnded,
    TurnPassed,
)


class Replay(NamedTuple):
    """The state a match ends in, and every event on the way."""

    state: State
    told: tuple[Told, ...]


def transcribed(told: Iterable[Told], players: tuple[str, str], points: int) -> MatMatch:
    games: list[MatGame] = [MatGame((0, 0), ())]
    rolled: Turn | None = None  # dice not played yet
    for event in told:
        game = games[-1]
        match event:
            case GameStarted(score=score):
                games.append(MatGame(score, ()))
            case OpeningRolled(dice=dice, starter=int(starter)):
                rolled = Turn(starter, _higher_first(dice), "")
            case DiceRolled(seat=seat, dice=dice):
                rolled = Turn(seat, _higher_first((dice[0], dice[1])), "")
            case GameWon(winner=winner, points=worth):
                entries = game.entries if rolled is None else (*game.entries, rolled)
                games[-1], rolled = MatGame(game.score, entries, winner, worth), None
            case _:
                entry = _entry(event)
                if entry is not None:
                    games[-1], rolled = replace(game, entries=(*game.entries, entry)), None
    if rolled is not None:
        games[-1] = replace(games[-1], entries=(*games[-1].entries, rolled))
    return MatMatch(players, points, tuple(games))


def replayed(match: MatMatch, start: Start = "standard") -> Replay:
    """Play a match by the rules. Malformed names the game and the illegal entry."""
    made: Made = rules.setup(Config(start=start, points=match.points, cube=True))
    told = made.events
    state = made.state
    for number, game in enumerate(match.games, start=1):
        if state.result is not None or state.game != number or state.score != game.score:
            raise Malformed(f"game {number} does not follow from the games before it", f"game {number}")
        for place, entry in enumerate(game.entries, start=1):
            if len(state.games) == number:
                raise Malformed("the game goes on after its end", f"game {number}, entry {place}")
            try:
                state, events = _fed(state, entry)
            except Illegal as error:
                raise Malformed(f"{error.reason}", f"game {number}, entry {place}") from None
            told += events
        state, events = _finished(state, game, number)
        told += events
    return Replay(state, tuple(event.payload for event in told))


def _higher_first(dice: Pair) -> Pair:
    return max(dice), min(dice)


def _entry(event: Told) -> Entry | None:
    match event:
        case TurnEnded(seat=seat, dice=dice, moves=moves):
            return Turn(seat, _higher_first((dice[0], dice[1])), _steps(moves, seat))
        case TurnPassed(seat=seat, dice=dice):
            return Turn(seat, _higher_first((dice[0], dice[1])), "")
        case Doubled(seat=seat, value=value):
            return CubeTurn(seat, "Doubles", value)
        case Taken(seat=seat):
            return CubeTurn(seat, "Takes")
        case Dropped(seat=seat):
            return CubeTurn(seat, "Drops")
        case _:
            return None


def _steps(moves: Iterable[Moved], side: Side) -> str:
    """One checker and one die at a time; the bar is 25, off is 0."""
    return " ".join(f"{point_of(move.from_, side)}/{point_of(move.to, side)}{'*' * move.hit}" for move in moves)


def _fed(state: State, entry: Entry) -> tuple[State, tuple[Event[Told], ...]]:
    """The state after one entry, and its events."""
    if isinstance(entry, CubeTurn):
        answers: dict[str, Action] = {"Doubles": Double(), "Takes": Take(), "Drops": Drop()}
        return _acted(state, entry.side, answers[entry.word])
    state, told = _rolled(state, entry)
    if state.phase != "moving" or state.active != entry.side or (not entry.play and can_move(state)):
        return state, told  # a pass, which is automatic; or resigned after the roll
    for move in read_play(entry.play, state.position, entry.side, left_of(state)):
        state, events = _acted(state, entry.side, move)
        told += events
    return state, told


def _rolled(state: State, entry: Turn) -> tuple[State, tuple[Event[Told], ...]]:
    if state.phase == "cube":
        state, _ = _acted(state, entry.side, Roll())
    if state.phase not in ("opening", "rolling"):
        raise Illegal("wrong_phase", "the dice cannot be rolled now")
    if state.phase == "rolling" and active_side(state) != entry.side:
        raise Illegal("wrong_player", "it is the other side's turn to roll")
    dice = entry.dice
    if state.phase == "opening":
        dice = (max(dice), min(dice)) if entry.side == 0 else (min(dice), max(dice))
        if dice[0] == dice[1]:
            raise Illegal("illegal_move", "a game cannot begin with a double")
    return rules.apply(state, Chance(dice))


def _acted(state: State, side: Side, action: Action) -> tuple[State, tuple[Event[Told], ...]]:
    if rules.acting(state) != side:
        raise Illegal("wrong_player", "it is not this side's turn to act")
    return rules.apply(state, Move(side, action))


def _finished(state: State, game: MatGame, number: int) -> tuple[State, tuple[Event[Told], ...]]:
    """A game that did not end on the board was resigned, for the points that the file gives."""
    told: tuple[Event[Told], ...] = ()
    if len(state.games) < number and game.winner is not None:
        times = min(3, -(-game.points // state.cube.value))
        state, told = won(state, game.winner, KINDS[max(1, times) - 1], "resigned")
    last = state.games[-1] if len(state.games) == number else None
    if game.winner is not None and (last is None or (last.winner, last.points) != (game.winner, game.points)):
        raise Malformed(f"game {number} does not end as it says", f"game {number}")
    return state, told

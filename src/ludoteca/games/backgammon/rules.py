"""Backgammon's rules: who must act, what is legal, and what each input does. RULES.md has them in words.

Laws kept here: chance answers the opening, every roll, and the moves of a turn that has timed out; a pass is automatic;
a match plays games until a player has the points. A result is never changed.
"""

from typing import assert_never

from ludoteca.kernel import (
    Answer,
    Chance,
    Dice,
    Draw,
    Elapsed,
    Event,
    Illegal,
    Input,
    Left,
    Move,
    Outcome,
    Pick,
    Resigned,
    Returned,
    Seat,
    Step,
    Timer,
    replace,
)

from . import turns
from .board import kind_of_win, other, start_position
from .match import Made, forfeited, won
from .types import (
    COLOURS,
    Action,
    CheckerMove,
    Config,
    Cube,
    Done,
    Double,
    Doubled,
    Drop,
    Dropped,
    Kind,
    PlayerAway,
    PlayerBack,
    Reason,
    Roll,
    State,
    Take,
    Taken,
    Undo,
)

ALONE = (frozenset({0}), frozenset({1}))
"""Each seat as the only one."""

TWO_DICE = Dice(2)


def seats(_config: Config) -> tuple[str, str]:
    return COLOURS


def setup(config: Config) -> Made:
    if config.jacoby and (config.points or not config.cube):
        raise Illegal("bad_config", "the Jacoby rule needs a single game with the cube, not a match", jacoby=True)
    return Step(State(config, start_position(config.start)))


def draw(state: State) -> Draw | None:
    if state.phase in ("opening", "rolling"):
        return TWO_DICE
    if state.auto:
        return Pick(len(_moves(state)))
    return None


def to_act(state: State) -> frozenset[Seat]:
    seat = acting(state)
    return frozenset() if seat is None else ALONE[seat]


def acting(state: State) -> Seat | None:
    """The seat the game waits for; None while chance must answer, and after the end."""
    if state.active is None or state.auto or state.phase in ("opening", "rolling", "over"):
        return None
    return other(state.active) if state.phase == "answer" else state.active


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    if seat != acting(state):
        return ()
    match state.phase:
        case "cube":
            return (Roll(), Double())
        case "answer":
            return (Take(), Drop())
        case _:
            return _in_a_turn(state)


def timers(state: State) -> tuple[Timer, ...]:
    """One clock per turn, paused while a double is answered; one for the answer; one per absent player."""
    if acting(state) is None or state.active is None:
        return ()
    config, both_away = state.config, None not in state.away
    is_answer = state.phase == "answer"
    listed = [Timer(_turn_name(state), config.turn_ms, ALONE[state.active], both_away or is_answer)]
    if is_answer:
        listed.append(Timer(_answer_name(state), config.turn_ms, ALONE[other(state.active)], both_away))
    if config.on_absence == "forfeit":
        listed += [
            Timer(f"absent-{away}-{departure}", config.absent_ms, ALONE[away], both_away)
            for away, departure in enumerate(state.away)
            if departure is not None
        ]
    return tuple(listed)


def outcome(state: State) -> Outcome | None:
    """A single game scores its points; a match is won or lost."""
    if state.result is None:
        return None
    winner, reason = state.result.winner, state.result.reason
    points = 1 if state.config.points else state.games[-1].points
    return Outcome(tuple(points if seat == winner else -points for seat in (0, 1)), _why(state, reason))


def _why(state: State, reason: Reason) -> str:
    """`gammon`, `resigned`, `resigned_gammon`; a match that was played out is `match`. A time-out or an absence keeps
    its own reason, whatever it cost."""
    if state.config.points:
        return reason if reason in ("timeout", "abandoned") else "match"
    kind = state.games[-1].kind
    if reason == "borne_off":
        return kind
    return f"resigned_{kind}" if reason == "resigned" and kind != "single" else reason


def apply(state: State, given: Input[Action]) -> Made:
    match given:
        case Move(seat=seat, action=action):
            return _acted(state, seat, action)
        case Chance(outcome=drawn):
            return _answered(state, drawn)
        case Elapsed(timer=timer):
            return _elapsed(state, timer)
        case Left(seat=seat):
            return _left(state, seat)
        case Returned(seat=seat):
            return _returned(state, seat)
        case Resigned(seat=seat):
            return won(state, other(seat), _given_up(state, seat), "resigned")
        case _:
            assert_never(given)


def _moves(state: State) -> tuple[CheckerMove, ...]:
    return turns.checker_moves(state.position, turns.active_side(state), turns.left_of(state))


def _in_a_turn(state: State) -> tuple[Action, ...]:
    moves = _moves(state)
    if not state.config.confirm:
        return moves
    undo = (Undo(),) if state.moves else ()
    return (*moves, *undo) if moves else (Done(), *undo)


def _answered(state: State, drawn: Answer) -> Made:
    match state.phase, drawn:
        case "opening", (white, black):
            return turns.opening_rolled(state, (white, black))
        case "rolling", (first, second):
            return turns.rolled(state, (first, second))
        case "moving", (index,):
            return turns.moved(state, turns.active_side(state), _moves(state)[index])
        case _:
            raise AssertionError("the kernel lets only answers to the draw pass")


def _acted(state: State, seat: Seat, action: Action) -> Made:
    if seat != acting(state):
        active = acting(state)
        assert active is not None
        raise Illegal("wrong_player", f"it is {COLOURS[active]}'s turn to act", activePlayer=COLOURS[active])
    match state.phase, action:
        case "moving", CheckerMove():
            return turns.moved(state, seat, action)
        case "moving", Undo():
            return _undo(state, seat)
        case "moving", Done():
            return _done(state)
        case "cube", Roll():
            return Step(replace(state, phase="rolling"))
        case "cube", Double():
            return Step(replace(state, phase="answer"), (Event(Doubled(seat, state.cube.value * 2)),))
        case "answer", Take():
            return _taken(state, seat)
        case "answer", Drop():
            return _dropped(state, seat)
        case _:
            raise Illegal("wrong_phase", _PHASES[state.phase], phase=state.phase)


_PHASES = {
    "cube": "the dice have not been rolled: roll, or double",
    "answer": "a double is offered: take it, or drop",
    "moving": "checkers must be moved now",
}


def _undo(state: State, seat: Seat) -> Made:
    if not state.config.confirm:
        raise Illegal("no_undo", "moves are final: this game has no confirmation of turns")
    if not state.moves:
        raise Illegal("no_undo", "no move of this turn can be undone")
    return turns.undone(state, seat)


def _done(state: State) -> Made:
    if turns.can_move(state):
        raise Illegal("not_done", "as many dice as possible must be played", dice=list(turns.left_of(state)))
    return turns.ended(state)


def _taken(state: State, seat: Seat) -> Made:
    cube = Cube(state.cube.value * 2, seat)
    return Step(replace(state, phase="rolling", cube=cube), (Event(Taken(seat, cube.value)),))


def _dropped(state: State, seat: Seat) -> Made:
    return won(state, other(seat), "single", "dropped", (Event(Dropped(seat)),))


def _given_up(state: State, loser: Seat) -> Kind:
    """The cost of resigning: a single game for a player who could drop a double, else the kind of win on the board."""
    return "single" if state.phase == "answer" and loser == acting(state) else kind_of_win(state.position, loser)


def _turn_name(state: State) -> str:
    return f"turn-{state.game}-{state.turn}"


def _answer_name(state: State) -> str:
    return f"answer-{state.game}-{state.turn}"


def _elapsed(state: State, timer: str) -> Made:
    seat = acting(state)
    assert seat is not None
    if timer not in (_turn_name(state), _answer_name(state)):
        absent = next(seat for seat, departure in enumerate(state.away) if timer == f"absent-{seat}-{departure}")
        return forfeited(state, absent, _given_up(state, absent), "abandoned")
    if state.config.on_timeout == "forfeit":
        return forfeited(state, seat, _given_up(state, seat), "timeout")
    match state.phase:
        case "answer":
            return _dropped(state, seat)
        case "cube":
            return Step(replace(state, phase="rolling", auto=True))
        case _:
            return Step(replace(state, auto=True)) if turns.can_move(state) else turns.ended(state)


def _left(state: State, seat: Seat) -> Made:
    if state.away[seat] is not None:
        return Step(state)
    departure = state.departures + 1
    after = replace(state, departures=departure, away=_away_with(state, seat, departure))
    return Step(after, (Event(PlayerAway(seat)),))


def _returned(state: State, seat: Seat) -> Made:
    if state.away[seat] is None:
        return Step(state)
    return Step(replace(state, away=_away_with(state, seat, None)), (Event(PlayerBack(seat)),))


def _away_with(state: State, seat: Seat, departure: int | None) -> tuple[int | None, int | None]:
    return (departure, state.away[1]) if seat == 0 else (state.away[0], departure)

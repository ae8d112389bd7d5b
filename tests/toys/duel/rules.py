"""The rules of the duel; numbers in comments are sentences of RULES.md.

Laws kept here:
- Until a round is told, a choice lies only in `sealed` and `sketches`.
- Every end goes through `_end`, so it is told once and paid once.

Must not know: text, views, clocks, dealers.
"""

from typing import assert_never

from ludoteca.kernel import (
    Chance,
    Draw,
    Elapsed,
    Event,
    Illegal,
    Input,
    Left,
    Move,
    Outcome,
    Resigned,
    Returned,
    Seat,
    Step,
    Timer,
    replace,
)

from .types import (
    BEATS,
    CHOICES,
    SEATS,
    Action,
    Began,
    CameBack,
    Choice,
    Clash,
    Closed,
    Config,
    Ended,
    Play,
    Ready,
    Seal,
    Shown,
    Sketch,
    Sketched,
    State,
    Told,
    WentAway,
    changed,
)

REFUSALS = {"round_closed": "invalid_turn", "already_sealed": "invalid_action"}


def seats(_config: Config) -> tuple[str, ...]:
    return SEATS


def setup(config: Config) -> Step[State, Told]:
    if not 1 <= config.goal <= config.rounds:  # 16
        raise Illegal("bad_config", "the goal must be reachable", goal=config.goal, rounds=config.rounds)
    return Step(State(config), (Event(Began(1)),))


def draw(_state: State) -> Draw | None:
    return None


def to_act(state: State) -> frozenset[Seat]:
    if state.phase != "seal":
        return frozenset()
    return frozenset(seat for seat in (0, 1) if state.sealed[seat] is None)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    return tuple(Seal(choice) for choice in CHOICES) if seat in to_act(state) else ()


def timers(state: State) -> tuple[Timer, ...]:
    """The round's own wait first; a grace stands beside it, whatever the phase, and runs while its seat is away."""
    graces = tuple(
        Timer(f"grace-{seat}", state.config.grace_ms, frozenset({seat}), paused=seat not in state.away)
        for seat in (range(len(SEATS)) if state.config.grace_ms else ())
    )
    match state.phase:
        case "seal":
            return Timer(f"deadline-{state.round}", state.config.deadline_ms, to_act(state)), *graces
        case "reveal":
            return Timer(f"reveal-{state.round}", state.config.reveal_ms), *graces
        case "over":
            return ()
        case _:
            assert_never(state.phase)


def apply(state: State, given: Input[Action]) -> Step[State, Told]:
    match given:
        case Move(seat=seat, action=action):
            return _act(state, seat, action)
        case Elapsed(timer=timer):
            return _elapsed(state, timer)
        case Left(seat=seat):
            return _leave(state, seat)
        case Returned(seat=seat):
            return _return(state, seat)
        case Resigned(seat=seat):  # 13
            return _forfeit(state, seat, "resigned")
        case Chance():
            raise AssertionError("a duel leaves nothing to chance")
        case _:
            assert_never(given)


def outcome(state: State) -> Outcome | None:
    return state.outcome


def _act(state: State, seat: Seat, action: Action) -> Step[State, Told]:
    if state.phase != "seal":
        raise Illegal("round_closed", "the round is closed", round=state.round)
    if state.sealed[seat] is not None:  # 2
        raise Illegal("already_sealed", "a sealed choice is final", round=state.round)
    match action:
        case Seal(choice=choice):
            return _seal(state, seat, choice)
        case Sketch(choice=sketch):  # 3
            drafted = replace(state, sketches=changed(state.sketches, seat, sketch))
            return Step(drafted, (Event(Sketched(sketch), frozenset({seat})),))
        case _:
            assert_never(action)


def _seal(state: State, seat: Seat, choice: Choice) -> Step[State, Told]:
    # The sketch has served: were it kept, a sealed seat would hold two choices.
    sealed = changed(state.sealed, seat, choice)
    state = replace(state, sealed=sealed, sketches=changed(state.sketches, seat, None))
    ready = Event[Told](Ready(seat))
    if to_act(state):
        return Step(state, (ready,))
    state, events = _close(state)
    return Step(state, (ready, *events))


def _elapsed(state: State, timer: str) -> Step[State, Told]:
    match timer.split("-"):
        case ["deadline", _]:
            return _close(state)
        case ["reveal", _]:
            return _reveal(state)
        case ["grace", seat]:
            return _forfeit(state, int(seat), "left")
        case _:
            raise AssertionError(f"the duel names no timer {timer!r}")


def _close(state: State) -> Step[State, Told]:
    return Step(replace(state, phase="reveal"), (Event(Closed(state.round)),))


def _reveal(state: State) -> Step[State, Told]:
    """Tell the round, score it, and go on or end."""
    plays = (_play(state, 0), _play(state, 1))
    points = (state.points[0] + _beats(*plays), state.points[1] + _beats(*reversed(plays)))
    idle_rounds = state.idle_rounds + 1 if plays == ("idle", "idle") else 0
    told: tuple[Event[Told], ...] = (
        Event(Clash(plays[0], plays[1], points[0], points[1]), frozenset({0})),
        Event(Clash(plays[1], plays[0], points[1], points[0]), frozenset({1})),
        Event(Shown(plays, points), frozenset(), spectators=True),
    )
    state = replace(
        state, sealed=(None, None), sketches=(None, None), points=points, idle_rounds=idle_rounds, last=plays
    )
    state, events = _next_round(state)
    return Step(state, told + events)


def _next_round(state: State) -> Step[State, Told]:
    if state.idle_rounds == 2:  # 12
        return _end(state, (-1, -1), "idle")
    if max(state.points) >= state.config.goal:  # 10
        return _end(state, _by_points(state), "goal")
    if state.round >= state.config.rounds:  # 11
        return _end(state, _by_points(state), "rounds")
    state = replace(state, phase="seal", round=state.round + 1)
    return Step(state, (Event(Began(state.round)),))


def _leave(state: State, seat: Seat) -> Step[State, Told]:  # 14
    if seat in state.away:
        return Step(state)
    if state.config.grace_ms == 0:
        return _forfeit(state, seat, "left")
    return Step(replace(state, away=state.away | {seat}), (Event(WentAway(seat)),))


def _return(state: State, seat: Seat) -> Step[State, Told]:
    if seat not in state.away:
        return Step(state)
    return Step(replace(state, away=state.away - {seat}), (Event(CameBack(seat)),))


def _forfeit(state: State, loser: Seat, reason: str) -> Step[State, Told]:
    return _end(state, (-1, 1) if loser == 0 else (1, -1), reason)


def _end(state: State, scores: tuple[int, int], reason: str) -> Step[State, Told]:
    end = Outcome(scores, reason, _payout(scores, state.config.stake))
    return Step(replace(state, phase="over", outcome=end), (Event(Ended(end)),))


def _payout(scores: tuple[int, int], stake: int) -> tuple[int, ...]:  # 15
    if stake == 0:
        return ()
    # Draw: your own stake; win: both; lose: nothing.
    return tuple(stake * (1 + score) for score in scores)


def _play(state: State, seat: Seat) -> Play:  # 5
    return state.sealed[seat] or state.sketches[seat] or "idle"


def _beats(mine: Play, theirs: Play) -> bool:  # 8
    return mine != "idle" and (theirs == "idle" or BEATS[mine] == theirs)


def _by_points(state: State) -> tuple[int, int]:
    left, right = state.points
    return (left > right) - (left < right), (right > left) - (right < left)

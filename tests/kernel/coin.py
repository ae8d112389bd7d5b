"""Coin: a game small enough to hold in the head while the kernel is tested.

Chance says who guesses first. Each round that seat guesses, in secret; the coin falls; for a right guess two dice say
how many points it is worth. The round is shown for a while, then the other seat guesses. Most points after
`rounds` rounds win. A player who thinks too long, or resigns, loses.
"""

from typing import Annotated, Literal, TypeAlias, assert_never

from ludoteca.kernel import (
    Chance,
    Dealer,
    Dice,
    Draw,
    Elapsed,
    Event,
    Game,
    Illegal,
    Input,
    Left,
    Meta,
    Move,
    Outcome,
    Pick,
    Reader,
    Resigned,
    Returned,
    Seat,
    Step,
    Text,
    Timer,
    Types,
    Value,
    replace,
    secret,
)

Side: TypeAlias = Literal["heads", "tails"]
Phase: TypeAlias = Literal["opening", "guessing", "flipping", "scoring", "showing", "over"]
SIDES: tuple[Side, Side] = ("heads", "tails")


class Config(Value, frozen=True):
    rounds: Annotated[int, Meta(ge=1, le=20)] = 3
    think_ms: Annotated[int, Meta(ge=1)] = 5_000


class Guess(Value, frozen=True, tag="guess"):
    side: Side


class Begun(Value, frozen=True, tag="begun"):
    first: Seat


class Guessed(Value, frozen=True, tag="guessed"):
    seat: Seat
    side: Side | None  # None: not for you


class Fell(Value, frozen=True, tag="fell"):
    side: Side


class Scored(Value, frozen=True, tag="scored"):
    seat: Seat
    points: int


Told: TypeAlias = Begun | Guessed | Fell | Scored


class State(Value, frozen=True):
    config: Config
    phase: Phase = "opening"
    round: int = 1
    turn: Seat = 0
    guess: Side | None = None
    points: tuple[int, int] = (0, 0)
    loser: Seat | None = None


class View(Value, frozen=True):
    phase: Phase
    round: int
    turn: Seat
    points: tuple[int, int]
    guess: Side | None


Made: TypeAlias = Step[State, Told]


def setup(config: Config) -> Made:
    if config.think_ms > 60_000:
        raise Illegal("bad_config", "nobody thinks that long", think_ms=config.think_ms)
    return Step(State(config))


def draw(state: State) -> Draw | None:
    match state.phase:
        case "opening":
            return Pick(2)
        case "flipping":
            return Pick(2, (1, 1))
        case "scoring":
            return Dice(2)
        case _:
            return None


def to_act(state: State) -> frozenset[Seat]:
    return frozenset({state.turn}) if state.phase == "guessing" else frozenset()


def legal(state: State, seat: Seat) -> tuple[Guess, ...]:
    return tuple(Guess(side) for side in SIDES) if seat in to_act(state) else ()


def timers(state: State) -> tuple[Timer, ...]:
    if state.phase == "guessing":
        return (Timer(f"guess-{state.round}", state.config.think_ms, to_act(state)),)
    return (Timer(f"show-{state.round}", 1_000),) if state.phase == "showing" else ()


def apply(state: State, given: Input[Guess]) -> Made:
    match given:
        case Move(seat=seat, action=Guess(side=side)):
            return _guessed(state, seat, side)
        case Chance(outcome=answer):
            return _answered(state, answer)
        case Elapsed():
            return _next_round(state) if state.phase == "showing" else _lost(state, state.turn)
        case Resigned(seat=seat):
            return _lost(state, seat)
        case Left() | Returned():
            return Step(state)
        case _:
            assert_never(given)


def view(state: State, reader: Reader) -> View:
    knows = reader == state.turn or state.phase != "flipping"
    return View(state.phase, state.round, state.turn, state.points, state.guess if knows else None)


def outcome(state: State) -> Outcome | None:
    if state.phase != "over":
        return None
    if state.loser is not None:
        return Outcome(tuple(-1 if seat == state.loser else 1 for seat in (0, 1)), "gave_up")
    ahead = (state.points[0] > state.points[1]) - (state.points[0] < state.points[1])
    return Outcome((ahead, -ahead), "points")


def resample(state: State, reader: Reader, dealer: Dealer) -> State:
    if state.phase != "flipping" or reader == state.turn:
        return state
    return replace(state, guess=SIDES[dealer.answer(Pick(2))[0]])


def flaws(state: State) -> tuple[str, ...]:
    found = []
    if state.round > state.config.rounds or state.round < 1:
        found.append("no such round")
    if min(state.points) < 0:
        found.append("points below nothing")
    if (state.guess is None) != (state.phase not in ("flipping", "scoring")):
        found.append("a guess where none belongs, or none where one does")
    return tuple(found)


def _guessed(state: State, seat: Seat, side: Side) -> Made:
    if seat not in to_act(state):
        raise Illegal("not_your_turn", "the other seat guesses", turn=state.turn)
    told = secret(frozenset({seat}), Guessed(seat, side), Guessed(seat, None), seats=2)
    return Step(replace(state, phase="flipping", guess=side), told)


def _answered(state: State, answer: tuple[int, ...]) -> Made:
    match state.phase:
        case "opening":
            return Step(replace(state, phase="guessing", turn=answer[0]), (Event(Begun(answer[0])),))
        case "flipping":
            return _fell(state, SIDES[answer[0]])
        case _:
            return _scored(state, sum(answer))


def _fell(state: State, side: Side) -> Made:
    told = (Event[Told](Fell(side)),)
    if side == state.guess:
        return Step(replace(state, phase="scoring"), told)
    return Step(replace(state, phase="showing", guess=None), told)


def _scored(state: State, points: int) -> Made:
    mine, yours = state.points
    total = (mine + points, yours) if state.turn == 0 else (mine, yours + points)
    scored = replace(state, phase="showing", guess=None, points=total)
    return Step(scored, (Event(Scored(state.turn, points)),))


def _next_round(state: State) -> Made:
    if state.round == state.config.rounds:
        return Step(replace(state, phase="over"))
    return Step(replace(state, phase="guessing", round=state.round + 1, turn=1 - state.turn))


def _lost(state: State, loser: Seat) -> Made:
    return Step(replace(state, phase="over", loser=loser, guess=None))


def _read(text: str, _view: View) -> Guess:
    for side in SIDES:
        if text == side:
            return Guess(side)
    raise Illegal("unreadable", "say heads or tails", text=text)


GAME: Game[Config, State, Guess, Told, View] = Game(
    name="coin",
    version="1.2.0",
    home="tests.kernel",
    types=Types(config=Config, state=State, action=Guess, told=Told, view=View),
    text=Text(
        write=lambda guess, _: guess.side,
        read=_read,
        picture=lambda seen: f"round {seen.round}: {seen.points[0]}-{seen.points[1]}",
        tell=lambda told, _: str(told),
    ),
    seats=lambda _: ("left", "right"),
    setup=setup,
    draw=draw,
    to_act=to_act,
    legal=legal,
    timers=timers,
    apply=apply,
    view=view,
    outcome=outcome,
    resample=resample,
    flaws=flaws,
    presets={"plain": Config(), "quick": Config(rounds=1)},
    refusals={"not_your_turn": "invalid_turn"},
)

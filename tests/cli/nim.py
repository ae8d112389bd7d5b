"""Nim, for the terminal's tests: nothing hidden, tells nothing, and has moves written like the terminal's own words.

Players take one to three stones; who takes the last wins. `log` takes one, `two` two, `three` three.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from ludoteca.kernel import (
    AnyInput,
    Dealer,
    Draw,
    Game,
    Illegal,
    Meta,
    Move,
    Outcome,
    Reader,
    Resigned,
    Seat,
    Step,
    Text,
    Timer,
    Types,
    Value,
    replace,
)

WORDS = ("log", "two", "three")


class Config(Value, frozen=True):
    stones: Annotated[int, Meta(ge=0)] = 10


class Take(Value, frozen=True):
    stones: int


class State(Value, frozen=True):
    config: Config
    stones: int
    turn: Seat = 0
    loser: Seat | None = None


def setup(config: Config) -> Step[State, str]:
    if config.stones == 0:
        raise Illegal("bad_config", "there must be something to take")
    return Step(State(config, config.stones))


def legal(state: State, seat: Seat) -> tuple[Take, ...]:
    return tuple(Take(n) for n in (1, 2, 3) if n <= state.stones) if seat in to_act(state) else ()


def to_act(state: State) -> frozenset[Seat]:
    return frozenset() if outcome(state) else frozenset({state.turn})


def outcome(state: State) -> Outcome | None:
    if state.loser is None and state.stones > 0:
        return None
    loser = state.turn if state.loser is None else state.loser
    return Outcome((-1, 1) if loser == 0 else (1, -1), "resigned" if state.loser is not None else "last_stone")


def apply(state: State, given: AnyInput) -> Step[State, str]:
    match given:
        case Move(seat=seat, action=Take() as action) if action in legal(state, seat):
            return Step(replace(state, stones=state.stones - action.stones, turn=1 - state.turn))
        case Resigned(seat=seat):
            return Step(replace(state, loser=seat))
        case Move(seat=seat):
            open_now = [WORDS[take.stones - 1] for take in legal(state, seat)]
            raise Illegal("too_many", "so many are not there", choices=open_now, asked=9)
        case _:
            return Step(state)


def read(text: str, _view: State) -> Take:
    if text not in WORDS:
        raise Illegal("unreadable", f"{text!r} is not a number of stones")
    return Take(WORDS.index(text) + 1)


def no_draw(_state: State) -> Draw | None:
    return None


def no_timers(_state: State) -> tuple[Timer, ...]:
    return ()


def same(state: State, _reader: Reader) -> State:
    return state


def same_world(state: State, _reader: Reader, _dealer: Dealer) -> State:
    return state


def cheat(_view: State, _legal: Sequence[Take], _dealer: Dealer) -> Take:
    """A bot that takes what is not there."""
    return Take(9)


GAME: Game[Config, State, Take, str, State] = Game(
    name="nim",
    version="1.0.0",
    home="tests.cli",
    types=Types(config=Config, state=State, action=Take, told=str, view=State),
    text=Text(
        write=lambda action, _view: WORDS[action.stones - 1],
        read=read,
        picture=lambda view: f"{view.stones} stones",
        tell=lambda told, _view: told,
    ),
    seats=lambda _config: ("north", "far south"),
    setup=setup,
    draw=no_draw,
    to_act=to_act,
    legal=legal,
    timers=no_timers,
    apply=apply,
    view=same,
    outcome=outcome,
    resample=same_world,
    presets={"short": Config(3)},
)

NOT_A_GAME: Any = 7

"""Chomp: two players eat a bar of chocolate, and the player who has to eat its poisoned square loses.

1. The bar has `rows` rows of `columns` squares. The top left square is poisoned. First begins.
2. In turn, each player chooses a square that is left, and eats it with all squares below it and to the right of it.
3. A player who eats the poisoned square loses. A player who resigns loses, too.
"""

from typing import Annotated

from ludoteca import Event, Game, Illegal, Input, Meta, Move, Outcome, Reader, Resigned, Seat, Step, Types, Value


class Config(Value, frozen=True):
    rows: Annotated[int, Meta(ge=1, le=9)] = 4
    columns: Annotated[int, Meta(ge=1, le=9)] = 6


class Eat(Value, frozen=True, tag="eat"):
    row: int
    column: int


class Eaten(Value, frozen=True, tag="eaten"):
    seat: Seat
    row: int
    column: int


class State(Value, frozen=True):
    config: Config
    left: tuple[int, ...]  # how many squares are left in each row
    turn: Seat = 0
    loser: Seat | None = None


class View(Value, frozen=True):
    bar: tuple[str, ...]
    turn: Seat


def setup(config: Config) -> Step[State, Eaten]:
    return Step(State(config, (config.columns,) * config.rows))


def to_act(state: State) -> frozenset[Seat]:
    return frozenset({state.turn}) if state.loser is None else frozenset()


def legal(state: State, seat: Seat) -> tuple[Eat, ...]:
    squares = (Eat(row, column) for row, left in enumerate(state.left) for column in range(left))
    return tuple(squares) if seat in to_act(state) else ()


def apply(state: State, given: Input[Eat]) -> Step[State, Eaten]:
    match given:
        case Move(seat, Eat(row, column) as action) if action in legal(state, seat):
            left = tuple(min(n, column) if at >= row else n for at, n in enumerate(state.left))
            loser = None if any(left) else seat
            return Step(State(state.config, left, 1 - seat, loser), (Event(Eaten(seat, row, column)),))
        case Move():
            raise Illegal("not_there", "choose a square that is left, when it is your turn")
        case Resigned(seat):
            return Step(State(state.config, state.left, state.turn, loser=seat))
        case _:
            return Step(state)


def view(state: State, _reader: Reader) -> View:
    bar = tuple(("#" * left).ljust(state.config.columns, ".") for left in state.left)
    return View((bar[0].replace("#", "!", 1), *bar[1:]), state.turn)


def outcome(state: State) -> Outcome | None:
    if state.loser is None:
        return None
    return Outcome((-1, 1) if state.loser == 0 else (1, -1), "resigned" if any(state.left) else "poisoned")


GAME = Game(
    name="chomp",
    types=Types(config=Config, state=State, action=Eat, told=Eaten, view=View),
    setup=setup,
    to_act=to_act,
    legal=legal,
    apply=apply,
    view=view,
    outcome=outcome,
)

"""The rules: frozen values, and pure functions on them. The numbers are those of the sentences in RULES.md."""

from typing import Annotated, TypeAlias

from ludoteca.kernel import Event, Illegal, Input, Meta, Move, Outcome, Reader, Resigned, Seat, Step, Value, replace

ROW = 3
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Config(Value, frozen=True):
    """What can be chosen when a table is opened; every field has a default."""

    size: Annotated[int, Meta(ge=3, le=8)] = 3


class Place(Value, frozen=True, tag="place"):
    """The only action: put a mark on an empty cell."""

    x: Annotated[int, Meta(ge=0, le=7)]
    y: Annotated[int, Meta(ge=0, le=7)]


class Placed(Value, frozen=True, tag="placed"):
    """An event: everybody is told who has put a mark where."""

    seat: Seat
    x: int
    y: int


class GaveUp(Value, frozen=True, tag="gave_up"):
    """An event: everybody is told who has resigned."""

    seat: Seat


Told: TypeAlias = Placed | GaveUp


class State(Value, frozen=True):
    """Everything there is to know; it carries its config."""

    config: Config
    rows: tuple[str, ...]  # from the bottom; X is the first seat's mark, O the second's, a dot is an empty cell
    turn: Seat = 0
    outcome: Outcome | None = None


class View(Value, frozen=True):
    """What a reader sees. Nothing is hidden here, so everybody sees the same."""

    rows: tuple[str, ...]
    turn: Seat | None  # None: the game is over


def setup(config: Config) -> Step[State, Told]:
    return Step(State(config, rows=("." * config.size,) * config.size))  # 1


def to_act(state: State) -> frozenset[Seat]:
    return frozenset({state.turn}) if state.outcome is None else frozenset()


def legal(state: State, seat: Seat) -> tuple[Place, ...]:
    if seat not in to_act(state):
        return ()
    return tuple(Place(x, y) for y, row in enumerate(state.rows) for x, mark in enumerate(row) if mark == ".")


def apply(state: State, given: Input[Place]) -> Step[State, Told]:
    """The new state and what is told; or Illegal, and nothing has changed."""
    match given:
        case Move(seat=seat, action=action) if action in legal(state, seat):  # 2
            rows = with_mark(state.rows, action, seat)
            after = replace(state, rows=rows, turn=1 - seat, outcome=_end(rows, action, seat))
            return Step(after, (Event(Placed(seat, action.x, action.y)),))
        case Move():
            raise Illegal("not_legal", "wait for your turn, and choose an empty cell")
        case Resigned(seat=seat):  # 5
            return Step(replace(state, outcome=_won_by(1 - seat, "resigned")), (Event(GaveUp(seat)),))
        case _:  # players who leave and return: the game waits
            return Step(state)


def view(state: State, _reader: Reader) -> View:
    return View(state.rows, state.turn if state.outcome is None else None)


def outcome(state: State) -> Outcome | None:
    return state.outcome


def with_mark(rows: tuple[str, ...], action: Place, seat: Seat) -> tuple[str, ...]:
    row = rows[action.y]
    return (*rows[: action.y], row[: action.x] + "XO"[seat] + row[action.x + 1 :], *rows[action.y + 1 :])


def longest_row(rows: tuple[str, ...], x: int, y: int) -> int:
    """The length of the longest row that the mark on this cell is part of."""
    return max(1 + _reach(rows, x, y, dx, dy) + _reach(rows, x, y, -dx, -dy) for dx, dy in DIRECTIONS)


def _reach(rows: tuple[str, ...], x: int, y: int, dx: int, dy: int) -> int:
    """How many cells in this direction hold the same mark."""
    mark, length = rows[y][x], 0
    while 0 <= (x := x + dx) < len(rows) and 0 <= (y := y + dy) < len(rows) and rows[y][x] == mark:
        length += 1
    return length


def _end(rows: tuple[str, ...], last: Place, seat: Seat) -> Outcome | None:
    if longest_row(rows, last.x, last.y) >= ROW:  # 3
        return _won_by(seat, "row")
    return None if any("." in row for row in rows) else Outcome((0, 0), "board_full")  # 4


def _won_by(seat: Seat, reason: str) -> Outcome:
    return Outcome((1, -1) if seat == 0 else (-1, 1), reason)

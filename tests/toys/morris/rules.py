"""The rules of morris; numbers in comments are sentences of RULES.md. Must not know: text."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal, TypeAlias, assert_never, get_args

from ludoteca.kernel import (
    Chance,
    Elapsed,
    Event,
    Illegal,
    Input,
    Left,
    Meta,
    Move,
    Outcome,
    Reader,
    Resigned,
    Returned,
    Seat,
    Step,
    Value,
    replace,
)

# fmt: off
Point: TypeAlias = Literal[
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4",
    "e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1",
]
MILLS: Final = (
    ("a7", "d7", "g7"), ("b6", "d6", "f6"), ("c5", "d5", "e5"), ("a4", "b4", "c4"),
    ("e4", "f4", "g4"), ("c3", "d3", "e3"), ("b2", "d2", "f2"), ("a1", "d1", "g1"),
    ("a7", "a4", "a1"), ("b6", "b4", "b2"), ("c5", "c4", "c3"), ("d7", "d6", "d5"),
    ("d3", "d2", "d1"), ("e5", "e4", "e3"), ("f6", "f4", "f2"), ("g7", "g4", "g1"),
)
# fmt: on
POINTS: Final[tuple[Point, ...]] = get_args(Point)
LINES: Final = tuple(line for one, other, third in MILLS for line in ((one, other), (other, third)))
FEWEST: Final = 3

Board: TypeAlias = tuple[Seat | None, ...]


class Config(Value, frozen=True):
    men: Annotated[int, Meta(ge=FEWEST, le=9)] = 9
    quiet: Annotated[int, Meta(ge=10, le=200)] = 50


class Place(Value, frozen=True, tag="place"):
    to: Point
    take: Point | None = None


class Slide(Value, frozen=True, tag="slide"):
    start: Point
    to: Point
    take: Point | None = None


Action: TypeAlias = Place | Slide


class Played(Value, frozen=True, tag="played"):
    seat: Seat
    action: Action


class Ended(Value, frozen=True, tag="ended"):
    outcome: Outcome


Told: TypeAlias = Played | Ended


class State(Value, frozen=True):
    config: Config
    board: Board = (None,) * len(POINTS)
    hands: tuple[int, int] = (0, 0)
    turn: Seat = 0
    quiet: int = 0
    last: Action | None = None
    outcome: Outcome | None = None


class View(Value, frozen=True):
    you: Seat | None
    board: Board
    hands: tuple[int, int]
    turn: Seat
    last: Action | None
    outcome: Outcome | None


def setup(config: Config) -> Step[State, Told]:
    return Step(State(config, hands=(config.men, config.men)))


def to_act(state: State) -> frozenset[Seat]:
    return frozenset({state.turn}) if state.outcome is None else frozenset()


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    return tuple(_moves(state, seat)) if seat in to_act(state) else ()


def apply(state: State, given: Input[Action]) -> Step[State, Told]:
    match given:
        case Move(seat=seat, action=action):
            if seat != state.turn:
                raise Illegal("not_your_turn", "the other seat is to move")
            if action not in _moves(state, seat):
                raise Illegal("not_possible", "that move is not possible")
            return _play(state, seat, action)
        case Resigned(seat=seat):  # 6
            return _over(state, 1 - seat, "resigned")
        case Left() | Returned() | Chance() | Elapsed():  # 8
            return Step(state)
        case _:
            assert_never(given)


def view(state: State, reader: Reader) -> View:
    return View(reader, state.board, state.hands, state.turn, state.last, state.outcome)


def _moves(state: State, seat: Seat) -> Iterator[Action]:
    empty = _points(state.board, None)
    if state.hands[seat] > 0:  # 2
        for to in empty:
            for take in _takes(state.board, seat, None, to):
                yield Place(to, take)
        return
    own = _points(state.board, seat)
    for start in own:  # 3
        for to in empty:
            if len(own) == FEWEST or (start, to) in LINES or (to, start) in LINES:
                for take in _takes(state.board, seat, start, to):
                    yield Slide(start, to, take)


def _takes(board: Board, seat: Seat, start: Point | None, to: Point) -> tuple[Point | None, ...]:
    if not _in_mill(_moved(board, seat, start, to), to):
        return (None,)
    others = _points(board, 1 - seat)
    free = tuple(each for each in others if not _in_mill(board, each))  # 5
    return free or others or (None,)


def _play(state: State, seat: Seat, action: Action) -> Step[State, Told]:
    start = action.start if isinstance(action, Slide) else None
    board = _moved(state.board, seat, start, action.to)
    if action.take is not None:  # 4
        board = _changed(board, action.take, None)
    hands = tuple(count - (start is None and each == seat) for each, count in enumerate(state.hands))
    quiet = 0 if action.take else state.quiet + 1
    after = State(state.config, board, (hands[0], hands[1]), 1 - seat, quiet, action)
    told = Event[Told](Played(seat, action))
    if after.hands[1 - seat] + len(_points(board, 1 - seat)) < FEWEST:  # 6
        return _over(after, seat, "men", told)
    if not any(_moves(after, 1 - seat)):
        return _over(after, seat, "blocked", told)
    return _over(after, None, "quiet", told) if quiet == state.config.quiet else Step(after, (told,))  # 7


def _over(state: State, winner: Seat | None, reason: str, *told: Event[Told]) -> Step[State, Told]:
    scores = (0, 0) if winner is None else (1, -1) if winner == 0 else (-1, 1)
    outcome = Outcome(scores, reason)
    return Step(replace(state, outcome=outcome), (*told, Event(Ended(outcome))))


def _points(board: Board, holder: Seat | None) -> tuple[Point, ...]:
    return tuple(point for point, man in zip(POINTS, board, strict=True) if man == holder)


def _in_mill(board: Board, point: Point) -> bool:
    men = dict(zip(POINTS, board, strict=True))
    return any(point in mill and len({men[each] for each in mill}) == 1 for mill in MILLS)


def _moved(board: Board, seat: Seat, start: Point | None, to: Point) -> Board:
    return _changed(_changed(board, start, None) if start else board, to, seat)


def _changed(board: Board, point: Point, man: Seat | None) -> Board:
    index = POINTS.index(point)
    return (*board[:index], man, *board[index + 1 :])

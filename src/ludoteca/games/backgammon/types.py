"""Backgammon's values: read this first.

Points are named by index, 0 to 23, as in GitGammon's `state.json`: white moves from high to low and its home is 0–5,
black moves from low to high and its home is 18–23. On the board white's checkers are positive, black's negative. For
both colours the bar is −1 and off is 24. Pairs are by seat: white, then black.
"""

from typing import Annotated, Final, Literal, TypeAlias

from ludoteca.kernel import Meta, Seat, Value
from ludoteca.kernel.values import field

Colour: TypeAlias = Literal["white", "black"]
Kind: TypeAlias = Literal["single", "gammon", "backgammon"]
Reason: TypeAlias = Literal["borne_off", "dropped", "resigned", "timeout", "abandoned"]
Phase: TypeAlias = Literal["opening", "rolling", "cube", "answer", "moving", "over"]
Start: TypeAlias = Literal["standard", "as-written"]

Side: TypeAlias = Annotated[int, Meta(ge=0, le=1)]
Die: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
From: TypeAlias = Annotated[int, Meta(ge=-1, le=23)]
To: TypeAlias = Annotated[int, Meta(ge=0, le=24)]
Wait: TypeAlias = Annotated[int, Meta(ge=1, le=7 * 24 * 3600 * 1000)]
Dice: TypeAlias = tuple[Die, ...]
Pair: TypeAlias = tuple[int, int]  # white's, black's

WHITE: Final = 0
BLACK: Final = 1
COLOURS: Final[tuple[Colour, Colour]] = ("white", "black")
BAR: Final = -1
OFF: Final = 24
CHECKERS: Final = 15
NO_MOVES: Final = "No legal moves available"


class Config(Value, frozen=True):
    start: Start = "standard"
    points: Annotated[int, Meta(ge=0, le=25)] = 0  # the length of a match; 0: a single game
    cube: bool = False
    crawford: bool = True  # matches only: no doubling in the first game after a player is one point short
    jacoby: bool = False  # single games with the cube only: gammons count only if the cube has been turned
    confirm: bool = False  # the player ends the turn, and can undo its moves until then
    turn_ms: Wait = 120_000
    on_timeout: Literal["auto", "forfeit"] = "auto"
    on_absence: Literal["wait", "forfeit"] = "wait"
    absent_ms: Wait = 60_000


class CheckerMove(Value, frozen=True, tag="move"):
    """One checker moved by one die."""

    from_: From = field(name="from")
    to: To
    die: Die


class Roll(Value, frozen=True, tag="roll"):
    """Roll, where a double could be offered instead."""


class Double(Value, frozen=True, tag="double"):
    pass


class Take(Value, frozen=True, tag="take"):
    pass


class Drop(Value, frozen=True, tag="drop"):
    pass


class Undo(Value, frozen=True, tag="undo"):
    """Undo the last checker move of this turn."""


class Done(Value, frozen=True, tag="done"):
    """Confirm the turn."""


Action: TypeAlias = CheckerMove | Roll | Double | Take | Drop | Undo | Done


class Position(Value, frozen=True):
    board: tuple[int, ...]
    bar: Pair
    home: Pair


class Moved(Value, frozen=True, omit_defaults=True):
    """A checker move made, and whether it hit."""

    from_: From = field(name="from")
    to: To
    die: Die
    hit: bool = False


class LastTurn(Value, frozen=True):
    """A finished turn as it was played; without moves it was a pass."""

    seat: Side
    dice: Dice
    moves: tuple[Moved, ...]


class Cube(Value, frozen=True, omit_defaults=True):
    value: int = 1
    owner: Side | None = None  # None: in the middle


class GameResult(Value, frozen=True):
    winner: Side
    kind: Kind
    points: int  # the cube included
    reason: Reason


class Result(Value, frozen=True, omit_defaults=True):
    """How it ended; the last game of a match is the last of `games`."""

    winner: Side
    reason: Reason


class State(Value, frozen=True, rename="camel", omit_defaults=True):
    config: Config
    position: Position
    phase: Phase = "opening"
    turn: int = 1  # of this game
    active: Side | None = None  # None until the opening roll
    dice: Dice = ()
    dice_used: Dice = ()
    moves: tuple[Moved, ...] = ()  # of this turn, as far as known: these can be undone
    last: LastTurn | None = None  # of this game; None if there was none yet or it is not known
    cube: Cube = Cube()
    game: int = 1
    score: Pair = (0, 0)
    crawford_game: bool = False
    crawford_over: bool = False
    games: tuple[GameResult, ...] = ()
    auto: bool = False  # the turn has timed out, and chance plays the rest of it
    away: tuple[int | None, int | None] = (None, None)  # per seat: the number of its departure, None if present
    departures: int = 0
    result: Result | None = None


class GameStarted(Value, frozen=True, tag="game.started"):
    """A game of a match has started; not sent for the first one, nor for a single game."""

    game: int
    score: Pair
    crawford: bool


class OpeningRolled(Value, frozen=True, tag="opening.rolled"):
    """One die each. `starter` is None for a tie, which is rolled again."""

    dice: Pair
    starter: Side | None


class DiceRolled(Value, frozen=True, tag="dice.rolled"):
    seat: Side
    dice: Dice


class CheckerMoved(Value, frozen=True, tag="checker.moved", omit_defaults=True):
    seat: Side
    from_: From = field(name="from")
    to: To
    die: Die
    hit: bool = False
    auto: bool = False


class MoveUndone(Value, frozen=True, tag="move.undone", omit_defaults=True):
    seat: Side
    from_: From = field(name="from")
    to: To
    die: Die
    hit: bool = False


class TurnEnded(Value, frozen=True, tag="turn.ended"):
    seat: Side
    turn: int
    dice: Dice
    moves: tuple[Moved, ...]


class TurnPassed(Value, frozen=True, tag="turn.passed"):
    seat: Side
    turn: int
    dice: Dice
    text: Literal["No legal moves available"] = NO_MOVES


class Doubled(Value, frozen=True, tag="cube.doubled"):
    seat: Side
    value: int  # of the cube, if taken


class Taken(Value, frozen=True, tag="cube.taken"):
    seat: Side
    value: int


class Dropped(Value, frozen=True, tag="cube.dropped"):
    seat: Side


class GameWon(Value, frozen=True, tag="game.won"):
    winner: Side
    kind: Kind
    points: int
    reason: Reason
    score: Pair


class MatchWon(Value, frozen=True, tag="match.won"):
    winner: Side
    reason: Reason
    score: Pair


class PlayerAway(Value, frozen=True, tag="player.away"):
    """A player has lost the connection; the clocks pause while both are away."""

    seat: Side


class PlayerBack(Value, frozen=True, tag="player.back"):
    seat: Side


Told: TypeAlias = (
    GameStarted
    | OpeningRolled
    | DiceRolled
    | CheckerMoved
    | MoveUndone
    | TurnEnded
    | TurnPassed
    | Doubled
    | Taken
    | Dropped
    | GameWon
    | MatchWon
    | PlayerAway
    | PlayerBack
)


class View(Value, frozen=True, rename="camel"):
    you: Seat | None
    phase: Phase
    board: tuple[int, ...]
    bar: Pair
    home: Pair
    pips: Pair
    turn: int
    active: Side | None
    to_act: Side | None
    dice: Dice
    dice_used: Dice
    dice_left: Dice
    moves: tuple[Moved, ...]
    last: LastTurn | None
    confirm: bool
    has_cube: bool
    may_double: bool
    cube: Cube
    points: int
    game: int
    score: Pair
    crawford_game: bool
    jacoby: bool
    games: tuple[GameResult, ...]
    away: tuple[Side, ...]
    result: Result | None

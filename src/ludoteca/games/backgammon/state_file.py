"""GitGammon's `state.json`, encoded and decoded as its specification defines it.

A `Table` is what the file holds beside the game: players, messages, the last move and its time. The rules know none of
it, and the file has no cube, match or clock. Between turns `diceUsed` is empty; in a finished game the dice are those
of the winning turn, and `turn` already counts the one after it.

Pure: trees in, trees out. The caller reads and writes files and knows the time.
"""

from typing import Any, Final, Literal, NamedTuple

from ludoteca.kernel import Illegal, Malformed, Value, replace
from ludoteca.kernel.values import convert, tree_of

from .board import kind_of_win, other
from .state_file_check import violations
from .types import (
    CHECKERS,
    COLOURS,
    NO_MOVES,
    WHITE,
    CheckerMoved,
    Colour,
    Config,
    GameResult,
    GameWon,
    OpeningRolled,
    Pair,
    Position,
    Reason,
    Result,
    Side,
    State,
    Told,
    TurnPassed,
)

MESSAGES_AT_MOST: Final = 20
"""Older ones are pruned."""

ERRORS_AT_MOST: Final = 5
"""So many of them may be errors: what is rejected of one player must not flush what all should see."""


class Message(Value, frozen=True):
    type: Literal["error", "info", "warning"]
    text: str
    timestamp: str


class LastMove(Value, frozen=True):
    sequence: int
    player: Colour
    file: str


class Counts(Value, frozen=True):
    white: int
    black: int


class Players(Value, frozen=True):
    white: str
    black: str


class StateFile(Value, frozen=True, rename="camel"):
    """The fields of the file, in the specification's order."""

    turn: int
    active_player: Colour
    dice: tuple[int, ...]
    dice_used: tuple[int, ...]
    board: tuple[int, ...]
    bar: Counts
    home: Counts
    last_move: LastMove | None
    status: Literal["playing", "completed"]
    winner: Colour | None
    players: Players
    messages: tuple[Message, ...]
    updated_at: str


class Table(NamedTuple):
    """What the file holds beside the game."""

    players: Players
    updated_at: str
    last_move: LastMove | None = None
    messages: tuple[Message, ...] = ()


class Decoded(NamedTuple):
    state: State
    table: Table


def encode(state: State, table: Table) -> dict[str, Any]:
    """The file's tree; Illegal for a state that waits for a roll or for the cube, which the file cannot express."""
    if state.active is None or not state.dice:
        raise Illegal("no_state_file", "state.json cannot express a turn whose dice have not been rolled")
    winner = None if state.result is None else COLOURS[state.result.winner]
    file = StateFile(
        turn=state.turn,
        active_player=COLOURS[state.active],
        dice=state.dice,
        dice_used=state.dice_used,
        board=state.position.board,
        bar=Counts(*state.position.bar),
        home=Counts(*state.position.home),
        last_move=table.last_move,
        status="playing" if winner is None else "completed",
        winner=winner,
        players=table.players,
        messages=table.messages,
        updated_at=table.updated_at,
    )
    tree: dict[str, Any] = tree_of(file)
    return tree


def decode(tree: Any, config: Config | None = None) -> Decoded:
    """The game and its table, or Malformed with every violation. The file does not hold the game's config."""
    found = violations(tree)
    if found:
        raise Malformed("; ".join(found))
    file: StateFile = convert(tree, StateFile)
    state = State(
        config=config or Config(),
        position=Position(file.board, _pair(file.bar), _pair(file.home)),
        phase="moving",
        turn=file.turn,
        active=COLOURS.index(file.active_player),
        dice=file.dice,
        dice_used=file.dice_used,
    )
    if file.winner is not None:
        state = _completed(state, COLOURS.index(file.winner))
    return Decoded(state, Table(file.players, file.updated_at, file.last_move, file.messages))


def announced(told: Told) -> str | None:
    """An event as an info message of the file, in the specification's words; None if it has none for it."""
    match told:
        case OpeningRolled(starter=int(starter)):
            return f"Game started. {_name(starter)} to move."
        case CheckerMoved(seat=seat, to=to, hit=True):
            return f"{_name(other(seat))} piece hit on point {to + 1}."
        case TurnPassed():
            return NO_MOVES
        case GameWon(reason="resigned", winner=winner, kind=kind):
            return f"Player resigned. {_name(winner)} wins: {kind}."
        case GameWon(winner=winner, kind=kind):
            return f"{_name(winner)} wins: {kind}."
        case _:
            return None


def with_message(table: Table, message: Message) -> Table:
    """The table with one more message, and without the oldest if there are too many."""
    return table._replace(messages=(*table.messages, message)[-MESSAGES_AT_MOST:])


def with_room_for_error(table: Table) -> Table:
    """The table with its oldest errors gone, so that one more is not one too many."""
    errors = [message for message in table.messages if message.type == "error"]
    dropped = errors[: max(0, len(errors) - ERRORS_AT_MOST + 1)]
    return table._replace(messages=tuple(each for each in table.messages if not any(each is one for one in dropped)))


def _pair(counts: Counts) -> Pair:
    return counts.white, counts.black


def _name(side: Side) -> str:
    return COLOURS[side].capitalize()


def _completed(state: State, winner: Side) -> State:
    """Borne off or resigned; the position gives the value of the win, which the file does not hold."""
    reason: Reason = "borne_off" if state.position.home[winner] == CHECKERS else "resigned"
    kind = kind_of_win(state.position, other(winner))
    points = {"single": 1, "gammon": 2, "backgammon": 3}[kind]
    score = (points, 0) if winner == WHITE else (0, points)
    games = (GameResult(winner, kind, points, reason),)
    return replace(state, phase="over", score=score, games=games, result=Result(winner, reason))

"""Backgammon as text: single moves in standard notation, words for other actions, a line per event.

A checker that either die could bear off is written `4/off` for the lower die and `4/off:6` for the other.
"""

import re
from typing import Final, assert_never

from ludoteca.kernel import Illegal

from .board import OWN_BAR, origin, target
from .notation import step_name, write_play
from .picture import picture
from .turns import checker_moves
from .types import (
    COLOURS,
    OFF,
    Action,
    CheckerMove,
    CheckerMoved,
    DiceRolled,
    Done,
    Double,
    Doubled,
    Drop,
    Dropped,
    GameStarted,
    GameWon,
    MatchWon,
    MoveUndone,
    OpeningRolled,
    PlayerAway,
    PlayerBack,
    Position,
    Reason,
    Roll,
    Side,
    Take,
    Taken,
    Told,
    TurnEnded,
    TurnPassed,
    Undo,
    View,
)

__all__ = ["picture", "read", "tell", "write"]

_WORDS: Final[dict[str, Action]] = {
    "roll": Roll(),
    "double": Double(),
    "take": Take(),
    "drop": Drop(),
    "undo": Undo(),
    "done": Done(),
}
_STEP: Final = re.compile(r"(bar|[0-9]{1,2})\s*/\s*(off|[0-9]{1,2})\*?(?::([1-6]))?", re.ASCII)
_REASONS: Final[dict[Reason, str]] = {
    "borne_off": "all checkers are off",
    "dropped": "{loser} dropped",
    "resigned": "{loser} resigned",
    "timeout": "{loser} ran out of time",
    "abandoned": "{loser} stayed away",
}


def write(action: Action, view: View) -> str:
    if isinstance(action, CheckerMove):
        return _write_move(action, view)
    return next(word for word, known in _WORDS.items() if known == action)


def read(text: str, view: View) -> Action:
    word = " ".join(text.split()).lower()
    if word in _WORDS:
        return _WORDS[word]
    found = _STEP.fullmatch(word)
    if found is None or view.active is None:
        raise Illegal("unreadable", f"{text.strip()[:40]!r} is not {_hint(view)}")
    start = OWN_BAR if found[1] == "bar" else int(found[1])
    end = 0 if found[2] == "off" else int(found[2])
    if not 0 <= end < start <= OWN_BAR:
        raise Illegal("unreadable", f"{word} does not lead from a point or the bar to a lower point or off")
    return _chosen(view, view.active, start, end, found[3])


def tell(told: Told, view: View) -> str:
    del view
    match told:
        case GameStarted(game=game, score=score, crawford=crawford):
            return f"Game {game} begins at {score[0]}-{score[1]}{', the Crawford game' if crawford else ''}."
        case OpeningRolled(dice=dice, starter=starter):
            then = "again" if starter is None else f"{COLOURS[starter]} begins"
            return f"White rolls {dice[0]}, black {dice[1]}: {then}."
        case DiceRolled(seat=seat, dice=dice):
            return f"{COLOURS[seat]} rolls {dice[0]}-{dice[1]}."
        case Doubled(seat=seat, value=value):
            return f"{COLOURS[seat]} doubles to {value}."
        case Taken(seat=seat, value=value):
            return f"{COLOURS[seat]} takes: the cube is at {value}."
        case Dropped(seat=seat):
            return f"{COLOURS[seat]} drops."
        case PlayerAway(seat=seat):
            return f"{COLOURS[seat]} is away."
        case PlayerBack(seat=seat):
            return f"{COLOURS[seat]} is back."
        case GameWon() | MatchWon():
            return _won(told)
        case CheckerMoved() | MoveUndone() | TurnEnded() | TurnPassed():
            return _moved(told)
        case _:
            assert_never(told)


def _moved(told: CheckerMoved | MoveUndone | TurnEnded | TurnPassed) -> str:
    name = COLOURS[told.seat]
    match told:
        case CheckerMoved(from_=from_, to=to, hit=hit, auto=auto):
            return f"{name} moves {step_name(from_, to, told.seat, hit)}{' (time is over)' if auto else ''}."
        case MoveUndone(from_=from_, to=to, hit=hit):
            return f"{name} takes {step_name(from_, to, told.seat, hit)} back."
        case TurnEnded(dice=dice, moves=moves):
            return f"{name} has played {dice[0]}-{dice[1]}: {write_play(moves, told.seat)}."
        case TurnPassed(dice=dice, text=text):
            return f"{name} passes with {dice[0]}-{dice[1]}. {text}."
        case _:
            assert_never(told)


def _won(told: GameWon | MatchWon) -> str:
    why = _REASONS[told.reason].format(loser=COLOURS[1 - told.winner])
    score = f"{told.score[0]}-{told.score[1]}"
    if isinstance(told, MatchWon):
        return f"{COLOURS[told.winner]} wins the match ({score}): {why}."
    kind = {"single": "a single game", "gammon": "a gammon", "backgammon": "a backgammon"}[told.kind]
    points = "1 point" if told.points == 1 else f"{told.points} points"
    return f"{COLOURS[told.winner]} wins {kind}, {points}: {why}."


def _write_move(move: CheckerMove, view: View) -> str:
    if view.active is None:
        raise Illegal("unreadable", "there is nothing to move before the opening roll")
    alike = [may.die for may in _legal(view) if (may.from_, may.to) == (move.from_, move.to)]
    which = "" if move.die == min(alike, default=move.die) else f":{move.die}"
    return step_name(move.from_, move.to, view.active, _hits(move, view, view.active)) + which


def _hits(move: CheckerMove, view: View, side: Side) -> bool:
    return move.to != OFF and view.board[move.to] == (-1 if side == 0 else 1)


def _chosen(view: View, side: Side, start: int, end: int, die: str | None) -> CheckerMove:
    """The legal move that is meant; if there is none, an illegal one for the rules to refuse."""
    from_, to = origin(start, side), target(end, side)
    alike = [may for may in _legal(view) if (may.from_, may.to) == (from_, to)]
    meant = [may for may in alike if die is None or may.die == int(die)]
    if meant:
        return min(meant, key=lambda may: may.die)
    if die is None and start - end > 6:
        raise Illegal("unreadable", "move one checker by one die at a time, like 13/7")
    return CheckerMove(from_, to, int(die or start - end))


def _legal(view: View) -> tuple[CheckerMove, ...]:
    if view.active is None or view.phase != "moving":
        return ()
    return checker_moves(Position(view.board, view.bar, view.home), view.active, view.dice_left)


def _hint(view: View) -> str:
    match view.phase:
        case "cube":
            return "roll or double"
        case "answer":
            return "take or drop"
        case _:
            words = ", done or undo" if view.confirm else ""
            return f"a move like 13/7, bar/20 or 6/off{words}"

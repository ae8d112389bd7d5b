"""Gomoku as text: `h8` for a stone, the specification's word for a choice, and a board.

Columns are letters from the left, rows are numbers from the bottom, so `a1` is the lower left corner.
"""

import re
from typing import Final, assert_never

from ludoteca.kernel import Illegal

from .board import COLUMNS, cell_name, is_on
from .types import (
    Action,
    ChoiceMade,
    Choose,
    ColorsAssigned,
    GameEnded,
    Place,
    PlayerAway,
    PlayerBack,
    Reason,
    StonePlaced,
    Told,
    View,
)

_CELL: Final = re.compile(r"([a-z])\s*([0-9]{1,2})")
_CHOICE_WORDS: Final = {"black": "black", "white": "white", "more": "place_more", "place_more": "place_more"}
_REASONS: Final = {
    "five": "five in a row",
    "board_full": "the board is full",
    "no_legal_move": "black has no legal point left",
    "resigned": "{loser} resigned",
    "timeout": "{loser} ran out of time",
    "abandoned": "{loser} stayed away",
}


def write(action: Action, view: View) -> str:
    match action:
        case Place(x=int(x), y=int(y)):
            return cell_name(x, y, len(view.board))
        case Choose(choice=str(choice)):
            return choice
        case Place() | Choose():
            raise Illegal("unreadable", "an unfinished action has no notation")
        case _:
            assert_never(action)


def read(text: str, view: View) -> Action:
    word, size = text.strip().lower(), len(view.board)
    found = _CELL.fullmatch(word)
    if found is not None:
        place = Place(x := ord(found[1]) - ord("a"), y := len(view.board) - int(found[2]))
        if is_on(view.board, x, y):
            return place
        raise Illegal("unreadable", f"{word} is not on the board, which goes from a1 to {cell_name(size - 1, 0, size)}")
    if word in _CHOICE_WORDS:
        return Choose(_CHOICE_WORDS[word])
    hint = f"one of {', '.join(view.options)}" if view.options else "a cell, like h8"
    raise Illegal("unreadable", f"{text.strip()!r} is not {hint}")


def picture(view: View) -> str:
    size = len(view.board)
    letters = "    " + " ".join(COLUMNS[:size])
    rows = [_row(view, y) for y in range(size)]
    return "\n".join([letters, *rows, letters, "", _status(view)])


def tell(told: Told, view: View) -> str:
    names = _names(view)
    match told:
        case StonePlaced(seat=seat, x=x, y=y, mark=mark, order=order, auto=auto):
            stone = mark if order is None else f"opening stone {order}"
            how = " by chance, out of time" if auto else ""
            return f"{names[seat]} places {stone} on {cell_name(x, y, len(view.board))}{how}."
        case ChoiceMade(seat=seat, choice="place_more"):
            return f"{names[seat]} will place two more stones."
        case ChoiceMade(seat=seat, choice=choice, auto=auto):
            return f"{names[seat]} takes {choice}{', out of time' if auto else ''}."
        case ColorsAssigned(black=black, white=white, first=first):
            return f"{names[black]} is black (X), {names[white]} is white (O); {names[first]} moves first."
        case GameEnded(winner=winner, reason=reason):
            return f"{'Nobody' if winner is None else names[winner]} wins: {_why(reason, winner, names)}."
        case PlayerAway(seat=seat):
            return f"{names[seat]} is away."
        case PlayerBack(seat=seat):
            return f"{names[seat]} is back."
        case _:
            assert_never(told)


def _row(view: View, y: int) -> str:
    """One row; the last stone stands in parentheses, a winning row in brackets."""
    size = len(view.board)
    between = [" "] * (size + 1)
    won = {cell for cell in (view.result.line if view.result else ()) if cell[1] == y}
    last = {cell for cell in (_last(view),) if cell is not None and cell[1] == y and not won}
    for signs, cells in (("()", last), ("[]", won)):
        if cells:
            between[min(cells)[0]], between[max(cells)[0] + 1] = signs[0], signs[1]
    cells_text = "".join(before + _symbol(view, x, y) for x, before in enumerate(between[:size]))
    return f"{size - y:>2} {cells_text}{between[size]} {size - y}"


def _symbol(view: View, x: int, y: int) -> str:
    order = _orders(view).get((x, y))
    return view.board[y][x] or "·" if order is None else str(order)


def _orders(view: View) -> dict[tuple[int, int], int]:
    """The order of each tentative stone, shown during Swap 2 because it determines the stone's colour."""
    if view.game_phase != "swap2" or view.swap2_state is None:
        return {}
    return {(stone.x, stone.y): stone.placement_order for stone in view.swap2_state.tentative_stones}


def _last(view: View) -> tuple[int, int] | None:
    if view.game_phase == "swap2" and view.swap2_state is not None:
        stones = view.swap2_state.tentative_stones
        return (stones[-1].x, stones[-1].y) if stones else None
    return (view.moves[-1].x, view.moves[-1].y) if view.moves else None


def _status(view: View) -> str:
    if view.result is not None:
        won = view.result.winner
        return f"Draw: {_REASONS[view.result.reason]}." if won is None else f"{_player(view, won)} has won."
    if view.to_act is None:
        return "Chance names a cell."
    player = _player(view, view.to_act)
    if view.game_phase == "main_game":
        return f"{view.current_turn} to move: {player}."
    if view.options:
        return f"Swap 2, {player} chooses: {', '.join(view.options)}. Stones 1, 3, 4 are black, 2, 5 white."
    return f"Swap 2, {player}: place stone {view.stones_placed + 1}/{view.stones_required}."


def _why(reason: Reason, winner: int | None, names: tuple[str, str]) -> str:
    return _REASONS[reason].format(loser="" if winner is None else names[1 - winner])


def _names(view: View) -> tuple[str, str]:
    """The seats' names, as in `rules.seats`; the players' ids are for programs."""
    opening = view.swap2_state
    if opening is None:
        return ("black", "white") if view.black == 0 else ("white", "black")
    return ("player1", "player2") if view.players[0] == opening.player1_id else ("player2", "player1")


def _player(view: View, seat: int) -> str:
    name = _names(view)[seat]
    colour = "black" if seat == view.black else "white"
    return name if view.black is None or name == colour else f"{name} ({colour})"

"""Is a pushed file the next move of its table? Every reason against it is told, in the order of the rulings.

    the authenticated pusher is the player → it is their turn → dice → state → form and file name → rules

A resignation may come at any time of the game, so the turn is not checked.

Laws kept here:
- What a file says about its sender is not believed: the server that authenticated the pusher says who it was.
- A file with a wrong mode or size is not read.
- The words of a reason never change: commits quote them, and `verify` compares them with what it computes.

Must not know: git, the time, where dice come from.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple

from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.state_file import LastMove, Players, Table, with_room_for_error
from ludoteca.games.backgammon.types import COLOURS, Action, Colour, Config, Start, State, Told
from ludoteca.kernel import Event, Illegal, Input, Move, Resigned
from ludoteca.kernel import Step as Stepped
from ludoteca.kernel.chance import Answer, Dealer
from ludoteca.kernel.play import begin, settle, step

from ..format import move_file
from ..format.commit_trailers import RULES
from ..format.move_file import MoveFile, PushedFile, Reading, Resignation
from ..format.names import MOVE_FORM, MoveName, is_same, move_name, shown
from ..format.state_json import TableState, announcements, table_state, with_messages

_STALE: Final = "stale: "
PLAIN_FILE: Final = 0o100644
REASON_AT_MOST: Final = 600
_MODES: Final = {0o100755: "executable", 0o120000: "a symbolic link", 0o160000: "a submodule", 0o040000: "a folder"}


class AcceptedMove(NamedTuple):
    name: MoveName
    file: MoveFile | Resignation
    made: "Stepped[State, Told]"  # before chance has answered


class RejectedMove(NamedTuple):
    reasons: tuple[str, ...]

    @property
    def is_stale(self) -> bool:
        return any(reason.startswith(_STALE) for reason in self.reasons)

    @property
    def reason(self) -> str:
        """All of them in one line."""
        line = "; ".join(" ".join(reason.split()) for reason in self.reasons)
        safe = "".join(char if char.isprintable() else "?" for char in line)
        return safe if len(safe) <= REASON_AT_MOST else safe[: REASON_AT_MOST - 1] + "…"


class MoveOutcome(NamedTuple):
    """A table after a move: its state, the events, and what chance answered."""

    now: TableState
    told: tuple[Told, ...]
    drawn: tuple[Answer, ...]


def validate(table: TableState, pushed: PushedFile, earlier: Collection[str] = ()) -> AcceptedMove | RejectedMove:
    """Whether a file is the next move. Besides the state that is, it may expect one of the earlier ones."""
    name = move_name(pushed.name)
    reading = _reading(pushed, name)
    is_resignation = name is not None and name.is_resignation
    colour = _claimed(reading.tree, name, table)
    reasons = [
        *_pusher(table, colour, pushed.actor),
        *_turn(table, colour, is_resignation),
        *([] if is_resignation else _dice(table, reading.tree)),
        *_state(table, reading.tree, earlier),
        *_form(pushed, reading),
        *_number(table, name),
        *_name(pushed, name, reading.file),
    ]
    if reading.file is None or table.is_over or (colour != table.active and not is_resignation):
        return RejectedMove(tuple(reasons))
    try:
        made = _made(table.state, reading.file)
    except Illegal as error:
        return RejectedMove((*reasons, error.reason))
    if reasons or name is None:
        return RejectedMove(tuple(reasons))
    return AcceptedMove(name, reading.file, made)


def file_faults(pushed: PushedFile, table: TableState | None = None) -> tuple[str, ...]:
    """Everything that is wrong with a file but its pusher; without its table, as far as the file itself tells."""
    name = move_name(pushed.name)
    reading = _reading(pushed, name)
    if table is None:
        return (*_form(pushed, reading), *_name(pushed, name, reading.file))
    verdict = validate(table, pushed._replace(actor=table.player(_claimed(reading.tree, name, table))))
    return verdict.reasons if isinstance(verdict, RejectedMove) else ()


def apply_move(table: TableState, accepted: AcceptedMove, dealer: Dealer, when: str) -> MoveOutcome:
    """The table after an accepted file: chance answers until somebody can move, or the game is over."""
    state, events, drawn = settle(GAME, accepted.made, dealer)
    told = tuple(event.payload for event in events)
    name = accepted.name
    after = table.table
    if not name.is_resignation:
        after = after._replace(last_move=LastMove(name.sequence, name.colour, str(name)))
    now = table_state(state, with_messages(after, "info", announcements(told), when))
    return MoveOutcome(now, told, drawn)


def new_game(players: Players, start: Start, dealer: Dealer, when: str) -> MoveOutcome:
    """A new table: the first thing chance answers is who begins."""
    state, events, drawn = begin(GAME, Config(start=start), dealer)
    told = tuple(event.payload for event in events)
    return MoveOutcome(
        table_state(state, with_messages(Table(players, when), "info", announcements(told), when)), told, drawn
    )


def with_rejection(table: TableState, reason: str, when: str, rules: int = RULES) -> TableState:
    """The table with a message that says why a file was rejected; nothing else changes."""
    before = table.table if rules == 1 else with_room_for_error(table.table)
    return table_state(table.state, with_messages(before, "error", (reason,), when))


def _reading(pushed: PushedFile, name: MoveName | None) -> Reading:
    if pushed.data is None:
        return Reading(None, None, ())
    return move_file.read(pushed.data, is_resignation=name is not None and name.is_resignation)


def _claimed(tree: Any, name: MoveName | None, table: TableState) -> Colour:
    """The side that a file plays for: by its content, or else by its name, or else the side to move."""
    said_so = tree.get("player") if isinstance(tree, dict) else None
    for colour in COLOURS:
        if said_so == colour:
            return colour
    return table.active if name is None else name.colour


def _pusher(table: TableState, colour: Colour, actor: str) -> list[str]:
    player = table.player(colour)
    if is_same(actor, player):
        return []
    at_table = any(is_same(actor, table.player(side)) for side in COLOURS)
    return [f"{colour} is {player}, and {actor} pushed this" if at_table else f"{actor} does not play at this table"]


def _turn(table: TableState, colour: Colour, is_resignation: bool) -> list[str]:
    if table.is_over:
        return ["the game is over"]
    if colour != table.active and not is_resignation:
        return [f"it is {table.active}'s turn"]
    return []


def _dice(table: TableState, tree: Any) -> list[str]:
    roll = tree.get("diceRoll") if isinstance(tree, dict) else None
    if not isinstance(roll, list) or not all(type(die) is int for die in roll):
        return []  # its form is wrong, and is reported as such
    if Counter(roll) == Counter(table.state.dice):
        return []
    return [f"the dice are {_listed(table.state.dice)}, not {_listed(roll[:8])}"]


def _state(table: TableState, tree: Any, earlier: Collection[str]) -> list[str]:
    expected = tree.get("expectedState") if isinstance(tree, dict) else None
    if not isinstance(expected, str) or expected == table.hash or expected in earlier:
        return []
    return [f"{_STALE}the move expects the state {shown(expected.encode()[:32])}, which is {table.hash} by now"]


def _form(pushed: PushedFile, reading: Reading) -> list[str]:
    found = []
    if pushed.mode != PLAIN_FILE:
        found.append(f"the file is {_MODES.get(pushed.mode, f'of mode {pushed.mode:o}')}, not a plain file")
    if pushed.mode == PLAIN_FILE and pushed.size > move_file.BYTES_AT_MOST:
        found.append(f"the file has {pushed.size} bytes, at most {move_file.BYTES_AT_MOST} are allowed")
    return [*found, *reading.faults]


def _number(table: TableState, name: MoveName | None) -> list[str]:
    if name is None or name.sequence == table.next_sequence:
        return []
    return [f"the file's number is {name.sequence}, the next is {table.next_sequence}"]


def _name(pushed: PushedFile, name: MoveName | None, file: MoveFile | Resignation | None) -> list[str]:
    if name is None:
        return [f"{shown(pushed.name)} is no move file's name: {MOVE_FORM}"]
    found = []
    if file is not None and name.colour != file.player:
        found.append(f"the file's name says {name.colour}, its content {file.player}")
    if file is not None and name.sha6 != (right := move_file.sha6(file)):
        found.append(f"the file's name ends in {name.sha6}, its content's hash is {right}")
    return found


def _made(state: State, file: MoveFile | Resignation) -> "Stepped[State, Told]":
    """The turn by the rules, up to the next roll; Illegal if it is against them or not complete."""
    seat = COLOURS.index(file.player)
    if isinstance(file, Resignation):
        return _stepped(state, Resigned(seat))
    now, events = state, tuple[Event[Told], ...]()
    for number, checker in enumerate(file.checkers, start=1):
        if now.phase != "moving":
            raise Illegal("illegal_move", f"the turn is over after {number - 1} of {len(file.moves)} moves")
        try:
            now, told = _stepped(now, Move(seat, checker))
        except Illegal as error:
            raise Illegal(error.code, f"move {number}, {checker.from_} to {checker.to}: {error.reason}") from None
        events += told
    if now.phase == "moving":
        raise Illegal("illegal_move", "as many dice as possible must be played")
    return Stepped(now, events)


def _stepped(state: State, given: Input[Action]) -> "Stepped[State, Told]":
    return step(GAME, state, given)


def _listed(dice: Sequence[int]) -> str:
    return "-".join(map(str, dice))

"""A turn: the roll, the checker moves, the end, and the automatic passes."""

from ludoteca.kernel import Event, Illegal, Seat, Step, replace

from .board import OWN_BAR, absolute, kind_of_win, origin, other, point_of, relative, target, with_side
from .match import Made, Telling, may_double, won
from .plays import Single, after, dice_left, landing, singles, sources
from .types import (
    BAR,
    CHECKERS,
    COLOURS,
    OFF,
    WHITE,
    CheckerMove,
    CheckerMoved,
    Dice,
    DiceRolled,
    LastTurn,
    Moved,
    MoveUndone,
    OpeningRolled,
    Position,
    Side,
    State,
    TurnEnded,
    TurnPassed,
)


def active_side(state: State) -> Side:
    assert state.active is not None, "the opening roll has not been made"
    return state.active


def left_of(state: State) -> Dice:
    return dice_left(state.dice, state.dice_used)


def checker_moves(position: Position, side: Side, left: Dice) -> tuple[CheckerMove, ...]:
    """The single moves that begin a maximal play, in a stable order."""
    return tuple([as_move(single, side) for single in singles(relative(position, side), left)])


def as_move(single: Single, side: Side) -> CheckerMove:
    return CheckerMove(origin(single.point, side), target(landing(single), side), single.die)


def can_move(state: State) -> bool:
    return bool(singles(relative(state.position, active_side(state)), left_of(state)))


def opening_rolled(state: State, dice: tuple[int, int]) -> Made:
    """Each side rolls one die; the higher begins and plays both. A tie is rolled again."""
    if dice[0] == dice[1]:
        return Step(state, (Event(OpeningRolled(dice, None)),))
    starter = 0 if dice[0] > dice[1] else 1
    after_roll = replace(state, phase="moving", active=starter, dice=dice, dice_used=())
    return resumed(after_roll, (Event(OpeningRolled(dice, starter)),))


def rolled(state: State, dice: tuple[int, int]) -> Made:
    """Doubles are four dice."""
    played: Dice = dice * 2 if dice[0] == dice[1] else dice
    after_roll = replace(state, phase="moving", dice=played, dice_used=())
    return resumed(after_roll, (Event(DiceRolled(active_side(state), played)),))


def resumed(state: State, told: Telling = ()) -> Made:
    """Pass for a side that cannot move, else wait for it. For a state from outside: take the steps that are overdue."""
    if state.phase != "moving" or can_move(state):
        return Step(state, told)
    if state.dice_used:
        return Step(state, told) if state.config.confirm else ended(state, told)
    passed = Event(TurnPassed(active_side(state), state.turn, state.dice))
    return _next_turn(state, (*told, passed))


def moved(state: State, seat: Seat, move: CheckerMove) -> Made:
    seen, left = relative(state.position, seat), left_of(state)
    single = Single(point_of(move.from_, seat), move.die)
    if single not in singles(seen, left) or target(landing(single), seat) != move.to:
        raise _refusal(state.position, seat, left, move)
    hit = landing(single) > 0 and seen[landing(single)] == -1
    made = Moved(move.from_, move.to, move.die, hit)
    after_move = replace(
        state,
        position=absolute(after(seen, single), seat),
        dice_used=(*state.dice_used, move.die),
        moves=(*state.moves, made),
    )
    told = (Event(CheckerMoved(seat, move.from_, move.to, move.die, hit, state.auto)),)
    if can_move(after_move) or (state.config.confirm and not state.auto):
        return Step(after_move, told)
    return ended(after_move, told)


def undone(state: State, seat: Seat) -> Made:
    """Undo the last checker move; a checker that it hit returns to its point."""
    last = state.moves[-1]
    back = replace(
        state, position=taken_back(state.position, last, seat), dice_used=state.dice_used[:-1], moves=state.moves[:-1]
    )
    return Step(back, (Event(MoveUndone(seat, last.from_, last.to, last.die, last.hit)),))


def taken_back(position: Position, move: Moved, side: Side) -> Position:
    """The position before this move."""
    sign = 1 if side == WHITE else -1
    board, bar, home = list(position.board), position.bar, position.home
    if move.to == OFF:
        home = with_side(home, side, home[side] - 1)
    else:
        board[move.to] = -sign if move.hit else board[move.to] - sign
    if move.hit:
        bar = with_side(bar, other(side), bar[other(side)] - 1)
    if move.from_ == BAR:
        bar = with_side(bar, side, bar[side] + 1)
    else:
        board[move.from_] += sign
    return Position(tuple(board), bar, home)


def ended(state: State, told: Telling = ()) -> Made:
    """End the turn; the game ends too if all of the side's checkers are off."""
    side = active_side(state)
    told += (Event(TurnEnded(side, state.turn, state.dice, state.moves)),)
    if state.position.home[side] < CHECKERS:
        return _next_turn(state, told)
    over = replace(state, turn=state.turn + 1, active=other(side), last=_played(state))
    return won(over, side, kind_of_win(state.position, other(side)), "borne_off", told)


def _next_turn(state: State, told: Telling) -> Made:
    state = replace(
        state,
        turn=state.turn + 1,
        active=other(active_side(state)),
        dice=(),
        dice_used=(),
        moves=(),
        last=_played(state),
        auto=False,
    )
    return Step(replace(state, phase="cube" if may_double(state) else "rolling"), told)


def _played(state: State) -> LastTurn:
    return LastTurn(active_side(state), state.dice, state.moves)


def _refusal(position: Position, side: Side, left: Dice, move: CheckerMove) -> Illegal:
    """Why a move is not legal."""
    reason = _why_not(position, side, left, move)
    legal = [f"{point_of(may.from_, side)}/{point_of(may.to, side)}" for may in checker_moves(position, side, left)]
    return Illegal("illegal_move", reason, dice=list(left), legal=sorted(set(legal), key=legal.index))


def _why_not(position: Position, side: Side, left: Dice, move: CheckerMove) -> str:
    seen = relative(position, side)
    point, to = point_of(move.from_, side), point_of(move.to, side)
    if not left:
        return "all dice are played: the turn can only be ended or taken back"
    if move.die not in left:
        return f"there is no {move.die} left to play"
    if seen[point] <= 0:
        return f"{COLOURS[side]} has no checker there"
    if seen[OWN_BAR] and point != OWN_BAR:
        return "checkers on the bar come in first"
    if to != max(0, point - move.die):
        return f"a {move.die} does not lead from there to there"
    if point in sources(seen, move.die):
        return "as many dice as possible must be played, or else the higher one"
    if to:
        return "the other side holds that point"
    return "a checker can be borne off when all are at home, by its own die, or a higher one if none stands farther off"

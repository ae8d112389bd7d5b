"""The flaws of a state read from outside. A state reached by play has none."""

from .board import relative
from .match import CUBE_AT_MOST, has_cube
from .plays import singles
from .turns import left_of, taken_back
from .types import CHECKERS, COLOURS, Dice, Position, State


def flaws(state: State) -> tuple[str, ...]:
    found = [*position_flaws(state.position), *dice_flaws(state.dice, state.dice_used)]
    found += _phase_flaws(state)
    found += _last_flaws(state)
    if not found:  # the following checks rely on the above
        found += [*_turn_flaws(state), *_cube_flaws(state), *_match_flaws(state), *_presence_flaws(state)]
    return tuple(found)


def position_flaws(position: Position) -> list[str]:
    """The piece count invariant: fifteen checkers of each colour."""
    if len(position.board) != 24:
        return ["board has not 24 points"]
    found = []
    for side, colour in enumerate(COLOURS):
        on_board = sum(abs(count) for count in position.board if (count > 0) == (side == 0))
        total = on_board + position.bar[side] + position.home[side]
        if position.bar[side] < 0 or position.home[side] < 0 or total != CHECKERS:
            found.append(f"{colour} has {total} checkers, not {CHECKERS}")
    return found


def dice_flaws(dice: Dice, used: Dice) -> list[str]:
    """Doubles are four equal dice; used dice must have been rolled."""
    found = []
    if len(dice) not in (0, 2, 4):
        found.append(f"dice are 2, or 4 for doubles, not {len(dice)}")
    elif len(set(dice)) != (1 if len(dice) == 4 else len(dice)):
        found.append("four dice are equal, for doubles; two are not")
    if any(used.count(die) > dice.count(die) for die in used):
        found.append("diceUsed is no part of dice")
    return found


def _phase_flaws(state: State) -> list[str]:
    found = []
    if (state.phase == "over") != (state.result is not None):
        found.append("phase and result do not agree")
    if (state.phase == "opening") != (state.active is None):
        found.append("active and phase do not agree")
    if state.dice and state.phase not in ("moving", "over"):
        found.append("dice lie where none were rolled")
    if state.phase == "moving" and not state.dice:
        found.append("there are no dice to move by")
    return found


def _turn_flaws(state: State) -> list[str]:
    found = []
    if state.turn < 1:
        found.append("turns count from 1")
    if state.phase != "moving" or state.active is None:
        return found + (["moves of a turn that is not under way"] if state.moves else [])
    if CHECKERS in state.position.home and not state.config.confirm:
        found.append("all checkers of a side are off, and the game goes on")
    if len(state.moves) > len(state.dice_used) or _dice_of(state) != state.dice_used[-len(state.moves) or 4 :]:
        found.append("moves do not fit diceUsed")
    elif not _can_be_taken_back(state):
        found.append("moves do not lead to the position")
    stuck = not singles(relative(state.position, state.active), left_of(state))
    if stuck and (state.auto or not state.config.confirm or not state.dice_used):
        found.append("a side that cannot move is to move")
    return found


def _last_flaws(state: State) -> list[str]:
    """The last turn was played with dice, in a game that has begun."""
    if state.last is None:
        return []
    found = dice_flaws(state.last.dice, tuple(move.die for move in state.last.moves))
    if state.phase == "opening" or not state.last.dice:
        found.append("there was no turn before")
    return found


def _dice_of(state: State) -> Dice:
    return tuple(move.die for move in state.moves)


def _can_be_taken_back(state: State) -> bool:
    position, active = state.position, state.active
    assert active is not None
    for move in reversed(state.moves):
        position = taken_back(position, move, active)
        if position_flaws(position):
            return False
    return True


def _cube_flaws(state: State) -> list[str]:
    cube, found = state.cube, []
    if cube.value.bit_count() != 1 or not 1 <= cube.value <= CUBE_AT_MOST:
        found.append(f"a cube does not show {cube.value}")
    if (cube.owner is None) != (cube.value == 1):
        found.append("a cube that was turned has an owner, and no other has")
    touched = cube.value > 1 or state.phase in ("cube", "answer")
    if touched and (state.crawford_game or not has_cube(state.config)):
        found.append("there is no cube in this game")
    return found


def _match_flaws(state: State) -> list[str]:
    found = []
    score = [sum(game.points for game in state.games if game.winner == side) for side in (0, 1)]
    if tuple(score) != state.score:
        found.append("score does not follow from the games")
    played = len(state.games)
    if state.game != (played if _is_last_game_counted(state) else played + 1):
        found.append("game does not count the games")
    if _is_last_game_counted(state) and not _follows_from_the_last_game(state):
        found.append("result does not follow from the games")
    if state.result is None and state.config.points and max(score) >= state.config.points:
        found.append("the match is decided, and goes on")
    if state.result is None and not state.config.points and played:
        found.append("a game that is no match goes on after its end")
    return found


def _is_last_game_counted(state: State) -> bool:
    """Whether the current game itself has ended: a match lost on time or by absence leaves it unfinished."""
    if state.result is None:
        return False
    return state.config.points == 0 or state.result.reason not in ("timeout", "abandoned")


def _follows_from_the_last_game(state: State) -> bool:
    if state.result is None or not state.games:
        return False
    last, winner = state.games[-1], state.result.winner
    return (last.winner, last.reason) == (winner, state.result.reason) and state.score[winner] >= state.config.points


def _presence_flaws(state: State) -> list[str]:
    numbers = [departure for departure in state.away if departure is not None]
    counted = all(1 <= number <= state.departures for number in numbers)
    sound = state.departures >= 0 and counted and len(set(numbers)) == len(numbers)
    return [] if sound else ["away does not fit departures"]

"""Backgammon against OpenSpiel: the boards that legal plays lead to, on positions and rolls of random games.

    python -m bench.oracles.backgammon --positions 20000

OpenSpiel plays doubles as two turns of two dice, each as long as possible by itself. This benchmark joins the two and
keeps the whole plays that use as many dice as possible, which is the rule. Its x is our black, its o our white. Every
so often the same boards are also found through the game's own `legal` and `apply`, move by move.
"""

import argparse
import random
import sys
import time
from collections import Counter
from typing import Any

import pyspiel

from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.board import absolute, relative
from ludoteca.games.backgammon.plays import dice_left, plays
from ludoteca.games.backgammon.types import CHECKERS, Action, CheckerMove, Config, Position, State
from ludoteca.kernel import Move, step

THEIR_BAR = 100
BLACK_IS, WHITE_IS = 0, 1  # their numbers of players
BY_HAND_EVERY = 25


class Disagreement(Exception):
    """The two engines differ; the text says where."""


def compare(positions: int, seed: int) -> Counter[str]:
    """Compare so many positions with a roll; how many there were of each sort. Raises Disagreement."""
    chooser = random.Random(seed)
    game = pyspiel.load_game("backgammon")
    seen: Counter[str] = Counter()
    while seen["positions"] < positions:
        theirs = game.new_initial_state()
        while not theirs.is_terminal() and seen["positions"] < positions:
            if theirs.is_chance_node():
                outcomes, weights = zip(*theirs.chance_outcomes(), strict=True)
                theirs.apply_action(chooser.choices(outcomes, weights)[0])
                if not theirs.is_terminal():
                    seen.update(_compare_here(theirs, by_hand=seen["positions"] % BY_HAND_EVERY == 0))
            else:
                theirs.apply_action(chooser.choice(theirs.legal_actions()))
    return seen


def _compare_here(theirs: Any, *, by_hand: bool) -> list[str]:
    side = 1 if theirs.current_player() == BLACK_IS else 0
    position, dice = position_of(theirs), dice_of(theirs)
    expected = their_boards(theirs)
    ours = {absolute(seen, side) for seen in plays(relative(position, side), dice_left(dice, ()))}
    _check(ours, expected, f"{position} {dice} {side}")
    if by_hand:
        _check(boards_by_hand(position, side, dice), expected, f"move by move: {position} {dice} {side}")
    return _sorts(position, side, dice, expected)


def _check(ours: set[Position], theirs: set[Position], name: str) -> None:
    if ours != theirs:
        raise Disagreement(f"{name}: only ours {ours - theirs}, only OpenSpiel's {theirs - ours}")


def _sorts(position: Position, side: int, dice: tuple[int, ...], reached: set[Position]) -> list[str]:
    sorts = {
        "positions": True,
        "doubles": len(dice) == 4,
        "bar": position.bar[side] > 0,
        "bear-off": any(board.home[side] > position.home[side] for board in reached),
        "pass": reached == {position},
    }
    return [sort for sort, is_so in sorts.items() if is_so]


def position_of(theirs: Any) -> Position:
    black = [theirs.board(BLACK_IS, index) for index in range(24)]
    white = [theirs.board(WHITE_IS, index) for index in range(24)]
    bar = (theirs.board(WHITE_IS, THEIR_BAR), theirs.board(BLACK_IS, THEIR_BAR))
    home = (CHECKERS - sum(white) - bar[0], CHECKERS - sum(black) - bar[1])
    return Position(tuple(ours - others for ours, others in zip(white, black, strict=True)), bar, home)


def dice_of(theirs: Any) -> tuple[int, ...]:
    line = next(line for line in str(theirs).splitlines() if line.startswith("Dice:"))
    first, second = (int(sign) for sign in line.removeprefix("Dice:").strip())
    return (first,) * 4 if first == second else (first, second)


def their_boards(theirs: Any) -> set[Position]:
    """The boards after every whole play."""
    player, is_double = theirs.current_player(), len(dice_of(theirs)) == 4
    first = _children(theirs, player)
    if not is_double:
        return {position_of(child) for child, _ in first}
    halves = {position_of(child): (child, used) for child, used in first}
    whole: list[tuple[Position, int]] = []
    for half, (child, used) in halves.items():
        if child.is_terminal() or child.is_chance_node() or child.current_player() != player:
            whole.append((half, used))
        else:
            whole += [(position_of(last), used + more) for last, more in _children(child, player)]
    longest = max(used for _, used in whole)
    return {board for board, used in whole if used == longest}


def _children(theirs: Any, player: int) -> list[tuple[Any, int]]:
    """Each state after an action, and how many checkers it moved."""
    found = []
    for action in theirs.legal_actions():
        child = theirs.clone()
        moved = sum(move.pos >= 0 for move in theirs.spiel_move_to_checker_moves(player, action))
        child.apply_action(action)
        found.append((child, moved))
    return found


def boards_by_hand(position: Position, side: int, dice: tuple[int, ...]) -> set[Position]:
    """The boards when a turn is confirmed, each move of it taken from the legal ones."""
    state = State(Config(confirm=True), position, phase="moving", active=side, dice=dice)
    frontier, ended = {(position, ()): state}, set()
    while frontier:
        reached: dict[Any, State] = {}
        for here in frontier.values():
            moves = [action for action in GAME.legal(here, side) if isinstance(action, CheckerMove)]
            if not moves:
                ended.add(here.position)
            for move in moves:
                after = step(GAME, here, Move[Action](side, move)).state
                reached[after.position, tuple(sorted(after.dice_used))] = after
        frontier = reached
    return ended


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare backgammon's legal plays with OpenSpiel's.")
    parser.add_argument("--positions", type=int, default=20_000, help="how many, each with a roll (default 20000)")
    parser.add_argument("--seed", type=int, default=1, help="of all games (default 1)")
    asked = parser.parse_args()
    started = time.perf_counter()
    seen = compare(asked.positions, asked.seed)
    seconds = time.perf_counter() - started
    sorts = ", ".join(f"{count} {sort}" for sort, count in seen.items())
    print(f"{sorts}: the boards that legal plays lead to are the same ({seconds:.0f} s).")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Gomoku against OpenSpiel: random games through the referee, compared after every move.

    python -m bench.oracles.gomoku --games 2000

OpenSpiel plays freestyle (five or more win). Its actions number the cells row by row, as ours do.
"""

import argparse
import random
import sys
import time
from typing import Any

import msgspec
import pyspiel

from ludoteca.games import GAMES
from ludoteca.referee import Referee

SIZE = 15


class Disagreement(Exception):
    """The two engines differ; the text says where."""


def compare(games: int, seed: int) -> int:
    """Play `games` random games on both engines; how many moves agreed. Raises Disagreement at the first difference."""
    chooser = random.Random(seed)
    referee = Referee(GAMES["gomoku"])
    theirs = pyspiel.load_game("gomoku")
    moves = 0
    for number in range(games):
        moves += _one_game(referee, theirs.new_initial_state(), chooser, f"game {number} of seed {seed}")
    return moves


def _one_game(referee: Referee, theirs: Any, chooser: random.Random, name: str) -> int:
    ask(referee, {"do": "setup", "seed": 0})
    moves = 0
    while not theirs.is_terminal():
        seat = theirs.current_player()
        ours = [cell(action) for action in ask(referee, {"do": "legal", "seat": seat})["legal"]]
        if ours != sorted(theirs.legal_actions()):
            raise Disagreement(f"{name}, move {moves + 1}: legal moves differ\n{theirs}")
        chosen = chooser.choice(ours)
        theirs.apply_action(chosen)
        place = {"type": "place", "x": chosen % SIZE, "y": chosen // SIZE}
        answer = ask(referee, {"do": "apply", "input": {"type": "move", "seat": seat, "action": place}})
        moves += 1
        _same_outcome(answer["outcome"], theirs, f"{name}, move {moves}")
    return moves


def _same_outcome(ours: dict[str, Any] | None, theirs: Any, name: str) -> None:
    returns = theirs.returns() if theirs.is_terminal() else None
    scores = None if ours is None else [float(score) for score in ours["scores"]]
    if scores != returns:
        raise Disagreement(f"{name}: we say {scores}, OpenSpiel {returns}\n{theirs}")


def ask(referee: Referee, request: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = msgspec.json.decode(referee.answer(msgspec.json.encode(request)))
    if not answer["ok"]:
        raise Disagreement(f"{request} was refused: {answer}")
    return answer


def cell(action: dict[str, Any]) -> int:
    return int(action["y"]) * SIZE + int(action["x"])


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare gomoku with OpenSpiel's over random games.")
    parser.add_argument("--games", type=int, default=2000, help="how many (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="of all games (default 1)")
    asked = parser.parse_args()
    started = time.perf_counter()
    moves = compare(asked.games, asked.seed)
    seconds = time.perf_counter() - started
    print(f"{asked.games} games, {moves} moves: winner and legal moves equal after every move ({seconds:.0f} s).")
    return 0


if __name__ == "__main__":
    sys.exit(main())

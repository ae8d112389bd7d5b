"""Backgammon against GNU Backgammon: it plays whole games and matches of ours in lockstep, by its own rules.

    python -m bench.oracles.gnubg --games 200

For each turn GNU Backgammon gets the dice, is asked for its legal plays, and gets our play in our notation; then its
own Position ID and Match ID (checkers, cube, score, Crawford, whose turn it is) must equal ours, and at the end the
result of each game. Then it reads our `.mat` file of the match, and we read the one that it writes.

Install it from Debian (`apt-get install gnubg gnubg-data`); it runs as a separate process.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

from ludoteca.games.backgammon import mat_format
from ludoteca.games.backgammon.board import Relative, point_of, relative
from ludoteca.games.backgammon.gnubg_ids import ids_of, read_match_id
from ludoteca.games.backgammon.mat_conversion import replayed, transcribed
from ludoteca.games.backgammon.notation import read_play
from ludoteca.games.backgammon.plays import Single, after, plays
from ludoteca.games.backgammon.turns import active_side, left_of
from ludoteca.games.backgammon.types import State
from ludoteca.kernel import Illegal, Malformed

from .gnubg_orders import SORTS, Order, Played, beginning, matches, sorts

PLACES: Final = ("/usr/games", "/usr/local/games")  # where Debian has it, which is not on everybody's path
INSIDE: Final = Path(__file__).with_name("inside_gnubg.py")
NAMES: Final = ("white", "black")
SIDES: Final = {"X": 0, "O": 1}
SECONDS_AT_MOST: Final = 3600


class NotInstalled(Exception):
    """There is no GNU Backgammon here, and how to get it."""


class Disagreement(Exception):
    """The two engines differ; the text says where."""


def program() -> str:
    path = os.pathsep.join([os.environ.get("PATH", ""), *PLACES])
    found = shutil.which("gnubg", path=path)
    if found is None:
        raise NotInstalled("GNU Backgammon is not installed: apt-get install gnubg gnubg-data")
    return found


def compare(games: int, seed: int) -> Counter[str]:
    """Compare so many games that are played out, and those between; how many there were of each sort. Raises
    Disagreement, or NotInstalled."""
    gnubg = program()
    ours = list(matches(games, seed))
    found: Counter[str] = Counter(matches=len(ours))
    with tempfile.TemporaryDirectory() as folder:
        theirs = answered(gnubg, ours, Path(folder))
        for number, (played, answer) in enumerate(zip(ours, theirs, strict=True)):
            try:
                found["plays"] += check_orders(played.orders, answer["answers"])
                check_results(played, answer["followed"])
                check_import(played, answer)
                check_export(played, (Path(folder) / f"{number}.exported.mat").read_text())
            except Disagreement as error:
                raise Disagreement(f"match {number} of seed {seed}, {played.config}: {error}") from None
            found.update(sorts(played.told))
    return found


def answered(gnubg: str, ours: list[Played], folder: Path) -> list[dict[str, Any]]:
    """What GNU Backgammon makes of these matches."""
    asked = []
    for number, played in enumerate(ours):
        (folder / f"{number}.mat").write_text(written(played))
        orders = [{"commands": order.commands} for order in played.orders]
        asked.append({"name": str(number), "begin": beginning(played.config), "orders": orders})
    (folder / "asked.json").write_text(json.dumps(asked))
    command = [gnubg, "--tty", "--quiet", "--no-rc", "--prefsdir", str(folder), "--python", str(INSIDE)]
    with (folder / "said.txt").open("w") as said:
        subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, "HOME": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            timeout=SECONDS_AT_MOST,
            check=False,
        )
    if not (folder / "answered.json").exists():
        raise Disagreement(f"GNU Backgammon gave up: {(folder / 'said.txt').read_text()[-500:]}")
    found: list[dict[str, Any]] = json.loads((folder / "answered.json").read_text())
    return found


def written(played: Played) -> str:
    return mat_format.write(transcribed(played.told, NAMES, played.config.points))


def check_orders(orders: tuple[Order, ...], answers: list[dict[str, Any]]) -> int:
    """Each order led where it led with us; how many legal plays were the same."""
    compared = 0
    for order, answer in zip(orders, answers, strict=True):
        if order.state is None:
            continue
        position, match_key = answer["id"].split(":")
        ours = ids_of(order.state)
        if position != ours[0] or read_match_id(match_key) != read_match_id(ours[1]):
            raise Disagreement(f"{order.commands} leads to {ours} with us, to {answer['id']} with them")
        if answer["plays"] is not None:
            compared += check_plays(order.state, answer["plays"])
    return compared


def check_plays(state: State, theirs: list[str]) -> int:
    ours = set(plays(relative(state.position, active_side(state)), left_of(state)))
    try:
        reached = {board_after(state, play) for play in theirs}
    except Illegal as error:
        raise Disagreement(f"{ids_of(state)}: a play of theirs is none of ours: {error.reason}") from None
    if reached != ours:
        raise Disagreement(f"{ids_of(state)}: plays of ours lead to {len(ours - reached)} other boards")
    return len(ours)


def board_after(state: State, play: str) -> Relative:
    side = active_side(state)
    seen = relative(state.position, side)
    for move in read_play(play, state.position, side, left_of(state)):
        seen = after(seen, Single(point_of(move.from_, side), move.die))
    return seen


def check_results(played: Played, theirs: dict[str, Any]) -> None:
    """The winner of each game, its points, and the score before it."""
    expected, score = [], (0, 0)
    for won in played.results:
        expected.append((won.winner, won.points, score))
        score = won.score
    infos = [game["info"] for game in theirs["games"]]
    found = [(SIDES[each["winner"]], each["points-won"], (each["score-X"], each["score-O"])) for each in infos]
    if found != expected:
        raise Disagreement(f"the games came to {expected} with us, to {found} with them")


def check_import(played: Played, answer: dict[str, Any]) -> None:
    """Our file, read by them, is the match that they have played along."""
    check_results(played, answer["imported"])
    pairs = zip(answer["imported"]["games"], answer["followed"]["games"], strict=True)
    for number, (imported, followed) in enumerate(pairs, start=1):
        read, seen = _course(imported), _course(followed)
        if _is_given_up_after_a_roll(followed):
            read = read[: len(seen)]  # that roll they play for us, where there is but one way to
        if read != seen:
            raise Disagreement(f"game {number} of our .mat file is another to them than the one they have seen")


def _course(game: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Who did what from which position with which dice."""
    made = [each for each in game["game"] if each["action"] in ("move", "double", "take", "drop")]
    return [(each["player"], each["action"], each.get("board"), sorted(each.get("dice", ()))) for each in made]


def _is_given_up_after_a_roll(game: dict[str, Any]) -> bool:
    return [each["action"] for each in game["game"][-2:]] == ["set", "resign"]


def check_export(played: Played, text: str) -> None:
    """Their file, read by us, is the match that we have played; played again, it ends as it says."""
    try:
        read = mat_format.read(text)
        if not played.config.jacoby:  # of which a file says nothing
            replayed(read)
    except Malformed as error:
        raise Disagreement(f"their .mat file: {error}") from None
    found = [(game.winner, game.points) for game in read.games]
    if found != [(won.winner, won.points) for won in played.results]:
        raise Disagreement(f"their .mat file says that the games came to {found}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Play our games in lockstep with GNU Backgammon.")
    parser.add_argument("--games", type=int, default=200, help="games played to their end (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="of all games (default 1)")
    asked = parser.parse_args()
    started = time.perf_counter()
    try:
        found = compare(asked.games, asked.seed)
    except NotInstalled as error:
        print(error, file=sys.stderr)
        return 2
    except Disagreement as error:
        print(f"They disagree: {error}", file=sys.stderr)
        return 1
    seconds = time.perf_counter() - started
    print(f"{', '.join(f'{found[sort]} {sort}' for sort in SORTS)}; {found['matches']} .mat files:")
    print(f"GNU Backgammon agrees, also in all {found['plays']} legal plays of these turns ({seconds:.0f} s).")
    unseen = [sort for sort in SORTS if not found[sort]]
    if unseen:
        print(f"Of these there were none, so ask for more games: {', '.join(unseen)}.", file=sys.stderr)
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())

"""A sample club as a folder of files: the page as it is built, and tables as a processor would leave them.

The games are real ones, played by the greedy bot with dice of a fixed seed.
"""

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from ludoteca.bots import bots_for
from ludoteca.dealers import PyRandom
from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.board import start_position
from ludoteca.games.backgammon.statefile import LastMove, Message, Players, Table, encode
from ludoteca.games.backgammon.types import COLOURS, Config, State, TurnEnded, TurnPassed
from ludoteca.kernel import Chance, Move

from ..services.node import ROOT

PAGE: Final = ROOT / "src/ludoteca/gitplay/page"
DAY: Final = "2026-01-31"
WHEN: Final = f"{DAY}T10:00:00.000Z"
PLAYERS: Final = Players("Anna", "Bruno")

Turns = list[dict[str, Any]]


def opening() -> tuple[State, Turns]:
    return _played(3, lambda state: state.phase == "moving")


def on_the_bar() -> tuple[State, Turns]:
    """In the middle of a game, with a checker on the bar of whoever is to move."""
    return _played(
        15, lambda state: state.turn > 12 and state.active is not None and state.position.bar[state.active] > 0
    )


def bearing_off() -> tuple[State, Turns]:
    return _played(14, lambda state: min(state.position.home) >= 3)


def finished() -> tuple[State, Turns]:
    return _played(14, lambda state: state.result is not None)


def club(folder: Path) -> Path:
    """A club with these four tables."""
    shutil.copytree(PAGE, folder)
    tables = {"opening": opening(), "bar": on_the_bar(), "bearing-off": bearing_off(), "finished": finished()}
    index = [put(folder, f"{name}-{DAY}", *made) for name, made in tables.items()]
    (folder / "tables/index.json").write_text(json.dumps({"tables": index}))
    return folder


def put(folder: Path, table: str, state: State, turns: Turns, *messages: Message, when: str = WHEN) -> dict[str, Any]:
    """Write a table down; what the club's index has of it."""
    place = folder / "tables" / table
    place.mkdir(parents=True, exist_ok=True)
    moved = [turn for turn in turns if turn["moves"]]
    last = moved[-1]["player"] if moved else None
    name = None if last is None else LastMove(len(moved), last, f"{len(moved):04}-{last}-0a1b2c.json")
    started = Message("info", "Game started", WHEN)
    tree = encode(state, Table(PLAYERS, when, name, (started, *messages)))
    (place / "state.json").write_text(json.dumps(tree, ensure_ascii=False))
    history = {"board": list(start_position("standard").board), "turns": turns}
    (place / "history.json").write_text(json.dumps(history))
    fields = ("status", "winner", "activePlayer", "players", "turn", "updatedAt")
    return {"id": table, **{field: tree[field] for field in fields}}


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """By a plain static server, as anybody has one."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name in the library
        del format, args


def _played(seed: int, until: Callable[[State], bool]) -> tuple[State, Turns]:
    dealer, greedy = PyRandom(seed), bots_for("backgammon")["greedy"]
    state, turns = GAME.setup(Config()).state, list[dict[str, Any]]()
    while True:
        if (draw := GAME.draw(state)) is not None:
            step = GAME.apply(state, Chance(dealer.answer(draw)))
        else:
            (seat,) = GAME.to_act(state)
            step = GAME.apply(state, Move(seat, greedy(GAME.view(state, seat), GAME.legal(state, seat), dealer)))
        state = step.state
        turns += [_turn(event.payload) for event in step.events if isinstance(event.payload, TurnEnded | TurnPassed)]
        if (state.result is not None or (state.phase == "moving" and not state.dice_used)) and until(state):
            return state, turns
        assert state.result is None, f"the game of seed {seed} never comes there"


def _turn(told: TurnEnded | TurnPassed) -> dict[str, Any]:
    moves = told.moves if isinstance(told, TurnEnded) else ()
    return {
        "player": COLOURS[told.seat],
        "dice": list(told.dice),
        "moves": [{"from": move.from_, "to": move.to, "die": move.die} for move in moves],
    }

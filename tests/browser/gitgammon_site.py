"""A sample repository as a folder of files: the page as it is built, and tables as the processor writes them.

The games are real ones, played by the greedy bot with dice of a fixed seed.
"""

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
from ludoteca.games.backgammon.state_file import LastMove, Message, Players, Table
from ludoteca.games.backgammon.types import Config, State
from ludoteca.gitplay.format import history_json, state_json
from ludoteca.gitplay.format.history_json import GameHistory, HistoryTurn
from ludoteca.gitplay.format.tree import TableSummary, summary, write_index
from ludoteca.kernel import Chance, Move

from ..services.node import ROOT

PAGE: Final = ROOT / "src/ludoteca/gitplay/page"
DAY: Final = "2026-01-31"
WHEN: Final = f"{DAY}T10:00:00.000Z"
PLAYERS: Final = Players("Anna", "Bruno")

Turns = tuple[HistoryTurn, ...]


def opening() -> tuple[State, Turns]:
    return _played(3, lambda state: state.phase == "moving")


def on_the_bar() -> tuple[State, Turns]:
    """In the middle of a game, with a checker on the bar of the side to move."""
    return _played(
        15, lambda state: state.turn > 12 and state.active is not None and state.position.bar[state.active] > 0
    )


def bearing_off() -> tuple[State, Turns]:
    return _played(14, lambda state: min(state.position.home) >= 3)


def finished() -> tuple[State, Turns]:
    return _played(14, lambda state: state.result is not None)


def write_site(folder: Path) -> Path:
    """A repository with these four tables."""
    shutil.copytree(PAGE, folder)
    tables = {"opening": opening(), "bar": on_the_bar(), "bearing-off": bearing_off(), "finished": finished()}
    index = tuple(put(folder, f"{name}-{DAY}", *made) for name, made in tables.items())
    (folder / "tables/index.json").write_bytes(write_index(index))
    return folder


def put(folder: Path, table: str, state: State, turns: Turns, *messages: Message, when: str = WHEN) -> TableSummary:
    """Write a table's files; returns its line of the index."""
    place = folder / "tables" / table
    place.mkdir(parents=True, exist_ok=True)
    moved = [turn for turn in turns if turn.moves]
    last = moved[-1].player if moved else None
    name = None if last is None else LastMove(len(moved), last, f"{len(moved):04}-{last}-0a1b2c.json")
    started = Message("info", "Game started", WHEN)
    now = state_json.table_state(state, Table(PLAYERS, when, name, (started, *messages)))
    (place / "state.json").write_bytes(state_json.write(now.tree))
    (place / "history.json").write_bytes(history_json.write(GameHistory(start_position("standard"), turns)))
    return summary(table, now)


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
    state, course = GAME.setup(Config()).state, GameHistory(start_position("standard"))
    while True:
        if (draw := GAME.draw(state)) is not None:
            step = GAME.apply(state, Chance(dealer.answer(draw)))
        else:
            (seat,) = GAME.to_act(state)
            step = GAME.apply(state, Move(seat, greedy(GAME.view(state, seat), GAME.legal(state, seat), dealer)))
        state = step.state
        course = history_json.extended(course, [event.payload for event in step.events])
        if (state.result is not None or (state.phase == "moving" and not state.dice_used)) and until(state):
            return state, course.turns
        assert state.result is None, f"the game of seed {seed} never comes there"

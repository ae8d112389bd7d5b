"""Playing at a table far away: at a terminal, by a script, by a bot; looking on; and what is said when it fails."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from typing import Any, Final, TypeVar

import pytest

from ludoteca.client import Snapshot, connect, create
from ludoteca.runtime.bus import MemoryBus
from ludoteca.runtime.settings import Settings
from tests.client import server as at
from tests.client.server import Server
from tests.times import PATIENCE

from .terminal import DUEL, NIM, ludoteca, refused, terminal

T = TypeVar("T")

TABLE: Final = "TABLE7"
GAME: Final = "gomoku"
QUICK: Final = {"goal": 1, "reveal_ms": 1, "grace_ms": 30_000}


class Served:
    """A server in a thread of its own, and a way to do things in it."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.server = self.do(_server())

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def opened(self, game: str, *bots: str | None, **config: Any) -> None:
        result = self.do(create(self.server.url, TABLE, game, config=config, bots=bots, token=at.host()))
        assert result.ok, result

    def close(self) -> None:
        self.do(self.server.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def join(self, token: str, *more: str) -> list[str]:
        return ["join", TABLE, "--server", self.server.url, "--token", token, *more]

    def player(self, seat: int, *more: str) -> list[str]:
        return self.join(at.player(TABLE, seat), *more)


async def _server() -> Server:
    opened = Server(Settings(), MemoryBus())
    await opened.open()
    return opened


@pytest.fixture
def served() -> Iterator[Served]:
    here = Served()
    try:
        yield here
    finally:
        here.close()


def test_a_whole_game_by_two_people_at_two_terminals(served: Served) -> None:
    served.opened("duel", **QUICK)
    more = ("--game", DUEL, "--name")
    with terminal(*served.player(0, *more, "Ada")) as left, terminal(*served.player(1, *more, "Bo")) as right:
        left.expect("you are left")
        left.expect("To act: left (you), right (Bo)")
        left.expect("left> ")
        right.expect("right> ")
        left.type("help\r")
        left.expect("Write a move as the game does")
        left.expect("left> ")
        left.type("nonsense\r")
        left.expect("`help` shows how moves are written")
        left.expect("left> ")
        left.type("strike\r")
        left.expect("To act: right (Bo)")
        right.expect("To act: right (you)")
        right.expect("right> ")
        right.type("feint\r")
        for screen in (left, right):
            assert "left wins" in screen.rest()
            assert screen.process.returncode == 0


def test_a_cut_line_is_opened_again_and_said_so(served: Served) -> None:
    served.opened("duel", None, "random", **QUICK)
    with terminal(*served.player(0, "--game", DUEL)) as screen:
        screen.expect("left> ")
        served.do(served.server.cut())
        screen.expect("The connection is lost; trying again …")
        served.do(served.server.listen())
        screen.expect("Connected again.")
        screen.expect("left> ")
        screen.type("resign\r")
        assert "right wins – resigned" in screen.rest()


def test_quit_leaves_and_one_can_come_back(served: Served) -> None:
    served.opened("duel", None, "random", **QUICK)
    with terminal(*served.player(0, "--game", DUEL)) as screen:
        screen.expect("left> ")
        screen.type("\x04")
        assert "You have left." in screen.rest()
        assert screen.process.returncode == 0
    served.do(_away(served))
    with terminal(*served.player(0, "--game", DUEL)) as screen:
        screen.expect("left> ")
        assert screen.interrupt().replace("^C", "").strip() == ""
    assert screen.process.returncode == 130
    served.do(_away(served))


async def _away(served: Served) -> None:
    """Until the table knows that the first seat is away."""
    async with connect(served.server.url, TABLE, token=at.observer(TABLE)) as line:
        snapshot: Snapshot = await line.sync()
        while snapshot.seats[0].present:
            await line.changed()
            snapshot = await line.fresh()


def test_one_waits_for_the_others_and_may_leave(served: Served) -> None:
    served.opened("duel", **QUICK)
    with terminal(*served.player(0, "--game", DUEL)) as screen:
        screen.expect("Waiting for right to sit down.")
        screen.type("strike\r")
        screen.expect("nothing to be done here but `quit`")
        screen.type("quit\r")
        assert "You have left." in screen.rest()


def test_a_script_plays(served: Served) -> None:
    served.opened(GAME, None, "random")
    result = ludoteca(*served.player(0), typed="h8\nlegal\nresign\n")
    assert result.exit_code == 0, result.output
    assert "black> h8\n" in result.stdout
    assert "white wins – resigned" in result.stdout


def test_a_script_that_ends_leaves(served: Served) -> None:
    served.opened(GAME, None, "random")
    assert "You have left." in ludoteca(*served.player(0), typed="h8\n").stdout


def test_a_bot_plays_a_seat_while_somebody_looks_on(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    served.opened("duel", None, "random", **QUICK)
    monkeypatch.setenv("LUDOTECA_TOKEN", at.observer(TABLE))
    with terminal(*served.join(at.observer(TABLE), "--game", DUEL)) as looker:
        looker.expect("you look on")
        looker.expect("Waiting for left to sit down.")
        played = ludoteca(*served.player(0, "--game", DUEL, "--bot", "random"))
        assert played.exit_code == 0, played.output
        assert "played by random" in played.stdout
        assert "Scores: " in played.stdout
        assert "Scores: " in looker.rest()
    over = ludoteca("join", TABLE, "--server", served.server.url, "--game", DUEL)
    assert over.exit_code == 0, over.output
    assert "Scores: " in over.stdout


def test_what_can_go_wrong_is_one_line(served: Served) -> None:
    assert refused(*served.player(0)) == "there is no such table"
    served.opened("duel", None, "random", **QUICK)
    assert refused(*served.join("x.y.z")) == "you are not let in: not written like a token"
    assert refused(*served.join(at.player("OTHER7", 0))) == "you are not let in: the token is for another table"
    assert refused(*served.player(1, "--game", DUEL)) == "a bot plays this seat"
    assert refused(*served.player(7, "--game", DUEL)) == "there is no such seat"
    assert "they play 'duel' here, which is not installed" in refused(*served.player(0))
    assert "they play duel 1.0.0 here, and we have nim 1.0.0" in refused(*served.player(0, "--game", NIM))
    assert "nobody called 'bot:clever'" in refused(*served.player(0, "--game", DUEL, "--bot", "clever"))


def test_who_looks_on_has_no_bot(served: Served) -> None:
    served.opened("duel", **QUICK)
    assert refused(*served.join(at.observer(TABLE), "--game", DUEL, "--bot", "random")).startswith("--bot needs a seat")


def test_bad_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteca.client.REDIS_SECONDS", 0.1)
    monkeypatch.delenv("LUDOTECA_TOKEN", raising=False)
    assert refused("join", "table", "--token", "x") == "'table' is no table: six of A-Z and 0-9"
    assert "LUDOTECA_TOKEN" in refused("join", TABLE)
    assert "--seat goes with --redis" in refused("join", TABLE, "--token", "x", "--seat", "0")
    assert refused("join", TABLE, "--token", "x", "--server", "ws://127.0.0.1:1").startswith("nobody is there")
    assert refused("join", TABLE, "--redis", "redis://127.0.0.1:1").startswith("nobody is there")


def test_the_help_says_who_can_read_a_token() -> None:
    assert "other users can read it" in " ".join(ludoteca("join", "--help").stdout.split())

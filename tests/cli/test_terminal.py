"""At a real terminal: keys, Ctrl-C, a cleared screen, a closed pipe."""

import subprocess
from pathlib import Path

import pytest

from ludoteca.games import GAMES
from ludoteca.kernel.record import read

from .terminal import DUEL, ENVIRONMENT, NIM, PROGRAM, ludoteca, terminal

CLEAR = "\x1b[2J"
LONG_GAME = ["play", NIM, "--others", "bot:random", "--set", "stones=9999", "--log", "a"]


def test_a_game_at_a_terminal() -> None:
    with terminal("play", NIM, "--preset", "short", "--log", "a") as screen:
        screen.expect("north> ")
        screen.type("legal\r")
        assert "log    two    three" in screen.expect("north> ")
        screen.type("two\r")
        screen.expect("far south> ")
        screen.type("log\r")
        assert "far south wins – last stone" in screen.rest()
    assert screen.process.returncode == 0


def test_ctrl_c_ends_the_record_and_says_where_it_is() -> None:
    with terminal("play", NIM, "--log", "a") as screen:
        screen.expect("north> ")
        screen.type("two\r")
        screen.expect("far south> ")
        told = screen.interrupt()
        assert "Unfinished." in told
        assert "Saved in a" in told
    assert screen.process.returncode == 130
    log = read(Path("a").read_bytes())
    assert len(log.entries) == 1
    assert log.end is not None


def test_ctrl_d_is_quit() -> None:
    with terminal("play", NIM, "--log", "a") as screen:
        screen.expect("north> ")
        screen.type("\x04")
        assert "Nothing was played" in screen.rest()
    assert screen.process.returncode == 0


def test_what_one_person_typed_is_gone_for_the_next() -> None:
    with terminal("play", DUEL, "--log", "a") as screen:
        screen.expect("Pass the keyboard to left")
        screen.type("\r")
        screen.expect("left> ")
        screen.type("strike\r")
        assert CLEAR in screen.expect("Pass the keyboard to right")
        screen.type("\r")
        screen.expect("right> ")
        screen.type("\x1b[A\x1b[A\r")  # the arrow up, for what was typed before
        assert "strike" not in screen.expect("right> ")


def test_replay_steps_to_and_fro() -> None:
    ludoteca("play", NIM, "--others", "bot:random", "--seed", "1", "--set", "stones=30", "--log", "a")
    with terminal("replay", "a", "--game", NIM) as screen:
        assert "0/" in screen.expect("0> ")
        for key, step in [("", 1), ("n", 2), ("p", 1), ("7", 7), ("g", 0), ("p", 0)]:
            screen.type(f"{key}\r")
            shown = screen.expect(f"\n{step}> ")
            assert CLEAR in shown
            assert f"{step}/" in shown
        screen.type("G\r")
        assert "wins" in screen.expect("> ")
        screen.type("x\r")
        screen.expect("'x' is no key here")
        screen.type("q\r")
        screen.rest()
    assert screen.process.returncode == 0


def test_rules_are_rendered_at_a_terminal() -> None:
    with terminal("rules", DUEL) as screen:
        assert "*left*" not in screen.rest()


@pytest.mark.parametrize("args", [["rules", min(GAMES)], LONG_GAME])
def test_a_closed_pipe_is_quiet(args: list[str]) -> None:
    with subprocess.Popen(
        [*PROGRAM, *args], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize("lines", [1, 20, 2000])
def test_a_pipe_closed_during_a_game_leaves_a_good_record(lines: int) -> None:
    with subprocess.Popen([*PROGRAM, *LONG_GAME], env=ENVIRONMENT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _ in range(lines):
            process.stdout.readline()
        process.stdout.close()
    assert ludoteca("verify", "a", "--game", NIM).stdout.startswith("OK  nim, ")


def test_a_game_that_never_began_leaves_no_file() -> None:
    with subprocess.Popen([*PROGRAM, *LONG_GAME], env=ENVIRONMENT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
    assert not Path("a").exists()

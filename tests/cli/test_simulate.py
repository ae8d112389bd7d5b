"""`ludoteca simulate`: what it prints, keeps and refuses; and that killing it costs nothing but time."""

import json
import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludoteca.games import GAMES
from ludoteca.kernel import decode
from ludoteca.kernel.record import read, undated
from ludoteca.sim.game_run import SimulatedGame
from tests.times import PATIENCE

from .terminal import ENVIRONMENT, NIM, PROGRAM, ludoteca, refused, terminal

KILLER = "tests.sim.killer_bot:bot"
CHEAT = "tests.sim.test_runner:cheats"
BATCH = ("simulate", NIM, "--games", "60", "--seats", f"{KILLER},random", "--seed", "3", "--set", "stones=40")


def results(path: str) -> list[SimulatedGame]:
    return [decode(line, SimulatedGame) for line in Path(path).read_bytes().splitlines()[1:]]


def killed(*args: str, after: int) -> None:
    """Run until the bot kills it. All its workers have left when nobody has its output open any more."""
    environment = {**ENVIRONMENT, "KILL_AFTER": str(after)}
    done = subprocess.run([*PROGRAM, *args], env=environment, capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == -signal.SIGKILL


# What it prints


def test_it_tells_who_won_how_often_and_how_long_games_were() -> None:
    told = ludoteca("simulate", "catan", "--preset", "short", "--games", "4", "--seats", "greedy,random").stdout
    assert told.startswith("catan 1.0.0, 4 games from seed 1: greedy, random\n")
    rows = [" ".join(line.split()) for line in told.splitlines()]
    assert "greedy 4 100.0% 51.0% to 100.0% 0.0% +1.000" in rows
    assert "blue 4 50.0% 15.0% to 85.0% 0.0% +0.000" in rows
    assert "mean of greedy random" in rows
    assert "dice times share" in rows
    assert "Ended by: points 4." in rows
    assert rows[-1].endswith(" games a second, 1 at a time.")


def test_games_that_were_given_up_are_told_apart() -> None:
    told = ludoteca("simulate", "gomoku", "--games", "2", "--limit", "3").stdout
    assert "2 of them were given up at the limit of inputs, and are not counted:\n" in told


def test_at_a_terminal_there_is_a_bar() -> None:
    with terminal("simulate", NIM, "--games", "300") as screen:
        screen.expect("/300")
        assert "Ended by:" in screen.rest()


# What it keeps


def test_the_results_are_the_same_whatever_the_number_of_workers() -> None:
    for workers in ("1", "2"):
        assert ludoteca(*BATCH, "--workers", workers, "--out", f"by-{workers}").exit_code == 0
    assert Path("by-1").read_bytes() == Path("by-2").read_bytes()
    assert [result.n for result in results("by-1")] == list(range(60))


@pytest.mark.parametrize("game", GAMES)
def test_results_of_every_game_are_kept_and_gone_on_with(game: str) -> None:
    assert ludoteca("simulate", game, "--games", "2", "--out", "whole").exit_code == 0
    assert all(result.outcome is not None for result in results("whole"))
    assert ludoteca("simulate", game, "--games", "1", "--out", "grown").exit_code == 0
    assert ludoteca("simulate", game, "--games", "2", "--out", "grown", "--resume").exit_code == 0
    assert Path("grown").read_bytes() == Path("whole").read_bytes()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_killed_run_goes_on_to_the_same_results(workers: str) -> None:
    assert ludoteca(*BATCH, "--out", "whole").exit_code == 0
    killed(*BATCH, "--workers", workers, "--out", "broken", after=200)
    done = len(results("broken"))
    assert 0 < done < 60
    again = ludoteca(*BATCH, "--workers", workers, "--out", "broken", "--resume")
    assert again.exit_code == 0, again.output
    assert Path("broken").read_bytes() == Path("whole").read_bytes()


def test_half_a_line_is_played_again() -> None:
    ludoteca(*BATCH, "--out", "whole")
    whole = Path("whole").read_bytes()
    for cut in (len(whole) - 1, len(whole) // 2, whole.index(b"\n") + 1, 10, 0):
        Path("cut").write_bytes(whole[:cut])
        assert ludoteca(*BATCH, "--out", "cut", "--resume").exit_code == 0
        assert Path("cut").read_bytes() == whole


def test_more_games_can_be_asked_for_later() -> None:
    ludoteca(*BATCH, "--out", "whole")
    short = [*BATCH[:2], "--games", "7", *BATCH[4:]]
    ludoteca(*short, "--out", "grown")
    assert ludoteca(*BATCH, "--out", "grown", "--resume").exit_code == 0
    assert Path("grown").read_bytes() == Path("whole").read_bytes()
    said = refused(*short, "--out", "grown", "--resume")
    assert said == "grown cannot be gone on with: it has game 59 already, so ask for more than 59 games"


def test_resuming_what_is_done_plays_nothing_and_tells_the_same() -> None:
    first = ludoteca(*BATCH, "--out", "whole").stdout
    kept = Path("whole").read_bytes()
    again = ludoteca(*BATCH, "--out", "whole", "--resume").stdout
    assert Path("whole").read_bytes() == kept
    assert again.splitlines() == first.splitlines()[:-1]  # but for the speed


def test_ctrl_c_says_how_to_go_on() -> None:
    endless = (*BATCH[:2], "--games", "1000000", *BATCH[4:], "--out", "results")
    with terminal(*endless, "--workers", "2") as screen:
        screen.expect("/1000000")
        assert "stopped; --resume goes on with results" in screen.interrupt()
    assert screen.process.returncode == 130


def test_a_record_is_the_one_that_play_writes_with_the_same_seed() -> None:
    time = ("--timestamp", "2025-10-17T20:41:00Z")
    ludoteca(*BATCH, "--out", "results", "--records", "kept/records", *time)
    seven = results("results")[7]
    assert seven.bots == ("random", KILLER)
    seats = ("--north", "bot:random", "--far-south", f"bot:{KILLER}")
    ludoteca("play", NIM, "--set", "stones=40", *seats, "--seed", str(seven.seed), "--log", "seven", *time)
    assert Path("kept/records/000007.jsonl").read_bytes() == Path("seven").read_bytes()
    assert ludoteca("verify", "kept/records/000007.jsonl", "--game", NIM).exit_code == 0
    assert len(os.listdir("kept/records")) == 60


@pytest.mark.parametrize("workers", ["1", "2"])
def test_records_are_dated_and_differ_in_their_times_alone(workers: str) -> None:
    few = (*BATCH[:2], "--games", "2", *BATCH[4:], "--workers", workers)
    ludoteca(*few, "--records", "live")
    ludoteca(*few, "--records", "fixed", "--timestamp", "2025-10-17T20:41:00Z")
    for name in os.listdir("live"):
        live, fixed = (read((Path(folder) / name).read_bytes()) for folder in ("live", "fixed"))
        assert None not in {live.opening.at, *(entry.at for entry in live.entries)}
        assert {fixed.opening.at, *(entry.at for entry in fixed.entries)} == {1_760_733_660_000}
        assert undated(live) == undated(fixed)


def test_going_on_replaces_the_record_of_a_game_whose_result_was_lost() -> None:
    two = (*BATCH[:2], "--games", "2", *BATCH[4:], "--records", "kept", "--out", "results")
    ludoteca(*two)
    lines = Path("results").read_bytes().splitlines(keepends=True)
    Path("results").write_bytes(b"".join(lines[:2]))
    before = read(Path("kept/000001.jsonl").read_bytes())
    assert ludoteca(*two, "--resume").exit_code == 0
    assert Path("results").read_bytes() == b"".join(lines)
    assert undated(read(Path("kept/000001.jsonl").read_bytes())) == undated(before)


def test_records_of_two_batches_do_not_replace_each_other() -> None:
    few = (*BATCH[:2], "--games", "2", *BATCH[4:], "--records", "kept")
    ludoteca(*few, "--out", "results")
    before = {each.name: each.read_bytes() for each in Path("kept").iterdir()}
    assert refused(*few, "--seed", "9") == "kept holds records already; name a folder for these"
    assert refused(*few, "--seed", "9", "--out", "new", "--resume").startswith("kept holds records already")
    assert {each.name: each.read_bytes() for each in Path("kept").iterdir()} == before
    assert not Path("new").exists()
    more = (*BATCH[:2], "--games", "3", *BATCH[4:], "--records", "kept")
    assert ludoteca(*more, "--out", "results", "--resume").exit_code == 0
    assert len(os.listdir("kept")) == 3


@pytest.mark.parametrize("workers", ["1", "2"])
def test_going_on_with_one_batch_replaces_no_record_of_another(workers: str) -> None:
    two, three = ((*BATCH[:2], "--games", games, *BATCH[4:]) for games in ("2", "3"))
    ludoteca(*three, "--records", "of another", "--seed", "9")
    ludoteca(*two, "--out", "results")
    before = {each.name: each.read_bytes() for each in Path("of another").iterdir()}
    going_on = (*three, "--out", "results", "--resume", "--records", "of another", "--workers", workers)
    said = refused(*going_on, code=1)
    assert said.startswith("cannot write of another/000002.jsonl: the file holds the record of another game")
    assert {each.name: each.read_bytes() for each in Path("of another").iterdir()} == before


# What it refuses


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nimm",), "no game 'nimm'; the games are: "),
        ((NIM, "--seats", "randon"), "no bot 'randon' plays nim; there are: random (did you mean random?)"),
        ((NIM, "--seats", "random,random,random"), "3 bots for the 2 seats of nim: "),
        ((NIM, "--seats", ""), "no bot '' plays nim; there are: random"),
        ((NIM, "--preset", "none"), "nim has no preset 'none'; "),
        ((NIM, "--set", "stones=0"), "nim cannot be set up like this: there must be something to take"),
        ((NIM, "--timestamp", "2025-10-17T20:41:00Z"), "--timestamp dates the records of --records FOLDER: name it"),
        ((NIM, "--games", "0"), "Invalid value for '--games': "),
        ((NIM, "--resume"), "--resume goes on with the results of --out FILE: name it"),
        ((NIM, "--out", "missing/file"), "cannot write missing/file: No such file or directory"),
        ((NIM, "--out", "precious"), "precious exists already; --resume goes on with it"),
        ((NIM, "--records", "precious"), "cannot write into precious: File exists"),
        (
            (NIM, "--out", "precious", "--resume"),
            "precious cannot be gone on with: it does not begin as a file of results does",
        ),
    ],
)
def test_what_it_cannot_do_is_one_line(args: tuple[str, ...], said: str) -> None:
    Path("precious").write_text("precious\n")
    assert refused("simulate", *args).startswith(said)
    assert Path("precious").read_text() == "precious\n"


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (("--seed", "4"), "its seed is 3, not 4"),
        (("--seats", "random"), f"its bots is ['{KILLER}', 'random'], not ['random', 'random']"),
        (("--set", "stones=41"), "its config is {'stones': 40}, not {'stones': 41}"),
        (("--no-rotate",), "its rotate is True, not False"),
    ],
)
def test_results_of_another_run_are_not_added_to(other: tuple[str, ...], said: str) -> None:
    ludoteca(*BATCH, "--out", "results")
    kept = Path("results").read_bytes()
    assert refused(*BATCH, *other, "--out", "results", "--resume").endswith(f"it is of another run: {said}")
    assert Path("results").read_bytes() == kept


def test_a_line_that_is_no_result_is_found() -> None:
    ludoteca(*BATCH, "--out", "results")
    lines = Path("results").read_bytes().splitlines(keepends=True)
    for third, said in ((b"nonsense\n", "line 3 is no result: "), (lines[1], "line 3 has game 0 for the second time")):
        Path("results").write_bytes(b"".join([*lines[:2], third, *lines[3:]]))
        assert said in refused(*BATCH, "--out", "results", "--resume")


@pytest.mark.parametrize(
    "changed",
    [
        lambda line: {**line, "seed": line["seed"] + 1},
        lambda line: {**line, "bots": line["bots"][::-1]},
        lambda line: {**line, "bots": ["random"]},
        lambda line: {**line, "n": 77},
        lambda line: {**line, "outcome": {**line["outcome"], "scores": [1, 0, -1]}},
        lambda line: {**line, "outcome": {**line["outcome"], "payout": [1]}},
        lambda line: {**line, "facts": {**line["facts"], "of_seats": {"points": [1]}}},
    ],
)
def test_a_result_of_another_game_is_one_clear_line(changed: Callable[[Any], Any]) -> None:
    ludoteca(*BATCH, "--out", "results")
    lines = Path("results").read_bytes().splitlines()
    lines[2] = json.dumps(changed(json.loads(lines[2]))).encode()
    Path("results").write_bytes(b"\n".join(lines) + b"\n")
    said = refused(*BATCH[:2], "--games", "100", *BATCH[4:], "--out", "results", "--resume")
    assert "line 3 is not game" in said
    assert said.endswith("of this batch: its seed, bots or seats are others")


def test_a_bot_that_breaks_the_rules_ends_the_run_and_is_named() -> None:
    said = refused("simulate", "gomoku", "--seats", CHEAT, "--out", "results", code=70)
    assert said.startswith("game 0 (seed ")
    assert said.endswith("; --resume goes on with results")

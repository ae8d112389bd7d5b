"""The record a game leaves: where, when, and that the same seed makes the same one."""

import re
import subprocess
from pathlib import Path

import pytest

from ludoteca.kernel.record import CommittedTo, read, undated

from .terminal import DEN, DUEL, ENVIRONMENT, NIM, PROGRAM, ludoteca, refused

BOTS = ("--others", "bot:random")


TIME = "2025-10-17T20:41:00Z"


@pytest.mark.parametrize("toy", [DEN, DUEL, NIM])
def test_the_same_seed_and_timestamp_give_the_same_record(toy: str) -> None:
    for name in ("a", "b"):
        assert ludoteca("play", toy, *BOTS, "--seed", "7", "--timestamp", TIME, "--log", name).exit_code == 0
    assert Path("a").read_bytes() == Path("b").read_bytes()
    ludoteca("play", toy, *BOTS, "--seed", "8", "--timestamp", TIME, "--log", "c")
    assert Path("c").read_bytes() != Path("a").read_bytes()


def test_a_seeded_record_is_dated_and_differs_in_its_times_alone() -> None:
    ludoteca("play", NIM, *BOTS, "--seed", "7", "--timestamp", TIME, "--log", "a")
    ludoteca("play", NIM, *BOTS, "--seed", "7", "--log", "b")
    fixed, live = (read(Path(name).read_bytes()) for name in ("a", "b"))
    assert fixed.end is not None
    assert {fixed.opening.at, *(entry.at for entry in fixed.entries), fixed.end.at} == {1_760_733_660_000}
    assert None not in {live.opening.at, *(entry.at for entry in live.entries)}
    assert fixed != live
    assert undated(fixed) == undated(live)
    assert all(ludoteca("verify", name, "--game", NIM).exit_code == 0 for name in ("a", "b"))


@pytest.mark.parametrize("text", ["yesterday", "2025-10-17T20:41:00", "1969-12-31T23:59:59Z", "2025-02-30T00:00:00Z"])
def test_a_timestamp_is_a_time_in_utc_from_1970_on(text: str) -> None:
    said = refused("play", NIM, "--timestamp", text)
    assert said.startswith("--timestamp: ")
    assert said.endswith("; write it as 2025-10-17T20:41:00Z")


def test_without_a_seed_chance_is_committed_to_and_revealed() -> None:
    ludoteca("play", DEN, *BOTS, "--log", "a")
    log = read(Path("a").read_bytes())
    assert isinstance(log.opening.dealer, CommittedTo)
    assert re.fullmatch("[A-Z0-9]{6}", log.opening.dealer.game_id)
    assert log.end is not None
    assert log.end.reveal is not None
    assert log.end.outcome is not None
    assert log.opening.at is not None
    assert ludoteca("verify", "a", "--game", DEN).stdout.endswith(" draws recomputed from the seed\n")


def test_the_default_name_says_what_and_when(here: Path) -> None:
    for _ in range(3):
        ludoteca("play", NIM, *BOTS)
    names = [path.name for path in here.iterdir()]
    assert len(names) == 3
    assert all(re.fullmatch(r"nim-\d{8}-\d{6}(-\d)?\.jsonl", name) for name in names)


def test_a_record_is_never_overwritten() -> None:
    Path("a").write_text("precious")
    assert refused("play", NIM, "--log", "a") == "a exists already; a record is never overwritten"
    assert Path("a").read_text() == "precious"


@pytest.mark.parametrize("path", ["missing/a", "file/a"])
def test_a_place_that_cannot_be_written_is_known_before_the_game(path: str) -> None:
    Path("file").write_text("")
    assert refused("play", NIM, "--log", path).startswith(f"cannot write {path}: ")


def test_a_full_disk_is_one_line() -> None:
    play = [*PROGRAM, "play", NIM, *BOTS, "--set", "stones=999", "--log", "a"]
    limited = ["bash", "-c", 'ulimit -f 1; exec "$@"', "bash", *play]
    done = subprocess.run(limited, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "ludoteca: cannot write a: File too large\n"


def test_a_killed_game_leaves_whole_lines() -> None:
    play = [*PROGRAM, "play", NIM, "--log", "a"]
    with subprocess.Popen(play, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"two\ntwo\n")
        process.stdin.flush()
        shown = b""
        while shown.count(b"> ") < 3:
            shown += process.stdout.read(1) or pytest.fail(f"the program ended: {shown!r}")
        process.kill()
    log = read(Path("a").read_bytes())
    assert len(log.entries) == 2
    assert log.end is None
    assert ludoteca("verify", "a", "--game", NIM).stdout.startswith(
        "OK  nim, 2 entries, unfinished, without an end line; "
    )

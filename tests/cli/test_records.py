"""Reading records: replay and verify, of good ones and of bad ones."""

from pathlib import Path

import pytest

from .terminal import DEN, DUEL, NIM, ludoteca, refused

BOTS = ("--others", "bot:random")
OF_DEN = ("--game", DEN)


@pytest.fixture
def den() -> Path:
    assert ludoteca("play", DEN, *BOTS, "--preset", "quick", "--seed", "5", "--log", "den").exit_code == 0
    return Path("den")


def test_verify_says_what_was_checked(den: Path) -> None:
    result = ludoteca("verify", str(den), *OF_DEN)
    assert result.exit_code == 0
    assert result.stdout.startswith("OK  den, 9 entries, ")
    assert result.stdout.endswith("; 14 draws recomputed from the seed\n")


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_changed_byte_is_found(den: Path, command: str) -> None:
    data = den.read_bytes()
    lines = data.split(b"\n")
    lines[4] = lines[4].replace(b'"n":4', b'"n":5')
    den.write_bytes(b"\n".join(lines))
    assert refused(command, str(den), *OF_DEN, code=1).startswith("entry 4: its hash does not match")


@pytest.mark.parametrize("at", [0, 100, 1000, -2])
def test_any_changed_byte_is_found(den: Path, at: int) -> None:
    data = bytearray(den.read_bytes())
    data[at] ^= 1
    den.write_bytes(data)
    assert refused("verify", str(den), *OF_DEN, code=1).startswith("entry ")


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n", b"\xff\x00\x1b[31m\n", b'{"line":"open"'])
def test_what_is_no_record_names_the_opening(command: str, content: bytes) -> None:
    Path("a").write_bytes(content)
    complaint = refused(command, "a", code=1)
    assert complaint.startswith("entry 0: ")
    assert complaint.isprintable()


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize(("path", "why"), [("missing", "No such file or directory"), (".", "Is a directory")])
def test_what_cannot_be_read_is_bad_input(command: str, path: str, why: str) -> None:
    assert refused(command, path) == f"cannot read {path}: {why}"


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_game_that_is_not_installed(den: Path, command: str) -> None:
    assert refused(command, str(den), code=1).startswith("entry 0: a record of 'den'")
    assert refused(command, str(den), "--game", DUEL, code=1).startswith("entry 0: a record of 'den'")


def test_replay_prints_every_step_where_nobody_looks(den: Path) -> None:
    output = ludoteca("replay", str(den), *OF_DEN).stdout
    assert [f"{n}/9  " in output for n in range(10)] == [True] * 10
    assert output.startswith("0/9  opening\nchance: ")
    assert "Scores: first" in output
    assert output == ludoteca("replay", str(den), *OF_DEN, "--all").stdout


def test_replay_shows_moves_in_notation_and_events_of_one_reader(den: Path) -> None:
    spectator = ludoteca("replay", str(den), *OF_DEN).stdout
    second = ludoteca("replay", str(den), *OF_DEN, "--seat", "second").stdout
    assert "1/9  first: " in spectator
    assert "dealt: " not in spectator
    assert second.count("dealt: ") == 1
    assert second == ludoteca("replay", str(den), *OF_DEN, "--seat", "1").stdout


def test_replay_as_a_seat_does_not_say_what_others_chose_in_secret() -> None:
    ludoteca("play", "orcain", *BOTS, "--seed", "1", "--log", "a")
    spectator = ludoteca("replay", "a").stdout
    first = ludoteca("replay", "a", "--seat", "a").stdout
    assert "  b: " in spectator
    assert "  b: " not in first
    assert first.count("  b has moved\n") == spectator.count("  b: ")
    assert first.count("  a: ") == spectator.count("  a: ") > 0


def test_replay_shows_timers_and_resignations() -> None:
    ludoteca("play", DUEL, "--me", "left", *BOTS, "--seed", "1", "--log", "a", typed="guard\nresign\n")
    output = ludoteca("replay", "a", "--game", DUEL).stdout
    assert "timer reveal-1 has run out\n" in output
    assert "left resigns\n" in output


def test_replay_of_an_unfinished_game_says_so() -> None:
    ludoteca("play", NIM, "--log", "a", typed="two\n")
    assert ludoteca("replay", "a", "--game", NIM).stdout.endswith("1/1  north: two\n\n8 stones\n\nUnfinished.\n")


def test_replay_of_a_part(den: Path) -> None:
    output = ludoteca("replay", str(den), *OF_DEN, "--from", "3", "--to", "4").stdout
    assert output.startswith("3/9  ")
    assert "4/9  " in output
    assert "5/9  " not in output


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["--from", "10"], "no steps from 10 to 9: the record has 0 to 9"),
        (["--from", "3", "--to", "2"], "no steps from 3 to 2: the record has 0 to 9"),
        (["--seat", "fourth"], "no seat 'fourth'; the seats are: first (0), second (1), third (2)"),
    ],
)
def test_a_part_that_is_not_there(den: Path, args: list[str], complaint: str) -> None:
    assert refused("replay", str(den), *OF_DEN, *args) == complaint

"""`ludoteca catan`: snapshots drawn, the catalogue listed, records made of a game that was played, and replayed."""

import json
import sys
import zlib
from pathlib import Path

import msgspec
import pytest

from ludoteca.commands.catan import COMMANDS
from ludoteca.games.catan.catalogue import CATALOGUE
from ludoteca.games.catan.structures import About, from_json, game_id_from, serialize, to_json, to_msgpack
from ludoteca.games.catan.structures.snapshot_reader import action_of
from ludoteca.kernel import replace
from ludoteca.sim.catan import to_npz

from ..cli.terminal import ludoteca, refused
from ..games.catan.helpers import BLUE, position, with_hand
from ..structures.catan.example import SNAPSHOT

STATE = serialize(position(with_hand(BLUE, "2 ore, wool")), About(game_id_from("x"), names=("Ada", "Bo")))


@pytest.fixture
def played(here: Path) -> Path:
    """A game between bots, played by the command line itself."""
    done = ludoteca(
        "play", "catan", "--preset", "short", "--others", "bot:random", "--seed", "7", "--log", "game.jsonl"
    )
    assert done.exit_code == 0, done.output
    return here / "game.jsonl"


def test_action_records_of_a_played_and_a_simulated_game_are_dated(played: Path) -> None:
    short = ("simulate", "catan", "--preset", "short", "--games", "1", "--seed", "7")
    for folder, more in (("live", ()), ("fixed", ("--timestamp", "2025-10-17T20:41:00Z"))):
        assert ludoteca(*short, "--records", folder, *more).exit_code == 0
    one, live, fixed = (
        [json.loads(line) for line in ludoteca("catan", "records", log).stdout.splitlines()[1:]]
        for log in (str(played), "live/000000.jsonl", "fixed/000000.jsonl")
    )
    assert all(record["timestamp_utc"] for record in [*one, *live])
    assert {record["timestamp_utc"] for record in fixed} == {"2025-10-17T20:41:00Z"}
    assert [{**record, "timestamp_utc": None} for record in live] == [
        {**record, "timestamp_utc": None} for record in fixed
    ]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    assert f"\n  {name} " in ludoteca("catan", "--help").stdout
    assert ludoteca("catan", name, "--help").stdout.startswith(f"Usage: ludoteca catan {name} ")


@pytest.mark.parametrize(("name", "writer"), [("s.json", to_json), ("s.msgpack", to_msgpack), ("s.npz", to_npz)])
def test_a_snapshot_is_shown_whatever_its_form(here: Path, name: str, writer: object) -> None:
    assert callable(writer)
    (here / name).write_bytes(writer(STATE))
    output = ludoteca("catan", "show", name).stdout
    assert "Ada (blue) and Bo (orange)" in output
    assert "3 cards (1 wool, 2 ore)" in output
    assert "Turn 7 (1 and 2): blue builds" in output
    assert "[0]" in output


def test_a_snapshot_that_breaks_the_rules_is_shown_and_all_that_is_wrong_is_named(here: Path) -> None:
    (here / "example.json").write_text(json.dumps(SNAPSHOT))
    done = ludoteca("catan", "show", "example.json")
    assert done.exit_code == 1
    assert "b12" in done.stdout
    assert "there are not 19 of LUMBER, ORE" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\x00\x01", b"PK\x03\x04", b"\x78\x9c\x00", b'{"turn":1}'])
def test_a_file_that_is_no_snapshot_is_one_line(here: Path, data: bytes) -> None:
    (here / "bad").write_bytes(data)
    assert "bad is no snapshot: " in refused("catan", "show", "bad")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        *((b"[]", "a snapshot is an object"), (b"null", "a snapshot is an object"), (b" \n", "not JSON")),
        *((b"\xef\xbb\xbf" + to_json(STATE), "not JSON: Unexpected UTF-8 BOM"), (b"\xff", "not JSON")),
    ],
)
def test_what_is_no_msgpack_is_refused_as_json(here: Path, data: bytes, said: str) -> None:
    (here / "bad").write_bytes(data)
    assert f"bad is no snapshot: {said}" in refused("catan", "show", "bad")


def test_a_file_without_an_end_is_not_read_to_it(here: Path) -> None:
    """As `/dev/zero` is none: these are long, and take no room."""
    for name, size, commands in (("state", 1 << 22, ["show"]), ("log", 1 << 30, ["replay", "records"])):
        with (here / name).open("wb") as file:
            file.truncate(size)
        for command in commands:
            assert refused("catan", command, name).startswith(f"cannot read {name}: it has more than ")


def test_a_file_that_is_not_there_is_one_line() -> None:
    assert "cannot read nowhere.json" in refused("catan", "show", "nowhere.json")
    assert "cannot read nowhere" in refused("catan", "replay", "nowhere")
    assert "cannot read nowhere" in refused("catan", "records", "nowhere")


def test_without_numpy_an_npz_file_says_what_to_install(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "s.npz").write_bytes(to_npz(STATE))
    for name in [name for name in sys.modules if name.startswith("ludoteca.sim.catan")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert 'numpy is not installed: pip install "ludoteca[sim]"' in refused("catan", "show", "s.npz")


def test_the_catalogue_is_listed_with_its_ranges() -> None:
    lines = ludoteca("catan", "actions").stdout.splitlines()
    assert lines[0] == f"{len(CATALOGUE)} actions"
    ranges = [line.split() for line in lines[1:18]]
    assert [int(each[0]) for each in ranges[1:]] == [int(each[2]) + 1 for each in ranges[:-1]]
    assert (int(ranges[0][0]), int(ranges[-1][2])) == (0, len(CATALOGUE) - 1)
    assert len(lines) == 1 + 17 + 1 + len(CATALOGUE)


def test_the_catalogue_as_json_is_the_catalogue() -> None:
    rows = [json.loads(line) for line in ludoteca("catan", "actions", "--json").stdout.splitlines()]
    assert [row["index"] for row in rows] == list(range(len(CATALOGUE)))
    assert tuple(action_of(row["type"], row["payload"]) for row in rows) == CATALOGUE


def test_a_game_that_was_played_becomes_records_that_replay(played: Path, here: Path) -> None:
    done = ludoteca("catan", "records", played.name, "--to", "game.records")
    assert done.stdout.startswith("Written: game.records, ")
    assert ludoteca("catan", "records", played.name).stdout == (here / "game.records").read_text()
    verdict = ludoteca("catan", "replay", "game.records").stdout
    assert verdict.startswith("OK  ")
    assert "every state_hash follows; " in verdict
    assert " wins – points" in verdict


@pytest.mark.parametrize("name", ["s.json", "s.msgpack", "s.npz"])
def test_a_step_is_shown_and_saved(played: Path, here: Path, name: str) -> None:
    ludoteca("catan", "records", played.name, "--to", "game.records")
    output = ludoteca("catan", "replay", "game.records", "--show", "3", "--save", name).stdout
    assert output.startswith("orange: settlement ")
    assert "Setup, round 1: orange" in output
    assert "Setup, round 1: orange" in ludoteca("catan", "show", name).stdout
    first = json.loads((here / "game.records").read_text().splitlines()[0])
    assert from_json(json.dumps(first).encode()).turn.number == 0


def test_saved_msgpack_is_plain_unless_asked_otherwise(played: Path, here: Path) -> None:
    ludoteca("catan", "records", played.name, "--to", "game.records")
    ludoteca("catan", "replay", "game.records", "--save", "plain.msgpack")
    ludoteca("catan", "replay", "game.records", "--save", "small.msgpack", "--deflate")
    plain, small = ((here / name).read_bytes() for name in ("plain.msgpack", "small.msgpack"))
    assert msgspec.msgpack.decode(plain) == msgspec.msgpack.decode(zlib.decompress(small))
    assert "--deflate goes with .msgpack" in refused("catan", "replay", "game.records", "--save", "s.npz", "--deflate")


def test_the_first_record_that_does_not_follow_is_named(played: Path, here: Path) -> None:
    ludoteca("catan", "records", played.name, "--to", "game.records")
    lines = (here / "game.records").read_text().splitlines()
    record = json.loads(lines[21])
    record["result"]["state_hash"] = "sha256:" + "0" * 64
    (here / "game.records").write_text("\n".join([*lines[:21], json.dumps(record), *lines[22:]]))
    assert "record 20: state_hash is sha256:000" in refused("catan", "replay", "game.records", code=1)


def test_what_is_no_game_or_no_step_is_one_line(played: Path, here: Path) -> None:
    assert "a line of the kernel's record" in refused("catan", "replay", played.name)
    ludoteca("catan", "records", played.name, "--to", "game.records")
    assert "there are " in refused("catan", "replay", "game.records", "--show", "99999")
    assert "ends in .json, .msgpack or .npz" in refused("catan", "replay", "game.records", "--save", "s.txt")
    (here / "bad.json").write_bytes(to_json(replace(STATE, winner_id=1)))
    assert "the opening snapshot: " in refused("catan", "replay", "bad.json", code=1)
    ludoteca("play", "gomoku", "--others", "bot:random", "--log", "other.jsonl")
    assert "a record of gomoku, not of catan" in refused("catan", "records", "other.jsonl", code=1)

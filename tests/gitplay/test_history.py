"""`history.json` and `index.json`: the course of each game and the list of tables, which the page of a club reads."""

import json
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from pygit2 import Commit, Repository

from ludoteca.games.backgammon.state_file import Players
from ludoteca.games.backgammon.types import LastTurn, Position
from ludoteca.gitplay.format import history_json, index_json
from ludoteca.gitplay.format.history_json import GameHistory, HistoryTurn
from ludoteca.gitplay.format.index_json import TableIndex, TableSummary
from ludoteca.gitplay.format.move_file import Step
from ludoteca.gitplay.processor import verification
from ludoteca.gitplay.processor.replay import BadCommit

from .harness import TABLE, Clubhouse, at

HISTORY: Final = f"tables/{TABLE}/history.json"
INDEX: Final = "tables/index.json"
OLDER: Final = Path(__file__).parent / "older-club.bundle"
OTHER: Final = "carol-vs-dave-2026-01-31"


def read(club: Clubhouse, path: str, at_commit: Commit | None = None) -> dict[str, Any]:
    tree = (at_commit or club.tip).tree
    found: dict[str, Any] = json.loads(tree[path].data)  # type: ignore[union-attr]
    return found


def gone_through(course: dict[str, Any]) -> dict[str, Any]:
    """Where a course leads to, checker by checker, without any rule."""
    board, bar, home = list(course["board"]), dict(course["bar"]), dict(course["home"])
    for turn in course["turns"]:
        me, sign = turn["player"], 1 if turn["player"] == "white" else -1
        for step in turn["moves"]:
            if step["from"] == -1:
                bar[me] -= 1
            else:
                board[step["from"]] -= sign
            if step["to"] == 24:
                home[me] += 1
            elif board[step["to"]] == -sign:
                board[step["to"]] = sign
                bar["black" if me == "white" else "white"] += 1
            else:
                board[step["to"]] += sign
    return {"board": board, "bar": bar, "home": home}


def check_course(club: Clubhouse, table: str = TABLE) -> dict[str, Any]:
    course, state = read(club, f"tables/{table}/history.json"), club.state(table)
    assert gone_through(course) == {name: state[name] for name in ("board", "bar", "home")}
    return course


def played_out(club: Clubhouse, table: str = TABLE, seed: int = 6) -> None:
    rng = random.Random(seed)
    while club.state(table)["status"] == "playing":
        club.play(table, rng)


def older(folder: Path) -> Clubhouse:
    """A club as it was made before there were courses and a list: a game given up after 14 moves and a pass, another
    that goes on, and a pushed move that waits there."""
    subprocess.run(["git", "clone", "--quiet", "--bare", str(OLDER), str(folder)], check=True)
    return Clubhouse(Repository(str(folder)))


def test_a_new_table_has_a_course_of_no_turns_from_its_start(club: Clubhouse) -> None:
    course = check_course(club)
    assert list(course) == ["board", "bar", "home", "turns"]
    assert (course["turns"], course["bar"], course["home"]) == ([], *[{"white": 0, "black": 0}] * 2)


def test_the_course_goes_through_a_whole_game_turn_by_turn(club: Clubhouse) -> None:
    """After every move it leads to where the checkers stand; a pass is a turn without moves."""
    rng, passes = random.Random(6), 0
    while club.state()["status"] == "playing":
        roll, mover = sorted(club.state()["dice"]), club.state()["activePlayer"]
        known = len(read(club, HISTORY)["turns"])
        club.play(rng=rng)
        course = check_course(club)
        assert len(course["turns"]) == club.state()["turn"] - 1
        turn, *more = course["turns"][known:]
        assert (turn["player"], sorted(turn["dice"])) == (mover, roll)
        assert 1 <= len(turn["moves"]) <= len(roll)
        assert all(later["moves"] == [] and len(later["dice"]) in (2, 4) for later in more)
        passes += len(more)
    assert passes > 0
    verification.verify(club.repo, club.tip)


def test_the_last_turn_is_the_one_that_the_rules_know_of(club: Clubhouse) -> None:
    """With its hits, which the file need not say; and a pass as well."""
    rng, seen = random.Random(2), list[LastTurn | None]()
    for _ in range(16):
        course = history_json.read(club.read(HISTORY) or b"")
        seen.append(history_json.last_turn(course))
        assert seen[-1] == verification.verify(club.repo, club.tip).tables[TABLE].now.state.last
        club.play(rng=rng)
    assert seen[0] is None
    assert any(move.hit for last in seen[1:] if last for move in last.moves)
    assert any(last.moves == () for last in seen[1:] if last)


def test_it_grows_by_a_line_a_turn(club: Clubhouse) -> None:
    club.play()
    before = (club.read(HISTORY) or b"").splitlines()
    club.play()
    after = (club.read(HISTORY) or b"").splitlines()
    assert [line.rstrip(b",") for line in after[: len(before) - 2]] == [line.rstrip(b",") for line in before[:-2]]
    assert len(after) > len(before)


def test_a_resignation_adds_no_turn(club: Clubhouse) -> None:
    club.play()
    before = club.read(HISTORY)
    club.push(at(TABLE, club.resignation("alice")))
    club.process("alice")
    assert club.read(HISTORY) == before
    assert read(club, INDEX)["tables"][0]["status"] == "completed"
    verification.verify(club.repo, club.tip)


def test_of_a_very_long_game_the_last_turns_are_kept(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_json, "TURNS_AT_MOST", 6)
    played_out(club)
    assert club.state()["turn"] > 40
    assert len(check_course(club)["turns"]) == 6
    verification.verify(club.repo, club.tip)


def test_the_longest_course_and_the_longest_list_can_be_read_again() -> None:
    step = Step(23, 17, 6)
    turn = HistoryTurn("white", (6, 6, 6, 6), (step, step, step, step))
    start = Position((-15,) * 24, (15, 15), (15, 15))
    course = GameHistory(start, (turn,) * history_json.TURNS_AT_MOST)
    assert history_json.read(history_json.write(course)) == course
    players = Players("w" * 39, "b" * 39)
    line = TableSummary("x" * 100, players, "completed", "white", "black", 99_999, "2026-01-31T12:00:00.000Z")
    tables: TableIndex = (line,) * index_json.TABLES_AT_MOST
    assert index_json.read(index_json.write(tables)) == tables


def test_a_club_begins_with_an_empty_list(tmp_path: Path) -> None:
    club = Clubhouse.founded(tmp_path / "c.git")
    assert read(club, INDEX) == {"tables": []}
    verification.verify(club.repo, club.tip)


def test_the_list_has_every_table_as_it_is_and_the_last_played_at_first(club: Clubhouse) -> None:
    club.open_table("carol", "dave")
    club.open_table("erin", "frank")
    club.play(OTHER)
    club.push(at(TABLE, club.resignation("bob")))
    club.process("bob")
    tables = read(club, INDEX)["tables"]
    assert [table["id"] for table in tables] == [TABLE, OTHER, "erin-vs-frank-2026-01-31"]
    for table in tables:
        state = club.state(table["id"])
        fields = ("players", "status", "winner", "activePlayer", "turn", "updatedAt")
        assert table == {"id": table["id"], **{field: state[field] for field in fields}}


def test_a_rejection_is_in_the_list_too(club: Clubhouse) -> None:
    club.open_table("carol", "dave")
    club.refusal({f"tables/{TABLE}/moves/x.json": b"{}"})
    first = read(club, INDEX)["tables"][0]
    assert (first["id"], first["updatedAt"]) == (TABLE, club.state()["updatedAt"])


def test_the_list_is_bounded(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_json, "TABLES_AT_MOST", 2)
    club.open_table("carol", "dave")
    club.open_table("erin", "frank")
    assert [table["id"] for table in read(club, INDEX)["tables"]] == ["erin-vs-frank-2026-01-31", OTHER]
    club.play(TABLE)
    assert [table["id"] for table in read(club, INDEX)["tables"]] == [TABLE, "erin-vs-frank-2026-01-31"]
    verification.verify(club.repo, club.tip)


@pytest.mark.parametrize("data", [b"{}", b'{"tables": []}\n', None])
def test_a_list_that_was_pushed_is_undone(club: Clubhouse, data: bytes | None) -> None:
    before = club.read(INDEX)
    pushed = club.push({INDEX: data})
    with pytest.raises(BadCommit, match=r"index\.json was changed") as found:
        verification.verify(club.repo, club.tip)
    assert found.value.commit == str(pushed.id)
    outcome = club.process("alice")
    assert [message.kind for message in outcome.done] == ["restore"]
    assert "index.json was changed" in outcome.done[0].reason
    assert club.read(INDEX) == before
    verification.verify(club.repo, club.tip)


@pytest.mark.parametrize(
    ("module", "spoil"),
    [
        (history_json, lambda course: course._replace(turns=course.turns[:-1])),
        (history_json, lambda course: course._replace(turns=course.turns * 2)),
        (index_json, lambda tables: tables[:0]),
        (index_json, lambda tables: tables * 2),
    ],
)
def test_a_course_or_a_list_that_does_not_follow_is_found(
    club: Clubhouse, monkeypatch: pytest.MonkeyPatch, module: Any, spoil: Callable[[Any], Any]
) -> None:
    club.play()
    good, honest = club.tip, module.write
    with monkeypatch.context() as patched:
        patched.setattr(module, "write", lambda value: honest(spoil(value)))
        club.play()
    with pytest.raises(BadCommit, match=r"history\.json|index\.json") as found:
        verification.verify(club.repo, club.tip)
    assert found.value.commit == str(club.tip.id)
    verification.verify(club.repo, good)


def test_an_older_club_is_good_as_it_is_and_gets_its_files_when_it_is_processed_next(tmp_path: Path) -> None:
    club = older(tmp_path / "older.git")
    verification.verify(club.repo, club.tip)
    assert club.read(INDEX) is None
    waiting = club.tip.parents[0]
    mover = club.mover(OTHER)
    outcome = club.process(mover, waiting.parents[0], waiting)
    assert [message.kind for message in outcome.done] == ["upgrade", "apply"]
    assert [table["id"] for table in read(club, INDEX)["tables"]] == [OTHER, TABLE]
    finished, running = check_course(club), check_course(club, OTHER)
    assert [len(turn["moves"]) for turn in finished["turns"]].count(0) == 1
    assert len(finished["turns"]) == 15
    assert len(running["turns"]) == 4
    verification.verify(club.repo, club.tip)
    assert club.process(mover, waiting.parents[0], waiting).done == ()


def test_an_older_club_with_nothing_new_is_written_once(tmp_path: Path) -> None:
    club = older(tmp_path / "older.git")
    tip = club.tip
    outcome = club.process("alice", tip.parents[0], tip)
    assert [message.kind for message in outcome.done] == ["upgrade"]
    assert outcome.waiting == 1
    assert [table["id"] for table in read(club, INDEX)["tables"]] == [OTHER, TABLE], "by when each was last changed"
    assert club.process("alice", tip.parents[0], tip).done == ()
    verification.verify(club.repo, club.tip)


def test_an_older_club_is_brought_up_to_date_by_a_new_table_too(tmp_path: Path) -> None:
    club = older(tmp_path / "older.git")
    club.open_table("erin", "frank")
    assert len(read(club, INDEX)["tables"]) == 3
    check_course(club)
    verification.verify(club.repo, club.tip)


def test_whoever_pushes_a_list_into_an_older_club_gets_nowhere(tmp_path: Path) -> None:
    club = older(tmp_path / "older.git")
    club.push({INDEX: b'{"tables": []}', HISTORY: b"{}"})
    assert [message.kind for message in club.process("mallory").done] == ["upgrade", "reject", "restore"]
    assert [table["id"] for table in read(club, INDEX)["tables"]] == [TABLE, OTHER]
    check_course(club)
    verification.verify(club.repo, club.tip)


def test_an_upgrade_happens_once_and_says_nothing_else(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """A processor that writes everything anew, to change what was played before, is found."""
    club.play()
    with monkeypatch.context() as patched:
        patched.setattr("ludoteca.gitplay.format.tree.TablesTree.index", lambda book: None)
        club.process("alice")
    assert club.subjects()[0] == "[GitGammon] Write the list of tables, and the course of each game"
    with pytest.raises(BadCommit, match="written before"):
        verification.verify(club.repo, club.tip)

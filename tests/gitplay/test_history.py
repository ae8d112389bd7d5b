"""`history.json` and `index.json`: the history of each game and the list of tables, which the page reads."""

import json
import os
import random
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from pygit2 import Commit, Repository

from ludoteca.games.backgammon.state_file import Players
from ludoteca.games.backgammon.types import LastTurn, Position
from ludoteca.gitplay.format import history_json, tree
from ludoteca.gitplay.format.history_json import GameHistory, HistoryTurn
from ludoteca.gitplay.format.move_file import CheckerStep
from ludoteca.gitplay.format.tree import TableIndex, TableSummary
from ludoteca.gitplay.processor import verification
from ludoteca.gitplay.processor.replay import BadCommit

from .clones import git, ludoteca
from .harness import TABLE, Harness, at

HISTORY: Final = f"tables/{TABLE}/history.json"
INDEX: Final = "tables/index.json"
OLDER: Final = Path(__file__).parent / "older-club.bundle"
OTHER: Final = "carol-vs-dave-2026-01-31"


def read(harness: Harness, path: str, at_commit: Commit | None = None) -> dict[str, Any]:
    tree = (at_commit or harness.tip).tree
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


def check_course(harness: Harness, table: str = TABLE) -> dict[str, Any]:
    course, state = read(harness, f"tables/{table}/history.json"), harness.state(table)
    assert gone_through(course) == {name: state[name] for name in ("board", "bar", "home")}
    return course


def played_out(harness: Harness, table: str = TABLE, seed: int = 6) -> None:
    rng = random.Random(seed)
    while harness.state(table)["status"] == "playing":
        harness.play(table, rng)


def older(folder: Path) -> Harness:
    """A repository made before there were history.json and index.json: a game resigned after 14 moves and a pass,
    another that goes on, and a pushed move that waits there."""
    subprocess.run(["git", "clone", "--quiet", "--bare", str(OLDER), str(folder)], check=True)
    return Harness(Repository(str(folder)))


def test_a_new_table_has_a_course_of_no_turns_from_its_start(harness: Harness) -> None:
    course = check_course(harness)
    assert list(course) == ["board", "bar", "home", "turns"]
    assert (course["turns"], course["bar"], course["home"]) == ([], *[{"white": 0, "black": 0}] * 2)


def test_the_course_goes_through_a_whole_game_turn_by_turn(harness: Harness) -> None:
    """After every move it leads to where the checkers stand; a pass is a turn without moves."""
    rng, passes = random.Random(6), 0
    while harness.state()["status"] == "playing":
        roll, mover = sorted(harness.state()["dice"]), harness.state()["activePlayer"]
        known = len(read(harness, HISTORY)["turns"])
        harness.play(rng=rng)
        course = check_course(harness)
        assert len(course["turns"]) == harness.state()["turn"] - 1
        turn, *more = course["turns"][known:]
        assert (turn["player"], sorted(turn["dice"])) == (mover, roll)
        assert 1 <= len(turn["moves"]) <= len(roll)
        assert all(later["moves"] == [] and len(later["dice"]) in (2, 4) for later in more)
        passes += len(more)
    assert passes > 0
    verification.verify(harness.repo, harness.tip)


def test_the_last_turn_is_the_one_that_the_rules_know_of(harness: Harness) -> None:
    """With its hits, which the file need not say; and a pass as well."""
    rng, seen = random.Random(2), list[LastTurn | None]()
    for _ in range(16):
        course = history_json.read(harness.read(HISTORY) or b"")
        seen.append(history_json.last_turn(course))
        assert seen[-1] == verification.verify(harness.repo, harness.tip).tables[TABLE].now.state.last
        harness.play(rng=rng)
    assert seen[0] is None
    assert any(move.hit for last in seen[1:] if last for move in last.moves)
    assert any(last.moves == () for last in seen[1:] if last)


def test_it_grows_by_a_line_a_turn(harness: Harness) -> None:
    harness.play()
    before = (harness.read(HISTORY) or b"").splitlines()
    harness.play()
    after = (harness.read(HISTORY) or b"").splitlines()
    assert [line.rstrip(b",") for line in after[: len(before) - 2]] == [line.rstrip(b",") for line in before[:-2]]
    assert len(after) > len(before)


def test_a_resignation_adds_no_turn(harness: Harness) -> None:
    harness.play()
    before = harness.read(HISTORY)
    harness.push(at(TABLE, harness.resignation("alice")))
    harness.process("alice")
    assert harness.read(HISTORY) == before
    assert read(harness, INDEX)["tables"][0]["status"] == "completed"
    verification.verify(harness.repo, harness.tip)


def test_of_a_very_long_game_the_last_turns_are_kept(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_json, "TURNS_AT_MOST", 6)
    played_out(harness)
    assert harness.state()["turn"] > 40
    assert len(check_course(harness)["turns"]) == 6
    verification.verify(harness.repo, harness.tip)


def test_the_longest_course_and_the_longest_list_can_be_read_again() -> None:
    step = CheckerStep(23, 17, 6)
    turn = HistoryTurn("white", (6, 6, 6, 6), (step, step, step, step))
    start = Position((-15,) * 24, (15, 15), (15, 15))
    course = GameHistory(start, (turn,) * history_json.TURNS_AT_MOST)
    assert history_json.read(history_json.write(course)) == course
    players = Players("w" * 39, "b" * 39)
    line = TableSummary("x" * 100, players, "completed", "white", "black", 99_999, "2026-01-31T12:00:00.000Z")
    tables: TableIndex = (line,) * tree.TABLES_AT_MOST
    assert tree.read_index(tree.write_index(tables)) == tables


def test_a_repository_begins_with_an_empty_index(tmp_path: Path) -> None:
    harness = Harness.founded(tmp_path / "c.git")
    assert read(harness, INDEX) == {"tables": []}
    verification.verify(harness.repo, harness.tip)


def test_the_list_has_every_table_as_it_is_and_the_last_played_at_first(harness: Harness) -> None:
    harness.open_table("carol", "dave")
    harness.open_table("erin", "frank")
    harness.play(OTHER)
    harness.push(at(TABLE, harness.resignation("bob")))
    harness.process("bob")
    tables = read(harness, INDEX)["tables"]
    assert [table["id"] for table in tables] == [TABLE, OTHER, "erin-vs-frank-2026-01-31"]
    for table in tables:
        state = harness.state(table["id"])
        fields = ("players", "status", "winner", "activePlayer", "turn", "updatedAt")
        assert table == {"id": table["id"], **{field: state[field] for field in fields}}


def test_a_rejection_is_in_the_list_too(harness: Harness) -> None:
    harness.open_table("carol", "dave")
    harness.refusal({f"tables/{TABLE}/moves/x.json": b"{}"})
    first = read(harness, INDEX)["tables"][0]
    assert (first["id"], first["updatedAt"]) == (TABLE, harness.state()["updatedAt"])


def test_the_list_is_bounded(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "TABLES_AT_MOST", 2)
    harness.open_table("carol", "dave")
    harness.open_table("erin", "frank")
    assert [table["id"] for table in read(harness, INDEX)["tables"]] == ["erin-vs-frank-2026-01-31", OTHER]
    harness.play(TABLE)
    assert [table["id"] for table in read(harness, INDEX)["tables"]] == [TABLE, "erin-vs-frank-2026-01-31"]
    verification.verify(harness.repo, harness.tip)


@pytest.mark.parametrize("data", [b"{}", b'{"tables": []}\n', None])
def test_a_list_that_was_pushed_is_undone(harness: Harness, data: bytes | None) -> None:
    before = harness.read(INDEX)
    pushed = harness.push({INDEX: data})
    with pytest.raises(BadCommit, match=r"index\.json was changed") as found:
        verification.verify(harness.repo, harness.tip)
    assert found.value.commit == str(pushed.id)
    outcome = harness.process("alice")
    assert [message.kind for message in outcome.done] == ["restore"]
    assert "index.json was changed" in outcome.done[0].reason
    assert harness.read(INDEX) == before
    verification.verify(harness.repo, harness.tip)


@pytest.mark.parametrize(
    ("module", "write", "spoil"),
    [
        (history_json, "write", lambda course: course._replace(turns=course.turns[:-1])),
        (history_json, "write", lambda course: course._replace(turns=course.turns * 2)),
        (tree, "write_index", lambda tables: tables[:0]),
        (tree, "write_index", lambda tables: tables * 2),
    ],
)
def test_a_course_or_a_list_that_does_not_follow_is_found(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, module: Any, write: str, spoil: Callable[[Any], Any]
) -> None:
    harness.play()
    good, honest = harness.tip, getattr(module, write)
    with monkeypatch.context() as patched:
        patched.setattr(module, write, lambda value: honest(spoil(value)))
        harness.play()
    with pytest.raises(BadCommit, match=r"history\.json|index\.json") as found:
        verification.verify(harness.repo, harness.tip)
    assert found.value.commit == str(harness.tip.id)
    verification.verify(harness.repo, good)


def test_an_older_repository_verifies_and_gets_its_files_with_the_next_push(tmp_path: Path) -> None:
    harness = older(tmp_path / "older.git")
    verification.verify(harness.repo, harness.tip)
    assert harness.read(INDEX) is None
    waiting = harness.tip.parents[0]
    mover = harness.mover(OTHER)
    outcome = harness.process(mover, waiting.parents[0], waiting)
    assert [message.kind for message in outcome.done] == ["upgrade", "apply"]
    assert [table["id"] for table in read(harness, INDEX)["tables"]] == [OTHER, TABLE]
    finished, running = check_course(harness), check_course(harness, OTHER)
    assert [len(turn["moves"]) for turn in finished["turns"]].count(0) == 1
    assert len(finished["turns"]) == 15
    assert len(running["turns"]) == 4
    verification.verify(harness.repo, harness.tip)
    assert harness.process(mover, waiting.parents[0], waiting).done == ()


@pytest.mark.parametrize(
    ("name", "subject"), [("gitgammon.yml", "Apply move "), ("gitgammon-new.yml", "Open table erin-vs-frank-")]
)
def test_the_workflows_of_an_older_repository_go_on_working(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, subject: str
) -> None:
    """They are in the repository as 0.1.0 wrote them: they say `--club`."""
    harness = older(tmp_path / "older.git")
    waiting = harness.tip.parents[0]
    git(tmp_path, "clone", "--quiet", "--branch", "main", str(tmp_path / "older.git"), "club")
    monkeypatch.chdir(tmp_path)
    given = {"ACTOR": harness.mover(OTHER), "BEFORE": str(waiting.parents[0].id), "AFTER": str(waiting.id)}
    for variable, value in {"BRANCH": "main", **given}.items():
        monkeypatch.setenv(f"GITGAMMON_{variable}", value)
    for variable, value in {"WHITE": "erin", "BLACK": "frank", "START": "standard"}.items():
        monkeypatch.setenv(variable, value)
    text = (tmp_path / "club/.github/workflows" / name).read_text()
    (run,) = re.findall(r"run: ludoteca gitgammon (.*)", text)
    assert "--club club " in run
    done = ludoteca(*shlex.split(os.path.expandvars(run)))
    assert (done.returncode, done.stderr) == (0, "")
    assert subject in harness.subjects()[0]
    verification.verify(harness.repo, harness.tip)


def test_an_older_repository_with_nothing_new_is_upgraded_once(tmp_path: Path) -> None:
    harness = older(tmp_path / "older.git")
    tip = harness.tip
    outcome = harness.process("alice", tip.parents[0], tip)
    assert [message.kind for message in outcome.done] == ["upgrade"]
    assert outcome.waiting == 1
    assert [table["id"] for table in read(harness, INDEX)["tables"]] == [OTHER, TABLE], "by when each was last changed"
    assert harness.process("alice", tip.parents[0], tip).done == ()
    verification.verify(harness.repo, harness.tip)


def test_a_new_table_upgrades_an_older_repository_too(tmp_path: Path) -> None:
    harness = older(tmp_path / "older.git")
    harness.open_table("erin", "frank")
    assert len(read(harness, INDEX)["tables"]) == 3
    check_course(harness)
    verification.verify(harness.repo, harness.tip)


def test_an_index_pushed_into_an_older_repository_is_undone(tmp_path: Path) -> None:
    harness = older(tmp_path / "older.git")
    harness.push({INDEX: b'{"tables": []}', HISTORY: b"{}"})
    assert [message.kind for message in harness.process("mallory").done] == ["upgrade", "reject", "restore"]
    assert [table["id"] for table in read(harness, INDEX)["tables"]] == [TABLE, OTHER]
    check_course(harness)
    verification.verify(harness.repo, harness.tip)


def test_an_upgrade_happens_once_and_says_nothing_else(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """A processor that writes everything anew, to change what was played before, is found."""
    harness.play()
    with monkeypatch.context() as patched:
        patched.setattr("ludoteca.gitplay.format.tree.TablesTree.index", lambda tables: None)
        harness.process("alice")
    assert harness.subjects()[0] == "[GitGammon] Write the list of tables, and the history of each game"
    with pytest.raises(BadCommit, match="written before"):
        verification.verify(harness.repo, harness.tip)

"""Clubs and tables: names, starts, what `init` leaves behind."""

import json
import random
import re
from datetime import date
from pathlib import Path
from typing import Any

import pygit2
import pytest

from ludoteca.games.backgammon.state_file_check import violations
from ludoteca.gitplay import repository_config
from ludoteca.gitplay.errors import GitGammonError
from ludoteca.gitplay.format.names import is_table, table_id
from ludoteca.gitplay.processor import verification
from ludoteca.gitplay.processor.pipeline import Processor, answer_push
from ludoteca.gitplay.setup import init
from ludoteca.gitplay.setup.package_source import GitCommit

from .clones import cloned, git
from .harness import TABLE, Clock, Harness, at


def test_a_table_is_named_after_its_players_and_the_day() -> None:
    named = table_id("Alice", "Bob-2", date(2026, 1, 5))
    assert named == "alice-vs-bob-2-2026-01-05"
    assert re.fullmatch(r"^[a-z0-9][a-z0-9-]*[a-z0-9]$", named)
    assert not any(is_table(bad) for bad in (b"-a", b"a-", b"A", b"a", b"", b"a/b", b"..", "é".encode()))


def test_names_are_stored_as_given(harness: Harness) -> None:
    table = harness.open_table("ALICE", "Bob-2")
    assert harness.state(table)["players"] == {"white": "ALICE", "black": "Bob-2"}


def test_two_names_must_differ_unless_at_one_keyboard(tmp_path: Path) -> None:
    harness = Harness.founded(tmp_path / "c.git")
    with pytest.raises(GitGammonError, match="hot-seat"):
        harness.open_table("alice", "ALICE")
    table = harness.open_table("alice", "ALICE", hot_seat=True)
    for _ in range(4):
        harness.push(at(table, harness.composed(table)))
        assert [message.kind for message in harness.process("Alice").done] == ["apply"]
    verification.verify(harness.repo, harness.tip)


@pytest.mark.parametrize("name", ["", "-a", "a b", "a\nb", "$(id)", "x" * 40, "é", "a/b", "..", "bot[bot]"])
def test_names_that_are_none(harness: Harness, name: str) -> None:
    with pytest.raises(GitGammonError, match="name"):
        harness.open_table(name, "bob")


def test_a_table_is_opened_once(harness: Harness) -> None:
    with pytest.raises(GitGammonError, match="already"):
        harness.open_table()


@pytest.mark.parametrize(("start", "white_on_24"), [("standard", 2), ("as-written", -2)])
def test_both_starts(tmp_path: Path, start: Any, white_on_24: int) -> None:
    harness = Harness.founded(tmp_path / "c.git")
    table = harness.open_table(start=start)
    state = harness.state(table)
    assert state["board"][23] == white_on_24
    assert violations(state) == ()
    assert state["lastMove"] is None
    harness.play(table)
    verification.verify(harness.repo, harness.tip)


def test_init_leaves_what_is_there_and_happens_once(tmp_path: Path) -> None:
    repo = pygit2.init_repository(str(tmp_path / "mine"), initial_head="trunk")
    (tmp_path / "mine" / "README.md").write_text("my own\n")
    repo.index.add("README.md")
    repo.index.write()
    who = pygit2.Signature("me", "me@here", 1, 0)
    repo.create_commit("HEAD", who, who, "mine", repo.index.write_tree(), [])
    source = GitCommit("https://host.example/ludoteca.git", "a" * 40)
    made = init.init_repository(tmp_path / "mine", repository_config.Committer("P", "p@q"), Clock(), source=source)
    assert made.tree["README.md"].data == b"my own\n"  # type: ignore[union-attr]
    assert b"trunk" in (tmp_path / "mine" / ".github/workflows/gitgammon.yml").read_bytes()
    assert (tmp_path / "mine" / "index.html").exists()
    assert made.committer.name == "P"
    assert repo.status() == {}
    with pytest.raises(GitGammonError, match="already"):
        init.init_repository(tmp_path / "mine", repository_config.Committer(), Clock())


def test_a_fresh_folder_becomes_a_repository(tmp_path: Path) -> None:
    made = init.init_repository(tmp_path / "new" / "games", repository_config.Committer(), Clock())
    config = json.loads((tmp_path / "new" / "games" / "gitgammon.json").read_bytes())
    assert config["format"] == "gitgammon/1"
    assert pygit2.Repository(str(tmp_path / "new" / "games")).status() == {}
    assert made.message.startswith("[GitGammon] Open the repository\n")


def test_a_folder_inside_another_repository_becomes_a_separate_one(tmp_path: Path) -> None:
    outer = pygit2.init_repository(str(tmp_path / "project"), initial_head="main")
    (tmp_path / "project" / "games").mkdir()
    init.init_repository(tmp_path / "project" / "games", repository_config.Committer(), Clock())
    assert outer.head_is_unborn
    assert sorted(path.name for path in (tmp_path / "project").iterdir()) == [".git", "games"]
    assert (tmp_path / "project" / "games" / ".git").is_dir()


def test_a_bare_repository_has_its_hook_and_denies_rewriting(harness: Harness) -> None:
    hook = Path(harness.repo.path) / "hooks" / "post-receive"
    assert hook.stat().st_mode & 0o111
    assert " -I -m ludoteca.gitplay" in hook.read_text()
    assert harness.repo.config.get_bool("receive.denyNonFastForwards")
    assert harness.repo.config["transfer.hideRefs"] == "refs/gitgammon"


def test_a_bare_repository_with_a_hook_of_its_own_is_left_as_it_is(tmp_path: Path) -> None:
    repo = pygit2.init_repository(str(tmp_path / "c.git"), bare=True, initial_head="main")
    hook = tmp_path / "c.git" / "hooks" / "post-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\n")
    with pytest.raises(GitGammonError, match="is there already"):
        init.init_repository(tmp_path / "c.git", repository_config.Committer(), Clock())
    assert repo.head_is_unborn
    hook.unlink()
    init.init_repository(tmp_path / "c.git", repository_config.Committer(), Clock())
    assert hook.exists()


def test_a_server_refuses_damaged_and_huge_pushes(harness: Harness, tmp_path: Path) -> None:
    mine = cloned(Path(harness.repo.path), tmp_path / "mine", "alice")
    (mine / "noise").write_bytes(random.Random(1).randbytes(2_000_000))
    git(mine, "add", ".")
    git(mine, "commit", "--quiet", "-m", "noise")
    assert harness.repo.config.get_int("receive.maxInputSize") == init.PUSH_BYTES_AT_MOST
    harness.repo.config["receive.maxInputSize"] = 1_000_000  # so that the test need not push so much
    assert "exceeds maximum allowed size" in git(mine, "push", check=False)
    harness.repo.config["receive.maxInputSize"] = init.PUSH_BYTES_AT_MOST
    raw = git(mine, "cat-file", "commit", "HEAD").replace("author ", "author  ", 1).replace("<", "", 1)
    (mine / ".git" / "raw").write_text(raw)
    broken = git(mine, "hash-object", "-t", "commit", "--literally", "-w", ".git/raw").strip()
    assert "fsck error" in git(mine, "push", "origin", f"{broken}:refs/heads/main", check=False)
    assert harness.read("noise") is None


def test_a_push_by_nobody_is_not_processed(harness: Harness, tmp_path: Path) -> None:
    """The server has not said who it was."""
    mine = cloned(Path(harness.repo.path), tmp_path / "mine", "alice")
    git(mine, "config", "--unset", "remote.origin.receivepack")
    (mine / f"tables/{TABLE}/state.json").write_text("{}")
    git(mine, "commit", "--quiet", "-am", "hm")
    assert "nobody said who pushed" in git(mine, "push")
    assert harness.read(f"tables/{TABLE}/state.json") == b"{}"


def test_each_branch_is_remembered_by_itself(harness: Harness) -> None:
    """A second branch that was made before the last link of the first has not been rewritten."""
    harness.repo.references.create("refs/heads/other", harness.tip.id)
    harness.play()
    answer_push(Processor.of(harness.repo), "refs/heads/other", "alice")
    assert harness.repo.references["refs/gitgammon/published/main"].target == harness.tip.id


def test_a_repository_without_a_config_is_a_clear_error(tmp_path: Path) -> None:
    pygit2.init_repository(str(tmp_path / "x"), bare=True, initial_head="main")
    harness = Harness(pygit2.Repository(str(tmp_path / "x")))
    with pytest.raises(GitGammonError, match="no commit"):
        harness.process("alice")

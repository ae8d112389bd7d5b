"""`ludoteca gitgammon …`: the way a player, an owner and the Action use it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ludoteca.cli import app
from ludoteca.cli.failing import Failure

from .clones import cloned, git
from .clubhouse import TABLE, Clubhouse, at


def run(*arguments: str, code: int = 0) -> str:
    """What a command prints; of one that fails, what it complains of."""
    result: Result = CliRunner().invoke(app, ["gitgammon", *arguments])
    if isinstance(result.exception, Failure):
        assert result.exception.code == code, result.exception.message
        return result.exception.message
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A club at one keyboard."""
    folder = tmp_path / "mine"
    folder.mkdir()
    monkeypatch.chdir(folder)
    run("init")
    git(folder, "config", "user.name", "me")
    git(folder, "config", "user.email", "me@example.org")
    run("new", "--white", "me", "--black", "me", "--hot-seat", "--date", "2026-01-31")
    return folder


def test_a_game_at_one_keyboard(here: Path) -> None:
    assert "Last: " not in run("show")
    for number in range(1, 4):
        play = run("moves").splitlines()[0]
        assert f"{number:04}-" in run("move", *play.split(), "--comment", "hm")
        assert run("process", "--actor", "me").startswith(f"[GitGammon] Apply move {number} by ")
        assert git(here, "status", "--porcelain") == ""
    assert "Nothing to do" in run("process", "--actor", "me")
    state = json.loads((here / "tables/me-vs-me-2026-01-31/state.json").read_bytes())
    assert state["lastMove"]["sequence"] == 3
    assert f"Turn {state['turn']}" in run("show")
    assert f"Last: {state['lastMove']['player']} " in run("show")
    assert f", {play}.\n" in run("show")
    assert run("log").count("Apply move") == 3
    assert run("verify").startswith("OK  5 commits of the processor, 1 tables; dice of 1 checked")
    assert run("export", "--mat").startswith('; [Player 1 "me"]')


def test_resigning_ends_it(here: Path) -> None:
    assert ".resign.json" in run("resign")
    run("process", "--actor", "me")
    assert "has won" in run("show")
    assert "Wins 1 point" in run("export", "--mat")
    assert "the game is over" in run("moves", code=1)
    assert "the game is over" in run("move", "6/5", code=2)
    assert "game is over" in run("resign", code=2)
    assert here.exists()


def test_troubles_are_one_line_and_a_code(here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "there is no table x" in run("show", "--table", "x", code=2)
    assert "no legal play" in run("move", "24/1", code=2)
    assert "is no move" in run("move", "hello", code=2)
    assert "already" in run("init", code=2)
    assert "already" in run("new", "--white", "me", "--black", "me", "--hot-seat", "--date", "2026-01-31", code=2)
    assert "no commit's full name" in run("process", "--actor", "me", "--after", "HEAD", code=2)
    assert "not in the history" in run("process", "--actor", "me", "--after", "1" * 40, code=2)
    assert "no git repository" in run("show", "--club", str(tmp_path / "home"), code=2)
    assert "no remote" in run("process", "--actor", "me", "--push", code=2)
    git(here, "checkout", "--quiet", "--detach")
    assert "detached" in run("process", "--actor", "me", code=2)
    git(here, "checkout", "--quiet", "main")
    monkeypatch.delenv("GITGAMMON_SEED")
    assert "secret is not here" in run("process", "--actor", "me", code=2)


def test_a_shallow_clone_is_a_clear_error(here: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{here}", "shallow")
    for command in (("verify",), ("process", "--actor", "me"), ("move", "6/5", "--offline")):
        assert "shallow" in run(*command, "--club", str(tmp_path / "shallow"), code=2)


def test_a_damaged_repository_is_a_clear_error(here: Path) -> None:
    head = git(here, "rev-parse", "HEAD~1^{tree}").strip()
    (here / ".git/objects" / head[:2] / head[2:]).unlink()
    assert "damaged or incomplete" in run("verify", code=2)


def test_verify_names_the_first_bad_commit(here: Path) -> None:
    file = here / "tables/me-vs-me-2026-01-31/state.json"
    file.write_bytes(file.read_bytes().replace(b'"turn": 1', b'"turn": 2'))
    git(here, "commit", "--quiet", "-am", "hm")
    bad = git(here, "rev-parse", "HEAD").strip()
    git(here, "commit", "--quiet", "--allow-empty", "-m", "later")
    assert f"bad commit {bad}" in run("verify", code=1)
    run("process", "--actor", "me")
    assert b'"turn": 1' in file.read_bytes()
    assert run("verify", "--known", bad).startswith("OK")
    assert "not the one you know" in run("verify", "--key", "00", code=1)


def test_the_action_pushes_what_it_did(club: Clubhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the workflow does: the push in the environment, a clone in a folder beside, the answer pushed."""
    before = club.tip
    after = club.push(at(TABLE, club.composed()))
    hook = Path(club.repo.path) / "hooks" / "post-receive"
    hook.unlink()
    work = cloned(Path(club.repo.path), tmp_path / "club", "runner")
    club.push({"meanwhile.txt": b"x"})
    monkeypatch.setenv("GITGAMMON_ACTOR", club.mover())
    monkeypatch.setenv("GITGAMMON_BEFORE", str(before.id))
    monkeypatch.setenv("GITGAMMON_AFTER", str(after.id))
    monkeypatch.chdir(tmp_path)
    done = run("process", "--club", "club", "--branch", "main", "--push")
    assert done.startswith("[GitGammon] Apply move 1")
    assert club.state()["lastMove"]["sequence"] == 1
    assert club.read("meanwhile.txt") == b"x"
    assert "Nothing to do" in run("process", "--club", "club", "--branch", "main", "--push")
    assert "is open" in run("new", "--white=carol", "--black=dave", "--club", "club", "--branch", "main", "--push")
    assert b"carol" in (club.read("README.md") or b"")
    assert work.exists()


def test_shell_words_in_a_branch_are_only_a_name(here: Path, tmp_path: Path) -> None:
    name = "$(touch${IFS}oops);`id`"
    git(here, "branch", name)
    assert "Nothing to do" in run("process", "--actor", "me", "--branch", name)
    assert "no branch's name" in run("process", "--actor", "me", "--branch", "a..b", code=2)
    assert not list(tmp_path.rglob("oops"))

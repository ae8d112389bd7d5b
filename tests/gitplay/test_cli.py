"""`ludoteca gitgammon …`: the way a player, an owner and the Action use it."""

import json
import random
import shlex
import subprocess
from itertools import count
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ludoteca.cli import app
from ludoteca.console.errors import Failure
from ludoteca.gitplay import repository_config
from ludoteca.gitplay.player import moves

from .clones import cloned, git
from .harness import TABLE, Harness, at


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
    """A repository at one keyboard."""
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
    for number in count(1):
        play = run("moves").splitlines()[0]
        assert f"{number:04}-" in run("move", *shlex.split(play), "--comment", "hm")
        assert run("process", "--actor", "me", "--all").startswith(f"[GitGammon] Apply move {number} by ")
        assert git(here, "status", "--porcelain") == ""
        if number >= 3 and "No legal moves" not in run("show"):  # else the last turn was one that had to be passed
            break
    assert "Nothing to do" in run("process", "--actor", "me", "--all")
    state = json.loads((here / "tables/me-vs-me-2026-01-31/state.json").read_bytes())
    assert state["lastMove"]["sequence"] == number
    assert f"Turn {state['turn']}" in run("show")
    assert f"Last: {state['lastMove']['player']} " in run("show")
    played = play.strip("'")
    assert f", {played}.\n" in run("show")
    assert run("log").count("Apply move") == run("log").count("“hm”") == number
    assert run("verify").startswith(f"OK  {number + 2} commits of the processor, 1 table; dice of 1 checked")
    assert run("export", "--mat").startswith('; [Player 1 "me"]')


def test_a_pushed_move_that_nobody_answers_is_told_with_what_the_server_says(harness: Harness, tmp_path: Path) -> None:
    clone = cloned(Path(harness.repo.path), tmp_path / "alice", harness.mover())
    git(clone, "config", "--unset", "remote.origin.receivepack")  # a server that does not know who comes in
    play = shlex.split(run("moves", "--repo", str(clone)).splitlines()[0])
    told = run("move", *play, "--repo", str(clone))
    assert "nobody said who pushed" in told
    assert "Nobody has answered it yet" in told


def test_every_listed_play_can_be_pasted_into_a_shell(here: Path) -> None:
    rng = random.Random(1)
    for _ in range(12):
        plays = run("moves").splitlines()
        script = "".join(f"printf '<%s>' {play}; echo\n" for play in plays)
        pasted = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, cwd=here).stdout
        assert [" ".join(line.strip("<>").split("><")) for line in pasted.splitlines()] == [
            play.strip("'") for play in plays
        ]
        run("move", *shlex.split(rng.choice(plays)))
        run("process", "--actor", "me", "--all")


def test_resigning_ends_it(here: Path) -> None:
    assert ".resign.json" in run("resign")
    run("process", "--actor", "me", "--all")
    assert "has won" in run("show")
    assert "next move" not in run("show")
    assert " resigns: " in run("log")
    assert "Wins 3 points" in run("export", "--mat")
    assert "the game is over" in run("moves", code=1)
    assert "the game is over" in run("move", "6/5", code=2)
    assert "game is over" in run("resign", code=2)
    assert here.exists()


def test_errors_are_one_line_and_an_exit_code(here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "there is no table x" in run("show", "--table", "x", code=2)
    assert "is not a legal play" in run("move", "24/1", code=2)
    assert "is not a move: write 13/7" in run("move", "hello", code=2)
    assert "already" in run("init", code=2)
    assert "already" in run("new", "--white", "me", "--black", "me", "--hot-seat", "--date", "2026-01-31", code=2)
    assert "is not a full commit hash" in run(
        "process", "--actor", "me", "--before", "0" * 40, "--after", "HEAD", code=2
    )
    assert "not in the history" in run("process", "--actor", "me", "--before", "0" * 40, "--after", "1" * 40, code=2)
    assert "not a git repository" in run("show", "--repo", str(tmp_path / "home"), code=2)
    assert "no remote" in run("process", "--actor", "me", "--before", "0" * 40, "--after", "1" * 40, "--push", code=2)
    git(here, "checkout", "--quiet", "--detach")
    assert "detached" in run("process", "--actor", "me", "--all", code=2)
    git(here, "checkout", "--quiet", "main")
    monkeypatch.delenv("GITGAMMON_SEED")
    assert "there is no secret here" in run("process", "--actor", "me", "--all", code=2)


def test_a_shallow_clone_is_a_clear_error(here: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{here}", "shallow")
    for command in (("verify",), ("process", "--actor", "me", "--all"), ("move", "6/5", "--offline")):
        assert "shallow" in run(*command, "--repo", str(tmp_path / "shallow"), code=2)


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
    run("process", "--actor", "me", "--all")
    assert b'"turn": 1' in file.read_bytes()
    assert run("verify", "--known", bad).startswith("OK")
    assert "not the one you know" in run("verify", "--key", "00", code=1)


def test_every_command_that_reads_a_bad_history_reports_it(here: Path) -> None:
    file = here / "tables/me-vs-me-2026-01-31/fairness.json"
    file.write_bytes(b"{}")
    git(here, "commit", "--quiet", "-am", "hm")
    bad = git(here, "rev-parse", "HEAD").strip()
    for command in (("verify",), ("log",), ("export", "--mat")):
        assert f"bad commit {bad}" in run(*command, code=1)


def test_a_table_is_shown_as_the_processor_left_it(here: Path) -> None:
    """Whatever was pushed on top of that, and is not undone yet."""
    shown = run("show")
    file = here / "tables/me-vs-me-2026-01-31/state.json"
    file.write_bytes(file.read_bytes().replace(b'"turn": 1', b'"turn": 9'))
    git(here, "commit", "--quiet", "-am", "hm")
    told = run("show")
    assert "Not undone yet" in told
    assert "state.json was changed" in told
    assert told.endswith(shown)
    assert ".json" in run("move", *shlex.split(run("moves").splitlines()[-1]))
    run("process", "--actor", "me", "--all")
    assert "Not undone yet" not in run("show")


def test_what_somebody_is_at_work_on_is_left_alone(here: Path) -> None:
    table = here / "tables/me-vs-me-2026-01-31"
    edited = "my own words\n" + (here / "README.md").read_text()
    (here / "README.md").write_text(edited)
    (table / "history.json").write_text("mine")
    run("move", *shlex.split(run("moves").splitlines()[0]))
    told = run("process", "--actor", "me", "--all")
    assert "Your changes are still there, and not committed: README.md, tables/me-vs-me-2026-01-31/history.json" in told
    assert (here / "README.md").read_text() == edited
    assert (table / "history.json").read_text() == "mine"
    assert '"turn": 2' in (table / "state.json").read_text()
    assert git(here, "diff", "--cached", "--name-only") == "", "the index is as committed"
    assert git(here, "diff", "--name-only").split() == ["README.md", "tables/me-vs-me-2026-01-31/history.json"]
    assert "README.md" in run("new", "--white", "me", "--black", "you")


def test_a_file_in_the_way_of_a_link_is_not_written_through_it(here: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (here / "tables/me-vs-me-2026-01-31/state.json").rename(tmp_path / "outside" / "state.json")
    (here / "tables/me-vs-me-2026-01-31/history.json").unlink()
    (here / "tables/me-vs-me-2026-01-31/fairness.json").unlink()
    (here / "tables/me-vs-me-2026-01-31").rmdir()
    (here / "tables/me-vs-me-2026-01-31").symlink_to(tmp_path / "outside")
    before = (tmp_path / "outside" / "state.json").read_bytes()
    run("resign")
    run("process", "--actor", "me", "--all")
    assert [file.name for file in (tmp_path / "outside").iterdir()] == ["state.json"]
    assert (tmp_path / "outside" / "state.json").read_bytes() == before


def test_a_branch_that_is_not_checked_out_is_not_played_on(harness: Harness, tmp_path: Path) -> None:
    mine = cloned(Path(harness.repo.path), tmp_path / "mine", harness.mover())
    git(mine, "checkout", "--quiet", "-b", "notes")
    (mine / "notes.txt").write_text("mine")
    git(mine, "add", ".")
    git(mine, "commit", "--quiet", "-m", "notes")
    before = git(mine, "rev-parse", "notes", "main")
    harness.push({"unrelated.txt": b"x"})
    play = moves.legal_plays(harness.now().state)[0].split()
    assert "main is not checked out" in run("move", *play, "--repo", str(mine), "--branch", "main", code=2)
    assert git(mine, "rev-parse", "notes", "main") == before


def test_a_clone_remembers_the_key_that_it_saw_first(harness: Harness, tmp_path: Path) -> None:
    mine = cloned(Path(harness.repo.path), tmp_path / "mine", "alice")
    assert run("verify", "--repo", str(mine)).startswith("OK")
    key = git(mine, "config", "gitgammon.key").strip()
    assert key == repository_config.config_of(harness.repo, harness.tip).key
    git(mine, "config", "gitgammon.key", "0" * 64)
    assert "not the one you know" in run("verify", "--repo", str(mine), code=1)
    assert run("verify", "--repo", str(mine), "--key", key).startswith("OK")


def test_the_action_pushes_what_it_did(harness: Harness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the workflow does: the push in the environment, a clone in a folder beside, the answer pushed."""
    before = harness.tip
    after = harness.push(at(TABLE, harness.composed()))
    hook = Path(harness.repo.path) / "hooks" / "post-receive"
    hook.unlink()
    work = cloned(Path(harness.repo.path), tmp_path / "games", "runner")
    harness.push({"meanwhile.txt": b"x"})
    monkeypatch.setenv("GITGAMMON_ACTOR", harness.mover())
    monkeypatch.setenv("GITGAMMON_BEFORE", str(before.id))
    monkeypatch.setenv("GITGAMMON_AFTER", str(after.id))
    monkeypatch.chdir(tmp_path)
    done = run("process", "--repo", "games", "--branch", "main", "--push")
    assert done.startswith("[GitGammon] Apply move 1")
    assert harness.state()["lastMove"]["sequence"] == 1
    assert harness.read("meanwhile.txt") == b"x"
    assert "Nothing to do" in run("process", "--repo", "games", "--branch", "main", "--push")
    assert "is open" in run("new", "--white=carol", "--black=dave", "--repo", "games", "--branch", "main", "--push")
    assert b"carol" in (harness.read("README.md") or b"")
    assert work.exists()


@pytest.mark.parametrize(
    "extra", [(), ("--push",), ("--all", "--push"), ("--all", "--after", "1" * 40), ("--after", "1" * 40)]
)
def test_a_push_that_nobody_described_is_nobodys(
    harness: Harness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extra: tuple[str, ...]
) -> None:
    """A run whose variables came out empty must not take what an opponent has pushed for its actor's."""
    (Path(harness.repo.path) / "hooks" / "post-receive").unlink()
    victim = harness.other()
    harness.push(at(TABLE, harness.resignation(victim)))
    work = cloned(Path(harness.repo.path), tmp_path / "games", "runner")
    for name, value in (("ACTOR", victim), ("BEFORE", ""), ("AFTER", "")):
        monkeypatch.setenv(f"GITGAMMON_{name}", value)
    assert "--before and --after" in run("process", "--repo", str(work), *extra, code=2)
    assert harness.state()["status"] == "playing"


def test_shell_words_in_a_branch_are_only_a_name(here: Path, tmp_path: Path) -> None:
    name = "$(touch${IFS}oops);`id`"
    git(here, "branch", name)
    assert "Nothing to do" in run("process", "--actor", "me", "--all", "--branch", name)
    assert "is not a valid branch name" in run("process", "--actor", "me", "--all", "--branch", "a..b", code=2)
    assert not list(tmp_path.rglob("oops"))


def test_a_clone_made_after_a_rewrite_says_that_a_known_commit_is_gone(here: Path) -> None:
    known = git(here, "rev-parse", "HEAD").strip()
    assert run("verify", "--known", known).startswith("OK  ")
    assert run("verify", "--known", known[:12]).startswith("OK  ")
    gone = "0123456789" * 4
    assert f"bad commit {gone}: is not in the history any more" in run("verify", "--known", gone, code=1)
    assert "'the last one' is not a commit hash" in run("verify", "--known", "the last one", code=2)


def test_an_invalid_key_in_gits_configuration_is_an_error(here: Path) -> None:
    git(here, "config", "gitgammon.key", "nonsense")
    assert "is not a key" in run("show", code=2)

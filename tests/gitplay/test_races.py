"""Two processors at once, a processor killed at any moment, clones that push at the same time."""

import os
import random
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pygit2 import Commit, Repository

from ludoteca.gitplay import git_remote
from ludoteca.gitplay.errors import GitGammonError, LostRace
from ludoteca.gitplay.git_objects import move_branch, tip
from ludoteca.gitplay.player import moves
from ludoteca.gitplay.player.clone import send
from ludoteca.gitplay.processor import pipeline, publication, verification
from ludoteca.gitplay.processor.pipeline import AnswerDraft, Processor, answer_push, draft_answer
from ludoteca.gitplay.processor.push import GitPush

from .clones import clone_of, cloned, git, ludoteca
from .harness import REF, TABLE, Harness, at, file_of

CARELESS = "gitgammon: not sent"


def test_a_branch_moves_only_from_where_it_was_seen(harness: Harness) -> None:
    before = harness.tip
    one, other = harness.commit(before, {"a": b"a"}), harness.commit(before, {"b": b"b"})
    move_branch(harness.repo, REF, before.id, one.id, "first")
    with pytest.raises(LostRace):
        move_branch(Repository(harness.repo.path), REF, before.id, other.id, "second")
    assert harness.tip.id == one.id


def test_processors_that_race_do_the_work_once(harness: Harness) -> None:
    for _ in range(3):
        movers = [harness.mover()] * 4
        harness.push(at(TABLE, harness.composed()))
        with ThreadPoolExecutor(4) as pool:
            done = list(
                pool.map(lambda mover: answer_push(Processor.of(Repository(harness.repo.path)), REF, mover), movers)
            )
        assert len({outcome.tip.id for outcome in done}) == 1
    report = verification.verify(harness.repo, harness.tip)
    assert [entry.message.kind for entry in report.tables[TABLE].entries] == ["table", "apply", "apply", "apply"]


def test_five_lost_races_are_an_error_and_change_nothing(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publication, "_PAUSE", 0)
    tries: list[Commit] = []

    def overtaken(processor: Processor, tip: Commit, push: GitPush) -> AnswerDraft:
        tries.append(tip)
        harness.push({"busy": str(len(tries)).encode()})
        return draft_answer(processor, tip, push)

    monkeypatch.setattr(pipeline, "draft_answer", overtaken)
    harness.push(at(TABLE, harness.composed()))
    with pytest.raises(GitGammonError, match="5 times"):
        harness.process(harness.mover())
    assert len(tries) == 5
    assert harness.subjects()[0] == "a push"
    assert harness.state()["lastMove"] is None


def test_a_lock_that_was_left_behind_is_a_clear_error(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publication, "_PAUSE", 0)
    harness.push(at(TABLE, harness.composed()))
    lock = Path(harness.repo.path) / f"{REF}.lock"
    lock.touch()
    with pytest.raises(GitGammonError, match="locked"):
        harness.process(harness.mover())
    lock.unlink()
    assert [message.kind for message in harness.process(harness.mover()).done] == ["apply"]


def test_a_lock_on_the_published_ref_stops_nobody_and_an_old_one_goes(
    harness: Harness,
) -> None:
    path = Path(harness.repo.path)
    memory, lock = path / publication.published_ref(REF), path / f"{publication.published_ref(REF)}.lock"
    lock.touch()
    for is_old in (False, True):
        if is_old:
            os.utime(lock, (0, 0))
        before = memory.read_text()
        harness.push(at(TABLE, harness.composed()))
        assert [message.kind for message in harness.process(harness.mover()).done] == ["apply"]
        assert (memory.read_text() == before) is not is_old
    assert memory.read_text().strip() == str(harness.tip.id)
    assert not lock.exists()


def test_a_processor_killed_at_any_moment_leaves_a_usable_repository(harness: Harness) -> None:
    rng = random.Random(3)
    for _ in range(12):
        mover = harness.mover()
        harness.push(at(TABLE, harness.composed(rng=rng)))
        environment = {**os.environ, "GITGAMMON_ACTOR": mover, "GIT_DIR": harness.repo.path}
        process = subprocess.Popen(
            [sys.executable, "-I", "-m", "ludoteca.gitplay"], env=environment, stdin=subprocess.PIPE, text=True,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        assert process.stdin is not None
        process.stdin.write(f"{harness.tip.parents[0].id} {harness.tip.id} {REF}\n")
        process.stdin.close()
        time.sleep(rng.uniform(0.05, 0.6))
        process.send_signal(signal.SIGKILL)
        process.wait()
        (Path(harness.repo.path) / f"{REF}.lock").unlink(missing_ok=True)  # as the manual says
        verification.verify(harness.repo, harness.tip)
        harness.process(mover)
        assert harness.state()["lastMove"] is not None
    git(Path(harness.repo.path), "fsck", "--strict", "--no-dangling")
    applied = verification.verify(harness.repo, harness.tip).tables[TABLE].entries
    assert [entry.message.kind for entry in applied] == ["table", *["apply"] * 12]


def test_a_full_disk_is_a_line_for_the_pusher_or_the_owner_and_nothing_is_lost(harness: Harness) -> None:
    mover = harness.mover()
    harness.push(at(TABLE, harness.composed()))
    before = harness.tip
    hook = ["-I", "-m", "ludoteca.gitplay"]
    owner = ["-m", "ludoteca", "gitgammon", "process", "--actor", mover, "--all", "--repo", harness.repo.path]
    for command, named in ((hook, "gitgammon: "), (owner, "ludoteca: the repository cannot be read or written: ")):
        done = subprocess.run(
            [sys.executable, *command],
            env={**os.environ, "GITGAMMON_ACTOR": mover, "GIT_DIR": harness.repo.path},
            input=f"{before.parents[0].id} {before.id} {REF}\n",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)),
            text=True,
            check=False,
        )
        assert done.returncode in (1, 2), done.stdout
        assert done.stdout.startswith(named), done.stdout
        assert "File too large" in done.stdout
        assert done.stdout.count("\n") == 1
    assert harness.tip.id == before.id
    assert [message.kind for message in harness.process(mover).done] == ["apply"]


def test_two_clones_push_for_the_same_turn_and_the_first_wins(harness: Harness, tmp_path: Path) -> None:
    server, mover = Path(harness.repo.path), harness.mover()
    laptop, phone = cloned(server, tmp_path / "laptop", mover), cloned(server, tmp_path / "phone", mover)
    plays = moves.legal_plays(harness.now().state)
    first = ludoteca("move", *plays[0].split(), "--repo", str(laptop))
    assert first.returncode == 0, first.stderr
    second = ludoteca("move", *plays[1].split(), "--repo", str(phone))
    assert second.returncode == 2
    assert "'s turn" in second.stderr
    assert git(phone, "status", "--porcelain") == ""
    assert harness.state()["lastMove"]["sequence"] == 1


def test_a_move_is_sent_again_where_that_is_safe(
    harness: Harness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody pushes between our fetch and our push, thrice: twice elsewhere, once a bad file at our own table."""
    harness.open_table("carol", "dave")
    mover, intruders = harness.mover(), iter([{"a": b"1"}, {f"tables/{TABLE}/moves/x.json": b"{}"}, {"b": b"2"}])
    clone = clone_of(cloned(Path(harness.repo.path), tmp_path / "laptop", mover), mover)
    honest = git_remote.push

    def late(repo: Repository, remote: str, commit: str, ref: str) -> tuple[str, ...]:
        files = next(intruders, None)
        if files is not None:
            harness.push(files)
            harness.process("mallory")
        return honest(repo, remote, commit, ref)

    monkeypatch.setattr(git_remote, "push", late)
    play = moves.legal_plays(harness.now().state)[0]
    sent = send(clone, TABLE, play)
    assert sent.answer is not None
    assert sent.answer.startswith("[GitGammon] Apply move 1")
    assert harness.state()["turn"] == 2
    verification.verify(harness.repo, harness.tip)


def test_a_move_is_not_sent_again_when_the_table_has_moved_on(
    harness: Harness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover = harness.mover()
    clone = clone_of(cloned(Path(harness.repo.path), tmp_path / "laptop", mover), mover)
    start = tip(clone.repo, REF)
    honest, raced = git_remote.push, iter([True])

    def late(repo: Repository, remote: str, commit: str, ref: str) -> tuple[str, ...]:
        if next(raced, False):
            harness.play()
        return honest(repo, remote, commit, ref)

    monkeypatch.setattr(git_remote, "push", late)
    play = moves.legal_plays(harness.now().state)[0]
    with pytest.raises(GitGammonError, match="moved on"):
        send(clone, None, play)
    assert tip(clone.repo, REF).id != start.id  # it has what was pushed, and nothing of its own
    assert tip(clone.repo, REF).id == harness.tip.id
    assert git(tmp_path / "laptop", "status", "--porcelain") == ""
    assert CARELESS in git(tmp_path / "laptop", "reflog", "main")


def test_a_clone_that_saw_a_history_notices_a_rewrite(harness: Harness, tmp_path: Path) -> None:
    start = harness.tip
    harness.play()
    victim, seen = harness.mover(), harness.tip
    mine = cloned(Path(harness.repo.path), tmp_path / "mine", victim)
    harness.repo.references.delete("refs/gitgammon/published/main")
    harness.repo.references.create(REF, start.id, force=True)
    harness.play(rng=random.Random(5))
    play = moves.legal_plays(harness.now().state)[0].split()
    for _ in range(2):  # and does not forget it
        done = ludoteca("move", *play, "--repo", str(mine))
        assert done.returncode == 2
        assert f"the history was rewritten: {seen.id}" in done.stderr
    assert git(mine, "rev-parse", "main").strip() == str(seen.id)


def test_a_move_that_nobody_answered_is_sent_again_when_asked_to(harness: Harness, tmp_path: Path) -> None:
    """Its run has died: the hook was away, and is back."""
    hook = Path(harness.repo.path) / "hooks" / "post-receive"
    hook.rename(hook.with_name("away"))
    mine = cloned(Path(harness.repo.path), tmp_path / "mine", harness.mover())
    one, other = (play.split() for play in moves.legal_plays(harness.now().state)[:2])
    assert ludoteca("move", *one, "--repo", str(mine)).returncode == 0
    hook.with_name("away").rename(hook)
    waiting = harness.moves()
    done = ludoteca("move", *other, "--repo", str(mine))
    assert done.returncode == 2
    assert f"{waiting[0]} waits to be processed already" in done.stderr
    done = ludoteca("move", *other, "--again", "--repo", str(mine))
    assert "Apply move 1" in done.stdout, done.stderr
    assert len(harness.moves()) == 1
    assert harness.moves() != waiting
    verification.verify(harness.repo, harness.tip)


def test_files_that_could_only_be_rejected_keep_nobody_from_moving(harness: Harness, tmp_path: Path) -> None:
    """Pushed in the mover's name by somebody else, while no run came."""
    mover, file = harness.mover(), harness.move_file()
    hook = Path(harness.repo.path) / "hooks" / "post-receive"
    hook.rename(hook.with_name("away"))
    stale = file_of(1, file, expected_state="0" * 16)
    misnamed = {f"tables/{TABLE}/moves/0001-{file.player}-abcdef.json": next(iter(file_of(1, file).values()))}
    harness.push({**stale, **misnamed})
    hook.with_name("away").rename(hook)
    mine = cloned(Path(harness.repo.path), tmp_path / "mine", mover)
    done = ludoteca("move", *moves.legal_plays(harness.now().state)[0].split(), "--repo", str(mine))
    assert "Apply move 1" in done.stdout, done.stderr

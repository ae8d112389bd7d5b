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
from ludoteca.gitplay.processor.pipeline import Draft, Processor, answer_push, draft_answer
from ludoteca.gitplay.processor.push import Push

from .clones import clone_of, cloned, git, ludoteca
from .harness import REF, TABLE, Clubhouse, at, file_of

CARELESS = "gitgammon: not sent"


def test_a_branch_moves_only_from_where_it_was_seen(club: Clubhouse) -> None:
    before = club.tip
    one, other = club.commit(before, {"a": b"a"}), club.commit(before, {"b": b"b"})
    move_branch(club.repo, REF, before.id, one.id, "first")
    with pytest.raises(LostRace):
        move_branch(Repository(club.repo.path), REF, before.id, other.id, "second")
    assert club.tip.id == one.id


def test_processors_that_race_do_the_work_once(club: Clubhouse) -> None:
    for _ in range(3):
        movers = [club.mover()] * 4
        club.push(at(TABLE, club.composed()))
        with ThreadPoolExecutor(4) as pool:
            done = list(
                pool.map(lambda mover: answer_push(Processor.of(Repository(club.repo.path)), REF, mover), movers)
            )
        assert len({outcome.tip.id for outcome in done}) == 1
    report = verification.verify(club.repo, club.tip)
    assert [entry.message.kind for entry in report.tables[TABLE].entries] == ["table", "apply", "apply", "apply"]


def test_who_loses_five_races_says_so_and_has_changed_nothing(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publication, "_PAUSE", 0)
    tries: list[Commit] = []

    def overtaken(processor: Processor, tip: Commit, push: Push) -> Draft:
        tries.append(tip)
        club.push({"busy": str(len(tries)).encode()})
        return draft_answer(processor, tip, push)

    monkeypatch.setattr(pipeline, "draft_answer", overtaken)
    club.push(at(TABLE, club.composed()))
    with pytest.raises(GitGammonError, match="5 times"):
        club.process(club.mover())
    assert len(tries) == 5
    assert club.subjects()[0] == "a push"
    assert club.state()["lastMove"] is None


def test_a_lock_that_was_left_behind_is_a_clear_error(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publication, "_PAUSE", 0)
    club.push(at(TABLE, club.composed()))
    lock = Path(club.repo.path) / f"{REF}.lock"
    lock.touch()
    with pytest.raises(GitGammonError, match="locked"):
        club.process(club.mover())
    lock.unlink()
    assert [message.kind for message in club.process(club.mover()).done] == ["apply"]


def test_a_processor_killed_as_it_remembered_keeps_nobody_from_going_on_and_its_lock_does_not_stay(
    club: Clubhouse,
) -> None:
    path = Path(club.repo.path)
    memory, lock = path / publication.published_ref(REF), path / f"{publication.published_ref(REF)}.lock"
    lock.touch()
    for is_old in (False, True):
        if is_old:
            os.utime(lock, (0, 0))
        before = memory.read_text()
        club.push(at(TABLE, club.composed()))
        assert [message.kind for message in club.process(club.mover()).done] == ["apply"]
        assert (memory.read_text() == before) is not is_old
    assert memory.read_text().strip() == str(club.tip.id)
    assert not lock.exists()


def test_a_processor_killed_at_any_moment_leaves_a_usable_repository(club: Clubhouse) -> None:
    rng = random.Random(3)
    for _ in range(12):
        mover = club.mover()
        club.push(at(TABLE, club.composed(rng=rng)))
        environment = {**os.environ, "GITGAMMON_ACTOR": mover, "GIT_DIR": club.repo.path}
        process = subprocess.Popen(
            [sys.executable, "-I", "-m", "ludoteca.gitplay"], env=environment, stdin=subprocess.PIPE, text=True,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        assert process.stdin is not None
        process.stdin.write(f"{club.tip.parents[0].id} {club.tip.id} {REF}\n")
        process.stdin.close()
        time.sleep(rng.uniform(0.05, 0.6))
        process.send_signal(signal.SIGKILL)
        process.wait()
        (Path(club.repo.path) / f"{REF}.lock").unlink(missing_ok=True)  # as the manual says
        verification.verify(club.repo, club.tip)
        club.process(mover)
        assert club.state()["lastMove"] is not None
    git(Path(club.repo.path), "fsck", "--strict", "--no-dangling")
    applied = verification.verify(club.repo, club.tip).tables[TABLE].entries
    assert [entry.message.kind for entry in applied] == ["table", *["apply"] * 12]


def test_a_full_disk_is_a_line_for_the_pusher_or_the_owner_and_nothing_is_lost(club: Clubhouse) -> None:
    mover = club.mover()
    club.push(at(TABLE, club.composed()))
    before = club.tip
    hook = ["-I", "-m", "ludoteca.gitplay"]
    owner = ["-m", "ludoteca", "gitgammon", "process", "--actor", mover, "--all", "--club", club.repo.path]
    for command, named in ((hook, "gitgammon: "), (owner, "ludoteca: the repository cannot be read or written: ")):
        done = subprocess.run(
            [sys.executable, *command],
            env={**os.environ, "GITGAMMON_ACTOR": mover, "GIT_DIR": club.repo.path},
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
    assert club.tip.id == before.id
    assert [message.kind for message in club.process(mover).done] == ["apply"]


def test_two_clones_push_for_the_same_turn_and_the_first_wins(club: Clubhouse, tmp_path: Path) -> None:
    server, mover = Path(club.repo.path), club.mover()
    desk, phone = cloned(server, tmp_path / "desk", mover), cloned(server, tmp_path / "phone", mover)
    plays = moves.legal_plays(club.now().state)
    first = ludoteca("move", *plays[0].split(), "--club", str(desk))
    assert first.returncode == 0, first.stderr
    second = ludoteca("move", *plays[1].split(), "--club", str(phone))
    assert second.returncode == 2
    assert "'s turn" in second.stderr
    assert git(phone, "status", "--porcelain") == ""
    assert club.state()["lastMove"]["sequence"] == 1


def test_a_move_is_sent_again_where_that_is_safe(
    club: Clubhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody pushes between our fetch and our push, thrice: twice elsewhere, once a bad file at our own table."""
    club.open_table("carol", "dave")
    mover, intruders = club.mover(), iter([{"a": b"1"}, {f"tables/{TABLE}/moves/x.json": b"{}"}, {"b": b"2"}])
    clone = clone_of(cloned(Path(club.repo.path), tmp_path / "desk", mover), mover)
    honest = git_remote.push

    def late(repo: Repository, remote: str, commit: str, ref: str) -> tuple[str, ...]:
        files = next(intruders, None)
        if files is not None:
            club.push(files)
            club.process("mallory")
        return honest(repo, remote, commit, ref)

    monkeypatch.setattr(git_remote, "push", late)
    play = moves.legal_plays(club.now().state)[0]
    sent = send(clone, TABLE, play)
    assert sent.answer is not None
    assert sent.answer.startswith("[GitGammon] Apply move 1")
    assert club.state()["turn"] == 2
    verification.verify(club.repo, club.tip)


def test_a_move_is_not_sent_again_when_the_table_has_moved_on(
    club: Clubhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mover = club.mover()
    clone = clone_of(cloned(Path(club.repo.path), tmp_path / "desk", mover), mover)
    start = tip(clone.repo, REF)
    honest, raced = git_remote.push, iter([True])

    def late(repo: Repository, remote: str, commit: str, ref: str) -> tuple[str, ...]:
        if next(raced, False):
            club.play()
        return honest(repo, remote, commit, ref)

    monkeypatch.setattr(git_remote, "push", late)
    play = moves.legal_plays(club.now().state)[0]
    with pytest.raises(GitGammonError, match="moved on"):
        send(clone, None, play)
    assert tip(clone.repo, REF).id != start.id  # it has what was pushed, and nothing of its own
    assert tip(clone.repo, REF).id == club.tip.id
    assert git(tmp_path / "desk", "status", "--porcelain") == ""
    assert CARELESS in git(tmp_path / "desk", "reflog", "main")


def test_who_has_seen_a_history_notices_that_it_was_rewritten(club: Clubhouse, tmp_path: Path) -> None:
    start = club.tip
    club.play()
    victim, seen = club.mover(), club.tip
    mine = cloned(Path(club.repo.path), tmp_path / "mine", victim)
    club.repo.references.delete("refs/gitgammon/published/main")
    club.repo.references.create(REF, start.id, force=True)
    club.play(rng=random.Random(5))
    play = moves.legal_plays(club.now().state)[0].split()
    for _ in range(2):  # and does not forget it
        done = ludoteca("move", *play, "--club", str(mine))
        assert done.returncode == 2
        assert f"the history was rewritten: {seen.id}" in done.stderr
    assert git(mine, "rev-parse", "main").strip() == str(seen.id)


def test_a_move_that_nobody_answered_is_sent_again_when_asked_to(club: Clubhouse, tmp_path: Path) -> None:
    """Its run has died: the hook was away, and is back."""
    hook = Path(club.repo.path) / "hooks" / "post-receive"
    hook.rename(hook.with_name("away"))
    mine = cloned(Path(club.repo.path), tmp_path / "mine", club.mover())
    one, other = (play.split() for play in moves.legal_plays(club.now().state)[:2])
    assert ludoteca("move", *one, "--club", str(mine)).returncode == 0
    hook.with_name("away").rename(hook)
    waiting = club.moves()
    done = ludoteca("move", *other, "--club", str(mine))
    assert done.returncode == 2
    assert f"{waiting[0]} waits to be processed already" in done.stderr
    done = ludoteca("move", *other, "--again", "--club", str(mine))
    assert "Apply move 1" in done.stdout, done.stderr
    assert len(club.moves()) == 1
    assert club.moves() != waiting
    verification.verify(club.repo, club.tip)


def test_files_that_could_only_be_rejected_keep_nobody_from_moving(club: Clubhouse, tmp_path: Path) -> None:
    """Pushed in the mover's name by somebody else, while no run came."""
    mover, file = club.mover(), club.move_file()
    hook = Path(club.repo.path) / "hooks" / "post-receive"
    hook.rename(hook.with_name("away"))
    stale = file_of(1, file, expected_state="0" * 16)
    misnamed = {f"tables/{TABLE}/moves/0001-{file.player}-abcdef.json": next(iter(file_of(1, file).values()))}
    club.push({**stale, **misnamed})
    hook.with_name("away").rename(hook)
    mine = cloned(Path(club.repo.path), tmp_path / "mine", mover)
    done = ludoteca("move", *moves.legal_plays(club.now().state)[0].split(), "--club", str(mine))
    assert "Apply move 1" in done.stdout, done.stderr

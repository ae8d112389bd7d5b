"""Publication: a branch moves from one tip to the next in one step, or stays. The loser of a race reads it again.

Laws kept here:
- A branch moves only from the commit that was read: here by compare-and-swap, at a remote by a push without force. What
  was pushed meanwhile is never lost.
- After five lost races nothing has changed, and the caller gets an error.
"""

import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import pygit2
from pygit2 import Commit, DiffDelta, GitError, IndexEntry, Repository
from pygit2.enums import DeltaStatus, FileMode

from .. import git_remote
from ..errors import GitGammonError, LostRace
from ..git_objects import PLAIN, TreeEntry, content, intact, move_branch, tip

ATTEMPTS: Final = 5
LAST: Final = "refs/gitgammon/published"
"""For each branch, the tip published last, in the repository where the processor runs. Nobody can push to it."""

_PAUSE: Final = 0.05
_LEFT_SECONDS: Final = 60.0
_WRITTEN_BYTES: Final = 16 << 20  # the largest is a wheel, see `package_source`
_PLAIN_PART: Final = re.compile(r"\.?[A-Za-z0-9_-][A-Za-z0-9._-]*(?<!\.)", re.ASCII)


class BranchTip(NamedTuple):
    """A branch as one attempt found it, here or at a remote. It is moved from there or not at all."""

    repo: Repository
    ref: str
    remote: str | None
    commit: Commit


class Published(NamedTuple):
    """Where a branch is now, and the files of the working tree that have uncommitted changes and were left alone."""

    tip: Commit
    left: tuple[str, ...] = ()


def attempts(repo: Repository, ref: str, remote: str | None = None) -> Iterator[BranchTip]:
    """The branch as it is now; after each lost race, a moment later, again. When they end, raise `gave_up`."""
    for attempt in range(ATTEMPTS):
        if attempt:
            time.sleep(_PAUSE * 2**attempt)
        if remote is not None:
            git_remote.fetch(repo, remote, ref)
        commit = tip(repo, ref if remote is None else git_remote.tracking(remote, ref))
        _check_not_rewritten(repo, ref, commit)
        yield BranchTip(repo, ref, remote, commit)


def publish(branch: BranchTip, after: Commit) -> Published | None:
    """Move the branch to this commit; None if somebody else has moved it first."""
    repo, ref, remote, before = branch
    if after.id == before.id:
        return Published(after)
    try:
        if remote is None:
            move_branch(repo, ref, before.id, after.id, "gitgammon")
        else:
            git_remote.push(repo, remote, str(after.id), ref)
    except LostRace:
        return None
    _remember(repo, ref, after)
    return Published(after, tuple(refresh_working_tree(repo, ref, before, after)) if remote is None else ())


def gave_up(ref: str) -> GitGammonError:
    return GitGammonError(
        f"{ref} was moved by others {ATTEMPTS} times in a row, or is locked; nothing was done, try again"
    )


def left_alone(files: Sequence[str]) -> list[str]:
    return [f"Your changes are still there, and not committed: {', '.join(files)}"] if files else []


def refresh_working_tree(repo: Repository, ref: str, before: Commit | None, after: Commit) -> list[str]:
    """If the branch is checked out, update the working tree to the new commit.

    Only plain files with plain names are written, never through a link, and no file with uncommitted changes. The index
    gets everything. Returns the files that were left alone.
    """
    if repo.is_bare or repo.head_is_detached or repo.lookup_reference("HEAD").target != ref:
        return []
    index, root = repo.index, Path(repo.workdir)
    with intact():
        index.read(force=True)  # git itself may have written it since we looked
        diff = after.tree.diff_to_tree(swap=True) if before is None else before.tree.diff_to_tree(after.tree)
        deltas = list(diff.deltas)
    left = []
    for delta in deltas:
        path = delta.new_file.raw_path.decode("utf-8", "surrogateescape")
        if not _is_safe(root, path):
            continue
        is_there = delta.status != DeltaStatus.DELETED and delta.new_file.mode == PLAIN
        data = content(repo, TreeEntry(PLAIN, delta.new_file.id), _WRITTEN_BYTES) if is_there else None
        if _is_own_work(root / path, delta):
            left.append(path)
        elif data is not None:
            _write(root / path, data)
        else:
            (root / path).unlink(missing_ok=True)
        if data is not None:
            index.add(IndexEntry(path, delta.new_file.id, FileMode.BLOB))
        elif path in index:
            index.remove(path)
    index.write()
    return left


def _is_own_work(path: Path, delta: DiffDelta) -> bool:
    """Whether a file in the working tree is neither the old committed version nor the new one."""
    if path.is_symlink() or path.is_dir():
        return True
    return path.exists() and pygit2.hash(path.read_bytes()) not in (delta.old_file.id, delta.new_file.id)


def published_ref(ref: str) -> str:
    return f"{LAST}/{ref.removeprefix('refs/heads/')}"


def _remember(repo: Repository, ref: str, published: Commit) -> None:
    """Only processors write there, and fast: an old lock was left by one that was killed."""
    lock = Path(repo.path, f"{published_ref(ref)}.lock")
    with suppress(FileNotFoundError):
        if time.time() - lock.stat().st_mtime > _LEFT_SECONDS:
            lock.unlink()
    with suppress(GitError, OSError):  # published already; another processor may be writing the same
        repo.references.create(published_ref(ref), published.id, force=True)


def _check_not_rewritten(repo: Repository, ref: str, now: Commit) -> None:
    found = repo.references.get(published_ref(ref))
    if found is None:
        return
    last = found.peel(Commit)
    if last.id != now.id and not repo.descendant_of(now.id, last.id):
        raise GitGammonError(f"the history was rewritten: it does not contain {last.id}, which was published last")


def _is_safe(root: Path, path: str) -> bool:
    parts = path.split("/")
    if not all(_PLAIN_PART.fullmatch(part) and part.lower() != ".git" for part in parts):
        return False
    return not any(root.joinpath(*parts[:depth]).is_symlink() for depth in range(1, len(parts)))


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(data)
    beside.replace(path)

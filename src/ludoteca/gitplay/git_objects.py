"""git objects: opened, read within limits, written. Pushed files are only ever read as trees and blobs; none is checked
out, run, or passed to a shell.

Laws kept here:
- A blob's size is read from its header before its content.
- An object that is missing or damaged is a `GitGammonError` that says so.

Must not know: what a table is.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pygit2
from pygit2 import Commit, Oid, Repository, Signature, Tree

from .errors import GitGammonError, LostRace

PLAIN: Final = 0o100644
FOLDER: Final = 0o040000


class TreeEntry(NamedTuple):
    """What a tree has under a name."""

    mode: int
    id: Oid


@contextmanager
def intact() -> Iterator[None]:
    """Turn errors of reading objects into GitGammonError."""
    try:
        yield
    except (pygit2.GitError, KeyError, OSError) as error:
        raise GitGammonError(f"the repository is damaged or incomplete: {error}") from None


def open_repository(path: Path) -> Repository:
    """The repository of this folder, or of one above it."""
    found = pygit2.discover_repository(str(path))
    if found is None:
        raise GitGammonError(f"{path} is not a git repository")
    with intact():
        repo = Repository(found)
    pygit2.settings.enable_fsync_gitdir(True)  # as git itself: what a ref names is on the disk
    return repo


def branch(repo: Repository, name: str | None = None) -> str:
    """The full name of a branch; without one, of the branch that is checked out."""
    if name is not None:
        full = name if name.startswith("refs/") else f"refs/heads/{name}"
        if not pygit2.reference_is_valid_name(full):
            raise GitGammonError(f"{name!r} is not a valid branch name")
        return full
    if repo.head_is_detached:
        raise GitGammonError("HEAD is detached: check out a branch, or name one with --branch")
    target = repo.lookup_reference("HEAD").target
    return str(target)


def tip(repo: Repository, ref: str) -> Commit:
    """The commit a branch is at."""
    if repo.is_shallow:
        raise GitGammonError("the clone is shallow: its history is cut off; `git fetch --unshallow` brings all of it")
    try:
        found = repo.lookup_reference(ref).peel(Commit)
    except KeyError:
        raise GitGammonError(f"there is no commit on {ref}") from None
    except (pygit2.GitError, ValueError) as error:
        raise GitGammonError(f"the repository is damaged or incomplete: {error}") from None
    return found


def commit(repo: Repository, oid: str | Oid) -> Commit:
    with intact():
        found = repo.get(oid)
    if not isinstance(found, Commit):
        raise GitGammonError(f"commit {oid} is not in the history here")
    return found


def entries(tree: Tree | None) -> Mapping[bytes, TreeEntry]:
    if tree is None:
        return {}
    with intact():
        return {_raw(entry): TreeEntry(entry.filemode, entry.id) for entry in tree}


def root_of(commit: Commit) -> Mapping[bytes, TreeEntry]:
    """The entries at the top of a commit's tree."""
    with intact():
        tree = commit.tree
    return entries(tree)


def folder(repo: Repository, entry: TreeEntry | None) -> Tree | None:
    """The tree under an entry; None if there is none."""
    if entry is None or entry.mode != FOLDER:
        return None
    with intact():
        found = repo[entry.id]
    return found if isinstance(found, Tree) else None


def size(repo: Repository, entry: TreeEntry) -> int:
    """From the header. A submodule has no content here, and so size 0."""
    with intact():
        return repo.odb.read_header(entry.id)[1] if entry.mode != 0o160000 else 0


def content(repo: Repository, entry: TreeEntry, at_most: int) -> bytes | None:
    """A plain file's bytes; None if it is not a plain file, or too large."""
    if entry.mode != PLAIN or size(repo, entry) > at_most:
        return None
    with intact():
        return bytes(repo.odb.read(entry.id)[1])


def with_entries(repo: Repository, tree: Tree | None, changed: Mapping[bytes, TreeEntry | None]) -> Oid:
    """The tree with these entries; None removes one."""
    with intact():
        builder = repo.TreeBuilder(tree) if tree is not None else repo.TreeBuilder()
        present = entries(tree)
        for raw, entry in changed.items():
            name = raw.decode("utf-8", "surrogateescape")
            if entry is not None:
                builder.insert(name, entry.id, entry.mode)
            elif raw in present:
                builder.remove(name)
        return builder.write()


def create_commit(repo: Repository, tree: Oid, parents: list[Oid], message: str, who: Signature) -> Commit:
    """A commit that no branch names yet."""
    with intact():
        made = repo[repo.create_commit(None, who, who, message, tree, parents)]
    assert isinstance(made, Commit)
    return made


def move_branch(repo: Repository, ref: str, old: Oid | None, new: Oid, why: str) -> None:
    """Move a branch from `old` to `new`; LostRace, and nothing moved, if it is not at `old` any more."""
    try:
        if old is None:
            repo.references.create(ref, new)
            return
        found = repo.lookup_reference(ref)
        if found.target != old:
            raise LostRace
        found.set_target(new, why)
    except (pygit2.GitError, ValueError, OSError) as error:  # it has moved since, or somebody holds its lock
        raise LostRace(str(error)) from None


def signature(name: str, email: str, seconds: int) -> Signature:
    return Signature(name, email, seconds, 0)


def _raw(entry: pygit2.Object) -> bytes:
    raw = entry.raw_name
    assert raw is not None
    return raw

"""Receiving: what a server's `post-receive` hook, the Action and the command have in common."""

import os
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from pygit2 import Commit, GitError, Repository

from ..errors import GitGammonError
from ..format.commit_trailers import PREFIX
from ..format.names import shown
from ..git_objects import branch, commit, open_repository
from ..repository import needed_secret
from .pipeline import Outcome, Processor, process
from .publication import publish
from .push import Push, check_push

ACTOR: Final = "GITGAMMON_ACTOR"
_NOTHING: Final = "0" * 40


class Range(NamedTuple):
    """What a push has changed: the branch was at `before`, and is at `after`."""

    before: str
    after: str


def clock() -> datetime:
    return datetime.now(UTC)


def receive(repo: Repository, ref: str, actor: str, pushed: Range | None = None, remote: str | None = None) -> Outcome:
    """Process a push and publish what came of it."""
    done: list[Outcome] = []
    processor = Processor(repo, needed_secret(repo), clock)

    def advance(before: Commit) -> Commit:
        push = Push(actor) if pushed is None else Push(actor, *_ends(repo, pushed))
        check_push(repo, before, push)
        done.append(process(processor, before, push))
        return done[-1].tip

    published = publish(repo, ref, advance, remote)
    return done[-1]._replace(left=tuple(published.left))


def ranges(lines: Iterable[str]) -> dict[str, Range]:
    """The lines that git gives to `post-receive`: old, new and name of every ref."""
    found = {}
    for line in lines:
        old, _, rest = line.rstrip("\n").partition(" ")
        new, _, ref = rest.partition(" ")
        found[ref] = Range(old, new)
    return found


def words(outcome: Outcome) -> list[str]:
    """What was done, for whoever pushed."""
    lines = [message.subject for message in outcome.done] or [f"{PREFIX}Nothing to do"]
    if outcome.waiting:
        lines.append(f"{PREFIX}{outcome.waiting} other files wait for their own push to be processed")
    return [*lines, *left_alone(outcome.left)]


def left_alone(files: Sequence[str]) -> list[str]:
    return [f"Your changes are still there, and not committed: {', '.join(files)}"] if files else []


def hook() -> int:
    """`post-receive`. Whatever goes wrong is a line for the pusher; the push itself has happened already."""
    try:
        actor = os.environ.get(ACTOR) or os.environ.get("REMOTE_USER")
        repo = open_repository(Path(os.environ.get("GIT_DIR", ".")))
        ref = branch(repo)
        pushed = ranges(sys.stdin).get(ref)
        if pushed is None:
            return 0
        if not actor:
            raise GitGammonError(f"nobody said who pushed: the server must set {ACTOR}")
        for line in words(receive(repo, ref, actor, pushed)):
            print(line)
    except (GitGammonError, GitError, OSError) as trouble:
        print(f"gitgammon: {shown(str(trouble).encode()) if not str(trouble).isprintable() else trouble}")
        return 1
    return 0


def _ends(repo: Repository, pushed: Range) -> tuple[Commit | None, Commit]:
    if pushed.after == _NOTHING:
        raise GitGammonError("the branch was deleted")
    before = None if pushed.before == _NOTHING else commit(repo, pushed.before)
    return before, commit(repo, pushed.after)

"""The `git` command, for what it does better than pygit2: talk to a remote, and rebase.

Arguments are passed as a list, never through a shell, and names that git could take for options are refused first.
"""

import os
import subprocess
from pathlib import Path
from typing import Final

from pygit2 import Commit, Repository

from .errors import GitGammonError, LostRace

SECONDS_AT_MOST: Final = 120
_STALE: Final = ("non-fast-forward", "fetch first", "cannot lock ref", "failed to update ref", "stale info")


def remote_of(repo: Repository, named: str | None = None) -> str | None:
    """The named remote, or `origin`, or the only one; None if there is none."""
    names = [name for name in repo.remotes.names() if name is not None and not name.startswith("-")]
    if named is not None:
        if named not in names:
            raise GitGammonError(f"there is no remote {named!r}")
        return named
    if "origin" in names:
        return "origin"
    return names[0] if len(names) == 1 else None


def tracking(remote: str, ref: str) -> str:
    """Where a remote's branch is known here."""
    return f"refs/remotes/{remote}/{ref.removeprefix('refs/heads/')}"


def fetch(repo: Repository, remote: str, ref: str) -> None:
    """Fetch the remote's branch. An error if it was rewritten, which only a clone that saw it before can notice."""
    name = tracking(remote, ref)
    before = repo.references.get(name)
    _git(repo, "fetch", "--quiet", "--no-tags", remote, f"+{ref}:{name}")
    if before is None:
        return
    old, new = before.peel(Commit).id, repo.references[name].peel(Commit).id
    if old != new and not repo.descendant_of(new, old):
        repo.references.create(name, old, force=True)
        raise GitGammonError(
            f"the history was rewritten: {old}, which was there, is gone; `git fetch` takes it as it is now"
        )


def push(repo: Repository, remote: str, commit: str, ref: str) -> tuple[str, ...]:
    """Push without force; LostRace if somebody else pushed first. Returns what the remote printed."""
    done = _run(repo, "push", remote, f"{commit}:{ref}")
    if done.returncode == 0:
        said = (line.removeprefix("remote:").strip() for line in done.stderr.splitlines() if line.startswith("remote:"))
        return tuple(line for line in said if line)
    if any(sign in done.stderr for sign in _STALE):
        raise LostRace(_last_line(done.stderr))
    raise GitGammonError(f"git push: {_last_line(done.stderr)}")


def pull(repo: Repository, remote: str, ref: str) -> None:
    """Fetch, and rebase local commits on top. The branch must be checked out: no other can be rebased without
    touching that one."""
    if repo.head_is_detached or repo.lookup_reference("HEAD").target != ref:
        raise GitGammonError(f"{ref.removeprefix('refs/heads/')} is not checked out here: `git switch` to it first")
    fetch(repo, remote, ref)
    done = _run(repo, "rebase", "--quiet", "--autostash", tracking(remote, ref))
    if done.returncode:
        _run(repo, "rebase", "--abort")
        raise GitGammonError(f"your own commits do not fit on what was pushed meanwhile: {_last_line(done.stderr)}")


def _git(repo: Repository, *arguments: str) -> None:
    done = _run(repo, *arguments)
    if done.returncode:
        raise GitGammonError(f"git {arguments[0]}: {_last_line(done.stderr)}")


def _run(repo: Repository, *arguments: str) -> subprocess.CompletedProcess[str]:
    where = Path(repo.workdir or repo.path)
    inherited = {name: value for name, value in os.environ.items() if name not in _HOOK_VARIABLES}
    environment = {**inherited, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        return subprocess.run(  # noqa: S603 - a list, and names were checked
            ["git", "-C", str(where), *arguments],  # noqa: S607 - the user's own git
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS_AT_MOST,
            check=False,
        )
    except FileNotFoundError:
        raise GitGammonError("git is not installed") from None
    except subprocess.TimeoutExpired:
        raise GitGammonError(f"git {arguments[0]} took more than {SECONDS_AT_MOST} seconds") from None


_HOOK_VARIABLES: Final = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_QUARANTINE_PATH"})


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("hint:")]
    telling = [line for line in lines if line.startswith(("fatal:", "error:", " !"))]
    return (telling or lines or ["it failed without saying why"])[-1].strip()

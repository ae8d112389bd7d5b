"""Options that the commands share: which repository, branch and table; and how commands fail.

Must not know: any rule.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from pygit2 import Commit, GitError, Repository

from ...console.errors import CHECK_FAILED, Failure
from ...console.terminal import say
from ...gitplay import git_objects, git_remote, repository_config
from ...gitplay.errors import GitGammonError, LostRace
from ...gitplay.player import status
from ...gitplay.processor.replay import BadCommit

RepositoryPath = Annotated[Path, typer.Option("--repo", metavar="PATH", help="The repository, or a clone of it.")]
Branch = Annotated[str | None, typer.Option(metavar="NAME", help="The branch.  [default: the one checked out]")]
TableName = Annotated[
    str | None, typer.Option("--table", metavar="ID", help="The table, or the beginning of its name.  [default: yours]")
]
Remote = Annotated[str | None, typer.Option(metavar="NAME", help="The remote to push to.  [default: origin]")]
Comment = Annotated[str | None, typer.Option(metavar="TEXT", help="A comment of at most 280 characters.")]
Offline = Annotated[bool, typer.Option("--offline", help="Only commit: do not fetch, do not push.")]
Push = Annotated[bool, typer.Option("--push", help="Take the branch from the remote, and push the result to it.")]

HERE = Path()


class RepositoryBranch(NamedTuple):
    repo: Repository
    ref: str

    def tip(self) -> Commit:
        return git_objects.tip(self.repo, self.ref)

    def answered(self) -> Commit:
        """The repository as the processor left it; warns of forbidden changes pushed on top."""
        last, not_undone = status.processed_tip(self.repo, self.tip(), repository_config.known_key(self.repo))
        if not_undone is not None:
            say(f"Not undone yet, and not shown here: {not_undone}", "bold")
        return last.commit


@contextmanager
def failures() -> Iterator[None]:
    """Turn errors of the repository into one line for the user."""
    try:
        yield
    except BadCommit as bad:
        raise Failure(f"bad commit {bad}", CHECK_FAILED) from None
    except GitGammonError as error:
        raise Failure(str(error)) from None
    except GitError as error:
        raise Failure(f"the repository is damaged or incomplete: {error}") from None
    except BrokenPipeError:  # the reader of our output closed it: not an error of the repository
        raise
    except OSError as error:  # a full disk, a lock, missing permissions
        raise Failure(f"the repository cannot be read or written: {error}") from None
    except LostRace as raced:
        raise Failure(f"somebody else was faster: {raced}") from None


def open_branch(path: Path, branch: str | None = None) -> RepositoryBranch:
    repo = git_objects.open_repository(path)
    return RepositoryBranch(repo, git_objects.branch(repo, branch))


def remote_for(repo: Repository, named: str | None, *, push: bool) -> str | None:
    """The remote to push to; None without --push."""
    if not push:
        return None
    found = git_remote.remote_of(repo, named)
    if found is None:
        raise Failure("there is no remote to push to")
    return found

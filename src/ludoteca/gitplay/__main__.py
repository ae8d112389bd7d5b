"""`python -I -m ludoteca.gitplay`: the `post-receive` hook of a repository on a server.

The server that authenticated the player says who pushed: in GITGAMMON_ACTOR or, a web server, in REMOTE_USER.
"""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from pygit2 import GitError

from .errors import GitGammonError
from .format.names import shown
from .git_objects import branch, open_repository
from .processor.pipeline import Processor, answer_push
from .processor.push import PushedRange


def main() -> int:
    """Whatever goes wrong is a line for the pusher; the push itself has happened already."""
    try:
        actor = os.environ.get("GITGAMMON_ACTOR") or os.environ.get("REMOTE_USER")
        repo = open_repository(Path(os.environ.get("GIT_DIR", ".")))
        ref = branch(repo)
        pushed = pushed_ranges(sys.stdin).get(ref)
        if pushed is None:
            return 0
        if not actor:
            raise GitGammonError("nobody said who pushed: the server must set GITGAMMON_ACTOR")
        for line in answer_push(Processor.of(repo), ref, actor, pushed).lines():
            print(line)
    except (GitGammonError, GitError, OSError) as error:
        print(f"gitgammon: {shown(str(error).encode()) if not str(error).isprintable() else error}")
        return 1
    return 0


def pushed_ranges(lines: Iterable[str]) -> dict[str, PushedRange]:
    """The lines that git gives to `post-receive`: old commit, new commit and name of every ref."""
    found = {}
    for line in lines:
        old, _, rest = line.rstrip("\n").partition(" ")
        new, _, ref = rest.partition(" ")
        found[ref] = PushedRange(old, new)
    return found


if __name__ == "__main__":
    sys.exit(main())

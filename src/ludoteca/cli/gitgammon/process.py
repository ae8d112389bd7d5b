"""`ludoteca gitgammon process` and `guarded`: what a server or GitHub runs after a push.

Must not know: any rule.
"""

from typing import Annotated

import typer

from ...console.errors import Failure
from ...console.terminal import say
from ...gitplay.processor import branch_protection
from ...gitplay.processor.pipeline import Processor, answer_push
from ...gitplay.processor.push import PushedRange
from .options import HERE, Branch, Push, Remote, RepositoryPath, failures, open_branch, remote_for

Actor = Annotated[
    str,
    typer.Option(
        envvar="GITGAMMON_ACTOR",
        metavar="NAME",
        help="The name of the person who pushed, as the server authenticated them.",
    ),
]

Before = Annotated[
    str | None,
    typer.Option(envvar="GITGAMMON_BEFORE", metavar="SHA", help="Where the branch was before; 40 zeros: it was new."),
]

After = Annotated[
    str | None,
    typer.Option(envvar="GITGAMMON_AFTER", metavar="SHA", help="Where it was afterwards."),
]

Everything = Annotated[
    bool,
    typer.Option("--all", help="Instead of a range: everything that waits is the actor's. Be sure that it is."),
]


def process(  # noqa: PLR0913, PLR0917 - each option is a parameter
    actor: Actor,
    before: Before = None,
    after: After = None,
    everything: Everything = False,
    repo: RepositoryPath = HERE,
    branch: Branch = None,
    push: Push = False,
    remote: Remote = None,
) -> None:
    """Answer what was pushed: each new move file is applied or rejected, in a commit of its own.

    Running it twice is safe, also at once: the second run does nothing. Exit code 0 even if files were rejected.
    """
    with failures():
        here = open_branch(repo, branch)
        if everything and push:
            raise Failure("--all is for a repository with one pusher; with --push, give --before and --after")
        pushed = _range(before, after)
        if (pushed is None) != everything:
            raise Failure("give the range of the push with --before and --after, or else --all")
        where = remote_for(here.repo, remote, push=push)
        for line in answer_push(Processor.of(here.repo), here.ref, actor, pushed, where).lines():
            say(line)


def guarded(
    branch: Annotated[str, typer.Option(metavar="NAME", help="The branch.")],
    repository: Annotated[str, typer.Option(envvar="GITHUB_REPOSITORY", metavar="OWNER/NAME", help="On GitHub.")],
    token: Annotated[str, typer.Option(envvar="GITHUB_TOKEN", metavar="TOKEN", help="A token that may read it.")],
    api: Annotated[str, typer.Option(envvar="GITHUB_API_URL", help="GitHub's API.")] = "https://api.github.com",
) -> None:
    """Fail unless GitHub protects the branch from being rewritten."""
    with failures():
        branch_protection.check(branch_protection.GitHubRepository(api, repository, token), branch)


def _range(before: str | None, after: str | None) -> PushedRange | None:
    if before is None and after is None:
        return None
    for sha in (before or "", after or ""):
        if len(sha) != 40 or not set(sha) <= set("0123456789abcdef"):
            raise Failure(f"{sha!r} is not a full commit hash: --before and --after need 40 hex digits each")
    return PushedRange(before or "", after or "")

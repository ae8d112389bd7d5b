"""`ludoteca gitgammon process` and `guarded`: what a server or GitHub runs after a push.

Must not know: any rule.
"""

from typing import Annotated

import typer

from ...console.errors import Failure
from ...console.screen import say
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
    typer.Option(envvar="GITGAMMON_BEFORE", metavar="SHA", help="Where the branch was before; 40 zeros: nowhere."),
]

After = Annotated[
    str | None,
    typer.Option(envvar="GITGAMMON_AFTER", metavar="SHA", help="And where after it."),
]

Everything = Annotated[
    bool, typer.Option("--all", help="In place of a push: take all that waits for his. You must know that it is.")
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

    Run twice it does nothing the second time; two at once are safe. Exit code 0 also if files were rejected.
    """
    with failures():
        here = open_branch(repo, branch)
        if everything and push:
            raise Failure("--all is for a club with one pusher; with --push say which push: --before and --after")
        pushed = _range(before, after)
        if (pushed is None) != everything:
            raise Failure("say which push it was, with --before and --after; or --all, and nothing of the kind")
        where = remote_for(here.repo, remote) if push else None
        for line in answer_push(Processor.of(here.repo), here.ref, actor, pushed, where).lines():
            say(line)


def guarded(
    branch: Annotated[str, typer.Option(metavar="NAME", help="The club's branch.")],
    repository: Annotated[str, typer.Option(envvar="GITHUB_REPOSITORY", metavar="OWNER/NAME", help="On GitHub.")],
    token: Annotated[str, typer.Option(envvar="GITHUB_TOKEN", metavar="TOKEN", help="A token that may read it.")],
    api: Annotated[str, typer.Option(envvar="GITHUB_API_URL", help="GitHub's API.")] = "https://api.github.com",
) -> None:
    """Fail unless GitHub keeps everybody from rewriting a club's branch."""
    with failures():
        branch_protection.check(branch_protection.Host(api, repository, token), branch)


def _range(before: str | None, after: str | None) -> PushedRange | None:
    if before is None and after is None:
        return None
    for sha in (before or "", after or ""):
        if len(sha) != 40 or not set(sha) <= set("0123456789abcdef"):
            raise Failure(f"{sha!r} is no commit's full name: which push was it, from --before to --after?")
    return PushedRange(before or "", after or "")

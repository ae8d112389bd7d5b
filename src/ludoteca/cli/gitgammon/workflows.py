"""`ludoteca gitgammon workflows`: what GitHub runs for a repository, and what it installs.

Must not know: any rule.
"""

import shlex
from typing import Annotated

import typer

from ...console.terminal import say
from ...gitplay import repository_config
from ...gitplay.processor.publication import left_alone
from ...gitplay.setup import init, package_source
from ...gitplay.setup.package_source import WHEEL
from .options import HERE, Branch, Push, Remote, RepositoryPath, failures, open_branch, remote_for


def renew_workflows(
    package: Annotated[
        str,
        typer.Option(
            metavar="SOURCE",
            help="Where the workflows install Ludoteca from: `pypi`; the path of a wheel, which is put into the "
            f"repository; https://…/{WHEEL}#sha256=HASH; or git+https://…@COMMIT.",
        ),
    ],
    repo: RepositoryPath = HERE,
    branch: Branch = None,
    push: Push = False,
    remote: Remote = None,
) -> None:
    """Commit the workflows for GitHub, or renew them, with what they install: this version of Ludoteca, and what it
    needs, each by its hash.
    """
    with failures():
        here = open_branch(repo, branch)
        repository_config.config_of(here.repo, here.tip())
        source = package_source.read(package)
        where = remote_for(here.repo, remote, push=push)
        published = init.renew_workflows(here.repo, here.ref, source, where)
    say(f"The workflows install {package_source.words(source)}, from commit {str(published.tip.id)[:12]} on.")
    say(f"Players install it with: pip install {shlex.quote(package_source.for_player(source))}")
    for line in left_alone(published.left):
        say(line)

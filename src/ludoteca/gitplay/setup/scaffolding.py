"""What `init` puts into a club: a README with a place for boards, the page, the workflows of GitHub, and the hook of a
server.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Final

from ..format import readme
from . import package_source, workflows
from .package_source import Source
from .workflows import template

PAGE: Final = Path(__file__).parents[1] / "page"


def scaffold(branch: str, source: Source | None) -> Mapping[str, bytes]:
    """Path and content of every file. Without a source there are no workflows, and nothing names a package."""
    text = template("README.md")
    if source is None:
        return {"README.md": text.encode(), **page()}
    text = readme.installing(text, package_source.for_player(source))
    return {"README.md": text.encode(), **page(), **workflows.of_source(branch, source)}


def page() -> Mapping[str, bytes]:
    """The static page of the club, as `front/` builds it; where it was not built, a plain one."""
    built = [file for file in sorted(PAGE.rglob("*")) if file.is_file()]
    if not built:
        return {"index.html": template("index.html").encode()}
    return {file.relative_to(PAGE).as_posix(): file.read_bytes() for file in built}


def hook() -> bytes:
    """`post-receive` of a repository on a server. The server that authenticated the player must say who pushed, in
    the environment: in GITGAMMON_ACTOR, or, if it is a web server, in REMOTE_USER."""
    return f"#!/bin/sh\nexec {quote(sys.executable)} -I -m ludoteca.gitplay\n".encode()

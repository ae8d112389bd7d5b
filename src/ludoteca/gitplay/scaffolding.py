"""What `init` puts into a club: a README with a place for boards, the workflows, the page, and the hook of a server."""

import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from shlex import quote
from typing import Final

import ludoteca

PAGE: Final = Path(__file__).parent / "page"
WORKFLOWS: Final = ("gitgammon.yml", "gitgammon-new.yml")


def scaffold(branch: str) -> Mapping[str, bytes]:
    """Path and content of every file; a branch's short name is in the workflows."""
    made = {f".github/workflows/{name}": workflow(name, branch) for name in WORKFLOWS}
    return {"README.md": _template("README.md").encode(), **page(), **made}


def workflow(name: str, branch: str) -> bytes:
    text = _template(name).replace("@VERSION@", ludoteca.__version__)
    return text.replace('"@BRANCH@"', _yaml(branch)).encode()


def page() -> Mapping[str, bytes]:
    """The static page of the club, as `front/` builds it; where it was not built, a plain one."""
    built = [file for file in sorted(PAGE.rglob("*")) if file.is_file()]
    if not built:
        return {"index.html": _template("index.html").encode()}
    return {file.relative_to(PAGE).as_posix(): file.read_bytes() for file in built}


def hook() -> bytes:
    """`post-receive` of a repository on a server. Who pushed must be in the environment, put there by whoever let him
    in: GITGAMMON_ACTOR, or REMOTE_USER where a web server did."""
    return f"#!/bin/sh\nexec {quote(sys.executable)} -I -m ludoteca.gitplay\n".encode()


def _template(name: str) -> str:
    return (files(__package__) / "scaffold" / name).read_text(encoding="utf-8")


def _yaml(text: str) -> str:
    """A YAML string in single quotes; what GitHub reads as a pattern is escaped there."""
    return "'" + text.replace("'", "''") + "'"

"""What `init` puts into a club: a README with a place for boards, the workflows, the page, and the hook of a server."""

import json
import re
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path
from shlex import quote
from typing import Any, Final

import ludoteca

PAGE: Final = Path(__file__).parent / "page"
WORKFLOWS: Final = ("gitgammon.yml", "gitgammon-new.yml")
_PUBLIC: Final = re.compile(r"https://[A-Za-z0-9.-]+(?::[0-9]+)?/[A-Za-z0-9._~/+%-]*", re.ASCII)
"""An address that everybody has, without a password in it, and that needs no quoting anywhere."""


def scaffold(branch: str) -> Mapping[str, bytes]:
    """Path and content of every file; a branch's short name is in the workflows."""
    made = {f".github/workflows/{name}": workflow(name, branch) for name in WORKFLOWS}
    readme = _template("README.md").replace("@PACKAGE@", package())
    return {"README.md": readme.encode(), **page(), **made}


def workflow(name: str, branch: str) -> bytes:
    source = f"${{{{ vars.GITGAMMON_PACKAGE || '{package()}' }}}}"
    return _template(name).replace('"@PACKAGE@"', _yaml(source)).replace('"@BRANCH@"', _yaml(branch)).encode()


def package() -> str:
    """What pip must be given to install what runs here: a release, or the address that it was installed from."""
    try:
        address = _address(distribution("ludoteca").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:  # it runs from its sources
        address = None
    return f"ludoteca=={ludoteca.__version__}" if address is None else f"ludoteca @ {address}"


def _address(direct_url: str) -> str | None:
    """Where pip has the package from, by the note that it leaves (PEP 610): None if from an index, or from a disk that
    nobody else has. A commit or a hash that it knows is named, so that no other code is installed than the one here."""
    known: dict[str, Any] = json.loads(direct_url)
    url, vcs, archive = known.get("url", ""), known.get("vcs_info"), known.get("archive_info", {})
    if _PUBLIC.fullmatch(url) is None:
        return None
    if vcs is not None:
        return f"{vcs['vcs']}+{url}@{vcs['commit_id']}"
    sha256 = archive.get("hashes", {}).get("sha256")
    return url if sha256 is None else f"{url}#sha256={sha256}"


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
    """A YAML string in single quotes."""
    return "'" + text.replace("'", "''") + "'"

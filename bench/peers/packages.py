"""The peers' packages, installed on first use beside their servers, with the Node that comes from PyPI.

Nothing of this is shipped, nothing outside the folder is touched, and `package-lock.json` pins everything. Two
packages are held back: with a newer koa-compose all HTTP routes of boardgame.io answer 404, and a newer
msgpackr-extract does not exist for all systems, so that `npm ci` rejects any lock file.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from front.npm import node_home, npm
from tests.runtime.valkey import free_port

from .processes import Server, serving

FOLDER = Path(__file__).parent / "node"
INSTALLED = FOLDER / "node_modules" / ".package-lock.json"


def installed() -> None:
    """Install, unless the lock file is older than what is there."""
    lock = FOLDER / "package-lock.json"
    if INSTALLED.exists() and INSTALLED.stat().st_mtime >= lock.stat().st_mtime:
        return
    print("installing the peers (once)", file=sys.stderr, flush=True)
    ran = npm(FOLDER, "ci", "--loglevel=error")
    if ran.returncode != 0:
        raise SystemExit(f"the peers cannot be installed:\n{ran.stdout}")


def version(package: str) -> str:
    """As the lock file has it: known before anything is installed."""
    lock = json.loads((FOLDER / "package-lock.json").read_text())
    return str(lock["packages"][f"node_modules/{package}"]["version"])


@contextmanager
def node(script: str) -> Iterator[Server]:
    """One of the servers of the folder, as one would run it in production."""
    port = free_port()
    with serving(
        port, [str(node_home() / "bin" / "node"), script, str(port)], {"NODE_ENV": "production"}, FOLDER
    ) as server:
        yield server

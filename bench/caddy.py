"""Caddy in front of a server, with the configuration that `deploy/` gives hosts; on plain HTTP and this machine."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psutil
from tests.runtime.valkey import free_port

from .servers import SERVER_CORE, ended, pin

CADDYFILE: Final = Path(__file__).parents[1] / "deploy" / "Caddyfile"


@contextlib.contextmanager
def behind_caddy(port: int) -> Iterator[int]:
    """The port of a Caddy on the server's core, which forwards to this port."""
    program = shutil.which("caddy")
    if program is None:
        sys.exit("there is no caddy on the PATH: apt-get install caddy, or https://caddyserver.com/docs/install")
    door = free_port()
    with tempfile.TemporaryDirectory() as folder:
        places = {"SITE": f"http://:{door}", "UPSTREAM": "localhost", "UPSTREAM_PORT": str(port)}
        process = psutil.Popen(
            [program, "run", "--config", str(CADDYFILE), "--adapter", "caddyfile"],
            env={**os.environ, **places, "HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: pin(SERVER_CORE),
        )
        with ended(process):
            if not any(b"serving initial configuration" in line for line in process.stderr):
                sys.exit("Caddy has not started")
            yield door

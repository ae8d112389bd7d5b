"""Clones of a repository on a server: real pushes with git, to a bare repository with its hook.

Who pushes is said on the server's side, as an ssh server with a forced command would: `receive-pack` runs with the
actor in its environment, put there by a wrapper of the server's. What a clone says of itself has no part in it.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from ludoteca.gitplay.git_objects import open_repository
from ludoteca.gitplay.player.clone import Clone

REF: Final = "refs/heads/main"


def git(where: Path, *arguments: str, check: bool = True, **environment: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(where), *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    assert done.returncode == 0 or not check, done.stderr
    return done.stdout + done.stderr


def ludoteca(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludoteca", "gitgammon", *arguments]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)


def door(server: Path, actor: str) -> Path:
    """A script that stands in for one person's ssh key: what it is allowed to run."""
    file = server.parent / f"door-{actor}"
    file.write_text(f'#!/bin/sh\nGITGAMMON_ACTOR={actor} exec git-receive-pack "$@"\n')
    file.chmod(0o755)
    return file


def cloned(server: Path, to: Path, actor: str) -> Path:
    git(server.parent, "clone", "--quiet", str(server), str(to))
    git(to, "config", "user.name", f"{actor} of the clone")
    git(to, "config", "user.email", "clone@example.org")
    git(to, "config", "gitgammon.player", actor)
    git(to, "config", "remote.origin.receivepack", str(door(server, actor)))
    return to


def clone_of(path: Path, actor: str) -> Clone:
    return Clone(open_repository(path), REF, "origin", actor)

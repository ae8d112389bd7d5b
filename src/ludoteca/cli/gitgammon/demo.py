"""`ludoteca gitgammon demo`: everything on one machine. What it shows as a command it runs as one, so that
you can type it yourself.

Must not know: any rule.
"""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

from ...bots import bots_for
from ...console.errors import CHECK_FAILED, Failure
from ...console.terminal import program, say
from ...dealers import PyRandom
from ...gitplay import git_objects
from ...gitplay.format.state_json import utc_now
from ...gitplay.player import status
from ...gitplay.player.moves import PLAYED, bot_play, forged_move
from ...gitplay.player.status import NamedTable
from .options import failures

WHITE, BLACK = "alice", "bob"
REPOSITORY: Final = "games.git"
BRANCH: Final = "refs/heads/main"
BEFORE_THE_LIES: Final = 2
SECONDS_AT_MOST: Final = 60


def demo(
    moves: Annotated[int, typer.Option(metavar="N", min=1, max=400, help="How many moves are played.")] = 8,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--dir", metavar="DIR", help="Where: a new or empty folder, which stays.  [default: a temporary one]"
        ),
    ] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Leave the temporary folder there, to look around in.")] = False,
) -> None:
    """Watch a repository at work: a server's copy, two players, and a processor, on this machine.

    Two bots play by real commits and pushes, two dishonest pushes are rejected, and the whole history is verified in
    the end. Every step is explained, with commands that you could type yourself.
    """
    if shutil.which("git") is None:
        raise Failure("git is not installed: the demo plays by real commits and pushes")
    with _folder(folder, keep=keep) as home, failures():
        stage = _Stage(home)
        say(f"All of this happens in {home}.")
        if program() != "ludoteca":
            say(f"To type along, so that `ludoteca` is found: {_export_path()}")
        _set_up(stage)
        left = moves - _play(stage, min(moves, BEFORE_THE_LIES))
        _lie(stage)
        _edit(stage)
        _play(stage, left)
        _finish(stage)
        stage.tell("Where to look")
        for line in _places(home, stays=keep or folder is not None):
            say(f"   {line}")


class _Stage:
    """Where it happens: a folder with the server's repository and a clone of it for each player."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._bot = bots_for(PLAYED)["greedy"]
        self._steps = 0

    def tell(self, what: str) -> None:
        """The next step, in words."""
        self._steps += 1
        say()
        say(f"{self._steps}. {what}", "bold")

    def remark(self, text: str) -> None:
        """What somebody does without a command."""
        for line in text.splitlines():
            say(f"   {line}")

    def run(self, where: str, *command: str) -> None:
        """A command, shown as one would type it, and what it says; Failure if it fails."""
        typed = shlex.join(command)
        say(f"   {where}$ {typed}")
        code, said = _done(self.home / where, *command)
        for line in said.splitlines():
            say(f"      {line.removeprefix('remote: ').rstrip()}")
        if code:
            raise Failure(f"`{typed}` has failed, see above", CHECK_FAILED)

    def table(self) -> NamedTable:
        """The table, as the repository on the server has it."""
        repo = git_objects.open_repository(self.home / REPOSITORY)
        return status.find_table(repo, git_objects.tip(repo, BRANCH), None)

    def mover(self) -> str:
        now = self.table().now
        return now.player(now.active)

    def play(self) -> str:
        """What the bot would do that sits at the table now."""
        return bot_play(self.table().now.state, self._bot, PyRandom(1))

    @property
    def is_over(self) -> bool:
        return self.table().now.is_over


def _set_up(stage: _Stage) -> None:
    stage.tell("A repository on a server is set up: it gets a hook that answers every push")
    stage.run(".", "git", "init", "--quiet", "--bare", "-b", "main", REPOSITORY)
    stage.run(".", "ludoteca", "gitgammon", "init", REPOSITORY)
    stage.tell("A table is opened in it; what its dice will be is fixed from now on")
    stage.run(".", "ludoteca", "gitgammon", "new", "--white", WHITE, "--black", BLACK, "--repo", REPOSITORY)
    stage.tell(
        "Each player clones it. On a real server their ssh key says who pushes (docs/gitgammon.md); here a script on "
        "the server does, in place of ssh"
    )
    for player in (WHITE, BLACK):
        door = stage.home / f"door-{player}"
        door.write_text(f'#!/bin/sh\nGITGAMMON_ACTOR={player} exec git-receive-pack "$@"\n', encoding="utf-8")
        door.chmod(0o755)
        stage.run(".", "git", "clone", "--quiet", REPOSITORY, player)
        for key, value in (
            ("user.name", player),
            ("user.email", f"{player}@example.org"),
            ("gitgammon.player", player),
            ("remote.origin.receivepack", str(door)),
        ):
            stage.run(player, "git", "config", key, value)
    stage.run(WHITE, "ludoteca", "gitgammon", "show")


def _play(stage: _Stage, moves: int) -> int:
    """So many moves, or fewer if the game ends; how many there were."""
    if moves and not stage.is_over:
        stage.tell("They play. `move` writes a file, commits and pushes it; the processor's answer is a commit")
    for number in range(moves):
        if stage.is_over:
            return number
        stage.run(stage.mover(), "ludoteca", "gitgammon", "move", *stage.play().split())
    return moves


def _lie(stage: _Stage) -> None:
    if stage.is_over:
        return
    liar, seen = stage.mover(), stage.table()
    stage.tell(
        f"{liar} writes a move file by hand, with dice that nobody has rolled. It is rejected, and is gone again"
    )
    lie = forged_move(seen.now, utc_now())
    path = f"tables/{seen.id}/moves/{lie.name}"
    stage.run(liar, "git", "pull", "--quiet")
    file = stage.home / liar / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(lie.data)
    stage.remark(f"({liar} has written {path}: {lie.data.decode()})")
    stage.run(liar, "git", "add", path)
    _push(stage, liar, "What a roll")


def _edit(stage: _Stage) -> None:
    if stage.is_over:
        return
    cheat, path = stage.mover(), f"tables/{stage.table().id}/state.json"
    stage.tell(f"{cheat} changes what the table says: it is put back as it was")
    file = stage.home / cheat / path
    file.write_text(file.read_text(encoding="utf-8").replace('"turn": ', '"turn": 9'), encoding="utf-8")
    stage.remark(f"({cheat} has put a 9 before the number of the turn in {path})")
    stage.run(cheat, "git", "add", path)
    _push(stage, cheat, "A little help")


def _push(stage: _Stage, player: str, message: str) -> None:
    stage.run(player, "git", "commit", "--quiet", "-m", message)
    stage.run(player, "git", "push", "--quiet")
    stage.run(player, "git", "pull", "--quiet")


def _finish(stage: _Stage) -> None:
    if not stage.is_over:
        stage.tell("That is enough. Who is to move resigns; with the end of the game the key of its dice is published")
        stage.run(stage.mover(), "ludoteca", "gitgammon", "resign")
    stage.tell("Everybody can check all of it in their own clone: who pushed, every state, every rule, every roll")
    for player in (WHITE, BLACK):
        stage.run(player, "git", "pull", "--quiet")
        stage.run(player, "ludoteca", "gitgammon", "verify")
    stage.run(WHITE, "ludoteca", "gitgammon", "log")


def _export_path() -> str:
    """What makes a shell find us by name, with which everything shown here begins."""
    return f'export PATH="$PATH:{Path(sys.executable).parent}"'


def _places(home: Path, *, stays: bool) -> Iterator[str]:
    first = "" if program() == "ludoteca" else f"{_export_path()} && "
    if not stays:
        yield f"It was all in {home}, which is gone now. To have one that stays, and to go on in it:"
        yield f"{first}ludoteca gitgammon demo --keep"
        return
    yield f"{home / WHITE / 'README.md'}: the boards, as everybody sees them who opens the repository"
    yield f"cd {home / WHITE} && ludoteca gitgammon show: the table, from a clone; `git log` has what was done"
    yield f"cd {home / WHITE} && python3 -m http.server 8080: the page, on http://127.0.0.1:8080/"
    yield "docs/gitgammon.md: the same on GitHub, or on a server of your own"
    yield "To go on, with the next table:"
    new = f"ludoteca gitgammon new --white {BLACK} --black {WHITE} --repo {REPOSITORY}"
    yield f"{first}cd {shlex.quote(str(home))} && {new} && cd {BLACK} && git pull && ludoteca gitgammon show"


def _done(where: Path, *command: str) -> tuple[int, str]:
    """Its exit code, and what it has said."""
    words = [sys.executable, "-m", "ludoteca", *command[1:]] if command[0] == "ludoteca" else command
    try:
        done = subprocess.run(  # noqa: S603 - a list of our own words
            words,
            cwd=where,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=SECONDS_AT_MOST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 1, f"no answer in {SECONDS_AT_MOST} seconds"
    return done.returncode, done.stdout.strip()


def _environment() -> dict[str, str]:
    """The environment without what would change the demo from machine to machine: git settings, a seed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "GITGAMMON_"))}
    path = os.pathsep.join((kept["PATH"], str(Path(sys.executable).parent)))  # so that they call us as we do
    return {
        **kept,
        "PATH": path,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
    }


@contextmanager
def _folder(named: Path | None, *, keep: bool) -> Iterator[Path]:
    if named is not None:
        if named.exists() and (not named.is_dir() or any(named.iterdir())):
            raise Failure(f"{named} is there already, and not an empty folder")
        named.mkdir(parents=True, exist_ok=True)
        yield named.resolve()
    elif keep:
        yield Path(tempfile.mkdtemp(prefix="gitgammon-")).resolve()
    else:
        with tempfile.TemporaryDirectory(prefix="gitgammon-", ignore_cleanup_errors=True) as made:
            yield Path(made).resolve()

"""The Dockerfile without Docker: its instructions, carried out in a folder that stands for the root of the image.

The folders of the image lie in that folder, and texts that name them are rewritten. The base image is this machine's
Python with nothing installed; `useradd` and `install` are stand-ins, because the real ones would change this machine.
Where the tests run as root, the entrypoint runs as the image's user. Pages are not built: that needs npm's registry.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from string import Template
from typing import Any, Final

FOLDERS: Final = ("build", "data", "opt")
"""What the image has at its root, beside its base image."""

HARMLESS: Final = frozenset({"/usr/sbin/nologin"})
ABSOLUTE: Final = re.compile(r"(?<![\w.:/-])/(\w[\w./-]*)")
KEPT: Final = ("HOME", "PIP_", "SSL_CERT", "REQUESTS_CA")
"""The machine's own way to its package index, and pip's cache."""

STAND_INS: Final = {
    "useradd": """
import sys
name, uid = sys.argv[-1], sys.argv[sys.argv.index("--uid") + 1]
with open("{users}", "a") as users:
    users.write(f"{{name}} {{uid}}\\n")
""",
    "install": """
import argparse, os
parser = argparse.ArgumentParser("install")
parser.add_argument("-d", action="store_true", required=True)
for option in ("-o", "-g", "-m", "folder"):
    parser.add_argument(option)
asked = parser.parse_args()
with open("{users}") as lines:
    users = dict(line.split() for line in lines)
os.makedirs(asked.folder)
os.chmod(asked.folder, int(asked.m, 8))
uid, gid = int(users[asked.o]), int(users[asked.g])
if os.geteuid() == 0:
    os.chown(asked.folder, uid, gid)
""",
}


class BuildError(Exception):
    """An instruction that cannot be carried out."""


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """The word and the rest of each."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        if line.strip():
            word, _, rest = line.partition(" ")
            yield word, rest.strip()


class Context:
    """The files that the builder gets: those that `.dockerignore` lets through; `changed` have another text."""

    def __init__(self, folder: Path, changed: Mapping[str, str] | None = None) -> None:
        self._folder = folder
        self._changed = changed or {}
        lines = (folder / ".dockerignore").read_text().splitlines()
        self._rules = [(not line.startswith("!"), _pattern(line.lstrip("!"))) for line in lines if line[:1] not in "#"]

    def copy(self, name: str, to: Path) -> None:
        source = self._folder / name
        if not source.exists() or not self._has(PurePosixPath(name)):
            raise BuildError(f"COPY: {name} is not in the build context")
        if source.is_dir():
            shutil.copytree(source, to, ignore=self._left_out, dirs_exist_ok=True)
        elif name in self._changed:
            (to / source.name).write_text(self._changed[name])
        else:
            shutil.copy(source, to)

    def _left_out(self, folder: str, names: list[str]) -> set[str]:
        inside = Path(folder).relative_to(self._folder)
        return {name for name in names if not self._has(PurePosixPath(inside / name))}

    def _has(self, path: PurePosixPath) -> bool:
        """The last rule about it, or about a folder that it is in, decides."""
        is_left_out = False
        for leaves_out, pattern in self._rules:
            if any(pattern.fullmatch(str(each)) for each in (path, *path.parents)):
                is_left_out = leaves_out
        return not is_left_out


def _pattern(line: str) -> re.Pattern[str]:
    parts = (re.escape(part).replace(r"\*", "[^/]*") for part in line.strip("/").split("**/"))
    return re.compile("(?:.*/)?".join(parts))


class Image:
    """What is built in `folder`, a new one: the last stage, and how to run it."""

    def __init__(self, text: str, context: Context, folder: Path) -> None:
        self._context = context
        self._folder = folder
        folder.mkdir()
        self.root = folder / "root"
        self._stage = ""
        self.user = 0
        self.entrypoint: list[str] = []
        self.command: list[str] = []
        self.healthcheck: list[str] = []
        for word, rest in instructions(text):
            carry_out: Callable[[str], None] | None = getattr(self, f"_{word.lower()}", None)
            if carry_out is None:
                raise BuildError(f"{word}: this instruction is not known here")
            carry_out(rest)

    def start(self, *words: str, **more: Any) -> "subprocess.Popen[str]":
        """A process in the image, as its user."""
        who: dict[str, Any] = {"user": self.user, "group": self.user, "extra_groups": []} if os.geteuid() == 0 else {}
        environment = {name: value for name, value in self.environment.items() if not name.startswith(KEPT)}
        return subprocess.Popen(words, cwd=self.root, env=environment, text=True, **who, **more)

    # The instructions

    def _from(self, rest: str) -> None:
        """All stages have their files at the same place, because what is installed knows its own path."""
        if self.root.exists():
            self.root.rename(self._folder / self._stage)
        self._stage = rest.partition(" AS ")[2]
        self.root.mkdir()
        self._workdir_now = self.root
        kept = {name: value for name, value in os.environ.items() if name.startswith(KEPT)}
        self.environment = {**kept, "PATH": f"{self._base()}{os.pathsep}{os.defpath}", "LUDOTECA_SKIP_FRONT": "1"}

    def _env(self, rest: str) -> None:
        for word in shlex.split(rest):
            name, _, value = word.partition("=")
            if name != "PIP_NO_CACHE_DIR":  # it makes the image smaller; here it would fetch everything every time
                self.environment[name] = Template(self._placed(value)).substitute(self.environment)

    def _workdir(self, rest: str) -> None:
        self._workdir_now = Path(self._placed(rest))
        self._workdir_now.mkdir(parents=True, exist_ok=True)

    def _run(self, rest: str) -> None:
        line = ["/bin/sh", "-c", self._placed(rest)]
        done = subprocess.run(
            line, cwd=self._workdir_now, env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise BuildError(f"RUN {rest}\n{done.stdout}{done.stderr}")

    def _copy(self, rest: str) -> None:
        *names, to = rest.split()
        if names[0].startswith("--from="):
            stage, (name,) = names[0].removeprefix("--from="), names[1:]
            place = Path(self._placed(to))
            place.parent.mkdir(parents=True, exist_ok=True)
            (self._folder / stage / name.lstrip("/")).rename(place)  # a copy takes long, and the stage is done with
            return
        place = Path(self._workdir_now, self._placed(to))
        if to.endswith("/"):
            place.mkdir(parents=True, exist_ok=True)
        for name in names:
            self._context.copy(name, place)

    def _user(self, rest: str) -> None:
        self.user = int(rest)

    def _volume(self, rest: str) -> None:
        if not Path(self._placed(rest)).is_dir():
            raise BuildError(f"VOLUME {rest}: its owner would be root")

    def _expose(self, rest: str) -> None:
        int(rest)

    def _healthcheck(self, rest: str) -> None:
        self.healthcheck = self._words(rest.partition("CMD ")[2])

    def _entrypoint(self, rest: str) -> None:
        self.entrypoint = self._words(rest)

    def _cmd(self, rest: str) -> None:
        self.command = self._words(rest)

    # What stands for what

    def _words(self, text: str) -> list[str]:
        return [self._placed(word) for word in json.loads(text)]

    def _placed(self, text: str) -> str:
        """The same text about this folder."""

        def place(found: re.Match[str]) -> str:
            if found[0] in HARMLESS:
                return found[0]
            if found[1].split("/")[0] not in FOLDERS:
                raise BuildError(f"{found[0]} is none of the folders that may be written: {', '.join(FOLDERS)}")
            return f"{self.root}{found[0]}"

        return ABSOLUTE.sub(place, text)

    def _base(self) -> Path:
        """The programs of the base image that the real ones on this machine must not stand for."""
        folder = self._folder / "base"
        if not folder.exists():
            folder.mkdir()
            (self._folder / "users").touch()
            (folder / "python").symlink_to(_python(self._folder.parent))
            for name, code in STAND_INS.items():
                program = folder / name
                program.write_text(f"#!{folder}/python\n{code.format(users=self._folder / 'users')}")
                program.chmod(0o755)
        return folder


def _python(room: Path) -> Path:
    """This machine's Python, or a copy where others than its owner cannot run it."""
    base = Path(sys.base_prefix)
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    if os.geteuid() != 0 or all(folder.stat().st_mode & 1 for folder in (base, *base.parents)):
        return base / "bin" / name
    ours = room / "python"
    if ours.exists():
        return ours / "bin" / name
    (ours / "bin").mkdir(parents=True)
    shutil.copy(base / "bin" / name, ours / "bin")
    left_out = shutil.ignore_patterns("test", "site-packages", "__pycache__", "*.a")
    shutil.copytree(base / "lib", ours / "lib", symlinks=True, ignore=left_out)
    return ours / "bin" / name

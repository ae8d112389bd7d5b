"""Where Ludoteca is installed from: what is taken for a source, what is refused, and what pip makes of it."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import threading
import venv
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import Distribution, PackageNotFoundError, PathDistribution
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest

import ludoteca
from ludoteca.gitplay import package_source, pypi
from ludoteca.gitplay.package_source import FOLDER, Commit, Release, Source, WheelFile, WheelUrl
from ludoteca.gitplay.pypi import WHEEL
from ludoteca.gitplay.trouble import Trouble
from ludoteca.gitplay.workflows import of_source
from tests.setup.stand_ins import wheel

from .clones import git
from .test_workflow import INSTALLS

VERSION: Final = ludoteca.__version__
HASH: Final = "b" * 64
COMMIT: Final = "a" * 40
GIT: Final = {"vcs": "git", "commit_id": COMMIT, "requested_revision": "main"}
ARCHIVE: Final = {"hashes": {"sha256": HASH}}
BACKEND: Final = """import pathlib, shutil
def build_wheel(folder, settings=None, metadata=None):
    (built,) = pathlib.Path().glob("*.whl")
    shutil.copy(built, folder)
    return built.name
"""


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (f"https://host.example/{WHEEL}#sha256={HASH}", WheelUrl(f"https://host.example/{WHEEL}", HASH)),
        (f"git+https://host.example/l.git@{COMMIT}", Commit("https://host.example/l.git", COMMIT)),
    ],
)
def test_an_address_with_its_hash_or_its_commit_is_a_source(text: str, source: Source) -> None:
    assert package_source.read(text) == source


@pytest.mark.parametrize(
    "text",
    [
        f"https://host.example/{WHEEL}",
        f"http://host.example/{WHEEL}#sha256={HASH}",
        f"https://me:secret@host.example/{WHEEL}#sha256={HASH}",
        f"https://host.example/$(id)'/{WHEEL}#sha256={HASH}",
        f"https://host.example/ludoteca-{VERSION}.tar.gz#sha256={HASH}",
        "git+https://host.example/l.git@main",
        "git+https://host.example/l.git",
        f"git+ssh://git@host.example/l.git@{COMMIT}",
    ],
)
def test_what_is_not_pinned_or_not_public_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(Trouble, match=r"it must be https://…/.*\.whl#sha256=HASH .* or git\+https://…@COMMIT"):
        package_source.read(text)


def test_another_package_and_another_version_are_refused(tmp_path: Path) -> None:
    for name, version in (("ludoteca", "9999"), ("another", VERSION)):
        with pytest.raises(Trouble, match="in the version that runs here"):
            package_source.read(str(wheel(tmp_path, name, version, [])))
    renamed = wheel(tmp_path, "another", VERSION, []).rename(tmp_path / WHEEL)
    with pytest.raises(Trouble, match="in the version that runs here"):
        package_source.read(str(renamed))
    with pytest.raises(Trouble, match="in the version that runs here"):
        package_source.read(f"https://host.example/ludoteca-9999-py3-none-any.whl#sha256={HASH}")


def test_a_file_that_is_no_wheel_is_refused(tmp_path: Path) -> None:
    (tmp_path / WHEEL).write_bytes(b"no wheel")
    with pytest.raises(Trouble, match="is no wheel"):
        package_source.read(str(tmp_path / WHEEL))
    with pytest.raises(Trouble, match=r"'elsewhere' cannot be read .*; a source is `pypi`"):
        package_source.read("elsewhere")


@pytest.mark.parametrize(
    ("note", "source"),
    [
        (None, None),
        ({"url": "file:///home/me/ludoteca", "dir_info": {"editable": True}}, None),
        ({"url": f"file:///home/me/{WHEEL}", "archive_info": ARCHIVE}, None),
        ({"url": "ssh://git@host.example/ludoteca", "vcs_info": GIT}, None),
        ({"url": "https://me:secret@host.example/l.git", "vcs_info": GIT}, None),
        ({"url": "https://host.example/l.git", "vcs_info": GIT, "subdirectory": "python"}, None),
        ({"url": f"https://host.example/{WHEEL}", "archive_info": {}}, None),
        ({"url": "https://host.example/l.tar.gz", "archive_info": ARCHIVE}, None),
        (
            {"url": "https://host.example/me/ludoteca.git", "vcs_info": GIT},
            Commit("https://host.example/me/ludoteca.git", COMMIT),
        ),
        (
            {"url": f"https://host.example/{WHEEL}", "archive_info": ARCHIVE},
            WheelUrl(f"https://host.example/{WHEEL}", HASH),
        ),
    ],
)
def test_what_was_installed_from_a_public_address_with_a_pin_came_from_there(
    note: dict[str, Any] | None, source: Source | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By what pip itself notes down beside an installed package."""
    info = tmp_path / f"ludoteca-{VERSION}.dist-info"
    info.mkdir()
    if note is not None:
        (info / "direct_url.json").write_text(json.dumps(note))
    monkeypatch.setattr(package_source, "distribution", lambda name: PathDistribution(info))
    assert package_source.installed_from() == source


def test_what_runs_from_its_sources_came_from_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_installed(name: str) -> Distribution:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(package_source, "distribution", not_installed)
    assert package_source.installed_from() is None


# PyPI


class Index(BaseHTTPRequestHandler):
    """PyPI, with the files that a test has put there."""

    pages: ClassVar[dict[str, bytes]] = {}

    def do_GET(self) -> None:
        found = self.pages.get(self.path)
        self.send_response(404 if found is None else 200)
        self.end_headers()
        self.wfile.write(found or b"")

    def log_message(self, *_: object) -> None:
        """Quietly."""


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(Index, "pages", {})
    with HTTPServer(("127.0.0.1", 0), Index) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}"
        monkeypatch.setattr(pypi, "PYPI", address)
        yield address
        server.shutdown()
        thread.join()


def released(index: str, tmp_path: Path, **other: bytes) -> Path:
    """A wheel of what runs here, on PyPI; with files that are another's."""
    path = tmp_path / WHEEL
    package = Path(ludoteca.__file__).parent
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(package.rglob("*")):
            name = f"ludoteca/{file.relative_to(package).as_posix()}"
            if file.is_file() and "__pycache__" not in file.parts and name not in other:
                archive.write(file, name)
        archive.writestr(f"ludoteca-{VERSION}.dist-info/METADATA", "Name: ludoteca\n")
        for name, data in other.items():
            archive.writestr(name, data)
    listed = {"filename": WHEEL, "url": f"{index}/files/{WHEEL}", "size": 1.5}
    Index.pages[f"/ludoteca/{VERSION}/json"] = json.dumps({"info": {"name": None}, "urls": [listed]}).encode()
    Index.pages[f"/files/{WHEEL}"] = path.read_bytes()
    return path


def test_a_release_that_is_what_runs_here_is_a_source_by_its_hash(index: str, tmp_path: Path) -> None:
    path = released(index, tmp_path)
    done = subprocess.run([sys.executable, "-m", "pip", "hash", str(path)], capture_output=True, text=True, check=True)
    source = package_source.read("pypi")
    assert isinstance(source, Release)
    assert f"--hash=sha256:{source.sha256}\n" in done.stdout
    assert package_source.for_workflow(source) == f"ludoteca=={VERSION} --hash=sha256:{source.sha256}\n"


@pytest.mark.parametrize("name", ["ludoteca/__init__.py", "ludoteca/more.py", "another/__init__.py", "evil.pth"])
def test_a_release_of_somebody_else_is_none_whatever_it_is_called(index: str, tmp_path: Path, name: str) -> None:
    released(index, tmp_path, **{name: b"import os\n"})
    with pytest.raises(Trouble, match=f"on PyPI is not what runs here \\({name} differs\\)"):
        package_source.read("pypi")


def test_where_pypi_has_no_such_release_it_is_said(index: str, tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=f"PyPI has no ludoteca {VERSION}; name another source"):
        package_source.read("pypi")
    released(index, tmp_path)
    Index.pages[f"/ludoteca/{VERSION}/json"] = b'{"urls": []}'
    with pytest.raises(Trouble, match=f"PyPI has no ludoteca {VERSION}"):
        package_source.read("pypi")


def test_an_answer_that_cannot_be_read_and_no_answer_are_said(index: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for answer in (b"<html>", b"[]", b'{"urls": [{}]}'):
        Index.pages[f"/ludoteca/{VERSION}/json"] = answer
        with pytest.raises(Trouble, match="PyPI's answer cannot be read"):
            package_source.read("pypi")
    monkeypatch.setattr(pypi, "PYPI", "http://127.0.0.1:9")
    with pytest.raises(Trouble, match="PyPI cannot be asked"):
        package_source.read("pypi")


# What pip makes of it


@pytest.fixture
def runner(tmp_path: Path) -> Path:
    """A machine of GitHub's: a folder, and an empty environment."""
    folder = tmp_path / "runner"
    venv.create(folder / "venv")
    return folder


def put(runner: Path, source: Source) -> Path:
    """The repository's files, where the workflow has them."""
    for path, data in of_source("main", source).items():
        file = runner / "processor" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return runner / "processor" / FOLDER


def pip(runner: Path, where: Path, command: str) -> subprocess.CompletedProcess[str]:
    """A command of a workflow's, or of a README's, with the environment of the runner in the place of its own."""
    word, *rest = shlex.split(command)
    assert word == "pip"
    called = [sys.executable, "-m", "pip", "--python", str(runner / "venv"), *rest]
    return subprocess.run(called, cwd=where, env=dict(os.environ), capture_output=True, text=True, check=False)


def is_installed(runner: Path) -> bool:
    return bool(list((runner / "venv").rglob("site-packages/ludoteca/__init__.py")))


def a_wheel(folder: Path) -> Path:
    return wheel(folder, "ludoteca", VERSION, [], {"ludoteca/__init__.py": ""})


def test_a_wheel_in_the_repository_is_installed_from_there(runner: Path, tmp_path: Path) -> None:
    source = package_source.read(str(a_wheel(tmp_path)))
    put(runner, source)
    done = pip(runner, runner, INSTALLS[1])
    assert done.returncode == 0, done.stderr
    assert is_installed(runner)


def test_a_wheel_that_is_not_the_pinned_one_is_not_installed(runner: Path, tmp_path: Path) -> None:
    folder = put(runner, WheelFile(a_wheel(tmp_path).read_bytes()))
    shutil.copy(wheel(tmp_path, "ludoteca", VERSION, [], {"ludoteca/__init__.py": "import os\n"}), folder / WHEEL)
    done = pip(runner, runner, INSTALLS[1])
    assert "DO NOT MATCH THE HASHES" in done.stderr
    assert not is_installed(runner)


def test_players_install_the_wheel_from_their_clone(runner: Path, tmp_path: Path) -> None:
    source = package_source.read(str(a_wheel(tmp_path)))
    put(runner, source)
    install = f"pip install --no-deps {shlex.quote(package_source.for_player(source))}"
    done = pip(runner, runner / "processor", install)
    assert done.returncode == 0, done.stderr
    assert is_installed(runner)


def test_a_commit_is_built_and_installed_without_fetching_anything_else(
    runner: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    a_wheel(sources)
    (sources / "backend.py").write_text(BACKEND)
    backend = {"requires": ["hatchling"], "build-backend": "backend", "backend-path": ["."]}
    lines = "\n".join(f"{key} = {json.dumps(value)}" for key, value in backend.items())
    (sources / "pyproject.toml").write_text(f"[build-system]\n{lines}\n")
    git(sources, "init", "--quiet")
    git(sources, "add", ".")
    git(sources, "-c", "user.name=me", "-c", "user.email=me@example.org", "commit", "--quiet", "-m", "sources")
    commit = git(sources, "rev-parse", "HEAD").strip()
    git(sources, "config", "--global", f"url.file://{sources}.insteadOf", "https://host.example/ludoteca.git")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    source = package_source.read(f"git+https://host.example/ludoteca.git@{commit}")
    put(runner, source)
    done = pip(runner, runner, INSTALLS[1])
    assert done.returncode == 0, done.stderr
    assert is_installed(runner)

"""Where Ludoteca is installed from: what is taken for a source, what is refused, and what pip makes of it."""

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import venv
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import Distribution, PackageNotFoundError, PathDistribution, distribution
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest

import ludoteca
from ludoteca.gitplay.errors import GitGammonError
from ludoteca.gitplay.setup import package_source
from ludoteca.gitplay.setup.init import workflow_files
from ludoteca.gitplay.setup.package_source import FOLDER, WHEEL, GitCommit, Source, WheelFile, WheelUrl
from tests.setup.environments import CLOSED, environment
from tests.setup.stand_ins import wheel

from .clones import git
from .test_workflow import INSTALLS

VERSION: Final = ludoteca.__version__
INFO: Final = f"ludoteca-{VERSION}.dist-info"
METADATA: Final = f"{INFO}/METADATA"
ENTRY_POINTS: Final = f"{INFO}/entry_points.txt"
WHEEL_FILE: Final = "Wheel-Version: 1.0\nGenerator: a builder\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
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
        (f"git+https://host.example/l.git@{COMMIT}", GitCommit("https://host.example/l.git", COMMIT)),
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
    with pytest.raises(GitGammonError, match=r"it must be https://…/.*\.whl#sha256=HASH .* or git\+https://…@COMMIT"):
        package_source.read(text)


def test_another_package_and_another_version_are_refused(tmp_path: Path) -> None:
    for name, version in (("ludoteca", "9999"), ("another", VERSION)):
        with pytest.raises(GitGammonError, match="in the version that runs here"):
            package_source.read(str(wheel(tmp_path, name, version, [])))
    renamed = wheel(tmp_path, "another", VERSION, []).rename(tmp_path / WHEEL)
    with pytest.raises(GitGammonError, match="in the version that runs here"):
        package_source.read(str(renamed))
    with pytest.raises(GitGammonError, match="in the version that runs here"):
        package_source.read(f"https://host.example/ludoteca-9999-py3-none-any.whl#sha256={HASH}")


def test_a_file_that_is_no_wheel_is_refused(tmp_path: Path) -> None:
    (tmp_path / WHEEL).write_bytes(b"no wheel")
    with pytest.raises(GitGammonError, match="is no wheel"):
        package_source.read(str(tmp_path / WHEEL))
    with pytest.raises(GitGammonError, match=r"'elsewhere' cannot be read .*; a source is `pypi`"):
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
            GitCommit("https://host.example/me/ludoteca.git", COMMIT),
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
        monkeypatch.setattr(package_source, "PYPI", address)
        monkeypatch.setattr(package_source, "FILES", f"{address}/files/")
        yield address
        server.shutdown()
        thread.join()


def what_runs_here() -> dict[str, bytes]:
    """A wheel of what is installed here: every file, with what a builder writes beside them."""
    package = Path(ludoteca.__file__).parent
    files = (file for file in sorted(package.rglob("*")) if file.is_file() and "__pycache__" not in file.parts)
    about = {name: distribution("ludoteca").read_text(name) or "" for name in ("METADATA", "entry_points.txt")}
    about |= {"WHEEL": WHEEL_FILE, "RECORD": "", "licenses/LICENSE": "MIT\n"}
    return {
        **{file.relative_to(package.parent).as_posix(): file.read_bytes() for file in files},
        **{f"{INFO}/{name}": text.encode() for name, text in about.items()},
    }


def released(index: str, files: Mapping[str, bytes], *more: tuple[str, bytes]) -> bytes:
    """Put a wheel of these files on PyPI; of more, which may be there already."""
    path = BytesIO()
    with zipfile.ZipFile(path, "w") as archive, warnings.catch_warnings(action="ignore"):
        for name, data in (*files.items(), *more):
            archive.writestr(zipfile.ZipInfo(name), data)  # dated 1980: the same bytes whenever it is made
    listed = {"filename": WHEEL, "url": f"{index}/files/{WHEEL}", "size": 1.5}
    Index.pages[f"/ludoteca/{VERSION}/json"] = json.dumps({"info": {"name": None}, "urls": [listed]}).encode()
    Index.pages[f"/files/{WHEEL}"] = path.getvalue()
    return path.getvalue()


def test_a_release_that_is_what_runs_here_is_a_source_by_its_address_and_hash(index: str) -> None:
    sha256 = hashlib.sha256(released(index, what_runs_here())).hexdigest()
    source = package_source.read("pypi")
    url = f"{index}/files/{WHEEL}"
    assert source == WheelUrl(url, sha256)
    assert package_source.for_workflow(source) == f"ludoteca @ {url} --hash=sha256:{sha256}\n"
    assert package_source.for_player(source) == f"ludoteca[git] @ {url}#sha256={sha256}"


def test_how_a_release_was_built_and_its_description_are_no_difference(index: str) -> None:
    files = what_runs_here()
    described = files[METADATA].partition(b"\n\n")[0] + b"\n\nAnother README.\n"
    released(index, {**files, METADATA: described, f"{INFO}/WHEEL": b"Generator: another\n"})
    assert isinstance(package_source.read("pypi"), WheelUrl)


@pytest.mark.parametrize(
    "name",
    [
        "ludoteca/more.py",
        "ludoteca/__pycache__/api.cpython-313.pyc",
        "another/__init__.py",
        "evil.pth",
        "ludoteca/../evil.pth",
        f"{INFO}/../evil.pth",
        f"{INFO}/licenses/../../evil.pth",
        f"{INFO}/direct_url.json",
        f"ludoteca-{VERSION}.data/scripts/git",
    ],
)
def test_a_release_with_a_file_more_is_somebody_elses(index: str, name: str) -> None:
    released(index, {**what_runs_here(), name: b"import os\n"})
    with pytest.raises(
        GitGammonError, match=f"on PyPI is not what runs here \\({re.escape(name)} is not in the installed one"
    ):
        package_source.read("pypi")


@pytest.mark.parametrize("name", ["ludoteca/api.py", "ludoteca/py.typed", METADATA, ENTRY_POINTS])
def test_a_release_with_a_file_less_is_somebody_elses(index: str, name: str) -> None:
    released(index, {kept: data for kept, data in what_runs_here().items() if kept != name})
    with pytest.raises(GitGammonError, match=f"on PyPI is not what runs here \\({name} is missing"):
        package_source.read("pypi")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("ludoteca/__init__.py", b"", b"import os\n"),
        (METADATA, b"Requires-Dist: msgspec", b"Requires-Dist: evil\nRequires-Dist: msgspec"),
        (METADATA, b"Provides-Extra: git\n", b"Provides-Extra: git\nRequires-Dist: evil; extra == 'git'\n"),
        (ENTRY_POINTS, b"ludoteca.__main__:main", b"ludoteca.extras:advice"),
        (ENTRY_POINTS, b"[console_scripts]\n", b"[console_scripts]\ngit = ludoteca.__main__:main\n"),
    ],
)
def test_a_release_that_differs_is_somebody_elses(index: str, name: str, old: bytes, new: bytes) -> None:
    files = what_runs_here()
    assert old in files[name]
    released(index, {**files, name: files[name].replace(old, new, 1)})
    with pytest.raises(GitGammonError, match=f"on PyPI is not what runs here \\({name} differs"):
        package_source.read("pypi")


def test_a_release_with_a_file_twice_is_somebody_elses(index: str) -> None:
    """Of two files with one name, one program installs the first and another the second."""
    files = what_runs_here()
    released(index, {"ludoteca/__init__.py": b"import os\n"}, *files.items())
    with pytest.raises(GitGammonError, match=r"ludoteca/__init__\.py is in it twice"):
        package_source.read("pypi")


def test_a_release_is_compared_with_what_is_installed(index: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def not_installed(name: str) -> Distribution:
        raise PackageNotFoundError(name)

    released(index, what_runs_here())
    monkeypatch.setattr(package_source, "distribution", not_installed)
    with pytest.raises(GitGammonError, match="no installed version to compare it with"):
        package_source.read("pypi")


@pytest.mark.parametrize("address", ["https://elsewhere.example/files/", "{files}a'b/", "{files}$(id)/", "{files}a b/"])
def test_an_address_that_is_not_among_the_files_of_pypi_is_refused(index: str, address: str) -> None:
    url = address.format(files=f"{index}/files/") + WHEEL
    listed = {"filename": WHEEL, "url": url}
    Index.pages[f"/ludoteca/{VERSION}/json"] = json.dumps({"urls": [listed]}).encode()
    with pytest.raises(GitGammonError, match="is not an address below"):
        package_source.read("pypi")


def test_where_pypi_has_no_such_release_it_is_said(index: str) -> None:
    with pytest.raises(GitGammonError, match=f"PyPI has no ludoteca {VERSION}; name another source"):
        package_source.read("pypi")
    released(index, what_runs_here())
    Index.pages[f"/ludoteca/{VERSION}/json"] = b'{"urls": []}'
    with pytest.raises(GitGammonError, match=f"PyPI has no ludoteca {VERSION}"):
        package_source.read("pypi")


def test_an_answer_that_cannot_be_read_and_no_answer_are_said(index: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for answer in (b"<html>", b"[]", b'{"urls": [{}]}'):
        Index.pages[f"/ludoteca/{VERSION}/json"] = answer
        with pytest.raises(GitGammonError, match="PyPI's answer cannot be read"):
            package_source.read("pypi")
    monkeypatch.setattr(package_source, "PYPI", "http://127.0.0.1:9")
    with pytest.raises(GitGammonError, match="PyPI cannot be asked"):
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
    for path, data in workflow_files("main", source).items():
        file = runner / "processor" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return runner / "processor" / FOLDER


def pip(runner: Path, where: Path, command: str) -> subprocess.CompletedProcess[str]:
    """A command of a workflow's, or of a README's, with the environment of the runner in the place of its own."""
    word, *rest = shlex.split(command)
    assert word == "pip"
    called = [sys.executable, "-m", "pip", "--python", str(runner / "venv"), *rest]
    env = environment(CLOSED, os.environ["PATH"])
    return subprocess.run(called, cwd=where, env=env, capture_output=True, text=True, check=False)


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


def test_players_and_workflows_install_the_release_and_no_later_file(index: str, runner: Path) -> None:
    released(index, what_runs_here())
    source = package_source.read("pypi")
    put(runner, source)
    player = f"pip install --no-deps {shlex.quote(package_source.for_player(source))}"
    released(index, what_runs_here(), ("ludoteca/more.py", b""))
    for command in (player, INSTALLS[1]):
        done = pip(runner, runner, command)
        assert "DO NOT MATCH THE HASHES" in done.stderr
        assert not is_installed(runner)
    released(index, what_runs_here())
    for command in (player, INSTALLS[1]):
        done = pip(runner, runner, command)
        assert done.returncode == 0, done.stderr
        assert is_installed(runner)
        pip(runner, runner, "pip uninstall --yes ludoteca")


def test_a_commit_is_built_and_installed_without_fetching_anything_else(runner: Path, tmp_path: Path) -> None:
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
    source = package_source.read(f"git+https://host.example/ludoteca.git@{commit}")
    put(runner, source)
    done = pip(runner, runner, INSTALLS[1])
    assert done.returncode == 0, done.stderr
    assert is_installed(runner)

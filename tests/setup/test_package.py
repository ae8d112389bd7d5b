"""What is published: a source distribution and a wheel, each with the pages in it, and a wheel that runs where it is
installed.

The pages are those that the set-up has built: nothing here needs Node or an index.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from contextlib import suppress
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote
from urllib.request import urlopen

import pytest
from markdown_it import MarkdownIt

from ludoteca import __version__
from tests.shared import made_once

from .locks import ROOT

PAGES: Final = ("ludoteca/web/page", "ludoteca/gitplay/page")
PYPROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
URLS: Final[dict[str, str]] = PYPROJECT["project"]["urls"]
GAMES: Final = ("backgammon", "briscola", "catan", "gomoku", "orcain")


README: Final = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS: Final = re.findall(r"^```\n(\.venv/bin/.*?)^```", README, re.DOTALL | re.MULTILINE)
PROGRAMS: Final = ("curl", "git", "sh")  # what its commands need beside Ludoteca's own: no Node
SHELL: Final = (
    "LANG",
    "SYSTEMROOT",
    "TERM",
    "TMPDIR",
)  # what is kept of the environment: no setting of ours or Django's
REQUIRES: Final = "import hatchling.build; print(*hatchling.build.get_requires_for_build_wheel())"


class Built(NamedTuple):
    sdist: Path
    wheel: Path
    tree: Path  # the source distribution, unpacked
    from_sdist: Path  # the wheel again, built of it alone


def build(tree: Path, folder: Path, *arguments: str, skip_front: str) -> None:
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), *arguments, str(tree)]
    environment = {**os.environ, "LUDOTECA_SKIP_FRONT": skip_front, "LUDOTECA_FRONT_TOOLS": ""}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = made_once(tmp_path_factory, "dist", make_all)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return Built(sdist, wheel, folder / sdist.name.removesuffix(".tar.gz"), folder / "again" / wheel.name)


def make_all(folder: Path) -> None:
    build(ROOT, folder, "--sdist", "--wheel", skip_front="1")
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    tree = folder / sdist.name.removesuffix(".tar.gz")
    (tree / "front" / "package.json").unlink()  # nothing can be built of it any more
    build(tree, folder / "again", "--wheel", skip_front="")


@pytest.fixture(scope="session")
def in_wheel(built: Built) -> dict[str, bytes]:
    with zipfile.ZipFile(built.wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="session")
def metadata(in_wheel: dict[str, bytes]) -> Message:
    return Parser().parsestr(in_wheel[f"ludoteca-{__version__}.dist-info/METADATA"].decode())


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(ROOT / "src").as_posix(): path.read_bytes() for path in found}


def test_the_wheel_holds_the_package_with_its_pages_and_nothing_else(in_wheel: dict[str, bytes]) -> None:
    package = {
        name: data for name, data in in_wheel.items() if not name.startswith(f"ludoteca-{__version__}.dist-info/")
    }
    assert package == files(ROOT / "src" / "ludoteca")
    assert "ludoteca/py.typed" in package
    for page in PAGES:
        assert f"{page}/index.html" in package, "set up anew: python3 bootstrap.py test builds the pages"
        assert any(name.startswith(f"{page}/") and name.endswith(".js") for name in package)
    assert in_wheel[f"ludoteca-{__version__}.dist-info/licenses/LICENSE"] == (ROOT / "LICENSE").read_bytes()


def test_a_wheel_built_of_the_source_distribution_is_the_same_and_needs_no_node(built: Built) -> None:
    assert built.from_sdist.read_bytes() == built.wheel.read_bytes()


def test_node_is_asked_for_only_where_the_pages_must_be_built(built: Built) -> None:
    def asked(tree: Path, skip_front: str = "") -> str:
        environment = {**os.environ, "LUDOTECA_SKIP_FRONT": skip_front, "LUDOTECA_FRONT_TOOLS": ""}
        command = [sys.executable, "-c", REQUIRES]
        done = subprocess.run(command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.strip()

    assert asked(ROOT) in PYPROJECT["dependency-groups"]["build"], "as it is locked"
    assert asked(ROOT, skip_front="1") == asked(built.tree) == ""


def test_the_source_distribution_holds_what_developers_need_and_no_played_games(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {f"src/{page}/index.html" for page in PAGES} <= names
    named = {name.removeprefix("/") for name in PYPROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]}
    assert {name.partition("/")[0] for name in names} == named | {"pyproject.toml", ".gitignore", "PKG-INFO"}
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name]


def test_twine_has_nothing_to_say_against_it(built: Built) -> None:
    command = [sys.executable, "-m", "twine", "--no-color", "check", "--strict", str(built.sdist), str(built.wheel)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("PASSED") == 2


def test_it_says_whose_it_is_and_where_it_comes_from(metadata: Message) -> None:
    assert (metadata["Name"], metadata["Version"]) == ("ludoteca", __version__)
    assert metadata["Author"] == "The Ludoteca developers"
    assert metadata["License-Expression"] == "MIT"
    told = dict(url.split(", ") for url in metadata.get_all("Project-URL", ()))
    assert told == URLS
    assert all(url.startswith(URLS["Repository"]) for name, url in told.items() if name != "Documentation")
    assert metadata["Keywords"]


def test_every_link_of_the_readme_leads_somewhere_from_any_page(metadata: Message) -> None:
    """PyPI has no other file of ours beside it: whatever is not on the page itself is at the release's tag."""
    page = MarkdownIt("commonmark").enable("table").render(str(metadata.get_payload()))
    links = [unquote(link) for link in re.findall(r'(?:href|src)="([^"]*)"', page)]
    ours = [link for link in links if not link.startswith("#")]
    assert all(link.startswith("https://") for link in ours)
    at = re.compile(rf"{re.escape(URLS['Repository'])}/(?:raw|blob)/v{re.escape(__version__)}/([^#]+)")
    paths = [found[1] for link in ours if (found := at.match(link))]
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []
    pictures = re.findall(r'<img src="([^"]*)"', page)
    assert pictures
    assert all("/raw/" in picture for picture in pictures)


# Installed


@pytest.fixture(scope="session")
def scripts(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the commands of an environment are that has the wheel, and what it needs from the tests' own."""
    return installed(built.wheel, tmp_path_factory.mktemp("installed") / "venv")


def installed(wheel: Path, home: Path) -> Path:
    """The folder of its commands. What the wheel needs is that of the tests: the locks have tests of their own."""
    venv.create(home, symlinks=os.name != "nt")  # as `python -m venv` does
    uv = [sys.executable, "-m", "uv", "--no-config", "pip", "install", "--offline", "--no-deps", "--no-cache"]
    subprocess.run([*uv, "--quiet", "--python", str(home), str(wheel)], check=True)
    base = {"base": str(home), "platbase": str(home)}
    needs = Path(sysconfig.get_path("purelib", "venv", base)) / "needs.pth"
    needs.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return Path(sysconfig.get_path("scripts", "venv", base))


@pytest.fixture
def alone(scripts: Path, tmp_path: Path) -> dict[str, str]:
    """An environment with no command but those of the wheel's own: no Node, no git, no Python of the system."""
    kept = {name: value for name, value in os.environ.items() if name in SHELL}
    return {**kept, "PATH": str(scripts), "HOME": str(tmp_path)}


def test_the_package_is_imported_from_where_it_was_installed(
    scripts: Path, alone: dict[str, str], tmp_path: Path
) -> None:
    program = "import ludoteca; print(ludoteca.__version__, ludoteca.__file__)"
    done = subprocess.run(
        [str(scripts / "python"), "-c", program], env=alone, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    version, file = done.stdout.split()
    assert version == __version__
    assert scripts.parent in Path(file).parents


def test_installed_it_knows_its_games(scripts: Path, alone: dict[str, str], tmp_path: Path) -> None:
    command = [str(scripts / "ludoteca"), "games"]
    done = subprocess.run(command, env=alone, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert [game for game in GAMES if game not in done.stdout] == []


def test_installed_it_serves_its_pages(scripts: Path, alone: dict[str, str], tmp_path: Path) -> None:
    command = [str(scripts / "ludoteca"), "serve", "--listen", "127.0.0.1:0", "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, env=alone, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = next(address for line in server.stdout for address in re.findall(r"http://[\d.:]+", line))
            with urlopen(f"{address}/health") as health:
                assert health.status == 200
            with urlopen(address) as page:
                assert '<script type="module"' in page.read().decode()
        finally:
            server.send_signal(signal.SIGTERM)
        assert server.wait() == 0


# The README


@pytest.fixture(scope="session")
def visited(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the README's commands find what they name, and nothing else of a clone."""
    folder = tmp_path_factory.mktemp("visited")
    installed(built.wheel, folder / ".venv")
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "programs").mkdir()
    for name in PROGRAMS:
        (folder / "programs" / name).symlink_to(shutil.which(name) or name)
    return folder


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split()[1])
def test_installed_it_does_what_the_readme_says(block: str, visited: Path, alone: dict[str, str]) -> None:
    """Line by line as it stands there, but for a port that others may have; in a game one types `quit`."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        typed = block.replace(":9000", f":{free.getsockname()[1]}")
    where = {**alone, "PATH": str(visited / "programs")}
    sh = ["/bin/sh", "-e", "-c", typed]
    said = visited / "said"
    with (
        said.open("w") as out,
        subprocess.Popen(
            sh, env=where, cwd=visited, stdin=subprocess.PIPE, stdout=out, stderr=out, text=True, start_new_session=True
        ) as shell,
    ):
        shell.communicate("quit\n")
        with suppress(ProcessLookupError):  # what a block that fails half-way has left running
            os.killpg(shell.pid, signal.SIGKILL)
    assert shell.returncode == 0, said.read_text()


def test_these_are_the_readmes_commands() -> None:
    typed = re.findall(r"^\.venv/bin/ludoteca ((?:gitgammon |catan )?\w+)", "".join(BLOCKS), re.MULTILINE)
    assert typed == [
        *("play", "serve", "backup", "restore", "gitgammon demo"),
        *("simulate", "verify", "catan records", "catan replay", "laws", "play"),
    ]

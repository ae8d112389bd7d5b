"""Where Ludoteca is installed from by a repository's workflows and by its players: one file or one commit, pinned.

Laws kept here:
- Nobody but the owner names a source: none is taken without being asked for. What has neither a hash nor a commit is
  refused.
- It is the version that runs here, as far as its name tells: the workflows are written by it, and call it.
- A name in a package index is no proof of whose package it is: see `pypi`.

Must not know: git, tables.
"""

import hashlib
import json
import re
import zipfile
from importlib.metadata import PackageNotFoundError, distribution
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, assert_never

import ludoteca

from ..errors import GitGammonError
from . import pypi
from .pypi import WHEEL, WHEEL_BYTES_AT_MOST

FOLDER: Final = ".github/gitgammon"
"""Where a repository keeps what its workflows install: beside them, so that one rule protects both."""

_HTTPS: Final = r"https://[A-Za-z0-9.-]+(?::[0-9]+)?/[A-Za-z0-9._~/+%-]*"
"""An address that everybody has, without a password in it, and that needs no quoting anywhere."""

_PINNED_WHEEL: Final = re.compile(rf"({_HTTPS}\.whl)#sha256=([0-9a-f]{{64}})", re.ASCII)
_PINNED_COMMIT: Final = re.compile(rf"git\+({_HTTPS})@([0-9a-f]{{40}})", re.ASCII)


class WheelFile(NamedTuple):
    """A wheel that is put into the repository."""

    data: bytes


class WheelUrl(NamedTuple):
    """A wheel at an address; that of a release on PyPI too."""

    url: str
    sha256: str


class GitCommit(NamedTuple):
    """The sources at a commit of a repository that everybody can clone."""

    url: str
    commit: str


Source: TypeAlias = WheelFile | WheelUrl | GitCommit


def read(text: str) -> Source:
    """The source that is named like this; Trouble, which says what a source is, if there is none."""
    if text == "pypi":
        return WheelUrl(*pypi.release())
    if (wheel := _PINNED_WHEEL.fullmatch(text)) is not None:
        return _of_this_version(WheelUrl(wheel[1], wheel[2]))
    if (commit := _PINNED_COMMIT.fullmatch(text)) is not None:
        return GitCommit(commit[1], commit[2])
    if "://" in text:
        raise GitGammonError(
            f"{text!r} names no single file or commit that everybody can reach: "
            f"it must be https://…/{WHEEL}#sha256=HASH (64 hex digits) or git+https://…@COMMIT (40 hex digits)"
        )
    return _wheel_file(Path(text).expanduser())


def installed_from() -> Source | None:
    """Where the Ludoteca that runs here was installed from, as pip and uv record it (PEP 610); `init` offers it when it
    asks. None unless it is a public address with a hash or a commit."""
    try:
        note = distribution("ludoteca").read_text("direct_url.json")
    except PackageNotFoundError:  # it runs from its sources
        return None
    known: dict[str, Any] = json.loads(note or "{}")
    url, git = known.get("url", ""), known.get("vcs_info", {})
    sha256 = known.get("archive_info", {}).get("hashes", {}).get("sha256", "")
    named = f"git+{url}@{git.get('commit_id', '')}" if git.get("vcs") == "git" else f"{url}#sha256={sha256}"
    try:
        return read(named) if "://" in url and "subdirectory" not in known else None
    except GitGammonError:
        return None


def words(source: Source) -> str:
    match source:
        case WheelFile():
            return f"{FOLDER}/{WHEEL}, which is now in the repository"
        case WheelUrl(url, sha256):
            return f"{url}, with the hash {sha256}"
        case GitCommit(url, commit):
            return f"commit {commit} of {url}"
        case _:
            assert_never(source)


def for_player(source: Source) -> str:
    """What a player gives to `pip install`, in a clone of the repository."""
    match source:
        case WheelFile():
            return f"./{FOLDER}/{WHEEL}[git]"
        case WheelUrl(url, sha256):
            return f"ludoteca[git] @ {url}#sha256={sha256}"
        case GitCommit(url, commit):
            return f"ludoteca[git] @ git+{url}@{commit}"
        case _:
            assert_never(source)


def for_workflow(source: Source) -> str:
    """The lines of a requirements file with which pip installs this source and no other."""
    match source:
        case WheelFile(data):
            found = hashlib.sha256(data).hexdigest()
            return f"--no-index\n--find-links .\nludoteca=={ludoteca.__version__} --hash=sha256:{found}\n"
        case WheelUrl(url, sha256):
            return f"ludoteca @ {url} --hash=sha256:{sha256}\n"
        case GitCommit(url, commit):
            return f"ludoteca @ git+{url}@{commit}\n"
        case _:
            assert_never(source)


def _wheel_file(path: Path) -> WheelFile:
    try:
        if path.stat().st_size > WHEEL_BYTES_AT_MOST:
            raise GitGammonError(f"{path} is larger than {WHEEL_BYTES_AT_MOST >> 20} MB: that is no wheel of Ludoteca")
        data = path.read_bytes()
        with zipfile.ZipFile(BytesIO(data)) as wheel:
            names = wheel.namelist()
    except OSError as error:
        raise GitGammonError(
            f"{str(path)!r} cannot be read ({error.strerror}); a source is `pypi`, a file {WHEEL}, "
            f"https://…/{WHEEL}#sha256=HASH or git+https://…@COMMIT"
        ) from None
    except zipfile.BadZipFile:
        raise GitGammonError(f"{path} is no wheel") from None
    if path.name != WHEEL or f"ludoteca-{ludoteca.__version__}.dist-info/METADATA" not in names:
        raise GitGammonError(f"{path} is not {WHEEL}: it must be Ludoteca, in the version that runs here")
    return WheelFile(data)


def _of_this_version(source: WheelUrl) -> WheelUrl:
    if source.url.rpartition("/")[2] != WHEEL:
        raise GitGammonError(f"{source.url} is not {WHEEL}: it must be Ludoteca, in the version that runs here")
    return source

"""Where Ludoteca is installed from by a repository's workflows and by its players: one file or one commit, pinned.

Laws kept here:
- Nobody but the owner names a source: none is taken without being asked for. What has neither a hash nor a commit is
  refused.
- It is the version that runs here, as far as its name tells: the workflows are written by it, and call it.
- A name in a package index is no proof of whose package it is: it belongs to the first to take it. So the wheel on
  PyPI is fetched and compared with what is installed: the same files, byte by byte, none more and none fewer, with the
  same dependencies and the same commands. People who run a Ludoteca that they trust never pin another one, whatever it
  is called.
- A release is pinned by address and hash, not by name and version: of the files of one release pip takes the one that
  fits the machine best, and another file can be uploaded at any time.

Must not know: git, tables.
"""

import hashlib
import json
import re
import zipfile
from collections.abc import Mapping
from http.client import HTTPException
from importlib.metadata import PackageNotFoundError, distribution
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, assert_never
from urllib.error import HTTPError
from urllib.request import urlopen

import ludoteca
from ludoteca.kernel import Malformed
from ludoteca.kernel.values import decode

from ..errors import GitGammonError

FOLDER: Final = ".github/gitgammon"
"""Where a repository keeps what its workflows install: beside them, so that one rule protects both."""

PYPI: Final = "https://pypi.org/pypi"
FILES: Final = "https://files.pythonhosted.org/packages/"
WHEEL: Final = f"ludoteca-{ludoteca.__version__}-py3-none-any.whl"
WHEEL_BYTES_AT_MOST: Final = 16 << 20
SECONDS_AT_MOST: Final = 30

_PACKAGE: Final = Path(ludoteca.__file__).parent
_INFO: Final = f"ludoteca-{ludoteca.__version__}.dist-info"
_PATH: Final = re.compile(r"[A-Za-z0-9._/+-]+", re.ASCII)
_METADATA: Final = f"{_INFO}/METADATA"
_ENTRY_POINTS: Final = f"{_INFO}/entry_points.txt"
_INERT: Final = frozenset({f"{_INFO}/WHEEL", f"{_INFO}/RECORD", f"{_INFO}/licenses/LICENSE"})
"""What installs nothing and runs nothing, and depends on how the wheel was built."""

_OTHERWISE: Final = "name another source: a wheel file, an address with its hash, or a commit"

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

    @property
    def pinned(self) -> str:
        """As pip takes it, and `read`."""
        return f"{self.url}#sha256={self.sha256}"


class GitCommit(NamedTuple):
    """The sources at a commit of a repository that everybody can clone."""

    url: str
    commit: str

    @property
    def pinned(self) -> str:
        """As pip takes it, and `read`."""
        return f"git+{self.url}@{self.commit}"


Source: TypeAlias = WheelFile | WheelUrl | GitCommit


def read(text: str) -> Source:
    """The source that is named like this; GitGammonError, which says what a source is, if there is none."""
    if text == "pypi":
        return WheelUrl(*pypi_release())
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
    named = GitCommit(url, git.get("commit_id", "")) if git.get("vcs") == "git" else WheelUrl(url, sha256)
    try:
        return read(named.pinned) if "://" in url and "subdirectory" not in known else None
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
        case WheelUrl() | GitCommit():
            return f"ludoteca[git] @ {source.pinned}"
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
        case GitCommit():
            return f"ludoteca @ {source.pinned}\n"
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


def pypi_release() -> tuple[str, str]:
    """The wheel's address and SHA-256; GitGammonError if there is none, or if it is somebody else's."""
    name = f"ludoteca {ludoteca.__version__}"
    url = _wheel_url(_fetched(f"{PYPI}/ludoteca/{ludoteca.__version__}/json"))
    if url is None:
        raise GitGammonError(f"PyPI has no {name}; {_OTHERWISE}")
    wheel = _fetched(url)
    other = "its file is gone" if wheel is None else _difference(wheel)
    if wheel is None or other is not None:
        raise GitGammonError(f"{name} on PyPI is not what runs here ({other}); {_OTHERWISE}")
    return url, hashlib.sha256(wheel).hexdigest()


def _fetched(url: str) -> bytes | None:
    """None if there is nothing."""
    try:
        with urlopen(url, timeout=SECONDS_AT_MOST) as answer:  # noqa: S310 - only below PYPI and FILES
            found: bytes = answer.read(WHEEL_BYTES_AT_MOST)
    except HTTPError as error:
        if error.code == 404:
            return None
        raise GitGammonError(f"PyPI cannot be asked: {error}") from None
    except (OSError, ValueError, HTTPException) as error:
        raise GitGammonError(f"PyPI cannot be asked: {error}") from None
    return found


def _wheel_url(listed: bytes | None) -> str | None:
    """Its address, which goes into files and commands, and so has nothing in it that needs quoting."""
    try:
        found: Any = decode(listed or b"{}", Any)
        urls = [str(file["url"]) for file in found.get("urls", ()) if file["filename"] == WHEEL]
        (url,) = urls or (None,)
    except (Malformed, ValueError, KeyError, TypeError, AttributeError) as error:
        raise GitGammonError(f"PyPI's answer cannot be read: {error}") from None
    if url is not None and not (url.startswith(FILES) and _PATH.fullmatch(url.removeprefix(FILES))):
        raise GitGammonError(f"PyPI's answer cannot be read: {url!r} is not an address below {FILES}")
    return url


def _difference(wheel: bytes) -> str | None:
    """The first file in which the wheel is not what is installed; None if it is the same."""
    ours = _installed()
    if ours is None:
        return "no installed version to compare it with"
    try:
        with zipfile.ZipFile(BytesIO(wheel)) as archive:
            names = archive.namelist()
            theirs = {name: _compared(name, archive.read(name)) for name in names if name in ours}
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        return f"its file cannot be read: {error}"
    if (twice := next((name for name in names if names.count(name) > 1), None)) is not None:
        return f"{twice} is in it twice"
    if (more := next((name for name in names if name not in ours and name not in _INERT), None)) is not None:
        return f"{more} is not in the installed one"
    if (missing := next((name for name in ours if name not in theirs), None)) is not None:
        return f"{missing} is missing"
    return next((f"{name} differs" for name in names if name in ours and theirs[name] != ours[name]), None)


def _installed() -> Mapping[str, bytes] | None:
    """Every file of ours as a wheel names it; None if Ludoteca is not installed in the version that runs here."""
    try:
        known = distribution("ludoteca")
    except PackageNotFoundError:
        return None
    about = {_METADATA: known.read_text("METADATA"), _ENTRY_POINTS: known.read_text("entry_points.txt")}
    if known.version != ludoteca.__version__:
        return None
    files = (file for file in sorted(_PACKAGE.rglob("*")) if file.is_file() and "__pycache__" not in file.parts)
    package = {f"ludoteca/{file.relative_to(_PACKAGE).as_posix()}": file.read_bytes() for file in files}
    return {**package, **{name: _compared(name, (text or "").encode()) for name, text in about.items()}}


def _compared(name: str, data: bytes) -> bytes:
    """What of a file must be the same: all of it. Of METADATA the fields, because the README below runs nothing."""
    return data.partition(b"\n\n")[0] if name == _METADATA else data

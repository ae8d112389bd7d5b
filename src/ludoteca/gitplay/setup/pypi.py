"""The wheel on PyPI of the version that runs here: its address and hash, if it is what runs here.

A name on PyPI belongs to the first to take it. So the wheel is fetched and compared with what is installed: the same
files, byte by byte, none more and none fewer, with the same dependencies and the same commands. People who run a
Ludoteca that they trust never pin another one, whatever it is called.

It is pinned by address and hash, not by name and version: of the files of one release pip takes the one that fits the
machine best, and another file can be uploaded at any time.
"""

import hashlib
import re
import zipfile
from collections.abc import Mapping
from http.client import HTTPException
from importlib.metadata import PackageNotFoundError, distribution
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import urlopen

import ludoteca
from ludoteca.kernel import Malformed
from ludoteca.kernel.values import decode

from ..errors import GitGammonError

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


def release() -> tuple[str, str]:
    """The wheel's address and SHA-256; Trouble if there is none, or if it is somebody else's."""
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

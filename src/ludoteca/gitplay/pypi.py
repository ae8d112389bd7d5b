"""The release of the version that runs here on PyPI: its hash, if it is what runs here.

A name there belongs to whoever took it first. So the wheel is fetched and compared with what is installed, byte by
byte: who runs a Ludoteca that he trusts never pins another one, whatever it is called.
"""

import hashlib
import zipfile
from http.client import HTTPException
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import urlopen

import ludoteca
from ludoteca.kernel import Malformed
from ludoteca.kernel.values import decode

from .trouble import Trouble

PYPI: Final = "https://pypi.org/pypi"
WHEEL: Final = f"ludoteca-{ludoteca.__version__}-py3-none-any.whl"
WHEEL_BYTES_AT_MOST: Final = 16 << 20
SECONDS_AT_MOST: Final = 30

_PACKAGE: Final = Path(ludoteca.__file__).parent
_ABOUT: Final = f"ludoteca-{ludoteca.__version__}.dist-info/"
_OTHERWISE: Final = "name another source: a wheel file, an address with its hash, or a commit"


def release_hash() -> str:
    """The SHA-256 of its wheel; Trouble if there is none, or another's."""
    name = f"ludoteca {ludoteca.__version__}"
    url = _wheel_url(_fetched(f"{PYPI}/ludoteca/{ludoteca.__version__}/json"))
    if url is None:
        raise Trouble(f"PyPI has no {name}; {_OTHERWISE}")
    wheel = _fetched(url)
    other = None if wheel is None else _difference(wheel)
    if wheel is None or other is not None:
        raise Trouble(f"{name} on PyPI is not what runs here ({other or 'its file is gone'}); {_OTHERWISE}")
    return hashlib.sha256(wheel).hexdigest()


def _fetched(url: str) -> bytes | None:
    """None if there is nothing."""
    try:
        with urlopen(url, timeout=SECONDS_AT_MOST) as answer:  # noqa: S310 - PyPI's own, and what it names
            found: bytes = answer.read(WHEEL_BYTES_AT_MOST)
    except HTTPError as error:
        if error.code == 404:
            return None
        raise Trouble(f"PyPI cannot be asked: {error}") from None
    except (OSError, ValueError, HTTPException) as error:
        raise Trouble(f"PyPI cannot be asked: {error}") from None
    return found


def _wheel_url(listed: bytes | None) -> str | None:
    try:
        found: Any = decode(listed or b"{}", Any)
        (url,) = [file["url"] for file in found.get("urls", ()) if file["filename"] == WHEEL] or [None]
    except (Malformed, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Trouble(f"PyPI's answer cannot be read: {error}") from None
    return None if url is None else str(url)


def _difference(wheel: bytes) -> str | None:
    """The first file that is not one of ours; None if all are."""
    try:
        with zipfile.ZipFile(BytesIO(wheel)) as archive:
            for name in archive.namelist():
                ours = _PACKAGE.parent / name
                is_ours = name.startswith("ludoteca/") and ours.is_file() and ours.read_bytes() == archive.read(name)
                if not (is_ours or name.startswith(_ABOUT)):
                    return f"{name} differs"
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        return str(error)
    return None

"""The locks of the project, read: what they pin, and for which systems."""

import re
from pathlib import Path
from typing import Final, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).resolve().parents[2]
PIN: Final = re.compile(
    r"^(?P<pin>[^\s#][^\\\n]*?) \\\n(?P<hashes>(?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE
)


class Pin(NamedTuple):
    requirement: Requirement
    hashes: tuple[str, ...]

    @property
    def name(self) -> str:
        return canonicalize_name(self.requirement.name)

    @property
    def version(self) -> str:
        (only,) = self.requirement.specifier
        return only.version

    @property
    def applies(self) -> bool:
        """Whether it is for this Python on this system."""
        return self.requirement.marker is None or self.requirement.marker.evaluate()


def read(text: str) -> list[Pin]:
    """Every line of a lock; a line that is no pin with hashes is an error."""
    found = [Pin(Requirement(match["pin"]), tuple(match["hashes"].split())) for match in PIN.finditer(text)]
    assert PIN.sub("", text) == "", "a lock holds pinned packages with their hashes, and nothing else"
    return found


def pins(lock: str) -> list[Pin]:
    return read((ROOT / lock).read_text(encoding="utf-8"))

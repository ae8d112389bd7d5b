"""The page's translations as the tests read them: each language's texts by key."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from .node import ROOT

FRONT: Final = ROOT / "front" / "src"
LANGUAGES: Final = tuple(sorted(path.stem for path in (FRONT / "words").glob("??.ts")))
HOLE: Final = re.compile(r"\{(\w+)\}")
_ENTRY: Final = re.compile(r'^\t"?([\w.-]+)"?:\s+"(.*)",$', re.MULTILINE)


@cache
def catalogue(file: Path) -> Mapping[str, str]:
    return dict(_ENTRY.findall(file.read_text(encoding="utf-8")))


def shell(language: str) -> Path:
    return FRONT / "words" / f"{language}.ts"


def beside(game: str, language: str) -> tuple[Path, Path]:
    """The files beside a game's board."""
    return FRONT / "boards" / game / f"words.{language}.ts", FRONT / "boards" / game / f"setup.{language}.ts"


def all_of(language: str) -> tuple[Path, ...]:
    return shell(language), *sorted((FRONT / "boards").glob(f"*/*.{language}.ts"))

"""Display names: plain text in one Unicode form, which does nothing to the text around it."""

import unicodedata
from typing import Final

_UNPRINTED: Final = {"Cc", "Cs", "Zl", "Zp"}
_TURNING: Final = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
_MARKS: Final = frozenset("\u061c\u200e\u200f")


def composed(name: str) -> str:
    """The name in Unicode's composed form (NFC)."""
    return unicodedata.normalize("NFC", name)


def is_plain(name: str) -> bool:
    """Composed, without control characters, line breaks or anything that changes the direction of text."""
    return name == composed(name) and not any(_is_odd(char) for char in name)


def _is_odd(char: str) -> bool:
    turning = unicodedata.bidirectional(char) in _TURNING or char in _MARKS
    return turning or unicodedata.category(char) in _UNPRINTED

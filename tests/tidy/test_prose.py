"""Words that our texts do without, and names by the rules of CONTRIBUTING.md: tests of 80 characters, modules by nouns.

Texts in other languages, pictures and what is generated are not read.
"""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from .sources import PACKAGE, ROOT, sources

BANNED: Final = {
    r"who(m|so)?ever": "those who, anyone who, the player who",
    r"he|his|him|himself": "they, their, them",
    r"in good order": "gracefully",
    r"houses?": "a server, a deployment",
    r"sluices?": "a rate limiter",
    r"(?-i:deeds?)": "an action, a commit trailer (its key is Deed)",
    r"keepers?": "the match scheduler, the processor",
    r"desks?": "the table client, the seat's view",
}
"""What is not written, and what is written instead."""

READ: Final = {".py", ".md", ".ts", ".tsx", ".css", ".js", ".html", ".yaml", ".yml", ".toml", ".env", ".rst"}
ELSEWHERE: Final = {".git", ".venv", "node_modules", "golden", "dist", "build", "site", "page", "schemas"}
TRANSLATED: Final = re.compile(r"[./](fr|it|vi)\.(ts|md)$")
HERE: Final = str(Path(__file__).relative_to(ROOT))

GERUNDS: Final = {
    "table/matchmaking.py": "the field's own noun",
    "web/play/matchmaking.py": "the field's own noun",
}
"""Modules that end in -ing all the same, and why."""

TEST_NAME_AT_MOST: Final = 80


def texts() -> Iterator[tuple[str, str]]:
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(set(folders) - ELSEWHERE)
        for path in (Path(folder, file) for file in sorted(files)):
            name = str(path.relative_to(ROOT))
            if path.suffix in READ and not TRANSLATED.search(name) and name != HERE:
                yield name, path.read_text(encoding="utf-8")


@pytest.mark.parametrize("word", BANNED)
def test_no_text_uses_a_banned_word(word: str) -> None:
    banned = re.compile(rf"\b({word})\b", re.IGNORECASE)
    found = [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]}"
        for name, text in texts()
        for match in banned.finditer(text)
    ]
    assert not found, f"write {BANNED[word]} instead: " + "; ".join(found[:20])


def test_modules_are_named_by_nouns() -> None:
    gerunds = {str(source.path.relative_to(PACKAGE)) for source in sources(PACKAGE) if source.path.stem.endswith("ing")}
    assert gerunds == GERUNDS.keys()


def test_names_of_tests_fit_in_80_characters() -> None:
    long = [
        f"{source.name}: {node.name}"
        for source in sources(ROOT / "tests", ROOT / "examples")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
        and len(node.name) > TEST_NAME_AT_MOST
    ]
    assert not long

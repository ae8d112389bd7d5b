"""The version stands in one place, `ludoteca.__version__`. Where a copy must be, it is the same."""

import re
from datetime import date

from ludoteca import __version__

from .sources import PACKAGE, ROOT

HEADINGS = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
COPIES = {"CHANGELOG.md", "deploy/kustomize/overlays/example/kustomization.yaml", "src/ludoteca/__init__.py"}
"""Each with a test; that of the image is among those of `deploy/`."""


def test_the_last_release_in_the_changelog_is_this_one() -> None:
    first, *released = HEADINGS
    assert first == "Unreleased"
    days = []
    for heading in released:
        version, _, day = heading.partition(" - ")
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), heading
        days.append(date.fromisoformat(day))
    assert released[0].startswith(f"{__version__} - ")
    assert days == sorted(days, reverse=True)


def test_nothing_else_repeats_it() -> None:
    files = [
        *(file for kind in ("*.md", "*.py", "*.toml", "docs/**/*.md") for file in ROOT.glob(kind)),
        *(ROOT / "deploy").rglob("*.*"),
        *(ROOT / "deploy").glob("Dockerfile"),
        ROOT / "front" / "package.json",
        *PACKAGE.rglob("*.py"),
        *(PACKAGE / "gitplay" / "setup" / "templates").iterdir(),
    ]
    copy = re.compile(rf"(?<![\d.]){re.escape(__version__)}(?![\d.])")
    texts = {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files if file.is_file()}
    assert {name for name, text in texts.items() if copy.search(text)} == COPIES

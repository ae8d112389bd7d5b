"""A real browser for tests, with a check of a page's accessibility.

It is the one in npm's package `@sparticuz/chromium`, with the libraries it ships, unless `$CHROMIUM` names the
program of another; a `chromium` on the PATH is not looked for. Either writes with the fonts of that package and with no
others, so that a page looks the same on every machine. Without a browser the tests fail, they are never skipped.

While a browser is open its thread counts as running an event loop: `asyncio.run` refuses there, and a browser refuses
to open inside one. So it is kept no longer than the tests of one folder last, and what it talks to runs elsewhere.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from .node import FRONT, held, installed, node

FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
UNPACK: Final = """
import chromium, {inflate} from '@sparticuz/chromium';
await Promise.all([chromium.executablePath(), inflate(process.argv[1])]);
"""
FONTS: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
"""
VIOLATIONS: Final = "() => axe.run({resultTypes: ['violations'], preload: false}).then(({violations}) => violations)"
GRAVE: Final = {"serious", "critical"}


class Chromium(NamedTuple):
    program: Path
    environ: dict[str, str]
    is_pinned: bool


class Origin(NamedTuple):
    """What determines how a picture looks."""

    browser: str
    fonts: dict[str, str]  # SHA-256 of each file


class Violation(NamedTuple):
    """A rule of axe that a page breaks, and where."""

    rule: str
    impact: str
    says: str
    where: tuple[str, ...]


def find(front: Path = FRONT) -> Chromium:
    folder = unpacked(front)
    fonts = {"FONTCONFIG_FILE": str(folder / "fonts.conf")}
    if given := os.environ.get("CHROMIUM"):
        return Chromium(Path(given), fonts, is_pinned=False)
    libraries = os.pathsep.join(filter(None, (str(folder / "al2023" / "lib"), os.environ.get("LD_LIBRARY_PATH"))))
    return Chromium(folder / "chromium", {**fonts, "LD_LIBRARY_PATH": libraries}, is_pinned=True)


def origin(browser: Browser, front: Path = FRONT) -> Origin:
    files = sorted((unpacked(front) / "fonts").rglob("*.ttf"))
    fonts = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    return Origin(f"Chromium {browser.version}", fonts)


def unpacked(front: Path = FRONT) -> Path:
    """The folder with npm's package, unpacked. That takes a second or two, so it is done once."""
    package = installed("@sparticuz/chromium", front)
    version = json.loads((package / "package.json").read_text())["version"]
    ready = front / "node_modules" / ".cache" / f"chromium-{version}"
    with held(front):
        if not ready.exists():
            ready.parent.mkdir(exist_ok=True)
            with tempfile.TemporaryDirectory(dir=ready.parent) as room:
                whole = Path(room) / ready.name
                whole.mkdir()
                libraries = str(package / "bin" / "al2023.tar.br")
                node("--input-type=module", "-e", UNPACK, libraries, front=front, TMPDIR=str(whole))
                (whole / "fonts.conf").write_text(FONTS)
                whole.rename(ready)
    return ready


@contextmanager
def launch() -> Iterator[Browser]:
    found = find()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found.program, args=[*FLAGS], env={**os.environ, **found.environ}
        )
        try:
            yield browser
        finally:
            browser.close()


def axe(page: Page) -> list[Violation]:
    """What makes this page inaccessible: axe's serious and critical findings.

    The script is injected as a debugger would, which no Content-Security-Policy forbids.
    """
    if not page.evaluate("'axe' in window"):
        script = installed("axe-core") / "axe.min.js"
        page.evaluate(script.read_text(encoding="utf-8"))
    return [_violation(each) for each in page.evaluate(VIOLATIONS) if each["impact"] in GRAVE]


def _violation(found: dict[str, Any]) -> Violation:
    where = tuple(" ".join(map(str, node["target"])) for node in found["nodes"])
    return Violation(found["id"], found["impact"], found["help"], where)

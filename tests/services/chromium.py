"""A real browser for tests, and what it has to say about a page that not everybody can use.

Where it comes from: `$CHROMIUM`, else `chromium` on the PATH, else the one inside npm's `@sparticuz/chromium`, with the
libraries and the font that it brings, so that a page looks the same on every machine; else the tests fail, they are
never skipped.

While a browser is open its thread counts as running an event loop: `asyncio.run` refuses there, and a browser refuses
to open inside one. So it is kept no longer than the tests of one folder last, and what it talks to runs elsewhere.
"""

import json
import os
import shutil
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


class Violation(NamedTuple):
    """A rule of axe that a page breaks, and where."""

    rule: str
    impact: str
    says: str
    where: tuple[str, ...]


def find(front: Path = FRONT) -> Chromium:
    given = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if given:
        return Chromium(Path(given), {})
    folder = unpacked(front)
    libraries = os.pathsep.join(filter(None, (str(folder / "al2023" / "lib"), os.environ.get("LD_LIBRARY_PATH"))))
    environ = {"LD_LIBRARY_PATH": libraries, "FONTCONFIG_FILE": str(folder / "fonts.conf")}
    return Chromium(folder / "chromium", environ)


def unpacked(front: Path = FRONT) -> Path:
    """The folder with what npm's package holds compressed. It takes a second or two, so that it is done but once."""
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
    """What keeps people out of the page, as it stands: axe's serious and critical findings.

    The script goes in as a debugger's would, which no Content-Security-Policy forbids.
    """
    if not page.evaluate("'axe' in window"):
        script = installed("axe-core") / "axe.min.js"
        page.evaluate(script.read_text(encoding="utf-8"))
    return [_violation(each) for each in page.evaluate(VIOLATIONS) if each["impact"] in GRAVE]


def _violation(found: dict[str, Any]) -> Violation:
    where = tuple(" ".join(map(str, node["target"])) for node in found["nodes"])
    return Violation(found["id"], found["impact"], found["help"], where)

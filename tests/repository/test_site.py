"""The documentation site, built as CONTRIBUTING.md says: without a warning, and with every link leading somewhere."""

import re
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import pytest

from tests.shared import made_once

ROOT: Final = Path(__file__).parents[2]
COMMAND: Final = re.compile(r"^\.venv/bin/python (-m sphinx .*) site$", re.MULTILINE)


class Page(HTMLParser):
    """The links of a page, and its anchors."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = {""}
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id" and value:
                self.anchors.add(value)
            elif (name in ("href", "src") and tag != "use") and value:
                self.links.add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (words,) = COMMAND.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))

    def build(folder: Path) -> None:
        command = [sys.executable, *words.split(), str(folder)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    return made_once(tmp_path_factory, "site", build)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


def test_every_link_leads_somewhere_in_the_site(pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if not parts.scheme:
                target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
                assert target.is_file(), f"{path.name}: {link}"
                assert target not in pages or unquote(parts.fragment) in pages[target].anchors, f"{path.name}: {link}"


def test_the_packages_documentation_url_is_the_first_page(site: Path) -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    _, owner, name = urls["Repository"].rsplit("/", 2)
    published = f"https://{owner}.github.io/{name}/"
    assert urls["Documentation"].startswith(published)
    assert (site / urls["Documentation"].removeprefix(published)).is_file()


def test_the_site_has_every_page(site: Path) -> None:
    sources = [*ROOT.glob("docs/**/*.md"), *ROOT.glob("src/ludoteca/games/*/RULES.md"), *ROOT.glob("*.md")]
    missing = [each for each in sources if not (site / each.relative_to(ROOT).with_suffix(".html")).exists()]
    assert missing == [ROOT / "README.md"], "the first page of the repository, as docs/index.md is of the site"


def test_the_reference_has_the_docstrings_of_the_sources(site: Path, pages: dict[Path, Page]) -> None:
    contract = site / "docs" / "api" / "contract.html"
    assert {"ludoteca.kernel.contract.Game", "ludoteca.kernel.contract.Game.draw"} <= pages[contract].anchors
    html = contract.read_text(encoding="utf-8")
    words = re.sub(r"<[^>]+>|\s", "", html)
    assert "secret(insiders:frozenset[Seat],private:E,public:E,*,seats:int" in words, "as it is written"
    assert "<p>chance must speak now</p>" in html, "from the comment beside it"
    assert "<li><p>A state carries the config" in html, "a list, as in Markdown"

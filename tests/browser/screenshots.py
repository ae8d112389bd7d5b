"""Screenshots of all pages and phases, wide, narrow, light and dark: `python -m tests.browser.screenshots FOLDER`."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from playwright.sync_api import Page

from ..services.chromium import launch
from ..web.deployments import embedded
from .people import Crowd
from .screens import PARTS

SIZES: Final = {1280: 900, 360: 740}
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


def main(folder: Path, parts: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, embedded(Path(data)) as deployment, launch() as browser:
        for part in parts or PARTS:
            with Crowd(browser, deployment.url) as crowd:
                for name, page in PARTS[part](crowd):
                    take(page, folder, name)


def take(page: Page, folder: Path, name: str) -> None:
    before = page.viewport_size
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.evaluate("scrollTo(0, 0)")
            page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
    assert before is not None
    page.set_viewport_size(before)
    page.emulate_media(color_scheme="light")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])

"""Every page and every phase, for whoever sees little, uses a phone, wants it dark, or wants nothing to move."""

from typing import Literal

import pytest
from playwright.sync_api import Page, ViewportSize

from ..services.chromium import axe
from .people import Crowd
from .tour import PARTS

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1280, "height": 900}
TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
MOVING = "document.getAnimations().filter(each => each.playState === 'running').length"


@pytest.mark.parametrize("part", PARTS)
def test_nobody_is_kept_out_by_how_a_page_looks(crowd: Crowd, part: str) -> None:
    wrong = [f"{name}: {each}" for name, page in PARTS[part](crowd) for each in looked_at(page)]
    assert not wrong, "\n".join(wrong)


def looked_at(page: Page) -> list[str]:
    """What is wrong with a page, on a phone by day and on a desk by night."""
    look(page, PHONE, "light")
    found = [*map(str, axe(page)), *narrow(page)]
    look(page, DESK, "dark")
    return [*found, *map(str, axe(page)), *still(page)]


def look(page: Page, size: ViewportSize, scheme: Literal["light", "dark"]) -> None:
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.evaluate(TWO_FRAMES)


def narrow(page: Page) -> list[str]:
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return [] if width <= PHONE["width"] else [f"{width} px wide on a phone"]


def still(page: Page) -> list[str]:
    moving: int = page.evaluate(MOVING)
    return [] if moving == 0 else [f"{moving} things move though nothing should"]

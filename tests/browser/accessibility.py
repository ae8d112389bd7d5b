"""What makes a page hard to use: axe's findings, overflow on a phone, and motion that was not wanted."""

from typing import Final, Literal

from playwright.sync_api import Page, ViewportSize

from ..services.chromium import axe

PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 900}
TWO_FRAMES: Final = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
MOVING: Final = "document.getAnimations().filter(each => each.playState === 'running').length"


def accessibility_problems(page: Page) -> list[str]:
    """What is wrong with a page, on a phone in light colours and on a desktop in dark ones."""
    set_display(page, PHONE, "light")
    found = [*map(str, axe(page)), *overflow(page)]
    set_display(page, DESKTOP, "dark")
    return [*found, *map(str, axe(page)), *running_animations(page)]


def set_display(page: Page, size: ViewportSize, scheme: Literal["light", "dark"]) -> None:
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.evaluate(TWO_FRAMES)


def overflow(page: Page) -> list[str]:
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return [] if width <= PHONE["width"] else [f"{width} px wide on a phone"]


def running_animations(page: Page) -> list[str]:
    moving: int = page.evaluate(MOVING)
    return [] if moving == 0 else [f"{moving} animations run though reduced motion is preferred"]

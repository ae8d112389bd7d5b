"""Golden pictures: what something on a page looked like when somebody looked at it and found it good.

They are made by the browser that npm's package brings, with its own font. `LUDOTECA_GOLDEN=write pytest tests/browser`
takes them anew; look at them before they are committed.
"""

import base64
import os
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, FloatRect, Locator

FOLDER: Final = Path(__file__).parent / "golden"
UNLIKE: Final = 40  # of 255, in any colour: more than smoothing of edges does
ROOM: Final = 8
TOLERATED: Final = 0.01  # of all pixels
COMPARE: Final = """async ([one, other, unlike]) => {
    const pixels = async data => {
        const image = new Image();
        image.src = 'data:image/png;base64,' + data;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext('2d');
        pen.drawImage(image, 0, 0);
        return pen.getImageData(0, 0, image.width, image.height);
    };
    const [left, right] = [await pixels(one), await pixels(other)];
    if (left.width !== right.width || Math.abs(left.height - right.height) > 2) return 1;
    let count = 0;
    for (let at = 0; at < Math.min(left.data.length, right.data.length); at += 4)
        if ([0, 1, 2].some(part => Math.abs(left.data[at + part] - right.data[at + part]) > unlike)) count += 1;
    return 4 * count / left.data.length;
}"""


def looks_as_before(browser: Browser, what: Locator, name: str) -> None:
    """It, and what is beside it: a board may be wider than its place. It must be in sight."""
    size, box = what.page.viewport_size, what.bounding_box()
    assert size is not None
    assert box is not None
    left, width = max(0, box["x"] - ROOM), min(size["width"], box["width"] + 2 * ROOM)
    clip: FloatRect = {"x": left, "y": box["y"] - ROOM / 2, "width": width, "height": box["height"] + ROOM}
    seen, path = what.page.screenshot(animations="disabled", clip=clip), FOLDER / f"{name}.png"
    if os.environ.get("LUDOTECA_GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_bytes(seen)
        return
    page = browser.new_page()
    pictures = [base64.b64encode(data).decode() for data in (path.read_bytes(), seen)]
    unlike: float = page.evaluate(COMPARE, [*pictures, UNLIKE])
    page.close()
    assert unlike <= TOLERATED, f"{unlike:.1%} of {path.name} look different: see {_kept(name, seen)}"


def _kept(name: str, seen: bytes) -> Path:
    path = Path(os.environ.get("TMPDIR", "/tmp")) / f"{name}-seen.png"
    path.write_bytes(seen)
    return path

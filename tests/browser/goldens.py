"""Golden pictures: what a part of a page looked like when somebody approved it.

They are compared only with what the same browser draws with the same fonts: the pinned ones, named in
`made-with.json` beside them. With another browser (`$CHROMIUM`) the test only checks that there is a picture at all,
and warns. `LUDOTECA_GOLDEN=write pytest tests/browser` takes them again; look at them before you commit them.
"""

import base64
import json
import os
import warnings
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, FloatRect, Locator

from ..services.chromium import Origin, find, origin
from ..services.node import held

FOLDER: Final = Path(__file__).parent / "golden"
MADE_WITH: Final = FOLDER / "made-with.json"
UNLIKE: Final = 40  # of 255, in any colour: more than antialiasing does
ROOM: Final = 8
TOLERATED: Final = 0.01  # of all pixels
COLOURS: Final = 1_000  # a board with text has thousands; an empty page or a message has few
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


COUNT: Final = """async data => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + data;
    await image.decode();
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
    pen.drawImage(image, 0, 0);
    return new Set(new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer)).size;
}"""


def assert_looks_like_golden(browser: Browser, what: Locator, name: str) -> None:
    """The element and a margin: a board may be wider than its container. It must be visible."""
    seen, path, drawn_by = _taken(what), FOLDER / f"{name}.png", origin(browser)
    if not find().is_pinned:
        _is_a_picture(browser, seen, name)
        warnings.warn(
            f"Golden pictures are not compared: $CHROMIUM is {drawn_by.browser}, they are by the pinned browser",
            stacklevel=2,
        )
    elif os.environ.get("LUDOTECA_GOLDEN") == "write":
        _keep(path, seen, drawn_by)
    else:
        assert drawn_by == made_with(), (
            f"golden pictures are by {made_with()}, the pinned browser and its fonts are {drawn_by}: retake them all"
        )
        pictures = [base64.b64encode(data).decode() for data in (path.read_bytes(), seen)]
        with browser.new_page() as page:
            unlike: float = page.evaluate(COMPARE, [*pictures, UNLIKE])
        assert unlike <= TOLERATED, f"{unlike:.1%} of {path.name} look different: see {_kept(name, seen)}"


def made_with() -> Origin:
    return Origin(**json.loads(MADE_WITH.read_text()))


def _taken(what: Locator) -> bytes:
    size, box = what.page.viewport_size, what.bounding_box()
    assert size is not None
    assert box is not None
    left, width = max(0, box["x"] - ROOM), min(size["width"], box["width"] + 2 * ROOM)
    clip: FloatRect = {"x": left, "y": box["y"] - ROOM / 2, "width": width, "height": box["height"] + ROOM}
    return what.page.screenshot(animations="disabled", clip=clip)


def _is_a_picture(browser: Browser, seen: bytes, name: str) -> None:
    with browser.new_page() as page:
        colours: int = page.evaluate(COUNT, base64.b64encode(seen).decode())
    assert colours > COLOURS, f"{name} has {colours} colours: see {_kept(name, seen)}"


def _keep(path: Path, seen: bytes, drawn_by: Origin) -> None:
    """Delete pictures by another browser or with other fonts: all must be by one."""
    FOLDER.mkdir(exist_ok=True)
    with held(FOLDER):
        if not MADE_WITH.exists() or made_with() != drawn_by:
            for old in FOLDER.glob("*.png"):
                old.unlink()
            MADE_WITH.write_text(json.dumps(drawn_by._asdict(), indent=2) + "\n")
        path.write_bytes(seen)


def _kept(name: str, seen: bytes) -> Path:
    path = Path(os.environ.get("TMPDIR", "/tmp")) / f"{name}-seen.png"
    path.write_bytes(seen)
    return path

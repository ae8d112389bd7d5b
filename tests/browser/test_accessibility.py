"""Every page and every phase works with a screen reader, on a phone, in the dark, and with reduced motion."""

import pytest

from .accessibility import accessibility_problems
from .people import Crowd
from .screens import PARTS


@pytest.mark.parametrize("part", PARTS)
def test_every_page_is_accessible(crowd: Crowd, part: str) -> None:
    wrong = [f"{name}: {each}" for name, page in PARTS[part](crowd) for each in accessibility_problems(page)]
    assert not wrong, "\n".join(wrong)

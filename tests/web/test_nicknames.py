"""Nicknames: what people call themselves is plain text, and shown as such (T9)."""

import pytest

from ludoteca.web.accounts import registration

from .people import refused


@pytest.mark.parametrize("name", ["<b>Ada</b>", "<script>alert(1)</script>", "Ada & Bo", "Зоя", "愛", "👩‍🚀"])
def test_a_nickname_is_kept_as_it_is_written(name: str) -> None:
    assert registration.clean(name) == name


@pytest.mark.parametrize(
    "name", ["\x1b[31mred", "a\u202eb", "a\u2066b", "a\nb", "a\x00b", "a\u2028b", "a\u200fb", "", "   ", "A" * 33]
)
def test_a_nickname_does_nothing_to_the_text_around_it(name: str) -> None:
    with refused("bad_nickname", 400):
        registration.clean(name)


@pytest.mark.parametrize("name", ["\u200b", "\u200d\u200d", "\u2800\u00a0", "\u3164"])
def test_a_nickname_can_be_seen(name: str) -> None:
    with refused("bad_nickname", 400):
        registration.clean(name)


def test_a_nickname_has_one_spelling() -> None:
    assert registration.clean("  Zoe\u0308   B.  ") == "Zoë B."

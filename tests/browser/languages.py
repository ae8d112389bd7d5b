"""English left on a page in another language: texts of the English catalogues that the other language has not."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from playwright.sync_api import expect

from ..services.catalogues import HOLE, all_of, catalogue
from .people import Crowd, Person

SHORTEST: Final = 12
"""Shorter texts may be words of both languages, names, or parts of other words."""
HEARD: Final = """
    () => [...document.querySelectorAll("[aria-label], [title], [placeholder]")]
        .filter((each) => each.closest("[lang]:not(html)") === null)
        .flatMap((each) => ["aria-label", "title", "placeholder"].map((name) => each.getAttribute(name) ?? ""))
"""
SEEN: Final = """
    () => {
        const copy = document.body.cloneNode(true);
        for (const each of copy.querySelectorAll("[lang], script, style, noscript")) each.remove();
        return copy.textContent;
    }
"""


def speaking(crowd: Crowd, language: str) -> Person:
    """A new person in the lobby, whose browser asks for this language."""
    person = crowd.come(locale=language)
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    return person


def untranslated(person: Person) -> list[str]:
    """English texts that are seen or read out on the page, except those marked as English."""
    page = person.page
    language = page.locator("html").get_attribute("lang") or ""
    texts = [page.title(), page.evaluate(SEEN), *page.evaluate(HEARD)]
    return [words for words in foreign_to(language) if any(words in text for text in texts)]


@cache
def foreign_to(language: str) -> tuple[str, ...]:
    """Parts of English texts that this language has not."""
    own = {part for file in all_of(language) for text in catalogue(file).values() for part in parts(text)}
    english = {part for file in all_of("en") for text in catalogue(file).values() for part in parts(text)}
    return tuple(sorted(english - own))


def parts(text: str) -> Iterator[str]:
    """The parts between parameters."""
    bounds = [0, *(at for hole in HOLE.finditer(text) for at in hole.span()), len(text)]
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        if len(part := text[start:end].strip()) >= SHORTEST:
            yield part

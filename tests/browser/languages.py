"""English that is left on a page in another language: what the English catalogues say and the other says otherwise."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from playwright.sync_api import expect

from ..services.catalogues import HOLE, all_of, catalogue
from .people import Crowd, Person

SHORTEST: Final = 12
"""What is shorter may be a word of both, a name, or part of another word."""
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
    """Somebody new, before the lobby, whose browser asks for this language."""
    person = crowd.come(locale=language)
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    return person


def english_left(person: Person) -> list[str]:
    """Of all that is seen or heard on the page, except what is marked as English."""
    page = person.page
    language = page.locator("html").get_attribute("lang") or ""
    texts = [page.title(), page.evaluate(SEEN), *page.evaluate(HEARD)]
    return [words for words in foreign_to(language) if any(words in text for text in texts)]


@cache
def foreign_to(language: str) -> tuple[str, ...]:
    """What would be said in English, hole by hole, and is said otherwise in this language."""
    own = {part for file in all_of(language) for text in catalogue(file).values() for part in parts(text)}
    english = {part for file in all_of("en") for text in catalogue(file).values() for part in parts(text)}
    return tuple(sorted(english - own))


def parts(text: str) -> Iterator[str]:
    """What stands between the holes."""
    bounds = [0, *(at for hole in HOLE.finditer(text) for at in hole.span()), len(text)]
    for start, end in zip(bounds[::2], bounds[1::2], strict=True):
        if len(part := text[start:end].strip()) >= SHORTEST:
            yield part

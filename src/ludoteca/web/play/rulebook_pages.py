"""A game's rule book and its guide as pieces of a page: their Markdown, read once and kept.

Laws kept here: HTML in a book is shown as the text it is, and nothing carries a style of its own; so what comes
out may be put on a page as it is. The book's own title is left to the page, which has one.
Must not know: any particular game.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ludoteca.rulebook import guide, rulebook

from ..app import App
from ..errors import not_found
from ..schemas import Language, Rules

READER: Final = MarkdownIt("commonmark", {"html": False}).enable("table")


def page(app: App, name: str, language: Language) -> Rules:
    """The rules of the game of this name; ApiError if there is no such game, or it has none."""
    game = app.catalogue.find(name)
    book = rulebook(game)
    if book is None:
        raise not_found("rule book")
    own = guide(game, language)
    return Rules(name, rendered(book), None if own is None else rendered(own))


@cache
def rendered(book: str) -> str:
    tokens = _untitled(READER.parse(book))
    for cell in (each for each in tokens if each.type in ("th_open", "td_open")):
        cell.attrs.pop("style", None)  # a page may not have styles in its text
    html: str = READER.renderer.render(tokens, READER.options, {})
    # A table may be wider than a phone: it is moved inside a frame of its own, also by keys.
    return html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")


def _untitled(tokens: Sequence[Token]) -> Sequence[Token]:
    return tokens[3:] if tokens and tokens[0].tag == "h1" else tokens  # it opens, its text, it closes

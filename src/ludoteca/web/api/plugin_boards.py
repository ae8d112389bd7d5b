"""Boards that packages bring along: `board.js` beside a game's rules, served to the page from our own address.

It runs in the page with all that the page may do. Who installs a package trusts it: its rules run in our own process.
"""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from ludoteca.rulebook import board

from ..app import app_of
from .django_errors import not_found

SCRIPT = "text/javascript; charset=utf-8"


@require_safe
def script(request: HttpRequest, game: str) -> HttpResponseBase:
    known = app_of(request).catalogue.games.get(game)
    found = None if known is None else board(known)
    if found is None:
        return not_found(request)
    return HttpResponse(found, SCRIPT, headers={"Cache-Control": "no-cache"})  # a package may be installed anew

"""The page: one for all addresses that people see; what it shows, the browser decides."""

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import ensure_csrf_cookie


@ensure_csrf_cookie
def page(request: HttpRequest, path: str = "") -> HttpResponse:
    return HttpResponse(_index(), headers={"Cache-Control": "no-cache"})


@cache
def _index() -> bytes:
    index = settings.PAGE / "index.html"
    if not index.exists():
        return b"The page was not built: install Ludoteca without LUDOTECA_SKIP_FRONT."
    content: bytes = index.read_bytes()
    return content

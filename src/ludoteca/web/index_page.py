"""The page: one document for every address that people see; what it shows, the browser decides. Beside it, what
browsers and crawlers ask for unasked.

Law kept here: an address that is no page of ours is 404, though a person sees the page say so.
"""

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, re_path
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from .api.django_errors import not_found

PAGES = (
    "",
    "new/<str:game>",
    "room/<str:code>",
    "player/<str:name>",
    "leaderboard/<str:game>",
    "match/<str:id>/replay",
    "rules/<str:game>",
    "match/<str:id>",
    "account",
    "email",
    "password",
)
"""The paths of the page's router."""

ROBOTS = b"User-agent: *\nDisallow: /api/\nDisallow: /admin/\nDisallow: /accounts/\n"


def urls() -> list[URLPattern]:
    return [
        path("robots.txt", robots),
        path("favicon.svg", icon),
        path("favicon.ico", lambda request: HttpResponseRedirect("/favicon.svg")),
        *(path(where, page) for where in PAGES),
        re_path(r"^.*$", unknown),
    ]


@require_http_methods(["GET", "HEAD", "OPTIONS"])
@ensure_csrf_cookie
def page(request: HttpRequest, **given: str) -> HttpResponse:
    return _document(200)


@require_http_methods(["GET", "HEAD", "OPTIONS"])
@ensure_csrf_cookie
def unknown(request: HttpRequest) -> HttpResponse:
    return _document(404)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, "text/plain")


@require_safe
def icon(request: HttpRequest) -> HttpResponseBase:
    svg = settings.PAGE / "favicon.svg"
    if not svg.exists():
        return not_found(request)
    return HttpResponse(svg.read_bytes(), "image/svg+xml", headers={"Cache-Control": "max-age=86400"})


def _document(status: int) -> HttpResponse:
    return HttpResponse(_index(), status=status, headers={"Cache-Control": "no-cache"})


@cache
def _index() -> bytes:
    index = settings.PAGE / "index.html"
    if not index.exists():
        return b"The page was not built: install Ludoteca without LUDOTECA_SKIP_FRONT."
    content: bytes = index.read_bytes()
    return content

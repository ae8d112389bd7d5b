"""Django's own refusals, in the API's form."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from ..errors import ApiError
from .routes import failed


def csrf(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A request that our own page has not made."""
    return failed(ApiError("csrf", "this request did not come from our page; load it again", 403))


def not_found(request: HttpRequest, **given: Any) -> HttpResponse:
    return failed(ApiError("not_found", "there is nothing here", 404))

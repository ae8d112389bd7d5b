"""What the web of one process shares, as one value: built at start, and passed to every request, socket and duty."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, cast

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest

from .accounts.mailer import Mailer
from .game_catalogue import Catalogue
from .notifications import Notifier
from .play.replays import Replays
from .request_limits import RequestLimits
from .table_client import TableClient

SCOPE_KEY: Final = "ludoteca.app"
"""Where `asgi.py` puts it in the scope of each connection."""
ROUTE_KEY: Final = "ludoteca.route"
"""A list in the scope of each request, which gets the route that answers it."""


@dataclass(frozen=True)
class App:
    catalogue: Catalogue
    limits: RequestLimits
    notify: Notifier
    mailer: Mailer
    tables: TableClient
    replays: Replays
    database_works: Callable[[], Awaitable[bool]]
    lobby: Callable[[int], Awaitable[bytes]]  # its body, as the API gives it, after so many rooms


def app_of(request: HttpRequest) -> App:
    app: App = cast("ASGIRequest", request).scope[SCOPE_KEY]
    return app

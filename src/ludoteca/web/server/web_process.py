"""The web as part of a process: migrated, furnished, and served by uvicorn's protocols behind the process's door.

Laws kept here: nothing is served before the database is as the code wants it; what is left is left in good order.
"""

import asyncio
import logging
import os
from typing import Any, Final

import django
import structlog
from uvicorn import Config
from uvicorn.server import ServerState

from ludoteca.process import Process
from ludoteca.tokens import Tokens

PARTING_SECONDS: Final = 2.0
SILENT_SECONDS: Final = 5  # a connection that says nothing for longer between two requests is closed
CONNECTIONS_AT_MOST: Final = 4096  # of pages and live sockets; more are answered with 503
REACH_SECONDS: Final = 5  # by when a PostgreSQL must have answered at the start
MIGRATING: Final = 0x1D07ECA  # any number that nobody else locks
SETTINGS: Final = "ludoteca.web.settings"

log: Any = structlog.get_logger("ludoteca.web")


def set_up() -> None:
    """Django, made ready; ImproperlyConfigured if the environment does not make sense."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    django.setup()
    for name in ("django", "psycopg"):  # what matters of it we say ourselves, a line each
        logging.getLogger(name).addHandler(logging.NullHandler())


def migrate() -> None:
    """The database as the code wants it."""
    from django.core.management import call_command  # noqa: PLC0415 - Django must be set up first
    from django.db import connection  # noqa: PLC0415

    if connection.vendor != "postgresql":
        call_command("migrate", interactive=False, verbosity=0)
        return
    _reach(connection)
    with connection.cursor() as cursor:  # of several that start together one migrates, and the others wait
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        try:
            call_command("migrate", interactive=False, verbosity=0)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])


def _reach(connection: Any) -> None:
    """One connection without the pool: that one would try for its ten seconds, and then not say what was wrong."""
    with connection.wrap_database_errors:
        connection.Database.connect(**{"connect_timeout": REACH_SECONDS, **connection.get_connection_params()}).close()


class Web:
    """Running, from `start` to `leave`."""

    def __init__(self, config: Config, state: ServerState, house: Any) -> None:
        self._config = config
        self._state = state
        self._house = house

    @classmethod
    async def start(cls, process: Process, tokens: Tokens) -> "Web":
        # What follows knows models, and models want Django set up.
        from .. import (
            game_catalogue,
            request_limits,
        )
        from ..app import House, furnish  # noqa: PLC0415
        from ..live.consumer import Hub  # noqa: PLC0415
        from ..notifications import CHANNEL, teller  # noqa: PLC0415
        from ..scheduler.scheduler import Keeper  # noqa: PLC0415
        from ..table_client import Desk  # noqa: PLC0415
        from .asgi import application  # noqa: PLC0415
        from .http_protocol import http_for  # noqa: PLC0415

        plan, loop, state = process.plan, asyncio.get_running_loop(), ServerState()
        assert process.gateway is not None, "pages are served where sockets are"
        game_catalogue.catalogue.games, game_catalogue.catalogue.bots_for = plan.games, plan.bots_for
        request_limits.limits.settings = plan.settings
        desk = Desk(process, tokens)
        house = House(desk, Hub(desk, lambda client: _cut(state, client)), Keeper(desk))
        furnish(house)
        teller.tell = lambda raw: _threadsafe(loop, process, CHANNEL, raw)
        await house.hub.start()
        await house.keeper.start()
        names = frozenset(name.lower() for name in plan.settings.listed("hosts"))
        config = Config(
            application(house.hub, names, frozenset(plan.settings.listed("origins"))),
            http=http_for(process.gateway.protocol),
            ws="websockets-sansio",
            ws_max_size=4096,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=SILENT_SECONDS,
            limit_concurrency=CONNECTIONS_AT_MOST,
        )
        config.load()
        return cls(config, state, house)

    def protocol(self) -> Any:
        kind: Any = self._config.http_protocol_class
        return kind(config=self._config, server_state=self._state, app_state={})

    async def leave(self) -> None:
        await self._house.keeper.stop()
        await self._house.hub.stop()
        for connection in list(self._state.connections):
            connection.shutdown()
        if self._state.tasks:
            await asyncio.wait(self._state.tasks, timeout=PARTING_SECONDS)


def _cut(state: ServerState, client: Any) -> None:
    """The connection from there, at once: closing in order would wait for whoever does not read."""
    for connection in list(state.connections):
        if getattr(connection, "client", None) == tuple(client):
            transport: Any = connection.transport
            transport.abort()


def _threadsafe(loop: asyncio.AbstractEventLoop, process: Process, channel: str, raw: bytes) -> None:
    """News comes from threads of Django's; the bus belongs to the loop."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(process.bus.publish, channel, [raw])

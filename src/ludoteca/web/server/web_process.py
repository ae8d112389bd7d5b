"""The web as part of a process: built, started, and served by uvicorn's protocols behind the port multiplexer.

Laws kept here: migrations run before anything is served; shutdown is graceful.
"""

import asyncio
import os
from collections.abc import Callable
from typing import Any, Final

import django
import structlog
from uvicorn import Config
from uvicorn.server import ServerState

from ludoteca.gateway.http_limits import IDLE_SECONDS
from ludoteca.process import Process
from ludoteca.tokens import Tokens

PARTING_SECONDS: Final = 2.0
CONNECTIONS_AT_MOST: Final = 4096  # of pages and live sockets; more are answered with 503
REACH_SECONDS: Final = 5  # by when a PostgreSQL must have answered at the start
MIGRATING: Final = 0x1D07ECA  # any number that nobody else locks
SETTINGS: Final = "ludoteca.web.settings"

log: Any = structlog.get_logger("ludoteca.web")


def set_up() -> None:
    """Django, made ready; ImproperlyConfigured if the environment does not make sense."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", SETTINGS)
    django.setup()


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

    def __init__(self, config: Config, state: ServerState, tables: Callable[[], Any], parts: tuple[Any, ...]) -> None:
        """`parts` are stopped in this order before the connections are closed."""
        self._config = config
        self._tables = tables
        self._state = state
        self._parts = parts

    @classmethod
    async def start(cls, process: Process, tokens: Tokens) -> "Web":
        # What follows knows models, and models want Django set up.
        from django.conf import settings  # noqa: PLC0415

        from ..accounts.mailer import Mailer  # noqa: PLC0415
        from ..app import App  # noqa: PLC0415
        from ..game_catalogue import Catalogue  # noqa: PLC0415
        from ..live.consumer import Hub  # noqa: PLC0415
        from ..notifications import CHANNEL, Notifier  # noqa: PLC0415
        from ..play.replays import Replays  # noqa: PLC0415
        from ..request_limits import RequestLimits  # noqa: PLC0415
        from ..scheduler.scheduler import Scheduler  # noqa: PLC0415
        from ..table_client import TableClient  # noqa: PLC0415
        from . import database_backends  # noqa: PLC0415
        from .asgi import application  # noqa: PLC0415
        from .database_probe import DatabaseProbe  # noqa: PLC0415
        from .http_protocol import Http  # noqa: PLC0415

        loop, state = asyncio.get_running_loop(), ServerState()
        assert process.gateway is not None, "pages are served where sockets are"
        database_backends.report_to(process.metrics.queried)
        limits = RequestLimits(process.config.settings)
        hub = Hub(process.bus, limits, lambda client: _cut(state, client))
        mailer = Mailer(settings.SMTP)
        mailer.start()
        catalogue = Catalogue(process.config.games, process.config.bots_for)
        app = App(
            catalogue=catalogue,
            limits=limits,
            notify=Notifier(lambda raw: _publish(loop, process, CHANNEL, raw)),
            mailer=mailer,
            tables=TableClient(process, tokens),
            replays=Replays(process.replay_workers, process.config.settings.replay_seconds),
            database_works=DatabaseProbe().works,
            lobby=hub.lobby.body,
        )
        await app.tables.inspect_store()
        scheduler = Scheduler(app)
        await hub.start()
        await scheduler.start()
        names = frozenset(name.lower() for name in process.config.settings.listed("hosts"))
        config = Config(
            application(app, hub, names, frozenset(process.config.settings.listed("origins")), process.metrics),
            http=Http,
            ws="websockets-sansio",
            ws_max_size=4096,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=IDLE_SECONDS,
            limit_concurrency=CONNECTIONS_AT_MOST,
        )
        config.load()
        return cls(config, state, process.gateway.protocol, (scheduler, hub, mailer))

    def protocol(self, left: Callable[[], None]) -> Any:
        kind: Any = self._config.http_protocol_class
        state = self._state
        return kind(config=self._config, server_state=state, app_state={}, tables=self._tables, left=left)

    async def leave(self) -> None:
        for part in self._parts:
            await part.stop()
        for connection in list(self._state.connections):
            connection.shutdown()
        if self._state.tasks:
            await asyncio.wait(self._state.tasks, timeout=PARTING_SECONDS)


def _cut(state: ServerState, client: Any) -> None:
    """Aborts the connection: closing it gracefully would wait for a client that does not read."""
    for connection in list(state.connections):
        if getattr(connection, "client", None) == tuple(client):
            transport: Any = connection.transport
            transport.abort()


def _publish(loop: asyncio.AbstractEventLoop, process: Process, channel: str, raw: bytes) -> None:
    """From any thread: Django's notify, and the bus belongs to the loop."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(process.bus.publish, channel, [raw])

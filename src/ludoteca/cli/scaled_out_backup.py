"""The backup of a server of several processes: what its PostgreSQL and its Redis hold.

Must not know: what is in them, any game.
"""

import asyncio
import os
import secrets
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from ..backup import SCALED_OUT, TABLES, WEB_ROWS, BackupError, Manifest, archive, unpack
from ..console.errors import Failure
from ..runtime.redis import copies
from ..runtime.redis.client import Address, RedisClient
from .addresses import checked_redis
from .service import read_settings
from .token import SECRETS

T = TypeVar("T")


class Stores(NamedTuple):
    """Where such a server keeps everything."""

    database: str
    redis: str

    def __str__(self) -> str:
        from ..web.server.database import database, named  # noqa: PLC0415 - it takes its time to load

        return f"{named(database({'DATABASE_URL': self.database}))} and Redis at {Address.read(self.redis)}"


def stores(redis: str) -> Stores | None:
    """As the environment has them; None if there is no DATABASE_URL: then it is `ludoteca serve` that is meant."""
    database = os.environ.get("DATABASE_URL", "")
    if not database:
        return None
    if not database.startswith(("postgres://", "postgresql://")) or not redis:
        raise Failure(
            "DATABASE_URL is set, so accounts are not in the folder of `ludoteca serve`: unset it, or, for a server of "
            "several processes, set it to postgresql://… and say where the tables are: --redis URL, or REDIS_URL"
        )
    return Stores(database, checked_redis(redis))


def back_up_stores(where: Stores, file: Path, made: str) -> Manifest:
    """Both into a new file; in this order, as `backup.py` says."""
    from psycopg import Error  # noqa: PLC0415 - it takes its time to load

    from ..web.server.database_rows import write_rows  # noqa: PLC0415

    def copy(place: Path) -> list[Path]:
        try:
            write_rows(where.database, place / WEB_ROWS)
        except Error as error:
            raise BackupError(f"PostgreSQL: {_one_line(error)}") from None
        _with_redis(where, lambda client: copies.copy_out(client, place / TABLES))
        return [place / WEB_ROWS, place / TABLES]

    return archive(file, made, copy)


def restore_stores(file: Path, where: Stores, *, force: bool) -> Manifest:
    """A backup into both. The database changes last, and wholly or not at all."""
    with tempfile.TemporaryDirectory() as folder:
        manifest = unpack(file, Path(folder), SCALED_OUT)
        _set_up_django()
        from django.db import Error  # noqa: PLC0415 - Django must be set up first

        from ..web.server.database_rows import BadRows, restored  # noqa: PLC0415

        try:
            with restored(Path(folder) / WEB_ROWS, force=force):
                _with_redis(where, lambda client: _put_tables(client, Path(folder) / TABLES, force=force))
        except BadRows as refused:
            raise BackupError(str(refused)) from None
        except Error as error:
            raise BackupError(f"PostgreSQL: {_one_line(error)}") from None
    return manifest


async def _put_tables(client: RedisClient, file: Path, *, force: bool) -> None:
    settings = read_settings()
    if await copies.is_served(client, settings):
        raise BackupError("a service is running on this Redis: stop all services and web processes first")
    if await copies.has_tables(client):
        if not force:
            raise BackupError("Redis has tables already; --force replaces them")
        await copies.clear(client)
    await copies.copy_in(file, client, settings)


def _with_redis(where: Stores, act: Callable[[RedisClient], Awaitable[T]]) -> T:
    async def main() -> T:
        client = RedisClient(where.redis)
        try:
            await client.ready()
            return await act(client)
        finally:
            await client.close()

    return asyncio.run(main())


def _set_up_django() -> None:
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - it takes its time to load

    from ..web.server.web_process import set_up  # noqa: PLC0415

    if not any(name in os.environ for name in SECRETS):
        os.environ[SECRETS[0]] = secrets.token_hex(32)  # Django wants one; nothing is signed with it here
    try:
        set_up()
    except ImproperlyConfigured as error:
        raise Failure(str(error)) from None


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())

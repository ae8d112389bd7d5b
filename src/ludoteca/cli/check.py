"""`ludoteca check`: what is wrong with the configuration of a server, before it is started or while it runs.

Law kept here: it changes nothing but what a store or a database is asked to write in order to find out whether it can.

Must not know: any game.
"""

import asyncio
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

import typer

from ..console.errors import CHECK_FAILED, Failure
from ..runtime.open_files import raise_open_files
from ..runtime.redis.client import Address, RedisClient
from ..runtime.redis.connection import RedisError
from ..runtime.redis.store import RedisStore
from ..runtime.settings import BadSetting, Settings
from ..runtime.store import Unavailable
from .addresses import DATA, checked_redis
from .token import SECRETS, signer

OPEN_FILES: Final = 8192
"""With fewer a process refuses sockets long before a core is busy."""
FREE_BYTES: Final = 1 << 30
LOCAL: Final = ("127.0.0.1", "::1", "localhost")

Level: TypeAlias = Literal["ok", "warning", "error"]


class ConfigFinding(NamedTuple):
    """Something looked at: how it is, and what to do if it is not right."""

    level: Level
    about: str
    what: str


def check(
    data: Annotated[Path, typer.Option(metavar="FOLDER", help="Of `ludoteca serve`; without --redis.")] = DATA,
    redis: Annotated[
        str, typer.Option(metavar="URL", envvar="REDIS_URL", help="Redis or Valkey, of `ludoteca web` and services.")
    ] = "",
    deploy: Annotated[bool, typer.Option("--deploy", help="Check what the internet needs as well.")] = False,
) -> None:
    """Check the configuration of a server: settings, secret, store, database, mail, files; with --deploy also host
    names, HTTPS and proxies.

    Run it with the environment, and as the user, of the server. Each line is about one thing: ok, warning or error,
    and what to do. Exit code 0: no errors. 1: at least one.
    """
    findings = list(_findings(data, redis, deploy=deploy))
    for each in findings:
        print(f"{each.level:8} {each.about}: {each.what}")
    if any(each.level == "error" for each in findings):
        raise typer.Exit(CHECK_FAILED)


def _findings(data: Path, redis: str, *, deploy: bool) -> Iterator[ConfigFinding]:
    yield from _settings(deploy=deploy)
    yield _secret(data, redis)
    if redis:
        yield from _redis(redis)
        yield _database(os.environ)
    else:
        yield from _folder(data)
        if os.environ.get("DATABASE_URL"):
            yield _database(os.environ)
    yield _open_files()


def _settings(*, deploy: bool) -> Iterator[ConfigFinding]:
    try:
        settings = Settings.read(os.environ)
    except BadSetting as error:
        yield ConfigFinding("error", "settings", str(error))
        return
    yield ConfigFinding("ok", "settings", "every LUDOTECA_ variable has a valid value")
    if settings.lossy_store:
        yield ConfigFinding(
            "warning", "LUDOTECA_LOSSY_STORE", "is 1: ranked and staked games may be lost with the store"
        )
    if deploy:
        yield from _public(settings, os.environ.get("LUDOTECA_HTTPS", "0"))
    if deploy or os.environ.get("LUDOTECA_SMTP_URL"):
        yield _mail(os.environ)


def _public(settings: Settings, https: str) -> Iterator[ConfigFinding]:
    """What a server needs that people reach over the internet."""
    hosts, origins = settings.listed("hosts"), settings.listed("origins")
    if https == "1":
        yield ConfigFinding("ok", "LUDOTECA_HTTPS", "cookies travel over TLS only")
    else:
        yield ConfigFinding("error", "LUDOTECA_HTTPS", f"is {https!r}: put a proxy with TLS in front, and set it to 1")
    if hosts:
        yield ConfigFinding("ok", "LUDOTECA_HOSTS", ", ".join(hosts))
    else:
        yield ConfigFinding("error", "LUDOTECA_HOSTS", "is not set: set it to the host names of the server")
    missing = [f"https://{host}" for host in hosts if f"https://{host}" not in origins]
    if missing:
        yield ConfigFinding(
            "error", "LUDOTECA_ORIGINS", f"lacks {', '.join(missing)}: behind TLS forms and sockets need it"
        )
    for origin in origins:
        if not origin.startswith("https://"):
            yield ConfigFinding("warning", "LUDOTECA_ORIGINS", f"has {origin}, which is not encrypted: use https://")
    if settings.staff_second_factor:
        yield ConfigFinding("ok", "LUDOTECA_STAFF_SECOND_FACTOR", "the admin opens with a second factor")
    else:
        yield ConfigFinding("warning", "LUDOTECA_STAFF_SECOND_FACTOR", "is 0: a password is enough for the admin")
    if settings.proxies:
        yield ConfigFinding("ok", "LUDOTECA_PROXIES", str(settings.proxies))
    else:
        why = "behind a proxy all players then share one address and its limits: set it to the number of proxies"
        yield ConfigFinding("warning", "LUDOTECA_PROXIES", f"is 0; {why}")


def _secret(data: Path, redis: str) -> ConfigFinding:
    name = SECRETS[0]
    try:
        if signer() is not None:
            return ConfigFinding("ok", name, "is long enough and not an obvious one")
    except Failure as error:
        return ConfigFinding("error", name, error.message)
    if redis:
        how = 'python3 -c "import secrets; print(secrets.token_hex(32))"'
        return ConfigFinding("error", name, f"is not set: set it to the output of {how}, the same for all processes")
    file = data / "secret"
    if file.exists() and file.stat().st_mode & 0o077:
        return ConfigFinding("error", str(file), "can be read by other users: chmod 600")
    return ConfigFinding(
        "ok", str(file), "signs sessions and tokens" if file.exists() else "is made at the first start"
    )


def _redis(url: str) -> Iterator[ConfigFinding]:
    try:
        address = Address.read(checked_redis(url))
    except Failure as error:
        yield ConfigFinding("error", "REDIS_URL", error.message)
        return
    if not address.password and not address.path and address.host not in LOCAL:
        why = "anyone who reaches it can act at any table: set requirepass, and put the password into the address"
        yield ConfigFinding("warning", "REDIS_URL", f"has no password; {why}")
    try:
        weaknesses = asyncio.run(_weaknesses(url))
    except (Unavailable, RedisError) as error:
        yield ConfigFinding("error", f"Redis at {address}", str(error))
        return
    yield ConfigFinding("ok", f"Redis at {address}", "can be written to")
    for weakness in weaknesses:
        yield ConfigFinding("error", f"Redis at {address}", weakness)


async def _weaknesses(url: str) -> list[str]:
    store = RedisStore(RedisClient(url), Settings())
    try:
        await store.client.ready()
        await store.probe()
        return await store.weaknesses()
    finally:
        await store.close()


def _database(environ: Mapping[str, str]) -> ConfigFinding:
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - it takes its time to load

    from ..web.server.database import database, named  # noqa: PLC0415

    try:
        found = database(environ)
    except ImproperlyConfigured as error:
        return ConfigFinding("error", "DATABASE_URL", str(error))
    if found["ENGINE"].endswith("sqlite3"):
        if environ.get("REDIS_URL"):
            return ConfigFinding("error", "DATABASE_URL", "is a SQLite file: several processes need a PostgreSQL")
        return ConfigFinding("ok", "DATABASE_URL", named(found))
    reason = _unreachable(environ["DATABASE_URL"])
    if reason:
        return ConfigFinding("error", named(found), reason)
    return ConfigFinding("ok", named(found), "answers")


def _unreachable(url: str) -> str:
    """Why a PostgreSQL cannot be used; "" if it can."""
    import psycopg  # noqa: PLC0415 - it takes its time to load

    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            version = connection.info.server_version // 10_000
            return "" if version >= 14 else f"has version {version}: use 14 or newer"
    except psycopg.Error as error:
        return " ".join(str(error).split())


def _mail(environ: Mapping[str, str]) -> ConfigFinding:
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415 - it takes its time to load

    from ..web.server.smtp import smtp, unusable  # noqa: PLC0415

    name = "LUDOTECA_SMTP_URL"
    try:
        server = smtp(environ)
    except ImproperlyConfigured as error:
        return ConfigFinding("error", name, str(error))
    if server is None:
        return ConfigFinding("warning", name, "is not set: members who forget their password need you to set another")
    if reason := unusable(server):
        return ConfigFinding("error", name, f"{server} takes no mails: {reason}")
    if server.scheme == "smtp" and server.host not in LOCAL:
        return ConfigFinding("warning", name, f"{server} is not encrypted: use smtps:// or smtp+tls://")
    return ConfigFinding("ok", name, f"{server} takes mails from {server.sender}")


def _folder(data: Path) -> Iterator[ConfigFinding]:
    place = next((each for each in (data, *data.resolve().parents) if each.exists()), Path("/"))
    if not (place.is_dir() and os.access(place, os.W_OK | os.X_OK)):
        yield ConfigFinding("error", str(data), "cannot be written to: run this as the user of the server, or chown it")
        return
    free = shutil.disk_usage(place).free
    if free < FREE_BYTES:
        yield ConfigFinding(
            "warning", str(data), f"has {free >> 20} MB left: make room, a full disk refuses every action"
        )
    else:
        yield ConfigFinding("ok", str(data), f"can be written to, {free >> 30} GB free")


def _open_files() -> ConfigFinding:
    limit = raise_open_files()
    if limit < OPEN_FILES:
        how = "LimitNOFILE= in systemd, --ulimit nofile= for a container"
        return ConfigFinding("warning", "open files", f"at most {limit}, and each socket is one: raise it ({how})")
    return ConfigFinding("ok", "open files", f"at most {limit} on {sys.platform}")

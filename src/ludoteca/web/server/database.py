"""Which database: a PostgreSQL or a SQLite file, as `DATABASE_URL` says.

Law kept here: a transaction that writes to SQLite takes the write lock with its first statement, so none fails halfway.
"""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

SQLITE: Final = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 10,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}
POOL: Final = {"min_size": 1, "max_size": 16, "timeout": 0.8}  # a request that waits longer is told to try again


def named(settings: Mapping[str, Any]) -> str:
    """A database as Django has it, for people: where it is, and no password."""
    if settings["ENGINE"].endswith("sqlite3"):
        return f"the database {settings['NAME']}"
    return f"PostgreSQL at {settings['HOST'] or 'its local socket'}{settings['PORT'] and ':' + settings['PORT']}"


def database(environ: Mapping[str, str]) -> dict[str, Any]:
    """As Django wants it; ImproperlyConfigured says what is wrong, without the password in it."""
    url = environ.get("DATABASE_URL", "")
    if not url:
        raise ImproperlyConfigured("set DATABASE_URL: postgresql://USER:PASSWORD@HOST/NAME, or sqlite:///FILE")
    try:
        parts, port = urlsplit(url), urlsplit(url).port
    except ValueError:
        raise ImproperlyConfigured("DATABASE_URL is no address: postgresql://USER:PASSWORD@HOST/NAME") from None
    match parts.scheme:
        case "sqlite":
            # Three slashes and a path, as everybody writes it; a fourth is the path's own.
            return {
                "ENGINE": "ludoteca.web.server.database_backends.sqlite3",
                "NAME": unquote(url[len("sqlite:///") :]),
                "OPTIONS": SQLITE,
            }
        case "postgres" | "postgresql":
            options = dict(parse_qsl(parts.query))
            return {
                "ENGINE": "ludoteca.web.server.database_backends.postgresql",
                "NAME": unquote(parts.path.lstrip("/")),
                "USER": unquote(parts.username or ""),
                "PASSWORD": unquote(parts.password or ""),
                "HOST": options.pop("host", parts.hostname or ""),
                "PORT": str(port or ""),
                "OPTIONS": {**options, "pool": POOL},
                "CONN_HEALTH_CHECKS": True,  # after a restart of PostgreSQL the pool holds dead connections
            }
        case _:
            raise ImproperlyConfigured(
                f"DATABASE_URL begins with {parts.scheme!r}: postgresql:// and sqlite:/// are known"
            )

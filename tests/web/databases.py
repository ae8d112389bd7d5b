"""Real databases for tests of the web: a SQLite file and a PostgreSQL, each migrated once and emptied for every test.

Django is pointed from one to the other: it knows one database, and takes it for what it was when a connection is made.
"""

import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import django
from django.db import connections

T = TypeVar("T")

SETTINGS = "DJANGO_SETTINGS_MODULE"


def set_up() -> None:
    before = os.environ.get(SETTINGS)
    os.environ[SETTINGS] = "tests.web.settings"
    django.setup()
    if before is None:
        del os.environ[SETTINGS]


def point_at(url: str) -> None:
    """Every connection made from now on is one to this database."""
    from ludoteca.web.server.database import database  # noqa: PLC0415

    let_go()
    connections.settings["default"] = connections.configure_settings({"default": database({"DATABASE_URL": url})})[
        "default"
    ]


def let_go() -> None:
    """No connection is left open, here or in the threads of the web, nor a pool of them."""
    from ludoteca.web import database_threads  # noqa: PLC0415

    together = threading.Barrier(database_threads._pool._max_workers)
    for done in [database_threads._pool.submit(_forget, together) for _ in range(together.parties)]:
        done.result()
    here: Any = connections["default"]
    here.close()
    if here.vendor == "postgresql":
        here.close_pool()
    del connections["default"]


def _forget(together: threading.Barrier) -> None:
    """In each of these threads, so that each waits for the others."""
    together.wait()
    connections["default"].close()
    del connections["default"]


def migrate(url: str) -> None:
    from ludoteca.web.server.web_process import migrate as bring_up_to_date  # noqa: PLC0415

    point_at(url)
    bring_up_to_date()
    let_go()


def empty() -> None:
    """All that was played and everybody who played; the permissions of the admin stay."""
    from django.apps import apps  # noqa: PLC0415
    from django.core.management.color import no_style  # noqa: PLC0415

    here: Any = connections["default"]
    ours = [model._meta.db_table for model in apps.get_app_config("web").get_models(include_auto_created=True)]
    others = [
        "django_admin_log",
        "django_session",
        "socialaccount_socialaccount",
        "socialaccount_socialtoken",
        "account_emailaddress",
        "mfa_authenticator",
    ]
    tables = [*ours, *others, "account_emailconfirmation"]
    here.ops.execute_sql_flush(here.ops.sql_flush(no_style(), tables, allow_cascade=True))


def at_once(*works: Callable[[], T]) -> list[T | Exception]:
    """What comes of each when all are done at the same moment, each on a connection of its own."""
    ready = threading.Barrier(len(works))
    came: list[T | Exception] = [RuntimeError("not done")] * len(works)

    def do(number: int, work: Callable[[], T]) -> None:
        try:
            ready.wait()
            came[number] = work()
        except Exception as error:
            came[number] = error
        finally:
            connections["default"].close()

    threads = [threading.Thread(target=do, args=each) for each in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came

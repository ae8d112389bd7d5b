"""Django's database backends, measured: how long each query takes, and which fail.

Law kept here: nothing of a query is told but its kind, and nothing of an error but its name.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol

from django.db import Error

KINDS: Final = frozenset({"select", "insert", "update", "delete", "begin"})
"""First words of queries that have a metric of their own; besides there are `connect`, `commit` and `other`."""


class OnQuery(Protocol):
    def __call__(self, kind: str, seconds: float, error: str = "") -> None: ...


def _ignore(kind: str, seconds: float, error: str = "") -> None:
    return None


_on_query: OnQuery = _ignore


def report_to(on_query: OnQuery) -> None:
    """From now on; Django makes its connections itself, so it is the same for all of them."""
    global _on_query  # noqa: PLW0603
    _on_query = on_query


class MeasuredQueries:
    """Goes before a `DatabaseWrapper` of Django's."""

    connection: Any
    execute_wrappers: list[Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.execute_wrappers.append(_measure_query)

    def ensure_connection(self) -> None:
        """Connects, or waits for a connection of the pool, where there is none yet."""
        inner: Any = super()
        if self.connection is not None:
            inner.ensure_connection()
            return
        with _measured("connect"):
            inner.ensure_connection()

    def commit(self) -> None:
        inner: Any = super()
        with _measured("commit"):
            inner.commit()


def _measure_query(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
    words = str(sql).split(maxsplit=1)
    kind = words[0].lower() if words else ""
    with _measured(kind if kind in KINDS else "other"):
        return execute(sql, params, many, context)


@contextmanager
def _measured(kind: str) -> Iterator[None]:
    began, error = time.monotonic(), ""
    try:
        yield
    except Error as failure:
        error = type(failure).__name__
        raise
    finally:
        _on_query(kind, time.monotonic() - began, error)

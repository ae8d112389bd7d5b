"""A logger for picows that writes to our structured log and counts bad sockets.

Laws kept here: of an exception, only its type and place are logged, never a value.
"""

import logging
from collections.abc import Callable
from typing import Any

import structlog

from ludoteca.runtime.crashes import exc_fields
from ludoteca.runtime.metrics import Metrics

log: Any = structlog.get_logger("ludoteca.gateway")


class _PicowsHandler(logging.Handler):
    def __init__(self, metrics: Metrics, broken: Callable[[str], None]) -> None:
        super().__init__()
        self._metrics = metrics
        self._broken = broken

    def emit(self, record: logging.LogRecord) -> None:
        failure = record.exc_info[1] if record.exc_info else None
        if failure is not None:
            log.error("socket_crashed", **exc_fields(failure))
        else:
            self._metrics.malformed.inc()
            log.warning("bad_socket", what=record.getMessage())
        self._broken(record.name.rpartition(".")[2])


def picows_logger(metrics: Metrics, broken: Callable[[str], None]) -> logging.Logger:
    """A logger for picows only. `broken` is called with the file number of a socket that has failed: picows names the
    child logger of each socket after it."""
    logger = logging.Logger("ludoteca.sockets", logging.WARNING)
    logger.addHandler(_PicowsHandler(metrics, broken))
    return logger

"""What picows has to say of sockets goes into our log, as structured as the rest, and is counted.

Laws kept here: of a crash only its kind and place are told, never a value.
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
    """A logger for picows, known to nobody else. `broken` is told the file number of a socket that is no good any more:
    of each, picows makes a logger named after it."""
    logger = logging.Logger("ludoteca.sockets", logging.WARNING)
    logger.addHandler(_PicowsHandler(metrics, broken))
    return logger

"""Structured logs: one JSON object per line, on stderr; lines of libraries too. No token, secret or hidden state of a
game is ever passed to a logger; text from outside is truncated, and of an exception only type and place are told.
"""

import logging
import sys
from typing import Any, Final

import structlog

from .crashes import exc_fields

TEXT_AT_MOST: Final = 300
LEVELS: Final = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def configure(level: str = "info") -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _shortened,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(handlers=[_LibraryHandler()], level=logging.WARNING, force=True)
    logging.captureWarnings(True)
    for name in ("django.request", "django.security", "psycopg"):  # what matters of it we say ourselves, a line each
        logging.getLogger(name).setLevel(logging.CRITICAL)


class _LibraryHandler(logging.Handler):
    """A line of a library's logger, as one of ours. The first line of its text: further ones show values."""

    def emit(self, record: logging.LogRecord) -> None:
        failure = record.exc_info[1] if record.exc_info else None
        fields = {} if failure is None else exc_fields(failure)
        text = record.getMessage().partition("\n")[0]
        level = max(record.levelno, logging.WARNING)
        structlog.get_logger(record.name).log(level, "library", logger=record.name, text=text, **fields)


def _shortened(logger: Any, method: str, event: Any) -> Any:
    for key, value in event.items():
        if isinstance(value, str) and len(value) > TEXT_AT_MOST:
            event[key] = value[:TEXT_AT_MOST] + "…"
    return event

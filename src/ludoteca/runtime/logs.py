"""Structured logs: one JSON object per line, on stderr. No token, secret or hidden state of a game is ever passed to a
logger; text from outside is truncated."""

import logging
import sys
from typing import Any, Final

import structlog

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


def _shortened(logger: Any, method: str, event: Any) -> Any:
    for key, value in event.items():
        if isinstance(value, str) and len(value) > TEXT_AT_MOST:
            event[key] = value[:TEXT_AT_MOST] + "…"
    return event

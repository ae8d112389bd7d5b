"""Everything that is handed to a logger, at every level."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from structlog.typing import EventDict


@contextmanager
def captured() -> Iterator[list[EventDict]]:
    before = structlog.get_config()
    with structlog.testing.capture_logs() as lines:
        structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG))
        try:
            yield lines
        finally:
            structlog.configure(**before)


def events(lines: list[EventDict]) -> list[str]:
    return [str(line["event"]) for line in lines]

"""Every fuzz target, by its name."""

from collections.abc import Mapping
from typing import Final

from . import catan, gitgammon, replays, sockets, stored, wire
from .target import Target

TARGETS: Final[Mapping[str, Target]] = {
    **wire.TARGETS,
    **sockets.TARGETS,
    **replays.TARGETS,
    **stored.TARGETS,
    **gitgammon.TARGETS,
    **catan.TARGETS,
}

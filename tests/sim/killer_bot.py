"""A bot that, when it is told to, kills the run it plays in: the process that started it, or, alone, itself."""

import multiprocessing
import os
import signal
from collections.abc import Sequence
from typing import Any

from ludoteca.bots import random_bot
from ludoteca.kernel import Dealer

KILL_AFTER = "KILL_AFTER"
"""In the environment: after so many actions."""

_acted = 0


def bot(view: Any, legal: Sequence[Any], dealer: Dealer) -> Any:
    global _acted  # noqa: PLW0603 - it counts over games
    _acted += 1
    if _acted == int(os.environ.get(KILL_AFTER, "0")):
        parent = multiprocessing.parent_process()
        os.kill(os.getpid() if parent is None else parent.pid or 0, signal.SIGKILL)
    return random_bot(view, legal, dealer)

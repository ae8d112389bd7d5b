"""`python -m tests.web.launch`: the `ludoteca` command, with the toys among its games.

With `GUARDED` set in the environment it ends with the process at the other end of its standard input: a test that is
killed leaves no servers behind. `PAUSE_MS` is how long a series pauses between two games, for tests that have
something to do meanwhile.
"""

import os
import threading
from typing import Any, Final, cast

from ludoteca import process
from ludoteca.games import GAMES
from ludoteca.table.series import SeriesTerms, open_series
from tests.toys import LOBBY_TOYS

GUARDED: Final = "TESTS_WEB_GUARDED"
PAUSE_MS: Final = "TESTS_WEB_PAUSE_MS"


def main() -> None:
    if GUARDED in os.environ:
        threading.Thread(target=_guard, daemon=True).start()
    if PAUSE_MS in os.environ:
        open_series.__defaults__ = (SeriesTerms(pause_ms=int(os.environ[PAUSE_MS])),)
    cast("dict[str, Any]", GAMES).update(LOBBY_TOYS)
    process.WORKER = "tests.web.toy_worker"
    from ludoteca.cli import main as ludoteca  # noqa: PLC0415 - it takes the games as they are when it is loaded

    ludoteca()


def _guard() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()

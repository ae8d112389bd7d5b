"""`python -m tests.web.launch`: the `ludoteca` command, with the toys among its games.

With `GUARDED` set in the environment it does not outlive whoever holds the other end of its standard input: a test that
is killed leaves no servers behind.
"""

import os
import threading
from typing import Any, Final, cast

from ludoteca.games import GAMES
from tests.toys import TOYS

GUARDED: Final = "TESTS_WEB_GUARDED"


def main() -> None:
    if GUARDED in os.environ:
        threading.Thread(target=_guard, daemon=True).start()
    cast("dict[str, Any]", GAMES).update(TOYS)
    from ludoteca.cli import main as ludoteca  # noqa: PLC0415 - it takes the games as they are when it is loaded

    ludoteca()


def _guard() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()

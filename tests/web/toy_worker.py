"""`python -m tests.web.toy_worker`: a worker process that knows the toys, as the server of `launch.py` does."""

from typing import Any, cast

from ludoteca.games import GAMES
from ludoteca.worker import main
from tests.toys import LOBBY_TOYS

if __name__ == "__main__":
    cast("dict[str, Any]", GAMES).update(LOBBY_TOYS)
    main()

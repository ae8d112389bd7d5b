"""docs/python.md: the program that plays at a server's table does."""

import re
from pathlib import Path
from typing import Any, Final

from ludoteca.client import create
from tests.runtime.event_loop import run

from . import server as at
from .server import server

PAGE: Final = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
GAME_ID: Final = "ABC123"


def test_the_manuals_program_plays_a_game_to_its_end() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    program: dict[str, Any] = {}
    exec(code, program)

    async def main() -> None:
        async with server() as here:
            assert (await create(here.url, GAME_ID, "gomoku", bots=(None, "greedy"), token=at.host())).ok
            outcome = await program["play"](here.url, GAME_ID, at.player(GAME_ID, 0))
            assert outcome.scores == (-1, 1)

    run(main())

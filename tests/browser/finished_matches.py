"""Finished matches of any game, for replays: played at real tables by a seeded random player without a browser, against
bots or itself.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from ludoteca.client import Seat
from ludoteca.dealers import PyRandom
from ludoteca.kernel import choose

from ..web.browser import Json
from ..web.deployments import Deployment
from ..web.table_players import Play, archived, moves, play_together, resign, sit_down, watch

SWAP2: Final = {"swap2_enabled": True}
OPENED: Final = [{"type": "place", "x": x, "y": y} for x, y in ((6, 6), (8, 8), (7, 7))]
CHOSEN: Final = [{"type": "choose", "choice": "white"}]


def at_random(seed: int, turns: int = 10_000) -> Play:
    """Random legal actions, this many times; then a resignation, if the game is not over."""

    async def play(seat: Seat) -> None:
        choosing = PyRandom(seed)
        for _ in range(turns):
            snapshot = await seat.turn()
            if snapshot.is_over:
                return
            legal: Sequence[Any] = snapshot.legal
            await seat.act(choose(choosing, legal))
        await resign(seat)

    return play


def with_bots(deployment: Deployment, game: str, bots: int, turns: int = 10_000, **config: Any) -> Json:
    """A match against random bots."""
    ada = deployment.browser("Ada")
    room = ada.room(game=game, config=config, seats=["me", *["bot:random"] * bots])
    token = ada.table(room["code"])
    _played(deployment, (token, at_random(7, turns)))
    return archived(ada, token["game_id"])


def of_gomoku(deployment: Deployment) -> Json:
    """Swap 2 without more stones, black makes five: `Bo` opens, `Cy` takes white."""
    bo, cy = deployment.browsers("Bo", "Cy")
    code = sit_down(bo, cy, config=SWAP2)
    one, other = sorted((bo.table(code), cy.table(code)), key=lambda token: int(token["player_id"]))
    row = [{"type": "place", "x": x, "y": 1} for x in range(5)]
    far = [{"type": "place", "x": x, "y": 13} for x in range(5)]
    _played(deployment, (one, moves([*OPENED, *row])), (other, moves([*CHOSEN, *far], watch)))
    return archived(bo, one["game_id"])


def _played(deployment: Deployment, *playing: tuple[Json, Play]) -> None:
    """In another thread: Playwright's event loop runs in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(play_together, deployment, *playing).result()

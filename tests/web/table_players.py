"""Playing at the tables of a server through the client library, with the tokens that its API hands out."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from ludoteca.client import Seat, connect
from tests.times import PATIENCE

from .browser import Browser, Json, eventually
from .deployments import Deployment

Play: TypeAlias = Callable[[Seat], Coroutine[Any, Any, None]]

FIVE: list[Json] = [{"type": "place", "x": x, "y": 7} for x in range(5)]
FOUR: list[Json] = [{"type": "place", "x": x, "y": 9} for x in range(4)]


async def at_table(url: str, token: Json, play: Play) -> None:
    async with connect(url.replace("http", "ws", 1), token["game_id"], token=token["token"]) as seat:
        assert (await seat.join()).ok
        await play(seat)


async def resign(seat: Seat) -> None:
    await seat.turn()
    assert (await seat.resign()).ok


async def watch(seat: Seat) -> None:
    while not (await seat.fresh()).is_over:
        await seat.changed()


def moves(wanted: list[Json], then: Play = watch) -> Play:
    """A player who makes these moves, each in turn."""

    async def play(seat: Seat) -> None:
        for move in wanted:
            if (await seat.turn()).is_over:
                return
            assert (await seat.act(move)).ok
        await then(seat)

    return play


def play_together(deployment: Deployment, *playing: tuple[Json, Play]) -> None:
    async def main() -> None:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(at_table(deployment.url, token, play) for token, play in playing))

    asyncio.run(main())


def sit_down(one: Browser, other: Browser, **wanted: Any) -> str:
    """A room in which both sit; its code."""
    code: str = one.room(**wanted)["code"]
    other.post(f"rooms/{code}/sit", {})
    return code


def finished(deployment: Deployment, one: Browser, other: Browser, code: str) -> Json:
    """Black makes five; the match, once it is archived."""
    tokens = sorted((one.table(code), other.table(code)), key=lambda token: int(token["player_id"]))
    play_together(deployment, (tokens[0], moves(FIVE)), (tokens[1], moves(FOUR)))
    return archived(one, tokens[0]["game_id"])


def archived(browser: Browser, game_id: str) -> Json:
    def look() -> Json | None:
        match: Json = browser.get(f"matches/{game_id}")
        return match if match["ended_at"] else None

    return eventually(look)

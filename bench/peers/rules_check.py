"""Checked before anything is measured: does this server play gomoku? A server that accepts everything is fast."""

import asyncio

from .peer import Peer
from .processes import Server

SILENCE = 0.3  # seconds after which nothing more is expected
PATIENCE = 3.0


class Rehearsed:
    """Who counts what both players hear."""

    def __init__(self) -> None:
        self.stones = [0, 0]
        self.ends = [0, 0]

    def heard(self, seat: int) -> None:
        self.stones[seat] += 1

    def over(self, seat: int) -> None:
        self.ends[seat] += 1

    def refused(self, seat: int, words: str) -> None:
        pass  # some are, and say so; others say nothing

    async def told(self, stones: int, ends: int) -> bool:
        """Whether both have heard of so many in the end, and of no more."""
        expected = [stones, stones], [ends, ends]
        for _ in range(int(PATIENCE / 0.01)):
            if (self.stones, self.ends) == expected:
                break
            await asyncio.sleep(0.01)
        return (self.stones, self.ends) == expected


async def rehearsed(peer: Peer, server: Server) -> None:
    """Black wins with five in a row; what is not allowed on the way leads to nothing."""
    table = Rehearsed()
    lines = await peer.sit(server.port, table)

    async def places(seat: int, x: int, y: int, *, ends: int = 0) -> None:
        number = table.stones[0]
        lines[seat].place(number, x, y)
        if not await table.told(number + 1, ends):
            raise RuntimeError(f"{peer.name}: seat {seat} at {x}, {y}: stones {table.stones}, ends {table.ends}")

    async def may_not_place(seat: int, x: int, y: int) -> None:
        before = [*table.stones, *table.ends]
        lines[seat].place(table.stones[0], x, y)
        await asyncio.sleep(SILENCE)
        if [*table.stones, *table.ends] != before:
            raise RuntimeError(f"{peer.name}: seat {seat} was let at {x}, {y}")

    await places(0, 7, 7)
    await may_not_place(1, 7, 7)  # occupied
    await may_not_place(0, 8, 7)  # not their turn
    await may_not_place(1, 15, 0)  # not on the board
    for x in range(4):
        await places(1, x, 0)
        await places(0, 8 + x, 7, ends=x // 3)
    await may_not_place(1, 14, 14)  # the game is over
    for line in lines:
        line.close()

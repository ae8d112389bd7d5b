"""A seat played by a bot through the client: for tests, for load, and for bot authors.

The bot runs in the event loop: run a slow bot in a process of its own.

Must not know: any game by name.
"""

from typing import Any

from ludoteca.kernel import AnyGame, Dealer, Outcome
from ludoteca.kernel.values import build
from ludoteca.runtime.bot_runner import Bot

from .messages import Result, Snapshot
from .seat import Seat

OUTRUN = frozenset({"desync", "invalid_turn"})
"""The decision was no longer open when the answer came: not the bot's fault."""


class BotRefused(Exception):
    """A bot that breaks the rules."""

    def __init__(self, result: Result) -> None:
        super().__init__(f"{result.code}: {result.reason}")
        self.result = result


async def play(seat: Seat, game: AnyGame, bot: Bot, dealer: Dealer) -> Outcome | None:
    """Answer every decision of this seat until the game is over; None if the table was closed first."""
    while not (snapshot := await seat.turn()).is_over:
        chosen = bot(view_of(game, snapshot), legal_of(game, snapshot), dealer)
        result = await seat.act(chosen)
        if not result.ok and result.code not in OUTRUN:
            raise BotRefused(result)
    return snapshot.outcome


def view_of(game: AnyGame, snapshot: Snapshot) -> Any:
    """The reader's view, as a value of the game; None before it begins."""
    return None if snapshot.view is None else build(snapshot.view, game.types.view)


def legal_of(game: AnyGame, snapshot: Snapshot) -> tuple[Any, ...]:
    return tuple(build(each, game.types.action) for each in snapshot.legal)

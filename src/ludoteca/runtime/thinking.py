"""Bots at work: they choose outside the loop that serves tables, from a view and the legal actions alone."""

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol, TypeAlias

from ludoteca.dealers import PyRandom, random_seed
from ludoteca.kernel.chance import Dealer

Bot: TypeAlias = Callable[[Any, Sequence[Any], Dealer], Any]


class Question(NamedTuple):
    game: str
    bot: str
    view: Any
    legal: Sequence[Any]


class Thinking(Protocol):
    def bots(self, game: str) -> Collection[str]:
        """The bots that can play a game."""

    def choose(self, question: Question) -> "Future[Any]":
        """One of the legal actions, in a while."""

    def close(self) -> None: ...


class ThreadedThinking:
    """Bots on one thread: they must not slow the tables down, and a machine of two cores has one to spare."""

    def __init__(self, bots_for: Callable[[str], Mapping[str, Bot]]) -> None:
        self._bots_for = bots_for
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="bots")

    def bots(self, game: str) -> Collection[str]:
        return self._bots_for(game).keys()

    def choose(self, question: Question) -> "Future[Any]":
        bot = self._bots_for(question.game)[question.bot]
        return self._thread.submit(bot, question.view, question.legal, PyRandom(random_seed()))

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

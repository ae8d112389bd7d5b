"""Bots at work: they choose outside the loop that serves tables, from a view and the legal actions alone."""

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, Protocol, TypeAlias

from ludoteca.dealers import PyRandom, random_seed
from ludoteca.kernel.chance import Dealer

Bot: TypeAlias = Callable[[Any, Sequence[Any], Dealer], Any]


class BotQuestion(NamedTuple):
    game: str
    bot: str
    view: Any
    legal: Sequence[Any]


class BotRunner(Protocol):
    def bots(self, game: str) -> Collection[str]:
        """The bots that can play a game."""

    def choose(self, question: BotQuestion) -> "Future[Any]":
        """One of the legal actions, in a while."""

    def close(self) -> None: ...


class ThreadedBotRunner:
    """Bots on one thread: they must not slow the tables down, and a machine of two cores has one to spare. It is a
    daemon, so that a bot that thinks for ever does not keep the process from ending."""

    def __init__(self, bots_for: Callable[[str], Mapping[str, Bot]]) -> None:
        self._bots_for = bots_for
        self._questions: SimpleQueue[tuple[BotQuestion, Future[Any]] | None] = SimpleQueue()
        Thread(target=self._think, name="bots", daemon=True).start()

    def bots(self, game: str) -> Collection[str]:
        return self._bots_for(game).keys()

    def choose(self, question: BotQuestion) -> "Future[Any]":
        answer: Future[Any] = Future()
        self._questions.put((question, answer))
        return answer

    def close(self) -> None:
        self._questions.put(None)

    def _think(self) -> None:
        while (asked := self._questions.get()) is not None:
            question, answer = asked
            try:
                bot = self._bots_for(question.game)[question.bot]
                answer.set_result(bot(question.view, question.legal, PyRandom(random_seed())))
            except BaseException as error:  # a bot is somebody else's code; one that exits takes no other along
                answer.set_exception(error)

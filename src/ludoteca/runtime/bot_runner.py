"""Runs bots: outside the event loop, with a view and the legal actions and nothing else."""

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
        """The bots that play a game."""

    def choose(self, question: BotQuestion) -> "Future[Any]":
        """A future for one of the legal actions."""

    def close(self) -> None: ...


class ThreadedBotRunner:
    """Bots on one thread, so that they do not slow tables down. It is a daemon thread, so that a bot that never returns
    does not keep the process from exiting."""

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
            except BaseException as error:  # a bot is an author's code; one that exits must not stop the others
                answer.set_exception(error)

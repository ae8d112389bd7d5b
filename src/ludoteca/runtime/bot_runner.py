"""Runs bots: in worker processes, with a view and the legal actions and nothing else.

Must not know: any game by name, where a table is served.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias

from ludoteca.kernel import Malformed
from ludoteca.kernel.chance import Dealer
from ludoteca.kernel.values import tree_of

from .worker_jobs import Choose, ChooseAnswer, Chosen, pack, unpack
from .worker_pool import WorkerPool

Bot: TypeAlias = Callable[[Any, Sequence[Any], Dealer], Any]


class BotQuestion(NamedTuple):
    game: str
    bot: str
    view: Any
    legal: Sequence[Any]
    owner: str = ""
    """Who opened the table: bots of one owner's tables wait for each other, and not for those of others."""


class BotFailed(Exception):
    """The bot raised an exception; `fields` is what the log may have of it."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__(fields.get("error", ""))
        self.fields = fields


class BotRunner(Protocol):
    def bots(self, game: str) -> Collection[str]:
        """The bots that play a game."""

    def choose(self, question: BotQuestion) -> "Future[Any]":
        """A future for one of the legal actions, or for what the bot chose instead; BotFailed if it raised, and another
        exception if it gave no answer at all."""


class WorkerBotRunner:
    """Bots in worker processes: what one of them costs, in time or in memory, it costs its own table."""

    def __init__(self, bots_for: Callable[[str], Collection[str]], pool: WorkerPool, seconds: float) -> None:
        self._bots_for = bots_for
        self._pool = pool
        self._seconds = seconds

    def bots(self, game: str) -> Collection[str]:
        return self._bots_for(game)

    def choose(self, question: BotQuestion) -> "Future[Any]":
        game, bot, view, legal, owner = question
        job = Choose(game, bot, tree_of(view), tuple(map(tree_of, legal)), self._seconds)
        answer: Future[Any] = Future()
        answered = self._pool.submit(owner, pack(job), self._seconds)
        answered.add_done_callback(partial(_pass_on, answer, tuple(legal)))
        return answer


def _pass_on(answer: "Future[Any]", legal: Sequence[Any], answered: "Future[bytes]") -> None:
    try:
        said, _ = unpack(answered.result(), ChooseAnswer)
        answer.set_result(_action(said, legal))
    except Exception as error:
        answer.set_exception(error)


def _action(said: ChooseAnswer, legal: Sequence[Any]) -> Any:
    """None where the bot chose nothing that is legal."""
    if not isinstance(said, Chosen):
        raise BotFailed(said.fields)
    if said.number >= len(legal):
        raise Malformed(f"the bot chose action {said.number} of {len(legal)}")
    return legal[said.number] if said.number >= 0 else None

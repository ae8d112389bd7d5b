"""A host for the tests: a store and a bus in memory, an invented clock, and ears that remember all they hear.

Every action travels as bytes, so that what is tested is what a client could send.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Final, TypeAlias, TypeVar

import pytest

from ludoteca.bots import Bot, bots_for
from ludoteca.dealers import PyRandom
from ludoteca.games import GAMES
from ludoteca.kernel import AnyGame, Elapsed, Move, decode, digest, random_input
from ludoteca.kernel.values import fields_of
from ludoteca.runtime.bot_runner import BotQuestion, BotRunner
from ludoteca.runtime.bus import MemoryBus
from ludoteca.runtime.checksum import DIGITS
from ludoteca.runtime.host import Host
from ludoteca.runtime.host_context import HostContext
from ludoteca.runtime.maintenance import Maintenance
from ludoteca.runtime.settings import Settings
from ludoteca.runtime.store import Holder, MemoryStore
from ludoteca.table.effects import Now
from ludoteca.table.entries import Applied, LogEntry
from ludoteca.table.match import Match
from ludoteca.table.table import Table
from ludoteca.table.wire import Action, Who, read_action
from tests.simulation.loop import VirtualLoop, run
from tests.toys import TOYS

T = TypeVar("T")
Json: TypeAlias = dict[str, Any]

ALL_GAMES: Final = [*GAMES.values(), *TOYS.values()]
ALL: Final[Mapping[str, AnyGame]] = {game.name: game for game in ALL_GAMES}
IGNORING: Final = frozenset({"orcain"})
"""The games whose rules take what comes too late, or twice, for no fault, and ignore it."""
TABLE: Final = "TABLE7"
SECRET: Final = bytes(range(1, 33))
WALL: Final = 1_700_000_000_000
START_MS: Final = 1_000_000
OBSERVER: Final = Who("observer", None, "wanda")
HOST: Final = Who("host", None, "olaf")

every_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)


def player(seat: int) -> Who:
    return Who("player", seat)


class Ear:
    """A reader who remembers every frame."""

    def __init__(self, who: Who) -> None:
        self.who = who
        self.frames: list[bytes] = []

    def deliver(self, frame: bytes) -> None:
        self.frames.append(frame)

    def events_lost(self) -> None:
        return None


class Asked:
    """An action on its way, and what came back."""

    is_broadcast = False

    def __init__(self, who: Who, action: Action) -> None:
        self.who = who
        self.action = action
        self.frames: list[bytes] = []
        self.holders: list[Holder] = []

    def answer(self, frame: bytes) -> None:
        self.frames.append(frame)

    def served_elsewhere(self, holder: Holder) -> None:
        self.holders.append(holder)

    @property
    def replies(self) -> list[Json]:
        return [json.loads(frame) for frame in self.frames]

    @property
    def result(self) -> Json:
        """The payload of the one result."""
        (result,) = [each for each in self.replies if each["message_type"] == "action.result"]
        payload: Json = result["payload"]
        return payload


class Thinkers:
    """Bots that answer at once; a bot that raises has failed."""

    def __init__(self, more: Mapping[str, Bot]) -> None:
        self._more = more

    def bots(self, game: str) -> Collection[str]:
        return {**bots_for(game), **self._more}.keys()

    def choose(self, question: BotQuestion) -> "Future[Any]":
        bot, chosen = {**bots_for(question.game), **self._more}[question.bot], Future[Any]()
        try:
            chosen.set_result(bot(question.view, question.legal, PyRandom(len(question.legal))))
        except Exception as error:
            chosen.set_exception(error)
        return chosen


class Stand:
    def __init__(
        self,
        games: Mapping[str, AnyGame] = ALL,
        *,
        store: MemoryStore | None = None,
        settings: Settings | None = None,
        bot_runner: BotRunner | None = None,
        name: str = "stand",
        secret: bytes = SECRET,
        bus: MemoryBus | None = None,
    ) -> None:
        self.store = store or MemoryStore()
        self.bus = bus or MemoryBus()
        self.name = name
        self.wall_shift = 0
        self.finished: list[str] = []
        self.losses = 0  # how often it was told that the store has lost tables
        self._ids = count(1)
        self.host = Host(
            HostContext(
                games=games,
                store=self.store,
                bus=self.bus,
                bot_runner=bot_runner or Thinkers({}),
                clock=self.clock,
                seed=lambda: secret,
                holder=Holder(name),
                settings=settings or Settings(),
                finished=self.finished.append,
                lost=self._count_loss,
            )
        )
        self.maintenance = Maintenance(self.host)
        self.readers = self.host.context.readers
        self.metrics = self.host.context.metrics

    def _count_loss(self) -> None:
        self.losses += 1

    def clock(self) -> Now:
        mono = START_MS + round(asyncio.get_running_loop().time() * 1000)
        return Now(mono, WALL + mono + self.wall_shift)

    # What is done

    def send(self, who: Who, message: bytes) -> Asked:
        asked = Asked(who, read_action(message))
        self.host.take(asked.action.game_id, asked)
        return asked

    def say(self, who: Who, kind: str, payload: Json | None = None, **claims: Any) -> Asked:
        """An action under a new id, if none is given, for the usual table."""
        named = {"message_type": kind, "game_id": TABLE, "action_id": f"{self.name}-{next(self._ids)}"}
        return self.send(who, json.dumps(named | {"payload": payload or {}} | claims).encode())

    async def ask(self, who: Who, kind: str, payload: Json | None = None, **claims: Any) -> Asked:
        asked = self.say(who, kind, payload, **claims)
        await self.quiet()
        return asked

    async def act(self, seat: int, action: Any, **more: Any) -> Asked:
        kind, game_id = str(action.__struct_config__.tag), more.pop("game_id", TABLE)
        return await self.ask(player(seat), kind, fields_of(action) | more, game_id=game_id)

    async def open(self, game: str, config: Json | None = None, bots: Sequence[str | None] = (), **claims: Any) -> Json:
        asked = await self.ask(HOST, "create", {"game": game, "config": config or {}, "bots": list(bots)}, **claims)
        return asked.result

    async def seat(self, game: AnyGame, config: Json | None = None, game_id: str = TABLE) -> None:
        """A table with everyone seated: the game has begun."""
        assert (await self.open(game.name, config, game_id=game_id))["status"] == "ok"
        for seat in range(len(self.table(game_id).match.terms.bots)):
            joined = await self.ask(player(seat), "join", {"name": f"p{seat}"}, game_id=game_id)
            assert joined.result["status"] == "ok"

    def listen(self, who: Who, game_id: str = TABLE) -> Ear:
        ear = Ear(who)
        self.readers.add(game_id, ear)
        return ear

    async def quiet(self) -> None:
        """Until everything taken in has been said and heard."""
        for turn in range(10_000):
            if self.host.commits.idle and not self.host.tasks():
                break
            await asyncio.sleep(0 if turn < 50 else 0.001)  # a store that takes time
        for _ in range(3):
            await asyncio.sleep(0)

    async def wait(self, game_id: str = TABLE) -> None:
        """Until the next timer has run out."""
        due = self.table(game_id).timers.next()
        assert due is not None
        await asyncio.sleep(max(0, due - self.clock().mono + 1) / 1000)
        await self.quiet()

    async def step(self, dealer: PyRandom, game_id: str = TABLE) -> bool:
        """One random move, or a wait where nobody must act; False when the game is over."""
        match random_input(self.table(game_id).match.game, self.state(game_id), dealer):
            case None:
                return False
            case Move(seat=seat, action=action):
                assert (await self.act(seat, action, game_id=game_id)).result["status"] == "ok"
            case Elapsed():
                await self.wait(game_id)
        return True

    # What can be read

    def table(self, game_id: str = TABLE) -> Table:
        return self.host.hosted[game_id].table

    def state(self, game_id: str = TABLE) -> Any:
        return self.table(game_id).match.state

    def whos(self, game_id: str = TABLE) -> list[Who]:
        return [*(player(seat) for seat in range(len(self.table(game_id).match.terms.bots))), OBSERVER]

    def entries(self, game_id: str = TABLE) -> list[LogEntry]:
        """What is in the store, read without the code that reads it in production."""
        return [decode(body[DIGITS:], LogEntry) for body in self.store.rows[game_id].entries]

    def standing(self, game_id: str = TABLE) -> tuple[int, int, str]:
        """What no refusal may change: entries, the number of the last event, the state."""
        match = self.table(game_id).match
        return len(self.store.rows[game_id].entries), match.seq, digest(match.state)

    def replayed(self, game_id: str = TABLE) -> str:
        """The state that the kept entries lead to."""
        entries = self.entries(game_id)
        match = Match(self.table(game_id).match.game, game_id)
        for entry in entries:
            match.take(entry)
        return digest(match.state)


def elapsed(entries: list[LogEntry]) -> list[str]:
    """The timers that have run out, by the log."""
    inputs = [entry.what.input for entry in entries if isinstance(entry.what, Applied)]
    return [given["timer"] for given in inputs if given["type"] == "elapsed"]


def away(seconds: float) -> None:
    """The process is stopped for so long, and goes on: everything that was due meanwhile is due now."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    loop._now += seconds


@asynccontextmanager
async def started(*stands: Stand) -> AsyncIterator[None]:
    """Hosts at work, until they shut down gracefully."""
    for stand in stands:
        stand.maintenance.start()
    yield
    for stand in stands:
        await stand.maintenance.leave()


def alone(body: Callable[[Stand], Coroutine[Any, Any, T]], stand: Callable[[], Stand] = Stand) -> T:
    """What a test does with one host."""

    async def main() -> T:
        host = stand()
        async with started(host):
            return await body(host)

    return lived(main)


def lived(main: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run on the virtual clock; whatever nobody caught is a failure."""
    uncaught: list[Any] = []

    async def watched() -> T:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: uncaught.append(context))
        return await main()

    done = run(watched())
    assert not uncaught
    return done

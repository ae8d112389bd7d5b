"""A simulated process: a production host with its service, upkeep and relay, in surroundings that fail."""

import asyncio
from collections.abc import Callable, Collection
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from ludoteca.bots import bots_for
from ludoteca.dealers import PyRandom
from ludoteca.runtime.bot_runner import BotQuestion
from ludoteca.runtime.bus_service import BusService
from ludoteca.runtime.host import Host
from ludoteca.runtime.host_context import HostContext
from ludoteca.runtime.hosted_table import HostedTable
from ludoteca.runtime.maintenance import Maintenance
from ludoteca.runtime.readers import Readers
from ludoteca.runtime.relay import Relay
from ludoteca.runtime.store import Holder
from ludoteca.table.effects import Now
from ludoteca.table.result_cache import ResultCache
from ludoteca.table.wire import Action

from .surroundings import Disk, Radio

if TYPE_CHECKING:
    from .socket import Socket
    from .world import World

WALL = 1_700_000_000_000


class Process:
    def __init__(self, world: "World", name: str) -> None:
        self.world = world
        self.name = name
        self.dead = False
        self.cut_off_from_store = self.cut_off_from_bus = False
        self.sockets: list[Socket] = []
        self._stopped_at: float | None = None
        self._held: list[Callable[[], None]] = []
        self._awake = asyncio.Event()
        self._awake.set()
        self._wall_ms = 0
        self.radio = Radio(self)
        self.readers = Readers() if world.safeguards.hidden_frames else TellingReaders()
        context = HostContext(
            games=world.games,
            store=Disk(self),
            bus=self.radio,
            bot_runner=world.bot_runner,
            clock=self.clock,
            seed=lambda: world.dice.randbytes(32),
            holder=Holder(name),
            settings=world.settings,
            readers=self.readers,
            metrics=world.metrics,
        )
        self.host = Host(context)
        if not world.safeguards.dedupe:
            self._forget_results()
        self.relay = Relay(self.radio, self.readers, self.clock, world.settings, self.serves)
        self.host.changed = self._changed
        self.maintenance = Maintenance(self.host)
        self._service = BusService(self.host)

    def start(self) -> None:
        self.maintenance.start()
        self.relay.start()
        self.host.spawn(self._subscribe())

    async def _subscribe(self) -> None:
        while True:
            try:
                await self._service.start()
            except Exception:
                await asyncio.sleep(0.1)
            else:
                return

    # What happens to it

    def crash(self) -> None:
        """Gone, with all it was about to do."""
        if self.dead:
            return
        self.dead = True
        self.radio.gone()
        for hosted in list(self.host.hosted.values()):
            self.host.forget(hosted)
        running = (*self.maintenance.tasks(), *self.host.tasks(), *self.relay.tasks())
        for task in running:
            task.cancel()
        for socket in list(self.sockets):
            socket.broken()

    async def may_crash(self) -> None:
        if self.world.chance(self.world.faults.crash):
            self.crash()
        if self.dead:
            await asyncio.Future()  # never: a caller that waits here is gone

    def pause(self) -> None:
        self._stopped_at = asyncio.get_running_loop().time()
        self._awake.clear()

    def resume(self) -> None:
        if self._stopped_at is not None and not self.dead:
            self._stopped_at = None
            self._awake.set()
            held, self._held = self._held, []
            for act in held:
                if not self.dead:  # the one before may have been its end
                    act()

    @property
    def paused(self) -> bool:
        return self._stopped_at is not None

    async def awake(self) -> None:
        await self._awake.wait()

    def when_awake(self, act: Callable[[], None]) -> None:
        if self.dead:
            return
        if self.paused:
            self._held.append(act)
        else:
            act()

    def cut_off(self, *, store: bool, bus: bool) -> None:
        self.cut_off_from_store, self.cut_off_from_bus = store, bus

    def reconnect(self) -> None:
        was, self.cut_off_from_store, self.cut_off_from_bus = self.cut_off_from_bus, False, False
        if was and not self.dead:
            self.radio.reconnected()

    def step_clock(self) -> None:
        self._wall_ms += self.world.dice.choice((-86_400_000, -3_600_000, 3_600_000, 86_400_000))

    def clock(self) -> Now:
        time = self._stopped_at if self._stopped_at is not None else asyncio.get_running_loop().time()
        mono = round(time * 1000)
        return Now(mono, WALL + mono + self._wall_ms)

    # What its gateway does

    def receive(self, socket: "Socket", raw: bytes) -> None:
        action = self.world.read(raw)
        if action is None or self.dead:
            return
        socket.joined = socket.joined or (action.message_type == "join" and socket.who.role == "player")
        self.host.take(action.game_id, SocketCall(self, socket, action))

    def opened(self, socket: "Socket") -> None:
        self.sockets.append(socket)
        self.readers.add(socket.game_id, socket)

    def closed(self, socket: "Socket") -> None:
        self.sockets.remove(socket)
        self.readers.remove(socket.game_id, socket)
        others = any(each.who.seat == socket.who.seat for each in self.readers.of(socket.game_id))
        if not socket.joined or others or self.dead:
            return
        seat = socket.who.seat
        assert seat is not None
        if self.serves(socket.game_id):
            self.host.lost(socket.game_id, seat)
        else:
            left = Action("leave", socket.game_id, f"lost-{self.world.number()}")
            self.relay.say(socket.game_id, socket.who, left)

    def serves(self, game_id: str) -> bool:
        return game_id in self.host.hosted

    def _changed(self, game_id: str) -> None:
        if self.dead or not self.readers.of(game_id):
            return
        if not self.serves(game_id):
            self.relay.listen(game_id)
        self.readers.events_lost(game_id)

    def _forget_results(self) -> None:
        serve = self.host.serve

        def served_forgetfully(hosted: HostedTable, effects: Any) -> None:
            hosted.table.match.results = Forgetful()
            serve(hosted, effects)

        self.host.serve = served_forgetfully  # type: ignore[method-assign]


class SocketCall:
    """As the gateway's, over a simulated socket."""

    is_broadcast = False

    def __init__(self, process: Process, socket: "Socket", action: Action) -> None:
        self._process = process
        self._socket = socket
        self.who = socket.who
        self.action = action

    def answer(self, frame: bytes) -> None:
        self._socket.deliver(frame)

    def served_elsewhere(self, holder: Holder) -> None:
        self._process.relay.take(self)


class Forgetful(ResultCache):
    """Results that are not remembered."""

    def find(self, reader: str, action_id: str) -> None:
        return None


class TellingReaders(Readers):
    """Readers that are told everything."""

    def tell(self, game_id: str, told: Any) -> None:
        for each in told:
            for reader in self.of(game_id):
                reader.deliver(each.shown)


class InlineThinking:
    """Bots that answer at once, with dice of the world's."""

    def __init__(self, world: "World") -> None:
        self._world = world

    def bots(self, game: str) -> Collection[str]:
        return bots_for(game).keys()

    def choose(self, question: BotQuestion) -> "Future[Any]":
        chosen: Future[Any] = Future()
        dealer = PyRandom(self._world.dice.getrandbits(32))
        chosen.set_result(bots_for(question.game)[question.bot](question.view, question.legal, dealer))
        return chosen

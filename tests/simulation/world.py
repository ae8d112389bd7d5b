"""A simulated world: a few processes that serve tables, a store, the air between them, and clients who want to play."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.kernel import AnyGame, plain
from ludoteca.runtime.metrics import Metrics
from ludoteca.runtime.settings import Settings
from ludoteca.table.wire import Action, Who

from .clients import Client, Hostess
from .envelope_readers import read_laxly, read_strictly
from .faults import ALL, HEALED, Faults, Safeguards
from .process import InlineThinking, Process
from .surroundings import Air
from .truth import Truth

CHAOS_SECONDS = 10.0
HEALED_SECONDS = 400.0
SETTINGS = Settings(
    heartbeat_seconds=1.0,
    heartbeat_ttl_seconds=5.0,
    liveness_seconds=0.2,
    suspect_seconds=0.5,
    takeover_seconds=1.0,
    supervise_seconds=1.0,
    snapshot_entries=8,
    idle_seconds=5.0,
    relay_seconds=2.0,
)


@dataclass
class Played:
    """A table of the world: its game, and those who play or watch it."""

    game_id: str
    game: AnyGame
    hostess: Hostess
    clients: list[Client]


class World:
    def __init__(self, games: list[AnyGame], seed: int, safeguards: Safeguards = ALL) -> None:
        self.games = {game.name: game for game in games}
        self.dice = random.Random(seed)
        self.safeguards = safeguards
        self.settings = SETTINGS
        self.metrics = Metrics()
        self.bot_runner = InlineThinking(self)
        self.faults = Faults.drawn(self.dice)
        self.wants_state = self.chance(0.5)
        self.truth = Truth(fencing=safeguards.fencing)
        self.air: Air = []
        self.processes: list[Process] = []
        self._numbers = 0
        self._order = list(games)
        self.tables = [self._table(number) for number in range(self.dice.choice((1, 1, 1, 2, 3)))]

    async def run(self) -> "World":
        """Chaos, then peace."""
        self._start_process()
        for table in self.tables:
            table.hostess.ask()
            for client in table.clients:
                client.start()
        for _ in range(round(CHAOS_SECONDS * 10)):
            await asyncio.sleep(0.1)
            self._trouble()
            if self._is_over():
                break
        self._heal()
        for _ in range(round(HEALED_SECONDS * 10)):
            if self._is_over():
                break
            await asyncio.sleep(0.1)
        return self

    # What everybody in it uses

    def chance(self, likely: float) -> bool:
        return self.dice.random() < likely

    def number(self) -> int:
        self._numbers += 1
        return self._numbers

    def after(self, seconds: float, act: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(seconds, act)

    async def moment(self) -> None:
        await asyncio.sleep(self.dice.uniform(0.0005, 0.01))

    def over_the_air(self, deliver: Callable[[], None]) -> None:
        """A bus loses, doubles and delays."""
        copies = 0 if self.chance(self.faults.drop) else 1
        copies += self.chance(self.faults.duplicate)
        for _ in range(copies):
            self.after(self.dice.uniform(0.001, self.faults.delay_ms / 1000), deliver)

    def some_process(self) -> Process | None:
        living = [process for process in self.processes if not process.dead]
        return self.dice.choice(living) if living else None

    def read(self, raw: bytes) -> Action | None:
        return read_strictly(raw) if self.safeguards.strict_decoding else read_laxly(raw)

    # Its course

    def _table(self, number: int) -> Played:
        game = self.dice.choice(self._order)
        config = self.dice.choice([game.types.config(), *game.presets.values()])
        seats = len(game.seats(config))
        bots: list[str | None] = [None] * seats
        if self.chance(0.3):
            bots[self.dice.randrange(seats)] = "random"
        game_id = f"SIM00{number}"
        people = [Who("player", seat) for seat in range(seats) if bots[seat] is None]
        watchers = [Who("observer", None, "eye")]
        hostess = Hostess(self, game_id, {"game": game.name, "config": plain(config), "bots": bots})
        return Played(game_id, game, hostess, [Client(self, who, game_id) for who in (*people, *watchers)])

    def _start_process(self) -> None:
        process = Process(self, f"p{self.number()}")
        self.processes.append(process)
        process.start()

    def _trouble(self) -> None:
        """What may go wrong in this tenth of a second, beside what goes wrong by itself."""
        living = [process for process in self.processes if not process.dead]
        if len(living) < 2 or (len(living) < 3 and self.chance(0.05)):
            self._start_process()
        for process in living:
            if not process.paused and self.chance(self.faults.pause / 10):
                process.pause()
                self.after(self.dice.uniform(1.0, 8.0), process.resume)
            if self.chance(self.faults.part / 10):
                process.cut_off(store=self.chance(0.6), bus=self.chance(0.6))
                self.after(self.dice.uniform(0.5, 5.0), process.reconnect)
            if self.chance(self.faults.step / 10):
                process.step_clock()
        for table in self.tables:
            for client in table.clients:
                if self.chance(self.faults.cut / 10):
                    client.cut()

    def _heal(self) -> None:
        self.faults = HEALED
        for process in self.processes:
            process.reconnect()
            process.resume()
        if not any(not process.dead for process in self.processes):
            self._start_process()
        for table in self.tables:
            for client in table.clients:
                client.hurry()

    def _is_over(self) -> bool:
        return all(client.is_done() for table in self.tables for client in table.clients)

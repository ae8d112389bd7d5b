"""A seeded simulator of one table: clients, a lossy network, owners that crash, pause and race, a store that fails.

Everything is drawn from one seed and happens on a virtual clock, faster than time; the table is the production code. A
run that breaks a promise raises `Violation`, and the same seed breaks it again. Each safeguard can be switched off, to
show that the simulator can see.
"""

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from ludoteca.dealers import commitment, fair_deal
from ludoteca.kernel import AnyGame, decode, plain
from ludoteca.table.effects import Effects, Now
from ludoteca.table.entries import Entry, Terms
from ludoteca.table.match import Match
from ludoteca.table.results import Results
from ludoteca.table.snapshot import Snapshot, match_from, taken
from ludoteca.table.table import Table
from ludoteca.table.wire import Who, encode

from .clients import Client
from .reading import read_laxly, read_strictly

GAME_ID = "SIM001"
CHAOS_MS = 20_000
HEALED_MS = 400_000
WALL = 1_700_000_000_000


class Violation(AssertionError):
    """A promise was broken."""


class Crashed(Exception):
    """The process is gone."""


class Refused(Exception):
    """The store would not write."""


@dataclass(frozen=True)
class Safeguards:
    dedupe: bool = True
    fencing: bool = True
    commit_first: bool = True
    hidden_frames: bool = True
    strict_decoding: bool = True


ALL = Safeguards()


@dataclass(frozen=True)
class Faults:
    """How likely each fault is, per occasion; drawn per run, so that runs differ in kind."""

    drop: float
    duplicate: float
    delay_ms: int
    crash: float
    disk: float
    pause: float
    cut: float

    @classmethod
    def drawn(cls, dice: random.Random) -> "Faults":
        def some(most: float) -> float:
            return dice.choice((0.0, most / 3, most))

        return cls(some(0.3), some(0.3), dice.choice((5, 200, 1500)), some(0.06), some(0.1), some(0.04), some(0.02))


HEALED = Faults(0, 0, 5, 0, 0, 0, 0)


@dataclass
class Store:
    """Durable entries, and the epoch that may write. What it has accepted is never lost."""

    fencing: bool
    epoch: int = 0
    entries: list[Entry] = field(default_factory=list)
    writers: list[int] = field(default_factory=list)
    snapshot: bytes = b""

    def take_over(self) -> int:
        self.epoch += 1
        return self.epoch

    def append(self, epoch: int, entries: list[Entry]) -> None:
        """Nothing to write is still a question: does this epoch own the table?"""
        follows = not entries or entries[0].n == len(self.entries) + 1
        if self.fencing and not (epoch == self.epoch and follows):
            raise Refused
        self.entries += entries
        self.writers += [epoch] * len(entries)


class Owner:
    """A process that serves the table for one epoch."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.epoch = world.store.take_over()
        self.alive = True
        self.paused = False
        self.inbox: list[tuple[Who, bytes]] = []
        self._begin_again()

    def receive(self, who: Who, raw: bytes) -> None:
        self.inbox.append((who, raw))
        if not self.paused:
            self.work()

    def work(self) -> None:
        while self.inbox and self.alive:
            who, raw = self.inbox.pop(0)
            action = self.world.read(raw)
            if action is not None:
                self._guarded(partial(self.table.submit, who, action, self.world.now()))

    def tick(self) -> None:
        if self.alive and not self.paused:
            self._guarded(lambda: self.table.tick(self.world.now()))

    def lose(self, seat: int) -> None:
        self._guarded(lambda: self.table.lost(seat, self.world.now()))

    def _guarded(self, act: Callable[[], Effects]) -> None:
        try:
            self._perform(act())
        except Refused:
            if self.epoch == self.world.store.epoch:
                self._begin_again()  # the disk failed: back to what is written
            else:
                self.alive = False  # fenced off
        except Crashed:
            self.alive = False
            self.world.after(self.world.dice.randint(50, 500), self.world.recover)

    def _begin_again(self) -> None:
        """From what is written; what the table must do first is done before it takes anything in."""
        self.table, effects = self._restored()
        self._guarded(lambda: effects)

    def _perform(self, effects: Effects) -> None:
        world = self.world
        world.may_crash()
        if not world.safeguards.commit_first:
            self._speak(effects)
        world.may_fail()
        world.store.append(self.epoch, effects.persist)
        if world.dice.random() < 0.2:
            world.store.snapshot = encode(taken(self.table.match))
        world.may_crash()
        if world.safeguards.commit_first:
            self._speak(effects)

    def _speak(self, effects: Effects) -> None:
        for told in effects.tell:
            for client in self.world.clients:
                seen = told.bytes_for(client.who) if self.world.safeguards.hidden_frames else told.seen
                self.world.send(partial(client.hear, seen))
            self.world.may_crash()
        for who, frame in effects.reply:
            for client in self.world.clients:
                if client.who == who:
                    self.world.send(partial(client.hear, frame))
            self.world.may_crash()

    def _restored(self) -> tuple[Table, Effects]:
        world = self.world
        match = Match(world.game, GAME_ID)
        if world.store.snapshot and world.dice.random() < 0.5:
            match = match_from(world.game, decode(world.store.snapshot, Snapshot))
        if not world.safeguards.dedupe:
            match.results = Forgetful()
        return Table.restored(match, world.store.entries[match.entries :], world.deal, world.now())


class Forgetful(Results):
    """Results that are not remembered."""

    def find(self, reader: str, action_id: str) -> None:
        return None


class World:
    def __init__(self, game: AnyGame, seed: int, safeguards: Safeguards = ALL) -> None:
        self.game = game
        self.dice = random.Random(seed)
        self.safeguards = safeguards
        self.faults = Faults.drawn(self.dice)
        self.time = 0
        self.store = Store(safeguards.fencing)
        self.owners: list[Owner] = []
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0
        config = self._config()
        secret = self.dice.randbytes(32).hex()
        seats = game.seats(config)
        terms = Terms(
            game.name,
            game.version,
            plain(config),
            (None,) * len(seats),
            commitment(GAME_ID, bytes.fromhex(secret)),
            secret,
        )
        self.deal = fair_deal(game, GAME_ID, secret)
        _, effects = Table.opened(Match(game, GAME_ID), terms, self.deal, self.now())
        self.store.entries += effects.persist
        self.store.writers += [0] * len(effects.persist)
        players = [Who("player", seat, name) for seat, name in enumerate(seats)]
        self.clients = [Client(self, who, GAME_ID) for who in (*players, Who("observer", None, "eye"))]

    def run(self) -> "World":
        """Chaos, then peace: every promise is checked at the end."""
        self.recover()
        for client in self.clients:
            client.start()
        self._beat()
        self._until(CHAOS_MS)
        self.faults = HEALED
        for owner in self.owners:
            owner.paused = False
            owner.work()
        self._until(CHAOS_MS + HEALED_MS, lambda: self._is_over() and all(client.is_done() for client in self.clients))
        return self

    # What clients and owners use

    def now(self) -> Now:
        return Now(self.time, WALL + self.time)

    def after(self, ms: int, act: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._queue, (self.time + ms, self._count, act))

    def send(self, deliver: Callable[[], None]) -> None:
        """Over a network that loses, doubles and delays."""
        copies = 0 if self.dice.random() < self.faults.drop else 1
        copies += self.dice.random() < self.faults.duplicate
        for _ in range(copies):
            self.after(self.dice.randint(1, self.faults.delay_ms), deliver)

    def to_server(self, who: Who, raw: bytes) -> None:
        """To the owner that routing knows, which may be one that has been replaced."""
        living = [owner for owner in self.owners if owner.alive]
        if living:
            owner = living[-1] if len(living) == 1 or self.dice.random() < 0.7 else self.dice.choice(living)
            owner.receive(who, raw)

    def read(self, raw: bytes) -> Any:
        return read_strictly(raw) if self.safeguards.strict_decoding else read_laxly(raw)

    def may_crash(self) -> None:
        if self.dice.random() < self.faults.crash:
            raise Crashed

    def may_fail(self) -> None:
        if self.dice.random() < self.faults.disk:
            raise Refused

    def recover(self) -> None:
        """Somebody notices that nobody serves the table."""
        if not any(owner.alive and not owner.paused for owner in self.owners):
            self.owners.append(Owner(self))

    # The world's own course

    def _beat(self) -> None:
        for owner in list(self.owners):
            owner.tick()
        self._may_pause()
        self._may_cut_off()
        self.recover()
        self.after(100, self._beat)

    def _may_cut_off(self) -> None:
        """A player's connection breaks; the owner notices, and the player comes back."""
        client = self.dice.choice(self.clients)
        if client.who.seat is not None and self.dice.random() < self.faults.cut:
            owner = self.owners[-1]
            if owner.alive and not owner.paused:
                owner.lose(client.who.seat)
            client.cut_off()

    def _may_pause(self) -> None:
        """An owner stops for longer than its lease: another takes over, and then the first one wakes."""
        owner = self.owners[-1]
        if owner.alive and not owner.paused and self.dice.random() < self.faults.pause:
            owner.paused = True
            self.after(self.dice.randint(500, 4000), lambda: self._wake(owner))

    def _wake(self, owner: Owner) -> None:
        owner.paused = False
        owner.work()

    def _until(self, time: int, done: Callable[[], bool] = lambda: False) -> None:
        while self._queue and self._queue[0][0] <= time and not done():
            self.time, _, act = heapq.heappop(self._queue)
            act()

    def _is_over(self) -> bool:
        living = [owner for owner in self.owners if owner.alive]
        return bool(living) and living[-1].table.match.outcome is not None

    def _config(self) -> Any:
        configs = [self.game.types.config(), *self.game.presets.values()]
        return self.dice.choice(configs)


def without(name: str) -> Safeguards:
    return replace(ALL, **{name: False})

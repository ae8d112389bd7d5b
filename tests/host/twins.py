"""Two hosts with the same table in two worlds that one reader cannot tell apart, fed in step.

As long as the reader knows the same in both, everything that reaches them must be the same to the byte. What they know
is their view; where the two worlds get different inputs, also what the rules tell them of those.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ludoteca.dealers import PyRandom, fair_deal
from ludoteca.kernel import (
    Advance,
    AnyGame,
    AnyInput,
    Elapsed,
    Illegal,
    Move,
    advance,
    canonical,
    choose,
    digest,
    plain,
    random_input,
)
from ludoteca.laws.random_values import arbitrary
from ludoteca.runtime.readers import Readers
from ludoteca.runtime.relay import Relay
from ludoteca.runtime.settings import Settings
from ludoteca.table.wire import Who

from .stand import TABLE, Asked, Ear, Stand

BEFORE, AFTER = 14, 12
"""How many inputs at most come before the worlds part, and after it."""
CHOICES = 8
"""How many inputs are tried until one tells the reader nothing."""


@dataclass
class Compared:
    """What a comparison was worth."""

    steps: int = 0  # inputs after the worlds parted
    apart: bool = False  # whether the worlds differed at all
    frames: int = 0


@dataclass
class Twin:
    """One of the two: its host, and how the reader hears it, by a socket here and over the bus."""

    stand: Stand
    ears: list[Ear] = field(default_factory=list)
    answers: list[bytes] = field(default_factory=list)

    def heard(self) -> list[list[bytes]]:
        return [*(ear.frames for ear in self.ears), self.answers]


class Twins:
    def __init__(self, game: AnyGame, who: Who, seed: int) -> None:
        self.game = game
        self.who = who
        self.dealer = PyRandom(seed)
        self.twins = [Twin(Stand(secret=seed.to_bytes(2, "big") * 16)) for _ in range(2)]
        self.compared = Compared()

    @property
    def stands(self) -> list[Stand]:
        return [twin.stand for twin in self.twins]

    @property
    def states(self) -> list[Any]:
        return [stand.state() for stand in self.stands]

    async def play(self) -> Compared:
        """A game that parts at a random point and is followed for as long as the reader cannot tell."""
        await self._begin()
        for _ in range(self._some(BEFORE)):
            given = random_input(self.game, self.states[0], self.dealer)
            if given is not None:
                await self._feed([given, given])
        self._part()
        for _ in range(AFTER):
            await self._probe()
            if not await self._step():
                break
            self.compared.steps += 1
        self.compared.frames = sum(map(len, self.twins[0].heard()))
        return self.compared

    async def _begin(self) -> None:
        """Any of the game's presets, everyone seated, the reader listening."""
        configs = [{}, *(plain(preset) for preset in self.game.presets.values())]
        config = configs[self._some(len(configs))]
        for twin in self.twins:
            twin.ears.append(twin.stand.listen(self.who))
            twin.ears.append(await self._relayed(twin.stand))
            await twin.stand.seat(self.game, config)

    async def _relayed(self, stand: Stand) -> Ear:
        """The reader at another process, which has the table's events from the bus."""
        readers, ear = Readers(), Ear(self.who)
        readers.add(TABLE, ear)
        Relay(stand.bus, readers, stand.clock, Settings(), lambda game_id: False).listen(TABLE)
        await stand.quiet()
        return ear

    def _part(self) -> None:
        """From here on the second table is in a world that the reader takes for the first."""
        match = self.stands[1].table().match
        match.state = self.game.resample(match.state, self.who.seat, self.dealer)
        ours, theirs = self.states
        self.compared.apart = digest(ours) != digest(theirs)

    # What is asked

    async def _probe(self) -> None:
        """What a curious reader may ask without moving: how things stand, and what the rules refuse."""
        match = self.stands[0].table().match
        await self._ask("sync", {})
        await self._ask("sync", {"last_seq": max(0, match.seq - 2)})
        await self._ask("nonsense", {"decision": self._some(3)})
        action = arbitrary(self.game.types.action, self.dealer)
        if action is not None and self.who.seat is not None and self._is_refused(Move(self.who.seat, action)):
            tree = plain(action)
            await self._ask(tree.pop("type"), tree)

    async def _ask(self, kind: str, payload: dict[str, Any]) -> None:
        for twin in self.twins:
            asked: Asked = await twin.stand.ask(self.who, kind, dict(payload))
            assert asked.frames
            twin.answers += asked.frames
        self._compare()

    def _is_refused(self, given: AnyInput) -> bool:
        return all(isinstance(self._foreseen(stand, given), Illegal) for stand in self.stands)

    # What happens

    async def _step(self) -> bool:
        """Feed both worlds an input that does not show the reader which is theirs; False if there is none,
        or the game is over."""
        for given in self._choices():
            for other in self._counterparts(given):
                if self._look_alike(given, other):
                    await self._feed([given, other])
                    self._compare()
                    return True
        return False

    def _choices(self) -> Iterator[AnyInput]:
        """What may come next in the first world; now and then something that is not listed, a draft or an offer."""
        for number in range(CHOICES):
            given = random_input(self.game, self.states[0], self.dealer)
            if given is None:
                return
            unlisted = arbitrary(self.game.types.action, self.dealer) if number % 3 == 0 else None
            yield given if unlisted is None else Move(self._some(len(self.stands[0].whos()) - 1), unlisted)

    def _counterparts(self, given: AnyInput) -> list[AnyInput]:
        """The same input in the other world; where it is not listed there, also what is, and any other."""
        if not isinstance(given, Move):
            return [given]
        legal = self.game.legal(self.states[1], given.seat)
        if given.action in legal:
            return [given]
        another = arbitrary(self.game.types.action, self.dealer) or given.action
        return [Move(given.seat, action) for action in (another, given.action, *legal[:CHOICES])]

    def _foreseen(self, stand: Stand, given: AnyInput) -> Advance[Any, Any] | Illegal:
        """What the rules would make of an input, with what chance will answer."""
        match = stand.table().match
        dealer = fair_deal(self.game, TABLE, match.terms.secret)(tuple(match.client_seeds), match.draws)
        try:
            made = advance(self.game, match.state, given, dealer)
            while (timer := self._due_at_once(made.state)) is not None:
                more = advance(self.game, made.state, Elapsed(timer), dealer)
                made = Advance(more.state, made.events + more.events, ())
        except Illegal as error:
            return error
        return made

    def _due_at_once(self, state: Any) -> str | None:
        """A timer of no time: what it does belongs to the input that has started it."""
        return next((timer.name for timer in self.game.timers(state) if timer.ms == 0 and not timer.paused), None)

    def _look_alike(self, given: AnyInput, other: AnyInput) -> bool:
        """Whether the reader, after these inputs, still knows the same in both worlds."""
        ours, theirs = (self._foreseen(*each) for each in zip(self.stands, (given, other), strict=True))
        if isinstance(ours, Illegal) or isinstance(theirs, Illegal):
            return False
        views = [canonical(self.game.view(each.state, self.who.seat)) for each in (ours, theirs)]
        return views[0] == views[1] and (given == other or self._told(ours) == self._told(theirs))

    def _told(self, made: Advance[Any, Any]) -> bytes:
        return canonical([each.payload if each.is_for(self.who.seat) else None for each in made.events])

    async def _feed(self, both: list[AnyInput]) -> None:
        first = both[0]
        if isinstance(first, Elapsed):
            await self.stands[0].wait()
            await self.stands[1].quiet()
            return
        for twin, given in zip(self.twins, both, strict=True):
            assert isinstance(given, Move)
            asked = await twin.stand.act(given.seat, given.action)
            assert asked.result["status"] == "ok"
            if given.seat == self.who.seat:
                twin.answers += asked.frames

    def _compare(self) -> None:
        ours, theirs = (twin.heard() for twin in self.twins)
        assert ours == theirs, f"{self.who.key} can tell two worlds apart that look the same to them"
        by_socket, by_bus, _ = ours
        assert by_socket == by_bus

    def _some(self, below: int) -> int:
        return choose(self.dealer, range(below))

"""One game of a batch, from its seed to its result.

`ludoteca play` with the same seed and the same bots plays the same game, and writes the same record but for its times.

Must not know: other games of the batch, files.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from itertools import groupby
from typing import Annotated, Any, NamedTuple

from ..bots import Bot
from ..crash_site import crash_words
from ..dealers import PyRandom, chooser
from ..kernel.chance import Answer, Dice, Draw
from ..kernel.contract import AnyGame, AnyInput, Move, Outcome, Seat
from ..kernel.illegal import Illegal
from ..kernel.play import Advance, Player, advance, begin, turn
from ..kernel.record import Scribe
from ..kernel.values import Meta, Value
from ..record_clock import RecordClock
from .batch import Batch, Names, Seating, seating
from .game_facts import Facts, facts_of

Count = Annotated[int, Meta(ge=0)]


class SimulatedGame(Value, frozen=True, tag_field="line", tag="game"):
    """The result of one game; a line in a file of results."""

    n: Count
    seed: int
    bots: Names  #: by seat
    outcome: Outcome | None  #: None: abandoned at the batch's limit of inputs
    actions: Count
    turns: Count  #: as the game counts them, or else runs of actions by one seat
    facts: Facts


class Setting(NamedTuple):
    """The objects that the names of a batch refer to."""

    game: AnyGame
    config: Any
    bots: Mapping[str, Bot]


class BrokenGame(Exception):
    """A game in which a bot or the rules failed."""


class IllegalMove(Exception):
    """A bot's move that the rules refuse."""


class RecordSink(NamedTuple):
    """Where the lines of a record go, and the clock that dates them."""

    write: Callable[[bytes], object]
    clock: RecordClock


def play(batch: Batch, setting: Setting, number: int, sink: RecordSink | None = None) -> SimulatedGame:
    """Play one game, and record it if there is somewhere to."""
    seats = seating(batch, number)
    try:
        return _Game(batch, setting, number, seats).played(sink)
    except Exception as error:  # a bot may be third-party code
        what = str(error) if isinstance(error, Illegal | IllegalMove) else crash_words(error)
        raise BrokenGame(f"game {number} (seed {seats.seed}, {', '.join(seats.bots)}) broke off: {what}") from error


class _Tally:
    """A dealer that counts the dice it rolls."""

    def __init__(self, seed: int) -> None:
        self.dealer = PyRandom(seed)
        self.sums: Counter[int] = Counter()

    def answer(self, draw: Draw) -> Answer:
        answer = self.dealer.answer(draw)
        if isinstance(draw, Dice):
            self.sums[sum(answer)] += 1
        return answer


class _Game:
    def __init__(self, batch: Batch, setting: Setting, number: int, seats: Seating) -> None:
        self._limit = batch.limit
        self._setting = setting
        self._number = number
        self._seats = seats
        self._dealer = _Tally(seats.seed)
        self._acted: list[Seat] = []

    def played(self, sink: RecordSink | None) -> SimulatedGame:
        game, config, _ = self._setting
        scribe, players = Scribe(), self._players()
        made = begin(game, config, self._dealer)
        if sink is not None:
            sink.write(scribe.open(game, config, self._dealer.dealer.source, made, sink.clock.now()))
        for _ in range(self._limit):
            given = turn(game, made.state, players)
            if given is None:
                break
            made = self._advanced(made.state, given)
            if isinstance(given, Move):
                self._acted.append(given.seat)
            if sink is not None:
                sink.write(scribe.entry(given, made, sink.clock.now()))
        outcome = game.outcome(made.state)
        if sink is not None:
            sink.write(scribe.end(outcome, None, sink.clock.now()))
        return self._result(made.state, outcome)

    def _advanced(self, state: Any, given: AnyInput) -> Advance[Any, Any]:
        game, config, _ = self._setting
        try:
            return advance(game, state, given, self._dealer)
        except Illegal as refusal:
            if not isinstance(given, Move):
                raise
            seat = game.seats(config)[given.seat]
            raise IllegalMove(f"{self._seats.bots[given.seat]} at {seat} broke the rules: {refusal}") from refusal

    def _players(self) -> dict[Seat, Player]:
        return {
            seat: partial(_asked, self._setting.bots[name], chooser(self._seats.seed, seat))
            for seat, name in enumerate(self._seats.bots)
        }

    def _result(self, state: Any, outcome: Outcome | None) -> SimulatedGame:
        own = facts_of(self._setting.game.name, state)
        dice = {"dice": tuple(sorted(self._dealer.sums.items()))} if self._dealer.sums else {}
        return SimulatedGame(
            n=self._number,
            seed=self._seats.seed,
            bots=self._seats.bots,
            outcome=outcome,
            actions=len(self._acted),
            turns=own.of_game.get("turns", sum(1 for _ in groupby(self._acted))),
            facts=Facts(own.of_seats, own.of_game, {**dice, **own.histograms}),
        )


def _asked(bot: Bot, dice: PyRandom, view: Any, legal: Any) -> Any:
    return bot(view, legal, dice)

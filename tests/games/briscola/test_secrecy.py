"""Non-interference: two worlds that differ only in what a reader may not know give that reader the same bytes.

In each of many random games one reader follows two tables in step. The second one is in a world drawn for that reader
by `resample`; the same inputs must give the reader the same bytes from both: views, events, refusals, lists and timers.
"""

from collections import Counter
from typing import Final

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.cards import CardGiven
from ludoteca.games.briscola.types import Action, Bid, CallRank, CallSuit, Config, Play, Reorder, State, Told
from ludoteca.kernel import (
    Chance,
    Elapsed,
    Event,
    Illegal,
    Input,
    Left,
    Move,
    Reader,
    Returned,
    begin,
    canonical,
    choose,
    step,
)
from tests.times import TIMES

from .helpers import READERS, view

GAMES, PARTS = 1_250 * TIMES, 4
CONFIGS: Final = (Config(), Config(hands=2), Config(suit_call="before-play"), Config(auction="rank"))
PROBES: Final[tuple[Action, ...]] = (
    Bid(61),
    Bid(200),
    CallRank(1),
    CallSuit("cups"),
    Reorder(()),
    *(Play(CardGiven(card_id=number)) for number in (0, 12, 25, 38)),
)


class Twins:
    """Two worlds that one reader cannot tell apart, fed in step until the reader can."""

    def __init__(self, seed: int) -> None:
        self.reader = READERS[seed % len(READERS)]
        self.dealer = PyRandom(seed)
        self.ours = begin(GAME, CONFIGS[seed // len(READERS) % len(CONFIGS)], self.dealer).state
        self.theirs = self.ours
        self.seen: Counter[str] = Counter()
        self.part()

    def follow(self) -> Counter[str]:
        """To the end of the game; what the comparison was worth."""
        self.compare()
        while (given := self.next_input()) is not None:
            self.feed(given)
            self.compare()
        return self.seen

    def part(self) -> None:
        self.theirs = GAME.resample(self.ours, self.reader, self.dealer)

    def compare(self) -> None:
        """All that the reader can see or ask for, without a move."""
        assert canonical(view(self.ours, self.reader)) == canonical(view(self.theirs, self.reader))
        assert GAME.timers(self.ours) == GAME.timers(self.theirs)
        assert GAME.to_act(self.ours) == GAME.to_act(self.theirs)
        assert GAME.outcome(self.ours) == GAME.outcome(self.theirs)
        if self.reader is not None:
            assert GAME.legal(self.ours, self.reader) == GAME.legal(self.theirs, self.reader)
            probe: Move[Action] = Move(self.reader, choose(self.dealer, PROBES))
            assert answer(self.ours, probe, self.reader) == answer(self.theirs, probe, self.reader)

    def feed(self, given: Input[Action]) -> None:
        """The same to both, if both are worlds in which it can be; if not, it has told the reader which one is real."""
        if not self.fits(given):
            self.ours = step(GAME, self.ours, given).state
            self.part()
            self.seen["told apart"] += 1
            return
        self.seen["fed to different worlds"] += self.ours != self.theirs
        one, other = step(GAME, self.ours, given), step(GAME, self.theirs, given)
        assert heard(one.events, self.reader) == heard(other.events, self.reader)
        self.ours, self.theirs = one.state, other.state

    def fits(self, given: Input[Action]) -> bool:
        match given:
            case Move(seat=seat, action=action):
                return action in GAME.legal(self.theirs, seat)
            case Elapsed() if self.ours.phase not in ("bid", "end"):
                return GAME.to_act(self.ours) == {
                    self.reader
                }  # for others the clock acts by cards that the reader does not see
            case _:
                return True

    def next_input(self) -> Input[Action] | None:
        """Mostly a move that is open in both worlds; now and then somebody comes or goes, or the clock acts."""
        if GAME.outcome(self.ours) is not None:
            return None
        draw = GAME.draw(self.ours)
        if draw is not None:
            return Chance(self.dealer.answer(draw))
        sort = choose(self.dealer, range(20))
        if sort == 0:
            seat = choose(self.dealer, range(5))
            return Returned(seat) if seat in self.ours.away else Left(seat)
        clocks = [timer for timer in GAME.timers(self.ours) if not timer.paused]
        if clocks and (sort == 1 or not GAME.to_act(self.ours)):
            return Elapsed(clocks[0].name)
        return self.move()

    def move(self) -> Move[Action]:
        (seat,) = GAME.to_act(self.ours)
        legal, theirs = GAME.legal(self.ours, seat), GAME.legal(self.theirs, seat)
        if self.ours.phase == "bid" and choose(self.dealer, range(3)):
            return Move(seat, legal[0])
        both = [action for action in legal if action in theirs] or legal
        return Move(seat, choose(self.dealer, both))


def answer(state: State, given: Input[Action], reader: Reader) -> bytes:
    """The result of an input for this reader: the whole refusal, or the events and then the view."""
    try:
        after_it, events = step(GAME, state, given)
    except Illegal as error:
        return canonical((error.code, error.reason, error.facts))
    return heard(events, reader) + canonical(view(after_it, reader))


def heard(events: tuple[Event[Told], ...], reader: Reader) -> bytes:
    """What reaches a reader: an event for somebody else is an empty frame in its place."""
    return canonical([event.payload if event.is_for(reader) else None for event in events])


@pytest.mark.parametrize("part", range(PARTS))
def test_worlds_that_differ_in_hidden_cards_look_the_same_to_the_byte(part: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(part, GAMES, PARTS):
        seen += Twins(seed).follow()
    assert seen["fed to different worlds"] > 20 * GAMES // PARTS
    assert seen["told apart"] > GAMES // PARTS

"""Two worlds that one reader cannot tell apart, played side by side: what the reader knows is the same in both, what
they do not know is chosen anew in each. They must get the same bytes from both, until the rules reveal a difference.
"""

import random
from typing import Final

from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.layouts import CARDS, Layout, layouts
from ludoteca.games.orcain.types import Action, Config, LayoutConfirm, LayoutDraft, Slots, State, Told
from ludoteca.kernel import (
    Elapsed,
    Illegal,
    Input,
    Left,
    Move,
    Reader,
    Resigned,
    Returned,
    Seat,
    Step,
    canonical,
    step,
)

GARBAGE: Final = ("", "GRASS", "ATTACK", "x", *CARDS, None)
INPUTS_AT_MOST: Final = 200

Made = Step[State, Told]


class Twins:
    """One match in two worlds. `apart` counts the comparisons made while the worlds really differed, `reveals` how
    often the rules showed the reader which of them is real."""

    def __init__(self, config: Config, reader: Reader, seed: int) -> None:
        self.reader = reader
        self.others = [seat for seat in (0, 1) if seat != reader]
        self.here = self.there = GAME.setup(config).state
        self.apart = 0
        self.reveals = 0
        self._random = random.Random(seed)

    def play(self) -> None:
        for _ in range(INPUTS_AT_MOST):
            if self.here.phase == "END":
                return
            self._turn()
            self._compare()

    def _turn(self) -> None:
        """What anybody may know happens in both worlds; drafts of others happen in each as they like."""
        sort, is_prep, looks_on = self._random.random(), self.here.phase == "PREP", self.reader is None
        if is_prep and sort < 0.4:
            self._others_draft()
        elif is_prep and sort < (0.9 if looks_on else 0.65):
            self._another_confirms()
        elif self.reader is not None and sort < (0.9 if is_prep else 0.2):
            self._feed(Move(self.reader, self._anything()))
        elif sort < 0.99:
            own, *absences = GAME.timers(self.here)
            self._feed(Elapsed(absences[0].name if absences and sort > 0.97 else own.name))
        else:
            seat = self._random.randrange(2)
            self._feed(self._random.choice((Left(seat), Returned(seat), Resigned(seat))))

    def _others_draft(self) -> None:
        for seat in self.others:
            self.here = self._drafted(self.here, seat)
            self.there = self._drafted(self.there, seat)

    def _drafted(self, state: State, seat: Seat) -> State:
        """None, one or two drafts of the seat, of which not even an empty frame may reach anybody."""
        for _ in range(self._random.choice((0, 0, 1, 2))):
            drafted: Action = LayoutDraft(self._slots())
            state, events = step(GAME, state, Move(seat, drafted))
            assert events == ()
        return state

    def _another_confirms(self) -> None:
        """The same seat in both worlds, with layouts that agree in their first slots."""
        seat = self._random.choice(self.others)
        known = layouts(self.here.config.hands[seat])
        layout, agreed = self._random.choice(known), self._random.randrange(4)
        alike: list[Layout] = [other for other in known if other[:agreed] == layout[:agreed]]
        self._feed(Move(seat, LayoutConfirm(layout)), Move(seat, LayoutConfirm(self._random.choice(alike))))

    def _anything(self) -> Action:
        return self._random.choice((LayoutDraft, LayoutConfirm, LayoutConfirm))(self._slots())

    def _slots(self) -> Slots:
        if self._random.random() < 0.6:
            return self._random.choice(layouts())
        first, second, third = (self._random.choice(GARBAGE) for _ in range(3))
        return first, second, third

    def _feed(self, given: Input[Action], there: Input[Action] | None = None) -> None:
        ours, theirs = _tried(self.here, given), _tried(self.there, there or given)
        if isinstance(ours, Illegal) or isinstance(theirs, Illegal):
            assert _words(ours) == _words(theirs)
            return
        if canonical(GAME.view(ours.state, self.reader)) == canonical(GAME.view(theirs.state, self.reader)):
            assert self._heard(ours) == self._heard(theirs)
            self.here, self.there = ours.state, theirs.state
            return
        assert isinstance(given, Elapsed)
        assert _reveals(ours.state, theirs.state)
        self.reveals += 1
        self.here = self.there = ours.state

    def _heard(self, made: Made) -> bytes:
        """The reader's events in their places among the others: an unseen event still has a number."""
        return canonical([event.payload if event.is_for(self.reader) else None for event in made.events])

    def _compare(self) -> None:
        here, there, reader = self.here, self.there, self.reader
        assert canonical(GAME.view(here, reader)) == canonical(GAME.view(there, reader))
        assert (GAME.timers(here), GAME.to_act(here)) == (GAME.timers(there), GAME.to_act(there))
        assert GAME.outcome(here) == GAME.outcome(there)
        assert reader is None or GAME.legal(here, reader) == GAME.legal(there, reader)
        self.apart += here != there


def _tried(state: State, given: Input[Action]) -> Made | Illegal:
    try:
        return step(GAME, state, given)
    except Illegal as error:
        return error


def _words(tried: Made | Illegal) -> bytes:
    return canonical((tried.code, tried.reason, tried.facts)) if isinstance(tried, Illegal) else b"accepted"


def _reveals(ours: State, theirs: State) -> bool:
    """What may tell worlds apart: a card revealed now, or a streak once its round is over or it has ended the match."""
    is_under_way = ours.phase == theirs.phase == "REVEAL"
    return _latest(ours) != _latest(theirs) or (ours.afk_streaks != theirs.afk_streaks and not is_under_way)


def _latest(state: State) -> tuple[str | None, str | None] | None:
    steps = state.steps or (state.history[-1].steps if state.history else ())
    return steps[-1].cards if steps else None

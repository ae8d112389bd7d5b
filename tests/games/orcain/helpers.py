"""Playing Orcain in tests: layouts by their cards' initials (`a-h`), whole rounds, and what each reader is told."""

from typing import Any, Final, TypeVar

import pytest

from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.layouts import Hand
from ludoteca.games.orcain.types import Action, Config, LayoutConfirm, LayoutDraft, Pair, Slots, State, Told
from ludoteca.kernel import Elapsed, Illegal, Input, Move, Reader, replace, step

SPECIFIED: Final = GAME.presets["specification"]
DEADLINE: Final = Config(finalize="deadline")
GRACE: Final = Config(disconnect_grace_ms=5_000)
TWINS: Final[Hand] = ("attack", "attack", "heal", "counter")
READERS: Final[tuple[Reader, ...]] = (0, 1, None)
INITIALS: Final = {"a": "attack", "d": "defense", "h": "heal", "c": "counter", "-": None}

E = TypeVar("E")


def slots(text: str) -> Slots:
    first, second, third = (INITIALS[letter] for letter in text)
    return first, second, third


def draft(seat: int, text: str) -> Move[Action]:
    return Move(seat, LayoutDraft(slots(text)))


def confirm(seat: int, text: str) -> Move[Action]:
    return Move(seat, LayoutConfirm(slots(text)))


def started(config: Config = SPECIFIED) -> State:
    return GAME.setup(config).state


def at(hp: Pair, round_index: int = 1, config: Config = SPECIFIED) -> State:
    """A match at the start of a round, with these hit points."""
    return replace(started(config), hp=hp, round_index=round_index)


def after(state: State, *inputs: Input[Action]) -> State:
    for given in inputs:
        state = step(GAME, state, given).state
    return state


def wait(state: State) -> Elapsed:
    """The round's own timer runs out: the deadline of PREP, or the next step of REVEAL."""
    return Elapsed(GAME.timers(state)[0].name)


def finalized(state: State, *inputs: Input[Action]) -> State:
    """After these inputs the deadline passes, unless both have confirmed and it is not waited for."""
    state = after(state, *inputs)
    return after(state, wait(state)) if state.phase == "PREP" else state


def revealed(state: State) -> State:
    """All steps of the round are revealed."""
    while state.phase == "REVEAL":
        state = after(state, wait(state))
    return state


def played(state: State, first: str | None, second: str | None) -> State:
    """A whole round; who lays out nothing at all is AFK."""
    inputs = [draft(seat, text) for seat, text in enumerate((first, second)) if text is not None]
    return revealed(finalized(state, *inputs))


def told(state: State, given: Input[Action], reader: Reader) -> list[Told]:
    return [event.payload for event in step(GAME, state, given).events if event.is_for(reader)]


def told_in_all(state: State, reader: Reader, *inputs: Input[Action] | None) -> list[Told]:
    """What a reader hears of these inputs; None is the round's own timer."""
    heard: list[Told] = []
    for given in inputs:
        chosen = wait(state) if given is None else given
        heard += told(state, chosen, reader)
        state = after(state, chosen)
    return heard


def only(payloads: list[Told], kind: type[E]) -> E:
    """The one payload of this kind."""
    (found,) = (payload for payload in payloads if isinstance(payload, kind))
    return found


def tags(payloads: list[Told]) -> list[Any]:
    return [payload.__struct_config__.tag for payload in payloads]


def refusal(state: State, given: Input[Action]) -> Illegal:
    with pytest.raises(Illegal) as caught:
        step(GAME, state, given)
    return caught.value

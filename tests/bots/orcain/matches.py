"""Matches of Orcain by the real rules, from any state."""

from typing import Any

from ludoteca.bots import Bot, bots_for
from ludoteca.dealers import chooser
from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.layouts import Layout
from ludoteca.games.orcain.types import Action, Config, LayoutConfirm, State, View
from ludoteca.kernel import Elapsed, Input, Move, Outcome
from ludoteca.kernel.play import step

ROUNDS_AT_MOST = 60


def match(config: Config | None = None, hp: tuple[int, int] = (10, 10), round_index: int = 1) -> State:
    """In front of a round."""
    return State(config or Config(), hp=hp, round_index=round_index)


def played(state: State, first: Layout, second: Layout) -> State:
    """The round with these two layouts, to its end."""
    return _revealed(_confirmed(_confirmed(state, 0, LayoutConfirm(first)), 1, LayoutConfirm(second)))


def play(names: tuple[str, str], config: Config, seed: int) -> Outcome:
    """A match of two bots, each told what its seat may see and nothing else."""
    bots = [bots_for(GAME.name)[name] for name in names]
    dealers = [chooser(seed, seat) for seat in (0, 1)]
    state = GAME.setup(config).state
    for _ in range(ROUNDS_AT_MOST):
        for seat in (0, 1):
            state = _confirmed(state, seat, _chosen(bots[seat], state, seat, dealers[seat]))
        state = _revealed(state)
        outcome = GAME.outcome(state)
        if outcome is not None:
            return outcome
    raise AssertionError("the match does not end")


def view(state: State, seat: int) -> View:
    return GAME.view(state, seat)


def _chosen(bot: Bot, state: State, seat: int, dealer: Any) -> LayoutConfirm:
    legal = GAME.legal(state, seat)
    action = bot(view(state, seat), legal, dealer)
    assert action in legal
    assert isinstance(action, LayoutConfirm)
    return action


def _confirmed(state: State, seat: int, action: LayoutConfirm) -> State:
    given: Input[Action] = Move(seat, action)
    return step(GAME, state, given).state


def _revealed(state: State) -> State:
    while state.phase == "REVEAL":
        state = step(GAME, state, Elapsed(GAME.timers(state)[0].name)).state
    return state

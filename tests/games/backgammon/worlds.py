"""Positions, rolls and whole games for properties, drawn by Hypothesis."""

from random import Random

from hypothesis import strategies as st

from ludoteca.dealers import PyRandom
from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.types import Action, Config, Position, State, Told
from ludoteca.kernel import Input, Resigned, advance, begin
from ludoteca.kernel.play import random_input

INPUTS_AT_MOST = 20_000


def positions() -> st.SearchStrategy[Position]:
    """Any position with fifteen checkers a side, nobody on anybody's point; not all of one side off."""
    return st.builds(_position, st.randoms(use_true_random=False), st.integers(0, 2))


def _position(random: Random, sort: int) -> Position:
    board, bar, home = [0] * 24, [0, 0], [0, 0]
    for side, sign in ((0, 1), (1, -1)):
        near = range(6) if side == 0 else range(18, 24)
        for _ in range(15):
            place = random.random()
            index = random.choice(near) if sort == 1 else random.randrange(24)
            if sort == 1 and place < 0.3 and home[side] < 14:
                home[side] += 1
            elif board[index] * sign >= 0 and not (sort == 2 and place < 0.1):
                board[index] += sign
            else:
                bar[side] += 1
    return Position(tuple(board), (bar[0], bar[1]), (home[0], home[1]))


def rolls() -> st.SearchStrategy[tuple[int, ...]]:
    die = st.integers(1, 6)
    return st.tuples(die, die).map(lambda dice: dice * 2 if dice[0] == dice[1] else dice)


def positions_and_rolls() -> st.SearchStrategy[tuple[Position, int, tuple[int, ...]]]:
    return st.tuples(positions(), st.integers(0, 1), rolls())


def whole_game(config: Config, seed: int, resign_at: int | None = None) -> tuple[State, list[State], tuple[Told, ...]]:
    """A random game or match: its end, every state between inputs, and all that was told."""
    dealer = PyRandom(seed)
    state, events, _ = begin(GAME, config, dealer)
    states, told = [state], [event.payload for event in events]
    while GAME.outcome(state) is None:
        chosen: Input[Action] | None = random_input(GAME, state, dealer)
        assert chosen is not None
        assert len(states) < INPUTS_AT_MOST, "the game does not end"
        if resign_at is not None and len(states) == resign_at:
            chosen = Resigned(seed % 2)
        state, events, _ = advance(GAME, state, chosen, dealer)
        states.append(state)
        told += [event.payload for event in events]
    return state, states, tuple(told)

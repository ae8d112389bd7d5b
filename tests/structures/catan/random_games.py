"""Random games in which everything happens: moves, unlisted offers, time that is over, players who go and resign."""

import random
from collections.abc import Iterator
from typing import Any

from ludoteca.dealers import Fair, PyRandom, rules_label
from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import Action, TradePlayer, named
from ludoteca.games.catan.structures import About, Recorder, game_id_from
from ludoteca.games.catan.types import Config, State
from ludoteca.kernel import (
    Chance,
    Elapsed,
    Illegal,
    Input,
    Left,
    Move,
    Resigned,
    Returned,
    advance,
    begin,
    replace,
    step,
)
from ludoteca.kernel.play import random_input

CONFIGS = {"": Config(), "forced": Config(forced_dice=True), **GAME.presets}
PRESETS = sorted(CONFIGS)
QUIET = {name: replace(config, on_timeout="auto", on_absence="wait") for name, config in CONFIGS.items()}
"""The same, but nobody is thrown out: games last longer."""


def next_input(state: State, dice: random.Random, dealer: PyRandom) -> Input[Action]:
    """Mostly a legal move; now and then one of the other things that happen."""
    chance, seat = dice.random(), dice.randrange(2)
    timers = [timer for timer in GAME.timers(state) if not timer.paused]
    if chance < 0.03:
        return Left(seat) if dice.random() < 0.5 else Returned(seat)
    if chance < 0.06 and timers:
        return Elapsed(dice.choice(timers).name)
    if chance > 0.9998:
        return Resigned(seat)
    if 0.06 < chance < 0.12 and state.phase == "ACTION":
        given: Any = Move(state.current, free_offer(state, dice))
        try:
            step(GAME, state, given)
        except Illegal:
            pass
        else:
            return given  # type: ignore[no-any-return]
    found: Input[Action] | None = random_input(GAME, state, dealer)
    assert found is not None
    return found


def free_offer(state: State, dice: random.Random) -> TradePlayer:
    """Anything for anything; many of them are refused."""
    give, receive = (tuple(dice.choice((0, 0, 1, 2, 3)) for _ in range(5)) for _ in range(2))
    return TradePlayer(1 - state.current, named(give), named(receive))  # type: ignore[arg-type]


def states(config: Config, seed: int, at_most: int = 10_000) -> Iterator[State]:
    """Every state on the way, also those in which chance has yet to answer."""
    dealer, dice = PyRandom(seed), random.Random(seed)
    state = GAME.setup(config).state
    for _ in range(at_most):
        yield state
        if GAME.outcome(state) is not None:
            return
        draw = GAME.draw(state)
        given: Any = next_input(state, dice, dealer) if draw is None else Chance(dealer.answer(draw))
        state = step(GAME, state, given).state


def recorded_game(config: Config, seed: int, *, fair: bool = False, at_most: int = 10_000) -> Recorder:
    """A game written down as it is played."""
    dealer = Fair(bytes([seed % 256] * 32), "TABLE7", rules_label(GAME), ("a", "b")) if fair else PyRandom(seed)
    dice, choices = random.Random(seed), PyRandom(seed + 1)
    state = begin(GAME, config, dealer).state
    recorder = Recorder(state, About(game_id_from(f"game {seed}")), dealer)
    for number in range(at_most):
        if GAME.outcome(state) is not None:
            break
        given = next_input(state, dice, choices)
        made = advance(GAME, state, given, dealer)
        recorder.record(given, made, 1_760_733_660_000 + 1000 * number)
        state = made.state
    return recorder

"""Hands of briscola that `greedy` bids for and that are then played at random: positions of all kinds."""

from typing import Final, NamedTuple

from ludoteca.bots.briscola import BOTS
from ludoteca.dealers import PyRandom
from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.types import Config, State
from ludoteca.kernel import Move, advance, begin, choose

from ...games.briscola.helpers import acting, view

CONFIGS: Final = (
    Config(),
    Config(suit_call="before-play"),
    Config(auction="rank"),
    Config(auction="rank", suit_call="before-play"),
)


class Wandered(NamedTuple):
    asked: list[State]  # every state in which somebody has to decide something
    over: State


def wander(seed: int, config: Config | None = None) -> Wandered:
    dealer = PyRandom(seed)
    state = begin(GAME, config or CONFIGS[seed % len(CONFIGS)], dealer).state
    asked: list[State] = []
    while GAME.outcome(state) is None:
        asked.append(state)
        seat = acting(state)
        legal = GAME.legal(state, seat)
        action = choose(dealer, legal)
        if state.phase == "bid" or (state.phase.startswith("call") and choose(dealer, range(4))):
            action = BOTS["greedy"](view(state, seat), legal, dealer)
        state = advance(GAME, state, Move(seat, action), dealer).state
    return Wandered(asked, state)


def cards_to_play(hand: Wandered) -> list[State]:
    return [state for state in hand.asked if state.phase in ("play-first-trick", "play-tricks")]

"""Random matches by the ten thousand, with drafts, garbage, time-outs, departures: hit points stay in range, the pot is
conserved, and there is exactly one end."""

import random
from collections import Counter
from typing import Final

import pytest

from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.layouts import layouts
from ludoteca.games.orcain.types import Action, Config, LayoutDraft, MatchEnd, State
from ludoteca.kernel import Elapsed, Input, Left, Move, Outcome, Resigned, Returned, step
from tests.times import TIMES

from .helpers import READERS

MATCHES, PARTS = 25_000 * TIMES, 8
INPUTS_AT_MOST: Final = 2_000
CONFIGS: Final = [
    Config(),
    *GAME.presets.values(),
    Config(stake=1_000, finalize="deadline", rounds=2, disconnect_grace_ms=1),
    Config(start_hp=1, max_hp=1, sudden_death_cap=None),
]


def random_input(state: State, chance: random.Random) -> Input[Action]:
    """Mostly a confirm or the round's own timer; now and then a draft, time running out, somebody coming or going."""
    sort, seat = chance.random(), chance.randrange(2)
    if sort < 0.02:
        return chance.choice((Left(seat), Returned(seat), Returned(seat), Resigned(seat)))
    if sort < 0.12:
        return Elapsed(chance.choice(GAME.timers(state)).name)
    if sort < 0.2:
        return Move(seat, LayoutDraft((chance.choice(("attack", "heal", "GRASS")), None, "counter")))
    acting = tuple(GAME.to_act(state))
    if not acting:
        return Elapsed(GAME.timers(state)[0].name)
    actor = chance.choice(acting)
    return Move(actor, chance.choice(GAME.legal(state, actor)))


def ends_heard(state: State, chance: random.Random) -> tuple[State, Counter[int | None]]:
    """The match played out, and how many ends each reader has heard of."""
    ends = Counter[int | None]()
    for _ in range(INPUTS_AT_MOST):
        state, events = step(GAME, state, random_input(state, chance))
        first, second = state.hp
        assert 0 <= first <= state.config.max_hp
        assert 0 <= second <= state.config.max_hp
        ends.update(
            reader
            for event in events
            if isinstance(event.payload, MatchEnd)
            for reader in READERS
            if event.is_for(reader)
        )
        if state.phase == "END":
            return state, ends
        assert not ends
    raise AssertionError("no end")


def check_pot(config: Config, outcome: Outcome) -> str:
    """The pot goes to one, back to both, or burns; a match without stakes has none. Which of these it was."""
    staked = sum(GAME.hosting.stakes(config))
    if not staked:
        assert outcome.payout == ()
        return "free"
    if outcome.scores == (-1, -1):
        assert outcome.payout == (0, 0)
        return "burned"
    assert sum(outcome.payout) == staked
    if outcome.scores == (0, 0):
        assert outcome.payout == (config.stake, config.stake)
        return "refunded"
    assert outcome.payout[outcome.scores.index(1)] == staked
    return "won"


@pytest.mark.parametrize("part", range(PARTS))
def test_hit_points_stay_in_range_the_pot_is_conserved_and_there_is_exactly_one_end(part: int) -> None:
    kinds = Counter[tuple[str, str]]()
    for seed in range(part, MATCHES, PARTS):
        config = CONFIGS[seed // PARTS % len(CONFIGS)]
        state, ends = ends_heard(GAME.setup(config).state, random.Random(seed))
        assert ends == dict.fromkeys(READERS, 1)
        outcome = GAME.outcome(state)
        assert outcome is not None
        kinds[outcome.reason, check_pot(config, outcome)] += 1
    # All ways to end came up.
    assert {reason for reason, _ in kinds} == {"normal", "timeout", "disconnect"}
    assert {pot for _, pot in kinds} == {"free", "burned", "refunded", "won"}


def test_random_matches_use_every_layout() -> None:
    chance, used, state = random.Random(1), set[object](), GAME.setup(Config()).state
    for _ in range(5_000):
        given = random_input(state, chance)
        if isinstance(given, Move) and not isinstance(given.action, LayoutDraft):
            used.add(given.action.layout)
    assert used == set(layouts())

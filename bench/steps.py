"""Steps per second of every game's rules, and what the kernel adds to them.

    python -m bench.steps

Each game plays the same recorded inputs three ways, interleaved, several times:
  rules    the game's own `apply` and `outcome`, nothing else
  kernel   the same inputs through `kernel.advance`, with its checks
  legal    as `kernel`, with every legal action listed at each step, as a random player needs it
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from ludoteca.dealers import Given, PyRandom
from ludoteca.games import GAMES
from ludoteca.kernel import Advance, Answer, AnyGame, AnyInput, Chance, advance, begin, random_input

ROUNDS = 7
INPUTS = 3000
ADDED_AT_MOST = 0.35  # about a microsecond; the faster the rules, the larger it looks


class Tape(NamedTuple):
    """One recorded game: where it began, its inputs, and what chance answered after each."""

    first: Any
    inputs: list[AnyInput]
    drawn: list[tuple[Answer, ...]]


def record(game: AnyGame, config: Any, inputs: int) -> list[Tape]:
    dealer = PyRandom(1)
    tapes: list[Tape] = []
    while sum(len(tape.inputs) for tape in tapes) < inputs:
        state = begin(game, config, dealer).state
        tape = Tape(state, [], [])
        while (given := random_input(game, state, dealer)) is not None:
            made: Advance[Any, Any] = advance(game, state, given, dealer)
            tape.inputs.append(given)
            tape.drawn.append(made.drawn)
            state = made.state
        tapes.append(tape)
    return tapes


def bare_rules(game: AnyGame, tape: Tape) -> None:
    state = tape.first
    for given, drawn in zip(tape.inputs, tape.drawn, strict=True):
        state, _ = game.apply(state, given)
        for answer in drawn:
            state, _ = game.apply(state, Chance(answer))
        game.outcome(state)


def through_kernel(game: AnyGame, tape: Tape) -> None:
    state = tape.first
    for given, drawn in zip(tape.inputs, tape.drawn, strict=True):
        state = advance(game, state, given, Given(drawn)).state


def with_legal_lists(game: AnyGame, tape: Tape) -> None:
    state = tape.first
    for given, drawn in zip(tape.inputs, tape.drawn, strict=True):
        for seat in game.to_act(state):
            game.legal(state, seat)
        state = advance(game, state, given, Given(drawn)).state


WAYS: dict[str, Callable[[AnyGame, Tape], None]] = {
    "rules": bare_rules,
    "kernel": through_kernel,
    "legal": with_legal_lists,
}


class Figures(NamedTuple):
    rates: dict[str, float]  # steps per second, by way
    added: float  # what the kernel adds to the bare rules


def measure(game: AnyGame, tapes: list[Tape], rounds: int) -> Figures:
    """The ways take turns tape by tape, in both orders, so that a noisy machine is noisy to all of them. What the
    kernel adds is the median of what it added on each tape of each round."""
    seconds = dict.fromkeys(WAYS, 0.0)
    added = []
    for number in range(rounds):
        for tape in tapes:
            taken = {}
            for way in list(WAYS)[:: 1 if number % 2 else -1]:
                started = time.perf_counter()
                WAYS[way](game, tape)
                taken[way] = time.perf_counter() - started
                seconds[way] += taken[way]
            added.append(taken["kernel"] / taken["rules"] - 1)
    steps = rounds * sum(len(tape.inputs) for tape in tapes)
    return Figures({way: steps / seconds[way] for way in WAYS}, statistics.median(added))


def main() -> int:
    parser = argparse.ArgumentParser(description="Steps per second of every game's rules.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"how often each game is played (default {ROUNDS})")
    parser.add_argument("--inputs", type=int, default=INPUTS, help=f"inputs in a round, at least (default {INPUTS})")
    asked = parser.parse_args()
    print(f"{'game':<12}{'preset':<12}{'rules/s':>12}{'kernel/s':>12}{'legal/s':>12}{'kernel adds':>13}")
    worst = 0.0
    for game in GAMES.values():
        for name, config in {"": game.types.config(), **game.presets}.items():
            figures = measure(game, record(game, config, asked.inputs), asked.rounds)
            worst = max(worst, figures.added)
            rates = "".join(f"{figures.rates[way]:>12,.0f}" for way in WAYS)
            print(f"{game.name:<12}{name or '(default)':<12}{rates}{figures.added:>12.0%}")
    print(f"The kernel adds {worst:.0%} at most; {ADDED_AT_MOST:.0%} are allowed.")
    return 0 if worst < ADDED_AT_MOST else 1


if __name__ == "__main__":
    sys.exit(main())

"""Steps per second of the readable engine, per game, and what the kernel adds to bare rule functions.

    python -m bench.steps

Each game plays the same recorded inputs three ways, interleaved, several times; figures are medians:
  rules    the game's own `apply` and `outcome`, nothing else
  kernel   the same inputs through `kernel.advance`, with its checks
  legal    as `kernel`, and every legal action listed at each step, as a random player needs it
"""

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from ludoteca.dealers import Given, PyRandom
from ludoteca.games import GAMES
from ludoteca.kernel import Advance, Answer, AnyGame, AnyInput, Chance, advance, begin, random_input

ROUNDS = 7
INPUTS = 3000


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


def measure(game: AnyGame, tapes: list[Tape], rounds: int) -> dict[str, float]:
    """Seconds per step for each way; the ways take turns, so that a noisy machine is noisy to all of them."""
    steps = sum(len(tape.inputs) for tape in tapes)
    seconds: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(rounds):
        for way, play in WAYS.items():
            started = time.perf_counter()
            for tape in tapes:
                play(game, tape)
            seconds[way].append((time.perf_counter() - started) / steps)
    return {way: statistics.median(times) for way, times in seconds.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps per second of every game's readable engine.")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--inputs", type=int, default=INPUTS, help="inputs played in each round, at least")
    asked = parser.parse_args()
    print(f"{'game':<12}{'preset':<12}{'rules/s':>12}{'kernel/s':>12}{'legal/s':>12}{'kernel adds':>13}")
    for game in GAMES.values():
        for name, config in {"": game.types.config(), **game.presets}.items():
            times = measure(game, record(game, config, asked.inputs), asked.rounds)
            rates = "".join(f"{1 / times[way]:>12,.0f}" for way in WAYS)
            print(f"{game.name:<12}{name or '(default)':<12}{rates}{times['kernel'] / times['rules'] - 1:>12.0%}")


if __name__ == "__main__":
    main()

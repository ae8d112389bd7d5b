"""Records for the tests: honest ones, written as a table would, and forged ones, sealed anew after the change.

The seal is computed here a second time, from its description alone, so that it is tested and not merely used.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

from ludoteca.dealers import Fair, Given, PyRandom, rules_label
from ludoteca.kernel import AnyGame, AnyInput, Dealer, advance, begin, random_input
from ludoteca.kernel.chance import Answer
from ludoteca.kernel.record import Scribe, Source

SEED = bytes(range(32))
Lines: TypeAlias = list[dict[str, Any]]


class Sitting(NamedTuple):
    """A game as it went, with everything needed to write it down again, honestly or not."""

    game: AnyGame
    config: Any
    source: Source
    reveal: str | None
    opened: tuple[Answer, ...]
    turns: tuple[tuple[AnyInput, tuple[Answer, ...]], ...]


def fair(game: AnyGame) -> Fair:
    return Fair(SEED, "TABLE7", rules_label(game), ("alice-seed", "bob-seed"))


def sit(game: AnyGame, config: Any, dealer: PyRandom | Fair, inputs: Iterable[AnyInput]) -> Sitting:
    state, _, opened = begin(game, config, dealer)
    turns = []
    for given in inputs:
        state, _, drawn = advance(game, state, given, dealer)
        turns.append((given, drawn))
    reveal = dealer.seed.hex() if isinstance(dealer, Fair) else None
    return Sitting(game, config, dealer.source, reveal, opened, tuple(turns))


def random_sitting(game: AnyGame, config: Any, dealer: PyRandom | Fair, chooser: Dealer, at_most: int) -> Sitting:
    """A game of random inputs, to its end or for `at_most` inputs."""
    state, _, opened = begin(game, config, dealer)
    turns: list[tuple[AnyInput, tuple[Answer, ...]]] = []
    while len(turns) < at_most and (given := random_input(game, state, chooser)) is not None:
        state, _, drawn = advance(game, state, given, dealer)
        turns.append((given, drawn))
    reveal = dealer.seed.hex() if isinstance(dealer, Fair) else None
    return Sitting(game, config, dealer.source, reveal, opened, tuple(turns))


def written(sitting: Sitting, *, ended: bool = True) -> bytes:
    """Its record, digests and all, whatever its answers are: a forger's best work, if they are not the dealer's."""
    game, scribe = sitting.game, Scribe()
    made = begin(game, sitting.config, Given(sitting.opened))
    lines = [scribe.open(game, sitting.config, sitting.source, made, at=1_000)]
    for number, (given, drawn) in enumerate(sitting.turns, start=1):
        made = advance(game, made.state, given, Given(drawn))
        lines.append(scribe.entry(given, made, at=1_000 + number))
    if ended:
        lines.append(scribe.end(game.outcome(made.state), sitting.reveal, at=9_000))
    return b"".join(lines)


def forged(data: bytes, change: Callable[[Lines], object]) -> bytes:
    """The record with some lines changed, and every seal made new."""
    lines = [json.loads(line) for line in data.splitlines()]
    change(lines)
    return sealed(lines)


def sealed(lines: Lines) -> bytes:
    last = ""
    out = b""
    for line in lines:
        unsealed = dumped({**line, "hash": ""})
        last = "sha256:" + hashlib.sha256(last.encode() + unsealed).hexdigest()
        out += dumped({**line, "hash": last}) + b"\n"
    return out


def dumped(tree: object) -> bytes:
    return json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

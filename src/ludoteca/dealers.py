"""Dealers: where chance comes from. The only module with randomness; callers pass dealers on.

- `PyRandom` is seedable and its state is JSON: for tests, simulation, and snapshots that carry their generator.
- `Fair` is provably fair: the hash of its seed is published before anything is drawn, players may add seeds of their
  own, every draw is a function of those seeds and its number, and the seed is revealed at the end.
- `Given` replays answers drawn elsewhere, and falls back to another dealer when they run out.

The fair scheme is "tables-fair/1" (docs/fairness.md): every field is length-prefixed, so no two inputs collide.
"""

import hashlib
import hmac
import random
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, assert_never

from .kernel.chance import Answer, Dealer, Draw, answer, kind
from .kernel.contract import AnyGame, major
from .kernel.generator_state import FairState, Generator, PyRandomState, RngState
from .kernel.illegal import Illegal
from .kernel.record import CommittedTo, GivenBy, SeededBy, Source
from .kernel.values import convert, plain

SCHEME: Final = b"tables-fair/1"
SEED_BYTES: Final = 32
SEED_BITS: Final = 63


class PyRandom:
    """A seedable dealer on Python's Mersenne twister."""

    def __init__(self, seed: int) -> None:
        if seed.bit_length() > SEED_BITS:
            raise ValueError(f"a seed has {SEED_BITS} bits at most, or no record could hold it")
        self.source: Source = SeededBy(seed)
        self._random = random.Random(seed)  # noqa: S311 - fairness is Fair's business

    @property
    def rng_state(self) -> PyRandomState:
        """The state of the generator, as a value; `resume` continues from it."""
        _, words, gauss = self._random.getstate()
        return PyRandomState((3, tuple(words), gauss))

    @classmethod
    def resume(cls, tree: Any) -> "PyRandom":
        """Continue from a JSON `rng_state`; Malformed if it is invalid."""
        rng_state: PyRandomState = convert(tree, PyRandomState)
        dealer = cls(0)
        dealer.source = GivenBy("rng_state")  # from here on no seed determines the draws
        dealer._random.setstate(rng_state.state)
        return dealer

    def answer(self, draw: Draw) -> Answer:
        return answer(draw, self._random.randrange)


class Fair:
    """A dealer that can be checked: all its draws follow from a seed committed to before the first. Its state is its
    seed and `drawn`, the number of draws answered."""

    def __init__(
        self, seed: bytes, game_id: str, rules: str, client_seeds: tuple[str, ...] = (), drawn: int = 0
    ) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        self.seed = seed
        self.source: CommittedTo = convert(
            {
                "type": "hmac_sha256",
                "game_id": game_id,
                "commitment": commitment(game_id, seed),
                "client_seeds": client_seeds,
            },
            CommittedTo,
        )  # checked, because a record must be able to hold it
        self._key = _key(seed, game_id, rules, client_seeds)
        self.drawn = drawn

    @classmethod
    def fresh(cls, game_id: str, rules: str, client_seeds: tuple[str, ...] = ()) -> "Fair":
        """A dealer with a new secret seed; `rules` comes from `rules_label`."""
        return cls(fresh_seed(), game_id, rules, client_seeds)

    @property
    def rng_state(self) -> FairState:
        """The state of the generator, as a value; `resumed` continues from it."""
        return FairState(self.source.game_id, self.seed.hex(), self.drawn, self.source.client_seeds)

    def answer(self, draw: Draw) -> Answer:
        stream = self._stream(kind(draw), self.drawn)
        self.drawn += 1
        return answer(draw, lambda options: _below(stream, options))

    def _stream(self, draw_kind: str, number: int) -> Iterator[int]:
        label = hashlib.sha256(_prefixed(SCHEME, draw_kind.encode(), number.to_bytes(8, "big"))).digest()
        block = 0
        while True:
            yield from hmac.digest(self._key, label + block.to_bytes(4, "big"), "sha256")
            block += 1


@dataclass(slots=True)
class Given:
    """Known answers, in order; then `otherwise`, if given."""

    answers: Iterable[Answer]
    otherwise: Dealer | None = None
    _rest: Iterator[Answer] = field(init=False)

    def __post_init__(self) -> None:
        self._rest = iter(self.answers)

    def answer(self, draw: Draw) -> Answer:
        given = next(self._rest, None)
        if given is not None:
            return given
        if self.otherwise is None:
            raise Illegal("no_answer", "no answers of chance are left")
        return self.otherwise.answer(draw)

    def unused(self) -> int:
        """How many answers have not been used."""
        return sum(1 for _ in self._rest)


def resumed(rng_state: RngState, game: AnyGame) -> Generator:
    """The dealer that continues from this state, for this game."""
    match rng_state:
        case PyRandomState():
            return PyRandom.resume(plain(rng_state))
        case FairState(game_id=game_id, seed=seed, drawn=drawn, client_seeds=client_seeds):
            return Fair(bytes.fromhex(seed), game_id, rules_label(game), client_seeds, drawn)
        case _:
            assert_never(rng_state)


def rules_label(game: AnyGame) -> str:
    """The game and its major version, to which a fair key is bound."""
    return f"{game.name}/{major(game.version)}"


def fair_deal(game: AnyGame, game_id: str, secret: str) -> Callable[[tuple[str, ...], int], Fair]:
    """A factory for a table: given the players' seeds and how many draws were answered, the dealer that continues."""
    return lambda client_seeds, drawn: Fair(bytes.fromhex(secret), game_id, rules_label(game), client_seeds, drawn)


def commitment(game_id: str, seed: bytes) -> str:
    """The commitment published before the first draw."""
    return hashlib.sha256(_prefixed(SCHEME, b"commit", game_id.encode(), seed)).hexdigest()


def chooser(seed: int, of: int = 0) -> PyRandom:
    """A separate generator for a bot or a random player, so that its choices do not correlate with the game's draws."""
    return PyRandom(derived(seed, of))


def derived(seed: int, of: int) -> int:
    """The `of`-th seed derived from `seed`."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{of}".encode()).digest()[:7], "big")


def fresh_seed() -> bytes:
    """A secret seed for a Fair dealer."""
    return secrets.token_bytes(SEED_BYTES)


def random_seed() -> int:
    """A seed for a PyRandom dealer, if the user gave none."""
    return secrets.randbelow(1 << 32)


def _key(seed: bytes, game_id: str, rules: str, client_seeds: tuple[str, ...]) -> bytes:
    # The empty last field is reserved for a public beacon, for tables that trust neither server nor players.
    rules_hash = hashlib.sha256(rules.encode()).digest()
    seeds = [client_seed.encode() for client_seed in client_seeds]
    bound = hashlib.sha256(_prefixed(SCHEME, b"key", game_id.encode(), rules_hash, *seeds, b"")).digest()
    return hmac.digest(seed, bound, "sha256")


def _below(stream: Iterator[int], options: int) -> int:
    """A uniform integer below `options`: as few bytes as can hold it, out-of-range ones thrown away."""
    width = max(1, ((options - 1).bit_length() + 7) // 8)
    limit = 256**width - 256**width % options
    while True:
        number = int.from_bytes(bytes(next(stream) for _ in range(width)), "big")
        if number < limit:
            return number % options


def _prefixed(*fields: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in fields)

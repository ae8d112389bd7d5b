"""A generator written down: what a dealer that draws for itself is in the middle of, as a value.

With it a snapshot goes on to draw exactly what would have been drawn. It tells its readers all that is to come, so
it travels in documents that hide nothing, and never to a player.

Must not know: how anything is drawn.
"""

from typing import Annotated, Literal, Protocol, TypeAlias

from .chance import Dealer
from .record import Hex32
from .values import Meta, Value

Word: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 32)]


class PyRandomState(Value, frozen=True, tag="py_random"):
    """`random.Random.getstate()` as JSON: the version, the twister's words and behind them its place among them."""

    state: tuple[Literal[3], Annotated[tuple[Word, ...], Meta(min_length=625, max_length=625)], float | None]

    def __post_init__(self) -> None:
        *words, place = self.state[1]
        if not any(words) or place > len(words):
            raise ValueError("not a state that the generator can be in")


class FairState(Value, frozen=True, tag="hmac_sha256"):
    """A provably fair dealer: its secret seed, what it is bound to, and how many draws it has answered."""

    game_id: Annotated[str, Meta(min_length=1, max_length=64)]
    seed: Hex32
    drawn: Annotated[int, Meta(ge=0)]
    client_seeds: tuple[Annotated[str, Meta(max_length=64)], ...] = ()


RngState: TypeAlias = PyRandomState | FairState


class Generator(Dealer, Protocol):
    """A dealer that can say where it is."""

    @property
    def rng_state(self) -> RngState: ...

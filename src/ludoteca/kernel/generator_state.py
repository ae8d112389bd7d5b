"""The state of a random generator, as a value.

A snapshot that holds it continues with exactly the same draws. It reveals every future draw, so it belongs only in
documents that hide nothing, and is never sent to a player.

Must not know: how anything is drawn.
"""

from typing import Annotated, Literal, Protocol, TypeAlias

from .chance import Dealer
from .record import Hex32
from .values import Meta, Value

Word: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 32)]


class PyRandomState(Value, frozen=True, tag="py_random"):
    """`random.Random.getstate()` as JSON: the version, the twister's words, and after them its position in them."""

    state: tuple[Literal[3], Annotated[tuple[Word, ...], Meta(min_length=625, max_length=625)], float | None]

    def __post_init__(self) -> None:
        *words, place = self.state[1]
        if not any(words) or place > len(words):
            raise ValueError("not a possible state of the generator")


class FairState(Value, frozen=True, tag="hmac_sha256"):
    """A provably fair dealer: its secret seed, what it is bound to, and how many draws it has answered."""

    game_id: Annotated[str, Meta(min_length=1, max_length=64)]
    seed: Hex32
    drawn: Annotated[int, Meta(ge=0)]
    client_seeds: tuple[Annotated[str, Meta(max_length=64)], ...] = ()


RngState: TypeAlias = PyRandomState | FairState


class Generator(Dealer, Protocol):
    """A dealer that can export its state."""

    @property
    def rng_state(self) -> RngState: ...

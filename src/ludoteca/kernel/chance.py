"""Chance: what must be drawn, and what counts as an answer.

A game says *what* it needs (`Dice`, `Pick`, `Deal`, `Shuffle`); a dealer, outside the rules, says what came.
Every answer is a flat tuple of ints, so logs of every game hold chance in one form.

Laws kept here:
- `answer` turns any source of uniform integers into a fair answer; every dealer shares it.
- `is_answer` accepts exactly what `answer` can give.

Must not know: where randomness comes from.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Final, Protocol, TypeAlias, TypeVar, assert_never, runtime_checkable

from .values import Meta, Value

T = TypeVar("T")
Answer: TypeAlias = tuple[int, ...]
"""The answer of chance to a draw."""

Count: TypeAlias = Annotated[int, Meta(ge=1, le=10_000)]

WEIGHT_AT_MOST: Final = 2**48
"""The limit of the sum of weights: a draw can be recomputed in a browser, where integers are exact up to 2**53."""


class Dice(Value, frozen=True, tag="dice"):
    """`count` dice; each answer is 1..sides."""

    count: Count
    sides: Count = 6


class Pick(Value, frozen=True, tag="pick"):
    """One of `options` things; the answer is its index. `weights`, if given, has one integer for each."""

    options: Count
    weights: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.weights and (len(self.weights) != self.options or min(self.weights) < 0 or not any(self.weights)):
            raise ValueError("a pick needs one weight for each option, none negative and not all zero")
        if sum(self.weights) > WEIGHT_AT_MOST:
            raise ValueError(f"the weights of a pick must sum to at most {WEIGHT_AT_MOST}")


class Deal(Value, frozen=True, tag="deal"):
    """Hands of the given sizes from `items` distinct cards; the answer lists the cards, hand after hand.

    Cards that stay in the pack are not drawn, so nobody can learn them from a log.
    """

    items: Count
    sizes: tuple[int, ...]

    def __post_init__(self) -> None:
        if min(self.sizes, default=0) < 0 or sum(self.sizes) > self.items:
            raise ValueError("a deal cannot hand out more cards than there are")


class Shuffle(Value, frozen=True, tag="shuffle"):
    """An order of `items` things; the answer is a permutation of 0..items-1."""

    items: Count


Draw: TypeAlias = Dice | Pick | Deal | Shuffle
"""What a game can ask of chance."""


class Dealer(Protocol):
    """Answers draws. Rules never hold one; shells pass it in."""

    def answer(self, draw: Draw) -> Answer:
        """One that `is_answer` accepts."""


@runtime_checkable
class NumberedDealer(Dealer, Protocol):
    """A dealer that can go on from any draw: its answer follows from how many it has `drawn`."""

    drawn: int


def kind(draw: Draw) -> str:
    return str(draw.__struct_config__.tag)


def answer(draw: Draw, below: Callable[[int], int]) -> Answer:
    """The answer to a draw, given `below(n)`, a uniform integer in 0..n-1."""
    match draw:
        case Dice(count=count, sides=sides):
            return tuple(1 + below(sides) for _ in range(count))
        case Pick(options=options, weights=()):
            return (below(options),)
        case Pick(weights=weights):
            return (_index_at(weights, below(sum(weights))),)
        case Deal(items=items, sizes=sizes):
            return _from_the_top(items, sum(sizes), below)
        case Shuffle(items=items):
            return _from_the_top(items, items, below)
        case _:
            assert_never(draw)


def is_answer(draw: Draw, given: Answer) -> bool:
    """Whether this is a possible answer to the draw."""
    match draw:
        case Dice(count=count, sides=sides):
            return len(given) == count and all(1 <= die <= sides for die in given)
        case Pick(options=options, weights=weights):
            return len(given) == 1 and 0 <= given[0] < options and (not weights or weights[given[0]] > 0)
        case Deal(items=items, sizes=sizes):
            return len(given) == sum(sizes) and _distinct_below(items, given)
        case Shuffle(items=items):
            return len(given) == items and _distinct_below(items, given)
        case _:
            assert_never(draw)


def hands(draw: Deal, given: Answer) -> tuple[tuple[int, ...], ...]:
    """A deal's answer, cut into its hands."""
    ends = [sum(draw.sizes[: index + 1]) for index in range(len(draw.sizes))]
    return tuple(given[end - size : end] for size, end in zip(draw.sizes, ends, strict=True))


def choose(dealer: Dealer, options: Sequence[T]) -> T:
    """One of several options, all equally likely."""
    return options[dealer.answer(Pick(len(options)))[0]]


def _index_at(weights: tuple[int, ...], point: int) -> int:
    for index, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return index
    raise AssertionError("a point beyond the sum of the weights")


def _from_the_top(items: int, wanted: int, below: Callable[[int], int]) -> Answer:
    """Fisher-Yates from the top, stopped when enough cards are out."""
    pack = list(range(items))
    for last in range(items - 1, items - 1 - wanted, -1):
        other = below(last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(reversed(pack[items - wanted :]))


def _distinct_below(items: int, given: Answer) -> bool:
    return len(set(given)) == len(given) and all(0 <= item < items for item in given)

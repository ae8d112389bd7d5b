"""The battle: what two cards do to two players' hit points, step by step.

Laws kept here:
- A step is resolved in the specification's order: heal both, then attacks, then clamp to 0..max.
- Both players are treated alike: swapping the seats of the input swaps the seats of the result.
- Nobody dies in the middle of a round. Three steps are always played, and a later step may heal a player at 0.

Must not know: phases, rounds, who has won.
"""

from typing import Final, NamedTuple, TypeAlias

from .layouts import Card, Row

HEALED: Final = 1
DAMAGE: Final = 2


class Hp(NamedTuple):
    """The hit points of both players, by seat."""

    first: int
    second: int


Steps: TypeAlias = tuple[Hp, Hp, Hp]


def resolve_step(hp: Hp, first: Card, second: Card, max_hp: int) -> Hp:
    """The hit points after one step, one card of each player."""
    return Hp(
        _after(_healed(hp.first, first, max_hp), damage(first, second)),
        _after(_healed(hp.second, second, max_hp), damage(second, first)),
    )


def resolve_steps(hp: Hp, first: Row, second: Row, max_hp: int) -> Steps:
    """The hit points after each of the round's three steps."""
    one = resolve_step(hp, first[0], second[0], max_hp)
    two = resolve_step(one, first[1], second[1], max_hp)
    return one, two, resolve_step(two, first[2], second[2], max_hp)


def damage(own: Card, other: Card) -> int:
    """The damage taken by the player of `own` against `other`."""
    if own == "attack" and other == "counter":
        return DAMAGE  # reflected
    if other == "attack" and own not in ("defense", "counter"):
        return DAMAGE  # heal and GRASS do not block, and attacks cross
    return 0


def _healed(hp: int, card: Card, max_hp: int) -> int:
    return min(max_hp, hp + HEALED) if card == "heal" else hp


def _after(hp: int, taken: int) -> int:
    return max(0, hp - taken)

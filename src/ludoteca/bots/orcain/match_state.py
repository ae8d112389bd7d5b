"""The state of a match between two rounds, as one side sees it: everything that matters for the next layout.

The rounds of sudden death need no separate states. Each is like the last round at equal hit points: different hit
points decide it, and equal ones lead to another such round. Neither their number nor a cap matters: before each of
them, with equal hands, the value is 0, as after a draw.

Must not know: hands, mixes, who plays.
"""

from typing import NamedTuple

from ludoteca.games.orcain.battle import Hp


class MatchState(NamedTuple):
    left: int  # rounds still to be played, this one included; 1 in every round of sudden death
    own: int
    other: int

    @property
    def turned(self) -> "MatchState":
        """The same state, as the other side sees it."""
        return MatchState(self.left, self.other, self.own)


def follows(left: int, hp: Hp) -> MatchState | int:
    """What follows a round that leaves these hit points, own first: the next state, or 1 won, 0 drawn, −1 lost."""
    own, other = hp
    if 0 in hp or (left == 1 and own != other):
        return (own > other) - (own < other)
    return MatchState(max(1, left - 1), own, other)

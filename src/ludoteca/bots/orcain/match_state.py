"""Where a match stands between two rounds, in the eyes of one side: all that matters for what to play next.

The rounds of sudden death need no states of their own. Each is like the last round at equal hit points: different
ones decide it, and equal ones lead to another such round. Which of them it is makes no difference either, nor whether
they are capped: in front of each, with equal hands, both sides are worth the same, as after a draw.

Must not know: hands, mixes, who plays.
"""

from typing import NamedTuple

from ludoteca.games.orcain.battle import Hp


class MatchState(NamedTuple):
    left: int  # rounds still to be played, this one too; 1 in every round of sudden death
    own: int
    other: int

    @property
    def turned(self) -> "MatchState":
        """The same, in the other side's eyes."""
        return MatchState(self.left, self.other, self.own)


def follows(left: int, hp: Hp) -> MatchState | int:
    """What a round leads to that leaves these hit points, own first: the next one, or 1 won, 0 drawn, −1 lost."""
    own, other = hp
    if 0 in hp or (left == 1 and own != other):
        return (own > other) - (own < other)
    return MatchState(max(1, left - 1), own, other)

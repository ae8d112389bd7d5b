"""A bot sees what a player at its seat sees, never the state, so it cannot cheat."""

from collections.abc import Sequence
from typing import Final

from ludoteca.bots import Bot
from ludoteca.kernel import Dealer, choose

from .rules import Place, View, longest_row, with_mark


def simple(view: View, legal: Sequence[Place], dealer: Dealer) -> Place:
    """Make the longest row it can, on either side's cells; among equals, one at random."""
    lengths = [_longest(view, action) for action in legal]
    best = [action for action, length in zip(legal, lengths, strict=True) if length == max(lengths)]
    return choose(dealer, best)


def _longest(view: View, action: Place) -> int:
    """Its own row, or the other's that it stops."""
    return max(longest_row(with_mark(view.rows, action, seat), action.x, action.y) for seat in (0, 1))


BOTS: Final[dict[str, Bot]] = {"simple": simple}

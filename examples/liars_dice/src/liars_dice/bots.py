"""A bot that counts: it does what is most likely to be right, given its own dice and the odds of the others."""

from collections.abc import Sequence
from math import comb
from typing import Any, Final

from ludoteca.bots import Bot
from ludoteca.kernel import Dealer, choose

from .rules import matching
from .types import FACES, Action, Bid, Doubt, View


def counting(view: Any, legal: Sequence[Any], dealer: Dealer) -> Any:
    """Take one of the best actions at random."""
    odds = [_odds(view, action) for action in legal]
    best = [action for action, chance in zip(legal, odds, strict=True) if chance == max(odds)]
    return choose(dealer, best)


def _odds(view: View, action: Action) -> float:
    if isinstance(action, Doubt):
        assert view.bid is not None, "only a bid can be doubted"
        return 1 - truth(view, view.bid)
    return truth(view, action)


def truth(view: View, bid: Bid) -> float:
    """How likely a bid is to be true, for the player with this view."""
    assert view.you is not None, "a bot sits at a seat"
    assert view.hand is not None
    hidden = view.left[1 - view.you]
    missing = max(0, bid.count - matching(bid, view.hand, ones_wild=view.ones_wild))
    good = 2 if view.ones_wild and bid.face != 1 else 1  # faces of a hidden die that would help
    ways: int = sum(comb(hidden, n) * good**n * (FACES - good) ** (hidden - n) for n in range(missing, hidden + 1))
    return ways / float(FACES**hidden)


BOTS: Final[dict[str, Bot]] = {"counting": counting}

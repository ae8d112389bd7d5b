"""Worlds a seat could believe in: hands for the others that agree with all it has seen.

Laws kept here:
- Every unseen card is in one hand, and everybody has as many as he holds.
- No deal that would have been thrown in: what somebody has played counts to what he was dealt.
- A caller's hand is worth his bid, if such a hand is to be found; so he has called a card of his own only with a hand
  for it.

Must not know: what the hands really are.
"""

from random import Random
from typing import Final, NamedTuple

from ludoteca.games.briscola.cards import Suit, points
from ludoteca.games.briscola.types import PLAYERS, HandOfCards

from .bid_estimate import Call, calls, reckoned
from .card_bits import BIT, as_bits
from .knowledge import Seen
from .playout import World

SHORT: Final = 5
"""So many card points more than his hand is worth, by the rule of thumb, a caller is believed to have bid."""

TRIES: Final = 10
"""Of so many deals the first is taken in which he has not bid more, or else the one in which he has the most."""


def world(seen: Seen, dice: Random, plan: Suit | None = None) -> World:
    """A world. While no trump is named it is the caller's plan, where that is known, or the suit of his best call."""
    best = _guess(seen, dice, plan)
    for _ in range(TRIES - 1):
        if seen.you == seen.caller or best.worth >= seen.contract - SHORT:
            break
        best = max(best, _guess(seen, dice, plan), key=lambda guess: guess.worth)
    return world_of(seen, best.hands, best.call)


def world_of(seen: Seen, hands: tuple[HandOfCards, ...], call: Call) -> World:
    """The world with these hands and this call."""
    assert seen.caller is not None
    laid_by = seen.who_laid(call.card)
    partner = next(seat for seat in PLAYERS if call.card in hands[seat]) if laid_by is None else laid_by
    bits = tuple([as_bits(hand, call.suit) for hand in hands])
    return World(call.suit, bits, seen.caller, partner, BIT[call.suit][call.card])


def hands(seen: Seen, dice: Random) -> tuple[HandOfCards, ...]:
    """All hands, the own among them; every deal that would have been kept is equally likely."""
    pack = list(seen.unseen)
    while True:
        dice.shuffle(pack)
        rest = iter(pack)
        dealt = [tuple([next(rest) for _ in range(count)]) for count in seen.counts]
        if all(points(hand) >= owed for hand, owed in zip(dealt, seen.owed, strict=True) if hand):
            dealt[seen.you] = seen.hand
            return tuple(dealt)


class _Guess(NamedTuple):
    hands: tuple[HandOfCards, ...]
    call: Call
    worth: int  # to the caller, by the rule of thumb


def _guess(seen: Seen, dice: Random, plan: Suit | None) -> _Guess:
    assert seen.caller is not None
    assert seen.rank is not None
    dealt = hands(seen, dice)
    his = seen.dealt_to(seen.caller, dealt[seen.caller])
    suit = seen.trump or plan
    call = calls(his, seen.rank)[0] if suit is None else Call(seen.rank, suit)
    return _Guess(dealt, call, reckoned(his, call))

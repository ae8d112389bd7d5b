"""Worlds a seat could believe in: hands for the others that agree with all it has seen.

Laws kept here:
- Every unseen card is in one hand, and everybody has as many as he holds.
- No deal that would have been thrown in: what somebody has played counts to what he was dealt.
- A caller seldom calls a card of his own, and his hand is mostly worth his bid.

Must not know: what the hands really are.
"""

from random import Random
from typing import Final

from ludoteca.games.briscola.cards import Suit, points
from ludoteca.games.briscola.types import PLAYERS, HandOfCards

from .deck import BIT, as_bits
from .playout import World
from .reckoning import Call, calls, reckoned
from .seen import Seen

ALONE: Final = 0.05
"""How often a deal is believed in which the caller has called a card of his own."""

SHORT: Final = 20
"""By how many card points a caller may have overbid, by the rule of thumb."""

TRIES: Final = 8
"""So many deals are looked at for one in which he has not; if there is none, the last will do."""


def world(seen: Seen, dice: Random, plan: Suit | None = None) -> World:
    """A world. While no trump is named it is the caller's plan, where that is known, or the suit of his best call."""
    assert seen.caller is not None
    for _ in range(TRIES):
        dealt = _believed(seen, dice)
        his = seen.dealt_to(seen.caller, dealt[seen.caller])
        call = _call(seen, his, plan)
        if seen.you == seen.caller or reckoned(his, call) >= seen.contract - SHORT:
            break
    return world_of(seen, dealt, call)


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


def _call(seen: Seen, his: HandOfCards, plan: Suit | None) -> Call:
    assert seen.rank is not None
    suit = seen.trump or plan
    return calls(his, seen.rank)[0] if suit is None else Call(seen.rank, suit)


def _believed(seen: Seen, dice: Random) -> tuple[HandOfCards, ...]:
    assert seen.caller is not None
    while True:
        dealt = hands(seen, dice)
        is_alone = seen.called is not None and seen.called in dealt[seen.caller]
        if not is_alone or seen.you == seen.caller or dice.random() < ALONE:
            return dealt

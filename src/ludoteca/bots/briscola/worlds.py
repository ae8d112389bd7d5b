"""Sampling of possible worlds: hands for the others consistent with everything that a seat has seen.

Laws kept here:
- Every unseen card is in one hand, and every hand has the right size.
- No deal that would have been thrown in: the cards that a player has played count as dealt to them.
- A caller's hand is worth the bid, if such a hand is found; so a caller who holds the called card has a hand for it.

Must not know: what the hands really are.
"""

from random import Random
from typing import Final, NamedTuple

from ludoteca.games.briscola.cards import Suit, points
from ludoteca.games.briscola.types import PLAYERS, HandOfCards

from .bid_estimate import TrumpCall, calls, reckoned
from .card_bits import BIT, as_bits
from .knowledge import HandKnowledge
from .playout import World

SHORT: Final = 5
"""How many card points beyond the estimate of their hand a caller is assumed to bid."""

TRIES: Final = 10
"""How many deals are tried for a hand worth the bid; if none has one, the deal with the best hand is taken."""


def world(seen: HandKnowledge, dice: Random, plan: Suit | None = None) -> World:
    """A world. While no trump is named it is the caller's plan, if known, or the suit of the caller's best call."""
    best = _guess(seen, dice, plan)
    for _ in range(TRIES - 1):
        if seen.you == seen.caller or best.worth >= seen.contract - SHORT:
            break
        best = max(best, _guess(seen, dice, plan), key=lambda guess: guess.worth)
    return world_of(seen, best.hands, best.call)


def world_of(seen: HandKnowledge, hands: tuple[HandOfCards, ...], call: TrumpCall) -> World:
    """The world with these hands and this call."""
    assert seen.caller is not None
    laid_by = seen.who_laid(call.card)
    partner = next(seat for seat in PLAYERS if call.card in hands[seat]) if laid_by is None else laid_by
    bits = tuple([as_bits(hand, call.suit) for hand in hands])
    return World(call.suit, bits, seen.caller, partner, BIT[call.suit][call.card])


def hands(seen: HandKnowledge, dice: Random) -> tuple[HandOfCards, ...]:
    """All hands, the own one included; every deal that would have been kept is equally likely."""
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
    call: TrumpCall
    worth: int  # for the caller, by the estimate


def _guess(seen: HandKnowledge, dice: Random, plan: Suit | None) -> _Guess:
    assert seen.caller is not None
    assert seen.rank is not None
    dealt = hands(seen, dice)
    the_callers = seen.dealt_to(seen.caller, dealt[seen.caller])
    suit = seen.trump or plan
    call = calls(the_callers, seen.rank)[0] if suit is None else TrumpCall(seen.rank, suit)
    return _Guess(dealt, call, reckoned(the_callers, call))

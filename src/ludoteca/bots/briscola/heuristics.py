"""The card of a simple player who counts cards and looks no further than the trick. `greedy` and everybody in a playout
play like this.

Laws kept here: a heuristic uses only the own hand and what everybody has seen, so nobody in a playout knows more than
at the table.

Must not know: whose hand it is, who is on whose side; those are arguments.
"""

from typing import Final

from .card_bits import BEATEN_BY, TRUMPS, WORTHLESS, Bit, Hand, cheapest, dearest

WORTH_A_TRUMP: Final = 2
"""A trick with this many points is worth a trump."""

NEARLY_SAFE: Final = 1
"""Points are given to a trick that at most this many unseen cards can take."""

LATE: Final = 3
"""From this many cards on, a leader plays what nobody can take."""


def lead(hand: Hand, unseen: Hand) -> Bit:
    """The cheapest card; towards the end the dearest one that no unseen card can take."""
    if hand.bit_count() <= LATE:
        left = hand
        while left:
            card = dearest(left)
            if not BEATEN_BY[card] & unseen:
                return card
            left ^= 1 << card
    return cheapest(hand)


def follow(hand: Hand, unseen: Hand, top: Bit, pot: int, is_ours: bool, is_last: bool) -> Bit:
    """`top` wins the trick so far; `is_ours` if a friend played it; `is_last` if no opponent plays after this one."""
    if is_ours:
        is_safe = is_last or (BEATEN_BY[top] & unseen).bit_count() <= NEARLY_SAFE
        return dearest(hand & ~TRUMPS or hand & -hand) if is_safe else cheapest(hand)
    takers = hand & BEATEN_BY[top]
    if is_last and takers & ~TRUMPS:
        return dearest(takers & ~TRUMPS)
    if takers & TRUMPS and pot >= WORTH_A_TRUMP:
        return cheapest(takers & TRUMPS)
    return cheapest(hand)


def blindly(hand: Hand) -> Bit:
    """In a trick whose trump is not known yet: a card without points."""
    return cheapest(hand & WORTHLESS or hand)

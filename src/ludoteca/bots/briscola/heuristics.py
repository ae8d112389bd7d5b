"""What a plain player lays, who counts cards and looks no further than the trick. `greedy` plays so, and so does
everybody in a playout.

Laws kept here: a habit needs the own hand and what everybody has seen, so that nobody in a playout knows more than at
the table.

Must not know: whose hand it is, who is on whose side; that is told to it.
"""

from typing import Final

from .card_bits import BEATEN_BY, TRUMPS, WORTHLESS, Bit, Hand, cheapest, dearest

WORTH_A_TRUMP: Final = 2
"""With so many points in it a trick is worth a trump."""

NEARLY_SAFE: Final = 1
"""A trick that no more unseen cards than this can take is a trick one gives points to."""

LATE: Final = 3
"""With so few cards left one leads what nobody can take."""


def lead(hand: Hand, unseen: Hand) -> Bit:
    """The cheapest card; towards the end the dearest that none of the unseen cards can take."""
    if hand.bit_count() <= LATE:
        left = hand
        while left:
            card = dearest(left)
            if not BEATEN_BY[card] & unseen:
                return card
            left ^= 1 << card
    return cheapest(hand)


def follow(hand: Hand, unseen: Hand, top: Bit, pot: int, is_ours: bool, is_last: bool) -> Bit:
    """`top` takes the trick so far, and `is_ours` if a friend has laid it; `is_last` if no foe plays after this one."""
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
    """To a trick whose trump nobody knows yet: something that counts nothing."""
    return cheapest(hand & WORTHLESS or hand)

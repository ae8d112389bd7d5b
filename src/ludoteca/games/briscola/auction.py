"""The auction: the possible bids, the open ones, whose turn it is, who has won. Pure functions over the bids made.

By points a bid is 61 to 120. By rank it is a rank, each lower than the last: ace, three, king, knight, jack, seven,
six, five, four, two; above the two, card points from 62 on, which name a two and that many points. A pass is −1 and
final.
"""

from collections.abc import Sequence
from typing import Final

from ludoteca.kernel import Illegal, Seat

from .cards import RANKS
from .types import PASS, PLAYERS, Auction, BidMade

LEAST: Final = 61
MOST: Final = 120
LADDERS: Final[dict[Auction, tuple[int, ...]]] = {
    "points": tuple(range(LEAST, MOST + 1)),
    "rank": (*RANKS, *range(LEAST + 1, MOST + 1)),
}
"""Every bid, the lowest first."""


def contract_of(bid: int) -> int:
    """The card points that a bid promises: 61 for a rank."""
    return LEAST if bid in RANKS else bid


def rank_of(bid: int) -> int:
    """The rank that a bid names in the auction by rank: the two for every bid above it."""
    return bid if bid in RANKS else RANKS[-1]


def highest(bids: Sequence[BidMade]) -> BidMade | None:
    return next((made for made in reversed(bids) if made.bid != PASS), None)


def passed(bids: Sequence[BidMade]) -> frozenset[Seat]:
    return frozenset(made.player_id for made in bids if made.bid == PASS)


def open_bids(auction: Auction, bids: Sequence[BidMade]) -> tuple[int, ...]:
    """The bids open now, besides a pass."""
    ladder, last = LADDERS[auction], highest(bids)
    return ladder if last is None else ladder[ladder.index(last.bid) + 1 :]


def bidder(bids: Sequence[BidMade], dealer: Seat) -> Seat:
    """Whose turn it is: the seat after the dealer begins, and seats that have passed are skipped."""
    last, out = bids[-1].player_id if bids else dealer, passed(bids)
    return next(seat for seat in after(last) if seat not in out)


def is_over(bids: Sequence[BidMade]) -> bool:
    """Whether one bidder is left, or nobody can bid higher, or all have passed."""
    last = highest(bids)
    out = len(passed(bids))
    return out == len(PLAYERS) or (last is not None and (out == len(PLAYERS) - 1 or last.bid == MOST))


def check(auction: Auction, bids: Sequence[BidMade], bid: int) -> None:
    choices = open_bids(auction, bids)
    if bid == PASS or bid in choices:
        return
    if bid not in LADDERS[auction]:
        reason = f"there is no bid {bid}: {choices[0]} is the lowest now, {MOST} the highest"
        raise Illegal("bad_bid", reason, lowest=choices[0])
    last = highest(bids)
    assert last is not None  # without one, every bid is open
    raise Illegal("bad_bid", f"{bid} is not higher than {last.bid}", lowest=choices[0])


def after(seat: Seat) -> list[Seat]:
    """All seats in order, beginning after this one, which comes last."""
    return [(seat + step) % len(PLAYERS) for step in range(1, len(PLAYERS) + 1)]

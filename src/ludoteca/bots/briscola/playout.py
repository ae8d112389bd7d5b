"""A hand played to its end by habit, with lapses: how a world is judged.

Who beats whom and what counts is asked of the rules (see `card_bits.py`); of the order of play there is here what a
playout needs, and a test plays both side by side, card by card.

Laws kept here: whoever plays in a playout knows what he would know at the table. The partner knows his side, the
others learn it when the called card is laid; until then a defender trusts everybody but the caller, and the caller
nobody.

Must not know: views, how a world was found.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from ludoteca.games.briscola.cards import Suit
from ludoteca.games.briscola.types import PLAYERS
from ludoteca.kernel import Seat

from .card_bits import BEATEN_BY, POINTS, Bit, Hand, nth
from .heuristics import blindly, follow, lead

LAPSES: Final = 0.15
"""How often a player lays any card at all: habits are not certainties."""

Seats: TypeAlias = int
"""Some of the seats, as the bits of an int."""

EVERYBODY: Final[Seats] = (1 << len(PLAYERS)) - 1
NEXT: Final = tuple((seat + 1) % len(PLAYERS) for seat in PLAYERS)


class World(NamedTuple):
    """All the hands as they may be, and who is with whom."""

    trump: Suit
    hands: tuple[Hand, ...]
    caller: Seat
    partner: Seat  # the caller himself, if he is alone
    called: Bit

    @property
    def side(self) -> Seats:
        return 1 << self.caller | 1 << self.partner

    @property
    def is_alone(self) -> bool:
        return self.caller == self.partner


class OnTable(NamedTuple):
    """The trick under way, and who is to play to it."""

    seat: Seat
    laid: int = 0  # cards
    top: Bit = 0  # the card that takes it so far
    holder: Seat = 0  # whose card that is
    pot: int = 0  # points
    is_blind: bool = False


def trusted(seat: Seat, caller: Seat, partner: Seat | None) -> Seats:
    """Whom a seat takes for its friends; the partner is None where the seat does not know him."""
    known = 1 << caller if partner is None else 1 << caller | 1 << partner
    return known if seat in (caller, partner) else EVERYBODY & ~known


FRIENDS: Final = {
    (caller, partner, is_shown): tuple(
        trusted(seat, caller, partner if is_shown or seat == partner else None) for seat in PLAYERS
    )
    for caller in PLAYERS
    for partner in PLAYERS
    for is_shown in (False, True)
}
"""By caller, partner, and whether the called card has been laid: whom each seat trusts."""

AFTER: Final = tuple(
    tuple(sum(1 << (seat + step) % len(PLAYERS) for step in range(1, len(PLAYERS) - laid)) for laid in PLAYERS)
    for seat in PLAYERS
)
"""By seat, and by how many cards lie before his: who plays to the trick after him."""


def play_out(world: World, table: OnTable, card: Bit, chance: Callable[[], float], lapses: float = LAPSES) -> int:
    """What the caller's side takes from here on, if whoever is to play lays this card and all go on by habit."""
    _, dealt, caller, partner, called = world
    hands, left, side = list(dealt), sum(dealt), world.side
    hidden, shown = FRIENDS[caller, partner, False], FRIENDS[caller, partner, True]
    seat, laid, top, holder, pot, is_blind = table
    won = 0
    while True:
        hands[seat] ^= 1 << card
        left ^= 1 << card
        if not laid or BEATEN_BY[top] >> card & 1:
            top, holder = card, seat
        pot += POINTS[card]
        laid += 1
        if laid < len(PLAYERS):
            seat = NEXT[seat]
        else:
            won += pot if side >> holder & 1 else 0
            if not left:
                return won
            seat, laid, pot, is_blind = holder, 0, 0, False
        hand = hands[seat]
        if chance() < lapses:
            card = nth(hand, int(chance() * hand.bit_count()))
        elif not laid:
            card = lead(hand, left ^ hand)
        elif is_blind:
            card = blindly(hand)
        else:
            ours = (hidden if left >> called & 1 else shown)[seat]
            card = follow(hand, left ^ hand, top, pot, ours >> holder & 1 == 1, not AFTER[seat][laid] & ~ours)


def led_by_habit(world: World, seat: Seat) -> Bit:
    hand = world.hands[seat]
    return lead(hand, sum(world.hands) ^ hand)

"""Playouts: a hand played to its end by the heuristics, with lapses, to evaluate a world.

Strength and points come from the rules (see `card_bits`). The order of play is implemented here again for speed, and a
test compares it with the rules card by card.

Laws kept here: players in a playout know what they would know at the table. The partner knows their side, the others
learn it when the called card is played; until then a defender trusts everybody but the caller, and the caller nobody.

Must not know: views, how a world was sampled.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from ludoteca.games.briscola.cards import Suit
from ludoteca.games.briscola.types import PLAYERS
from ludoteca.kernel import Seat

from .card_bits import BEATEN_BY, POINTS, Bit, Hand, nth
from .heuristics import blindly, follow, lead

LAPSES: Final = 0.15
"""How often a player plays a random card, since real players do not always follow the heuristics."""

Seats: TypeAlias = int
"""A set of seats, as the bits of an int."""

EVERYBODY: Final[Seats] = (1 << len(PLAYERS)) - 1
NEXT: Final = tuple((seat + 1) % len(PLAYERS) for seat in PLAYERS)


class World(NamedTuple):
    """One possible distribution of the hands, and the sides."""

    trump: Suit
    hands: tuple[Hand, ...]
    caller: Seat
    partner: Seat  # equal to `caller` if the caller is alone
    called: Bit

    @property
    def side(self) -> Seats:
        return 1 << self.caller | 1 << self.partner

    @property
    def is_alone(self) -> bool:
        return self.caller == self.partner


class OnTable(NamedTuple):
    """The current trick, and who must play to it."""

    seat: Seat
    laid: int = 0  # the number of cards
    top: Bit = 0  # the card that wins it so far
    holder: Seat = 0  # who played that card
    pot: int = 0  # points
    is_blind: bool = False


def trusted(seat: Seat, caller: Seat, partner: Seat | None) -> Seats:
    """The seats that a seat trusts; `partner` is None if the seat does not know the partner."""
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
"""By caller, partner, and whether the called card has been played: the seats that each seat trusts."""

AFTER: Final = tuple(
    tuple(sum(1 << (seat + step) % len(PLAYERS) for step in range(1, len(PLAYERS) - laid)) for laid in PLAYERS)
    for seat in PLAYERS
)
"""By seat, and by how many cards are on the table before its own: the seats that play after it."""


def play_out(world: World, table: OnTable, card: Bit, chance: Callable[[], float], lapses: float = LAPSES) -> int:
    """The points that the caller's side takes from here on, if the next player plays this card and everybody continues
    by the heuristics."""
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

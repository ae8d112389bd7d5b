"""Playing briscola in tests: a deal that is written out, inputs in a word, states after them, and what is refused."""

from collections.abc import Sequence

import pytest

from ludoteca.dealers import Given
from ludoteca.games.briscola import GAME
from ludoteca.games.briscola.cards import Card, CardGiven
from ludoteca.games.briscola.types import (
    Action,
    Bid,
    CallRank,
    CallSuit,
    Config,
    PhaseChange,
    Play,
    Reorder,
    State,
    Told,
    View,
)
from ludoteca.kernel import Advance, Answer, Event, Illegal, Input, Move, Reader, advance, begin, step

READERS: tuple[Reader, ...] = (0, 1, 2, 3, 4, None)
RANKS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "J": 8, "Kn": 9, "K": 10}

HANDS = (
    "A-coins 2-coins 3-cups K-cups Kn-cups 7-cups 4-swords 5-clubs",  # 28 points
    "3-coins K-coins 5-coins A-cups 6-swords 2-swords 7-clubs 4-clubs",  # 25
    "Kn-coins J-coins J-cups 3-swords 7-swords A-clubs 6-clubs 2-clubs",  # 28
    "6-coins 4-coins 6-cups 5-cups A-swords K-swords 3-clubs J-clubs",  # 27
    "7-coins 4-cups 2-cups Kn-swords J-swords 5-swords K-clubs Kn-clubs",  # 12
)
"""Seat 4 deals, so seat 0 bids first; it has the best cups but for the ace, which is seat 1's."""

THROWN_IN = (
    "7-coins 6-coins 5-coins 4-coins 2-coins 7-cups 6-cups K-cups",  # 4 points
    "3-coins K-coins A-coins A-cups 6-swords 2-swords 7-clubs 4-clubs",
    "Kn-coins J-coins J-cups 3-swords 7-swords A-clubs 6-clubs 2-clubs",
    "3-cups Kn-cups 4-swords 5-cups A-swords K-swords 3-clubs J-clubs",
    "5-clubs 4-cups 2-cups Kn-swords J-swords 5-swords K-clubs Kn-clubs",
)
"""The first hand is worth too little."""

BLIND = Config(dealer=4)
OPEN = Config(dealer=4, suit_call="before-play")
BY_RANK = Config(dealer=4, suit_call="before-play", auction="rank")


def card(text: str) -> int:
    """`A-cups`, by the specification's own count."""
    rank, suit = text.split("-")
    return ["coins", "cups", "swords", "clubs"].index(suit) * 10 + RANKS[rank] - 1


def cards(text: str) -> tuple[int, ...]:
    return tuple(card(word) for word in text.split())


def names(shown: Sequence[Card]) -> str:
    """Cards as they are shown, in words."""
    word = {number: name for name, number in RANKS.items()}
    return " ".join(f"{word[each.rank]}-{each.suit}" for each in shown)


def deal(hands: Sequence[str] = HANDS) -> Answer:
    return tuple(number for hand in hands for number in cards(hand))


def bid(seat: int, number: int) -> Move[Action]:
    return Move(seat, Bid(number))


def passes(*seats: int) -> tuple[Move[Action], ...]:
    return tuple(bid(seat, -1) for seat in seats)


def rank(seat: int, number: int) -> Move[Action]:
    return Move(seat, CallRank(number))


def suit(seat: int, name: str) -> Move[Action]:
    return Move(seat, CallSuit(name))


def play(seat: int, text: str) -> Move[Action]:
    return Move(seat, Play(CardGiven(card_id=card(text))))


def plays(seat: int, text: str) -> tuple[Move[Action], ...]:
    """A whole trick, from the seat that leads."""
    return tuple(play((seat + step) % 5, word) for step, word in enumerate(text.split()))


def reorder(seat: int, text: str) -> Move[Action]:
    return Move(seat, Reorder(cards(text)))


AUCTION: tuple[Input[Action], ...] = (bid(0, 70), *passes(1, 2, 3, 4))
"""Seat 0 has bid 70, and the others have passed."""

BLIND_TRICK = (*AUCTION, rank(0, 1), *plays(0, "Kn-cups 4-clubs J-cups 6-cups Kn-clubs"))
"""Seat 0 has called an ace, and the first trick lies on the table."""


def played(*inputs: Input[Action], config: Config = BLIND) -> Advance[State, Told]:
    """After these inputs; the events are those of the last one, or of the deal."""
    dealer = Given((deal(),) * 9)
    made = begin(GAME, config, dealer)
    for given in inputs:
        made = advance(GAME, made.state, given, dealer)
    return made


def after(*inputs: Input[Action], config: Config = BLIND) -> State:
    return played(*inputs, config=config).state


def view(state: State, reader: Reader = None) -> View:
    seen: View = GAME.view(state, reader)
    return seen


def heard(events: tuple[Event[Told], ...], reader: Reader) -> list[Told]:
    return [event.payload for event in events if event.is_for(reader)]


def phases(events: tuple[Event[Told], ...]) -> list[PhaseChange]:
    return [event.payload for event in events if isinstance(event.payload, PhaseChange)]


def acting(state: State) -> int:
    (seat,) = GAME.to_act(state)
    return seat


def refusal(state: State, given: Input[Action]) -> Illegal:
    with pytest.raises(Illegal) as caught:
        step(GAME, state, given)
    return caught.value

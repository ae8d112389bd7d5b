"""Notation: `A-cups` is a card, `75` or `pass` a bid, `K` a rank, `cups` a suit, `sort` a sorted hand.

Ranks: A 3 K Kn J 7 6 5 4 2. The reader also accepts `king of cups`, `10 cups` and `k-cu`.

Must not know: states, only views.
"""

import re
from typing import Final, assert_never

from ludoteca.kernel import Illegal

from .cards import CARDS, RANKS, SUITS, Card, CardGiven, CardId, Suit, card_id, in_order, the_card, the_rank
from .types import PASS, Action, Bid, CallRank, CallSuit, Phase, Play, Reorder, View

FACES: Final = {1: "A", 8: "J", 9: "Kn", 10: "K"}
RANK_WORDS: Final = {
    1: "ace",
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "jack",
    9: "knight",
    10: "king",
}
_BETWEEN: Final = re.compile(r"\s+of\s+|\s*-\s*|\s+")
_HINTS: Final[dict[Phase, str]] = {
    "ready": "the cards are being dealt",
    "bid": "a number, or pass",
    "call-partner-rank": "a rank: A 3 K Kn J 7 6 5 4 2",
    "play-first-trick": "a card, like A-cups",
    "call-partner-suit": f"a suit: {' '.join(SUITS)}",
    "play-tricks": "a card, like A-cups",
    "end": "the hand is over",
}


def rank_name(rank: int) -> str:
    return FACES.get(rank, str(rank))


def card_name(card: Card) -> str:
    return f"{rank_name(card.rank)}-{card.suit}"


def bid_name(bid: int) -> str:
    """A pass, a rank, or card points; the numbers up to ten are ranks, since no bid of points is so low."""
    if bid == PASS:
        return "pass"
    return rank_name(bid) if bid in RANKS else str(bid)


def write(action: Action, _view: View) -> str:
    match action:
        case Bid(bid=bid):
            return bid_name(bid)
        case CallRank(partner_rank=rank):
            return rank_name(the_rank(rank))
        case CallSuit(partner_suit=suit):
            return suit
        case Play(card=card):
            return card_name(CARDS[the_card(card)])
        case Reorder(hand=hand):
            return " ".join(["reorder", *(card_name(CARDS[the_card(card)]) for card in hand)])
        case _:
            assert_never(action)


def read(text: str, view: View) -> Action:
    line = text.strip().lower()
    if line == "sort":
        return _reorder(in_order(card.card_id for card in view.hand))
    if line.startswith("reorder "):
        return _reorder(tuple(_card(word, view) for word in line.split()[1:]))
    match view.phase:
        case "bid":
            return Bid(_bid(line, view))
        case "call-partner-rank":
            return CallRank(_rank(line, view))
        case "call-partner-suit":
            return CallSuit(_suit(line, view))
        case "play-first-trick" | "play-tricks":
            return Play(_given(_card(line, view)))
        case "ready" | "end":
            raise _unreadable(text, view)
        case _:
            assert_never(view.phase)


def _bid(line: str, view: View) -> int:
    word = line.removeprefix("bid ").strip()
    if word == "pass":
        return PASS
    if view.auction == "rank" and _rank_named(word) is not None:
        return _rank(word, view)
    if word.isascii() and word.isdigit() and len(word) <= 3:
        return int(word)
    raise _unreadable(line, view)


def _rank(word: str, view: View) -> int:
    rank = _rank_named(word)
    if rank is None:
        raise _unreadable(word, view)
    return rank


def _rank_named(word: str) -> int | None:
    return next((rank for rank in RANKS if word in (rank_name(rank).lower(), RANK_WORDS[rank], str(rank))), None)


def _suit(word: str, view: View) -> Suit:
    """By its name, or an unambiguous prefix of it."""
    meant = [suit for suit in SUITS if word and suit.startswith(word)]
    if len(meant) != 1:
        raise _unreadable(word, view)
    return meant[0]


def _card(line: str, view: View) -> CardId:
    rank, *suit = _BETWEEN.split(line.strip(), maxsplit=1)
    if not suit:
        raise _unreadable(line, view)
    return card_id(_suit(suit[0], view), _rank(rank, view))


def _given(card: CardId) -> CardGiven:
    return CardGiven(CARDS[card].suit, CARDS[card].rank, card)


def _reorder(cards: tuple[CardId, ...]) -> Reorder:
    return Reorder(tuple(_given(card) for card in cards))


def _unreadable(text: str, view: View) -> Illegal:
    hint = "a rank (A 3 K Kn J 7 6 5 4 2), a number from 62, or pass" if _bids_ranks(view) else _HINTS[view.phase]
    return Illegal("unreadable", f"cannot read {text.strip()!r}: {hint}")


def _bids_ranks(view: View) -> bool:
    return view.phase == "bid" and view.auction == "rank"

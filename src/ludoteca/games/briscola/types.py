"""Briscola chiamata's values: read this first, after `cards.py`.

Actions and events have the names and fields of the bridge's specification; `player_id` is the seat, 0 to 4. States hold
card ids; views and events hold whole cards. A state stores the course of the hand (bids, called rank and suit, tricks);
everything else (whose turn it is, the caller, the partner) is derived from it.
"""

from typing import Annotated, Final, Literal, TypeAlias

from ludoteca.kernel import Meta, Value

from .cards import Card, CardGiven, CardId, Rank, Suit

SEATS: Final = ("seat0", "seat1", "seat2", "seat3", "seat4")
PLAYERS: Final = range(len(SEATS))
CARDS_EACH: Final = 8
KEPT_FROM: Final = 5
"""A deal is kept if every hand is worth at least this many card points."""

PASS: Final = -1

Auction: TypeAlias = Literal["points", "rank"]
SuitCall: TypeAlias = Literal["after-first-trick", "before-play"]
Phase: TypeAlias = Literal[
    "ready", "bid", "call-partner-rank", "play-first-trick", "call-partner-suit", "play-tricks", "end"
]

PlayerId: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
Wait: TypeAlias = Annotated[int, Meta(ge=1, le=7 * 24 * 3600 * 1000)]
HandOfCards: TypeAlias = tuple[CardId, ...]
BySeat: TypeAlias = tuple[int, int, int, int, int]


class Config(Value, frozen=True):
    auction: Auction = "points"  # 61 to 120; or by rank downwards, then by points
    suit_call: SuitCall = "after-first-trick"  # after a first trick played blind; or before it
    hands: Annotated[int, Meta(ge=1, le=100)] = 1
    dealer: PlayerId | None = None  # of the first hand; None: drawn
    turn_ms: Annotated[int, Meta(ge=0, le=7 * 24 * 3600 * 1000)] = 60_000  # 0: no clock
    absent_ms: Wait = 15_000  # for a player who is absent on their turn
    pause_ms: Wait = 5_000  # between two hands


class Bid(Value, frozen=True, tag="bid"):
    """Card points; in the auction by rank a rank, or card points above the two. −1 is a pass."""

    bid: int


class CallRank(Value, frozen=True, tag="call-partner-rank"):
    partner_rank: int


class CallSuit(Value, frozen=True, tag="call-partner-suit"):
    partner_suit: Annotated[str, Meta(max_length=16)]


class Play(Value, frozen=True, tag="play"):
    card: CardGiven


class Reorder(Value, frozen=True, tag="reorder"):
    """The whole hand in the player's preferred order. Never listed: it answers no decision and may come at any time."""

    hand: Annotated[tuple[CardGiven | int, ...], Meta(max_length=40)]


Action: TypeAlias = Bid | CallRank | CallSuit | Play | Reorder


class BidMade(Value, frozen=True):
    player_id: PlayerId
    bid: int


class Laid(Value, frozen=True):
    """A card on the table, and who played it."""

    seat: PlayerId
    card: CardId


class Trick(Value, frozen=True):
    laid: tuple[Laid, ...]
    winner: PlayerId


class HandResult(Value, frozen=True):
    """The result of a hand. `partner_id` is null for a caller who played alone."""

    hand: int
    caller_id: PlayerId
    partner_id: PlayerId | None
    bid: int
    contract: int  # the card points bid
    partner_rank: Rank
    trump_suit: Suit
    taken: int  # by the caller's side
    made: bool
    match_points: BySeat  # from this hand


class State(Value, frozen=True, omit_defaults=True):
    config: Config
    phase: Phase = "ready"
    hand: int = 1  # the current one, or the one just over
    deals: int = 0  # how many of this hand have been thrown in
    dealer: PlayerId | None = None  # None until it is drawn
    hands: tuple[HandOfCards, ...] = ()  # by seat, in the player's preferred order
    bids: tuple[BidMade, ...] = ()
    rank: Rank | None = None  # named by the caller; in the auction by rank, by the bid
    suit: Suit | None = None  # named by the caller: the trump
    trick: tuple[Laid, ...] = ()  # on the table
    tricks: tuple[Trick, ...] = ()  # taken
    turns: int = 0  # decisions made since the beginning
    results: tuple[HandResult, ...] = ()
    away: frozenset[PlayerId] = frozenset()
    resigned: PlayerId | None = None


# Events and views


class PlayedCard(Value, frozen=True):
    player_id: PlayerId
    card: Card


class Points(Value, frozen=True):
    player_id: PlayerId
    points: int


class HandUpdate(Value, frozen=True, tag="hand.update"):
    """Sent to its owner only."""

    player_id: PlayerId
    hand: tuple[Card, ...]


class TrickPlayed(Value, frozen=True, tag="trick.played", omit_defaults=True):
    player_id: PlayerId
    card: Card
    trick: tuple[PlayedCard, ...]
    current_player_id: PlayerId
    auto: bool = False  # played for a player who timed out


class TrickWon(Value, frozen=True, tag="trick.won"):
    winner_id: PlayerId
    points: int
    trick_cards: tuple[PlayedCard, ...]
    scores: tuple[Points, ...]
    current_player_id: PlayerId


class ScoreUpdate(Value, frozen=True, tag="score.update", omit_defaults=True):
    """Card points of this hand; `delta` is the change, left out when a hand begins."""

    scores: tuple[Points, ...]
    delta: Points | None = None


class PhaseChange(Value, frozen=True, tag="phase.change", omit_defaults=True):
    """The phase, and what everybody may know of the contract. In the phase `bid` it announces each bid: `caller_id` has
    bid `bid`. `partner_id` is null until the called card has been played."""

    phase: Phase
    trump_suit: Suit | None
    caller_id: PlayerId | None
    partner_id: PlayerId | None
    partner_rank: Rank | None
    bid: int | None
    dealer_id: PlayerId | None
    hand: int
    deals: int = 0
    auto: bool = False


class HandEnded(Value, frozen=True, tag="hand.result"):
    result: HandResult
    match_points: tuple[Points, ...]


class PlayerAway(Value, frozen=True, tag="player.away"):
    """A player has lost the connection; the clock pauses while all are away."""

    player_id: PlayerId


class PlayerBack(Value, frozen=True, tag="player.back"):
    player_id: PlayerId


class PlayerResigned(Value, frozen=True, tag="player.resigned"):
    player_id: PlayerId
    match_points: tuple[Points, ...]


Told: TypeAlias = (
    HandUpdate
    | TrickPlayed
    | TrickWon
    | ScoreUpdate
    | PhaseChange
    | HandEnded
    | PlayerAway
    | PlayerBack
    | PlayerResigned
)


class PlayerSeen(Value, frozen=True):
    """What everybody sees of a player."""

    player_id: PlayerId
    cards: int
    has_passed: bool
    is_away: bool


class TrickSeen(Value, frozen=True):
    """A taken trick, in the order it was played; the first card led."""

    cards: tuple[PlayedCard, ...]
    winner_id: PlayerId
    points: int


class View(Value, frozen=True, omit_defaults=True):
    you: PlayerId | None
    auction: Auction
    suit_call: SuitCall
    phase: Phase
    hand_number: int
    hands_to_play: int
    deals: int  # of this hand that were thrown in
    players: tuple[PlayerSeen, ...]
    dealer_id: PlayerId | None
    current_player_id: PlayerId | None
    hand: tuple[Card, ...]  # yours
    bids: tuple[BidMade, ...]
    caller_id: PlayerId | None  # within the auction: the highest bidder so far
    bid: int | None  # the caller's
    contract: int | None  # the card points it is for
    partner_rank: Rank | None
    trump_suit: Suit | None
    called: Card | None
    partner_id: PlayerId | None  # null until the called card has been played
    you_are_partner: bool
    plays_alone: bool  # the caller, as far as you know: it was shown, or you are the caller
    trick: tuple[PlayedCard, ...]
    winning_id: PlayerId | None  # of this trick so far; null while it is blind, or empty
    tricks: tuple[TrickSeen, ...]
    scores: tuple[Points, ...]  # card points of this hand
    match_points: tuple[Points, ...]
    results: tuple[HandResult, ...]
    resigned: PlayerId | None
    hands: tuple[tuple[Card, ...], ...] | None = None  # everybody's; only when a finished match is reviewed


class BesideView(Value, frozen=True):
    """What the bridge's specification names in a `sync`: these fields of the view stand at the top of its payload."""

    phase: Phase = "ready"
    players: tuple[PlayerSeen, ...] = ()
    current_player_id: PlayerId | None = None
    hand: tuple[Card, ...] = ()  # the reader's
    bids: tuple[BidMade, ...] = ()
    bid: int | None = None
    caller_id: PlayerId | None = None
    partner_id: PlayerId | None = None
    partner_rank: Rank | None = None
    trump_suit: Suit | None = None
    trick: tuple[PlayedCard, ...] = ()
    scores: tuple[Points, ...] = ()

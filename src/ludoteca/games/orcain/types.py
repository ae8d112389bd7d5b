"""Orcain's values: read this first.

Phases, actions, events and their fields have the specification's names in JSON (`prep_start`, `yourHp`, …). Pairs are
by seat: a, then b. Rounds and steps are counted from 1. An empty slot is null: `GRASS` is the battle's own word and
appears in no value of this module.

Each reader gets events from their own side. A spectator has none and gets seat 0's: `your` is a's and `opp` is b's, so
that one board draws both; seat 0's private tokens are left out.
"""

from typing import Annotated, Final, Literal, TypeAlias, TypeVar

from ludoteca.kernel import MatchInfo, Meta, Seat, Value

from .layouts import DEFAULT_HAND, EMPTY, CardId, Hand, Layout

T = TypeVar("T")

Phase: TypeAlias = Literal["PREP", "REVEAL", "END"]
Reason: TypeAlias = Literal["normal", "timeout", "disconnect"]
Winner: TypeAlias = Literal["YOU", "OPPONENT", "NONE"]
Finalize: TypeAlias = Literal["both-confirmed", "deadline"]

Side: TypeAlias = Annotated[int, Meta(ge=0, le=1)]
Pair: TypeAlias = tuple[int, int]
HitPoints: TypeAlias = Annotated[int, Meta(ge=1, le=100)]
Rounds: TypeAlias = Annotated[int, Meta(ge=1, le=100)]
Wait: TypeAlias = Annotated[int, Meta(ge=1, le=7 * 24 * 3600 * 1000)]
Pause: TypeAlias = Annotated[int, Meta(ge=0, le=24 * 3600 * 1000)]
Tokens: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Slot: TypeAlias = Annotated[str, Meta(max_length=1024)] | bool | int | None
Slots: TypeAlias = tuple[Slot, Slot, Slot]
"""A layout from a client: any text decodes, and the rules decide what is a card."""

SEATS: Final = ("a", "b")
HISTORY_SHOWN: Final = 20
"""So many finished rounds a view has, the last ones: it must not grow with the match."""
AFK_ROUNDS: Final = 2
"""This many rounds in a row without a sign of life end the match."""


class Config(Value, frozen=True):
    start_hp: HitPoints = 10
    max_hp: HitPoints = 10
    rounds: Rounds = 3  # then sudden death, while hit points are equal
    sudden_death_cap: Rounds | None = 50  # at most this many rounds, then a draw; None: no limit
    prep_ms: Wait = 20_000
    first_reveal_ms: Pause = 250
    step_ms: Pause = 900
    finalize: Finalize = "both-confirmed"  # as soon as both have confirmed, or always at the deadline
    disconnect_grace_ms: Pause = 15_000  # how long to wait for a lost connection
    stake: Tokens = 1  # per player
    hands: tuple[Hand, Hand] = (DEFAULT_HAND, DEFAULT_HAND)
    company: MatchInfo | None = None  # the players, if a server has named them


class LayoutDraft(Value, frozen=True, tag="layout_draft"):
    """Cards laid out but not confirmed. Never listed as legal, because it answers no decision."""

    layout: Slots


class LayoutConfirm(Value, frozen=True, tag="layout_confirm"):
    layout: Slots


Action: TypeAlias = LayoutDraft | LayoutConfirm


class ShownStep(Value, frozen=True):
    """A revealed step: the two cards, and the hit points after them."""

    cards: tuple[CardId | None, CardId | None]
    hp: Pair


class FinishedRound(Value, frozen=True):
    steps: tuple[ShownStep, ...]
    afk: tuple[bool, bool]


class Result(Value, frozen=True, rename="camel"):
    winner: Side | None  # None: a draw, or both lost
    reason: Reason
    pot_burned: bool
    payout: tuple[int, ...]  # each seat's share of the pot; empty: there was none


class State(Value, frozen=True, rename="camel", omit_defaults=True):
    config: Config
    hp: Pair
    phase: Phase = "PREP"
    round_index: int = 1
    layouts: tuple[Layout, Layout] = (EMPTY, EMPTY)  # drafts until they are confirmed or the round is finalized
    had_draft: tuple[bool, bool] = (False, False)  # a draft or a confirm this round; a player with neither is AFK
    confirmed: tuple[bool, bool] = (False, False)
    steps: tuple[ShownStep, ...] = ()  # the revealed steps of this round
    history: tuple[FinishedRound, ...] = ()
    afk_streaks: Pair = (0, 0)  # as of the last finished round; the current one counts at its end
    both_afk_streak: int = 0
    away: tuple[int | None, int | None] = (None, None)  # per seat: the number of its departure, None if present
    departures: int = 0
    result: Result | None = None


class MatchFound(Value, frozen=True, rename="camel", tag="match_found"):
    match_id: str
    your_nickname: str
    opp_nickname: str
    your_hand: Hand
    your_tokens: int | None  # after the stake; None if no server keeps tokens
    pot: int


class PrepStart(Value, frozen=True, rename="camel", tag="prep_start", omit_defaults=True):
    """A round begins. The rules know no clock: a table with one sets `deadlineTs`."""

    round_index: int
    prep_ms: int
    your_nickname: str
    opp_nickname: str
    your_hp: int
    opp_hp: int
    pot: int
    your_hand: Hand
    cards: Hand  # the same, under its older name
    sudden_death: bool
    deadline_ts: int | None = None


class ConfirmOk(Value, frozen=True, rename="camel", tag="confirm_ok"):
    """A seat has confirmed; the layout stays secret."""

    round_index: int
    seat: Side


class RevealStart(Value, frozen=True, rename="camel", tag="reveal_start"):
    """The round is finalized: no more layouts. Not in the specification, which does not announce the deadline."""

    round_index: int


class StepReveal(Value, frozen=True, rename="camel", tag="step_reveal"):
    round_index: int
    step_index: int
    your_card: CardId | None
    opp_card: CardId | None
    your_hp: int
    opp_hp: int


class RoundEnd(Value, frozen=True, rename="camel", tag="round_end"):
    round_index: int
    your_hp: int
    opp_hp: int
    your_afk_streak: int
    opp_afk_streak: int


class MatchEnd(Value, frozen=True, rename="camel", tag="match_end"):
    match_id: str
    winner: Winner
    winner_id: Side | None
    loser_id: Side | None
    your_hp: int
    opp_hp: int
    your_tokens: int | None  # the payout included
    reason: Reason
    pot: int
    pot_burned: bool
    nicknames: tuple[str, str]


class PlayerAway(Value, frozen=True, tag="player.away"):
    """A player has lost the connection, and loses the match if they do not return in time."""

    seat: Side


class PlayerBack(Value, frozen=True, tag="player.back"):
    seat: Side


Told: TypeAlias = (
    MatchFound | PrepStart | ConfirmOk | RevealStart | StepReveal | RoundEnd | MatchEnd | PlayerAway | PlayerBack
)


class View(Value, frozen=True, rename="camel", omit_defaults=True):
    you: Seat | None
    match_id: str
    nicknames: tuple[str, str]
    tokens: int | None  # your own
    phase: Phase
    round_index: int
    rounds: int
    sudden_death: bool
    hp: Pair
    max_hp: int
    pot: int
    hands: tuple[Hand, Hand]  # public: the terms of the match; only layouts are hidden
    layout: Layout | None  # your own draft, or your confirmed layout; None for a spectator
    had_draft: bool | None  # whether you have given a sign of life this round
    confirmed: tuple[bool, bool]  # all that is known of the other's layout before it is revealed
    steps: tuple[ShownStep, ...]  # of this round
    history: tuple[FinishedRound, ...]  # the last rounds that are over
    afk_streaks: Pair
    both_afk_streak: int
    finalize: Finalize
    prep_ms: int
    disconnect_grace_ms: int
    away: tuple[Side, ...]
    result: Result | None
    layouts: tuple[Layout, Layout] | None = None  # both; only when a finished match is reviewed
    had_drafts: tuple[bool, bool] | None = None
    history_from: int = 1  # the number of the first round in `history`; the events have told the earlier ones
    history_hp: Pair | None = None  # the hit points before it; None: those of the start


def changed(pair: tuple[T, T], seat: Seat, new: T) -> tuple[T, T]:
    """The pair with this seat's half replaced."""
    return (new, pair[1]) if seat == 0 else (pair[0], new)

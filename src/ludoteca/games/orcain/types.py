"""Orcain's values: read this first.

Phases, actions, events and their fields carry the specification's names in JSON (`prep_start`, `yourHp`, …). Pairs are
by seat: a, then b. Rounds and steps are counted from 1. An empty slot is null: `GRASS` is the battle's own word, and is
in no value of this page.

An event is told to each reader from his own side. A spectator has none: he looks over the shoulder of seat 0, so that
`your` is a's and `opp` is b's, and one board draws both; what is seat 0's alone, its tokens, he is not told.
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
Rounds: TypeAlias = Annotated[int, Meta(ge=1, le=1000)]
Wait: TypeAlias = Annotated[int, Meta(ge=1, le=7 * 24 * 3600 * 1000)]
Pause: TypeAlias = Annotated[int, Meta(ge=0, le=24 * 3600 * 1000)]
Tokens: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Slot: TypeAlias = Annotated[str, Meta(max_length=1024)] | bool | int | None
Slots: TypeAlias = tuple[Slot, Slot, Slot]
"""A layout as it comes from outside: anything may stand in it, and the rules say what is a card."""

SEATS: Final = ("a", "b")
AFK_ROUNDS: Final = 2
"""So many rounds in a row without a sign of life end the match; one never does."""


class Config(Value, frozen=True):
    start_hp: HitPoints = 10
    max_hp: HitPoints = 10
    rounds: Rounds = 3  # then sudden death, while hit points are equal
    sudden_death_cap: Rounds | None = 50  # so many rounds of it at most, then a draw; None: without end
    prep_ms: Wait = 20_000
    first_reveal_ms: Pause = 250
    step_ms: Pause = 900
    finalize: Finalize = "both-confirmed"  # as soon as both have confirmed, or at the deadline whatever they do
    disconnect_grace_ms: Pause = 0  # how long a lost connection is waited for
    stake: Tokens = 1  # each; the pot is both
    hands: tuple[Hand, Hand] = (DEFAULT_HAND, DEFAULT_HAND)
    company: MatchInfo | None = None  # who plays, where a server has said so


class LayoutDraft(Value, frozen=True, tag="layout_draft"):
    """Cards dragged and dropped, before they are confirmed. Never listed as legal, because it answers nothing."""

    layout: Slots


class LayoutConfirm(Value, frozen=True, tag="layout_confirm"):
    layout: Slots


Action: TypeAlias = LayoutDraft | LayoutConfirm


class ShownStep(Value, frozen=True):
    """A step as everybody saw it: the two cards, and the hit points after them."""

    cards: tuple[CardId | None, CardId | None]
    hp: Pair


class FinishedRound(Value, frozen=True):
    steps: tuple[ShownStep, ...]
    afk: tuple[bool, bool]


class Result(Value, frozen=True, rename="camel"):
    winner: Side | None  # None: a draw, or both have lost
    reason: Reason
    pot_burned: bool
    payout: tuple[int, ...]  # what each takes out of the pot; empty: there was none


class State(Value, frozen=True, rename="camel", omit_defaults=True):
    config: Config
    hp: Pair
    phase: Phase = "PREP"
    round_index: int = 1
    layouts: tuple[Layout, Layout] = (EMPTY, EMPTY)  # drafts until they are confirmed or the round is finalized
    had_draft: tuple[bool, bool] = (False, False)  # this round, a draft or a confirm: who has neither is AFK
    confirmed: tuple[bool, bool] = (False, False)
    steps: tuple[ShownStep, ...] = ()  # of this round, as far as they are revealed
    history: tuple[FinishedRound, ...] = ()
    afk_streaks: Pair = (0, 0)  # as of the last finished round: of this one nothing is known before its end
    both_afk_streak: int = 0
    away: tuple[int | None, int | None] = (None, None)  # per seat: the number of the departure that took it away
    departures: int = 0
    result: Result | None = None


class MatchFound(Value, frozen=True, rename="camel", tag="match_found"):
    match_id: str
    your_nickname: str
    opp_nickname: str
    your_hand: Hand
    your_tokens: int | None  # after the stake was taken; None where nobody keeps any
    pot: int


class PrepStart(Value, frozen=True, rename="camel", tag="prep_start", omit_defaults=True):
    """A round begins. The rules know no clock: until when there is time (`deadlineTs`), a table says that has one."""

    round_index: int
    prep_ms: int
    your_nickname: str
    opp_nickname: str
    your_hp: int
    opp_hp: int
    pot: int
    your_hand: Hand
    cards: Hand  # the same, under the older of its two names
    sudden_death: bool
    deadline_ts: int | None = None


class ConfirmOk(Value, frozen=True, rename="camel", tag="confirm_ok"):
    """A seat has confirmed; what, nobody is told."""

    round_index: int
    seat: Side


class RevealStart(Value, frozen=True, rename="camel", tag="reveal_start"):
    """The round is finalized: nothing more is laid out. Not in the specification, whose deadline passes in silence."""

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
    your_tokens: int | None  # with what came out of the pot
    reason: Reason
    pot: int
    pot_burned: bool
    nicknames: tuple[str, str]


class PlayerAway(Value, frozen=True, tag="player.away"):
    """A player has lost the connection, and the match once the wait for him is over."""

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
    hands: tuple[Hand, Hand]  # what is laid out of them is hidden; what they hold is the match's terms
    layout: Layout | None  # your own draft, or what you have confirmed; None for a spectator
    had_draft: bool | None  # whether you have given a sign of life this round
    confirmed: tuple[bool, bool]  # all that is known of a layout before it is revealed
    steps: tuple[ShownStep, ...]  # of this round
    history: tuple[FinishedRound, ...]
    afk_streaks: Pair
    both_afk_streak: int
    finalize: Finalize
    prep_ms: int
    disconnect_grace_ms: int
    away: tuple[Side, ...]
    result: Result | None
    layouts: tuple[Layout, Layout] | None = None  # both, and no reader's: for whoever looks back when all is over
    had_drafts: tuple[bool, bool] | None = None


def changed(pair: tuple[T, T], seat: Seat, new: T) -> tuple[T, T]:
    """The pair with this seat's half replaced."""
    return (new, pair[1]) if seat == 0 else (pair[0], new)

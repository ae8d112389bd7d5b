"""The contract between a game and everything that runs it.

A game is a value, `Game`: a name, its types, and pure functions over its states. Inputs go in, a new state and
events come out. To run a game, call `play.step`, which checks what is the same for all games.

Laws every game keeps (checked by `ludoteca.laws`):
- At any time exactly one speaks: the outcome, chance (`draw`), seats (`to_act`), or, when none of these does, a timer.
- A state carries the config it was set up with, in a field `config`.
- `legal` lists, in a stable order, the actions that answer a seat's open decision; each of them applies. A game may
  accept unlisted actions of the types it declares `free` (a draft, a free offer). A seat that need not act may do
  something as well (reorder its hand), but nothing that changes who must act or what is legal.
- A seat's decision is open while the seat must act. It ends with an action of its own that was listed, or changes what
  is legal for it, and with a time-out; what other seats do leaves it as it was. So simultaneous choices never disturb
  each other, and an answer to a question that time has taken away can be told from an answer to the next one.
- A reader whose view changes is told something, if only that a seat has gone.
- `apply` is pure; it returns a `Step` or raises `Illegal`, and nothing has changed.
- What a seat may not know is in none of its views and in no event addressed to it.

Must not know: any game, any clock, any source of randomness, any transport.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from .chance import Answer, Dealer, Draw
from .text import Text
from .values import Meta, Value

C = TypeVar("C")  # Config: a typed value with defaults
S = TypeVar("S")  # State
A = TypeVar("A")  # Action: what a seat may choose
E = TypeVar("E")  # Told: the payload of an event
V = TypeVar("V")  # View: what one reader may see
E_co = TypeVar("E_co", covariant=True)

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=63)]
"""A place at the table. Who sits there is not the rules' business."""

ABANDONED: Final = "abandoned"
"""The reason of an outcome by absence: in a series it loses the whole series."""

Reader: TypeAlias = Seat | None
"""Who sees a view: a seat, or None for a spectator."""


class Move(Value, Generic[A], frozen=True, tag="move"):
    """A seat acts."""

    seat: Seat
    action: A


class Chance(Value, frozen=True, tag="chance"):
    """The dealer answers the open draw."""

    outcome: Answer


class Elapsed(Value, frozen=True, tag="elapsed"):
    """The named timer has run out."""

    timer: Annotated[str, Meta(min_length=1, max_length=64)]


class Left(Value, frozen=True, tag="left"):
    """A seat has lost its connection. Never sent for an outage of the server itself; to leave twice changes nothing.

    An absent seat may still act: presence is about the connection, the rules decide what it costs.
    """

    seat: Seat


class Returned(Value, frozen=True, tag="returned"):
    """A seat that had left is back; of a present seat, changes nothing."""

    seat: Seat


class Resigned(Value, frozen=True, tag="resigned"):
    """A seat gives up."""

    seat: Seat


Input: TypeAlias = Move[A] | Chance | Elapsed | Left | Returned | Resigned
"""All that a game can be given. Everything that happens to it is one of these, and stands in its record."""


class Event(Value, Generic[E_co], frozen=True):
    """Something told, and its readers: everyone (`to` is None), or some seats, with or without the spectators."""

    payload: E_co
    to: frozenset[Seat] | None = None
    spectators: bool = False

    def is_for(self, reader: Reader) -> bool:
        """Whether this reader is told."""
        if self.to is None:
            return True
        return self.spectators if reader is None else reader in self.to


def secret(insiders: frozenset[Seat], private: E, public: E, *, seats: int) -> tuple[Event[E], Event[E]]:
    """One happening in two halves: what the insiders hear, and what the other seats and the spectators hear.

    Made as a pair so that nobody forgets the public half.
    """
    others = frozenset(range(seats)) - insiders
    return Event(private, insiders), Event(public, others, spectators=True)


class Timer(Value, frozen=True):
    """A wait the table keeps: when `ms` have run, it feeds `Elapsed(name)`.

    The name alone is the wait's identity. While the game goes on listing it, the clock runs, whatever else changes in
    it; `paused`, it stands still with what is left; unlisted, it is gone; a new name starts a new wait. `seats` says
    whose time it is; nobody's is pacing, and where nobody must act a shell without a clock may let a pacing timer
    elapse at once. Of two timers that run out together the first may end the other: a shell drops an `Elapsed` that no
    longer applies.
    """

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    ms: Annotated[int, Meta(ge=0)]
    seats: frozenset[Seat] = frozenset()
    paused: bool = False


class Outcome(Value, frozen=True):
    """How it ended: a score for each seat (above 0 won, below 0 lost), and why.

    `payout` is what each seat takes out of a staked pot; what nobody takes is burned. Empty: nothing was staked.
    """

    scores: tuple[int, ...]
    reason: str
    payout: tuple[int, ...] = ()

    @property
    def winners(self) -> frozenset[Seat]:
        """The seats with a score above 0."""
        return frozenset(seat for seat, score in enumerate(self.scores) if score > 0)


class MatchInfo(Value, frozen=True):
    """The players of a match, for games whose messages name them; given by the server that opens the table."""

    table: Annotated[str, Meta(max_length=64)] = ""
    names: tuple[Annotated[str, Meta(max_length=64)], ...] = ()
    tokens: tuple[int, ...] = ()  #: what each seat has left, its stake taken
    staked: bool = True  #: whether stakes were taken at all


class Step(NamedTuple, Generic[S, E]):
    """What an input made: the new state, and what is told."""

    state: S
    events: tuple[Event[E], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Types:
    """A game's own types; unions are written as unions, so they are `Any` to the type checker."""

    config: Any
    state: Any
    action: Any
    told: Any
    view: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosting(Generic[C, S, A, E]):
    """What a server adds to the rules of a few games: stakes, names of players, moments. Most games need none of it."""

    stakes: Callable[[C], tuple[int, ...]] = lambda _: ()  #: what each seat puts into the pot; empty: nothing
    #: Whether a config gives all seats the same chances, as far as its settings go: a public table with stakes must.
    is_even: Callable[[C], bool] = lambda _: True
    #: The config of a match, with what the server knows of it put in.
    with_match_info: Callable[[C, MatchInfo], C] = lambda config, _: config
    #: The config of a match, with the players' own ids put in, by seat: theirs from match to match.
    with_player_ids: Callable[[C, tuple[str, ...]], C] = lambda config, _: config
    #: Fields of the config that no reader is told during the match. The record has them, for everyone to read later.
    hidden_config: frozenset[str] = frozenset()
    #: Fields of the config that have another default where the page is in a language, by its code: a game may have
    #: the name of one of its rules there.
    defaults_by_language: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    test_only: frozenset[str] = frozenset()  #: fields of the config for tests and replays: no table accepts them
    timestamped: Callable[[E, int], E] = lambda told, _: told  #: an event as it is told at this time (ms)
    #: A state, after the one before it, with the time (ms) of what has happened in between. Records have no such times
    #: in their states: those who show a state put them in, from the log.
    timestamped_state: Callable[[S, S, int], S] = lambda _, state, __: state
    #: Fields of the view that a snapshot has beside its `view` too, for a specification that names them there; with
    #: defaults, which hold until the game begins. None can take the place of one of the snapshot's own.
    beside_view: type[Value] | None = None
    #: What a refused action of this type counts as, in games where even that shows that a player is there: an action
    #: that applies, and that the log has in its place. The sender gets the refusal all the same. None: it is nothing.
    sign_of_life: Callable[[S, Seat, str], A | None] = lambda _, __, ___: None
    #: Lines about an input, for the server's log only.
    operator_notes: Callable[[S, Input[A]], tuple[str, ...]] = lambda _, __: ()
    #: After a log was damaged: the best sound state that can be made of a damaged one, as JSON has it, for a match with
    #: this config; None if it keeps no more than `known`, the state that could be restored otherwise.
    salvage: Callable[[C, Any, S | None], S | None] = lambda _, __, ___: None


def two_seats(_config: object) -> tuple[str, ...]:
    """The seats of a game that does not name its own."""
    return "first", "second"


def no_draw(_state: object) -> None:
    """A game without chance."""


def no_timers(_state: object) -> tuple[Timer, ...]:
    """A game without time limits."""
    return ()


def same_state(state: S, _reader: Reader, _dealer: Dealer) -> S:
    """`resample` where nothing is hidden: the only world a reader can believe in is this one."""
    return state


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game(Generic[C, S, A, E, V]):
    """The rules of one game. The first eight fields have to be written; the others have defaults for a plain game."""

    name: str
    types: Types
    setup: Callable[[C], Step[S, E]]  #: raises Illegal("bad_config", …) with a reason
    to_act: Callable[[S], frozenset[Seat]]  #: a set: simultaneous play is no special case
    legal: Callable[[S, Seat], Sequence[A]]
    apply: Callable[[S, Input[A]], Step[S, E]]
    view: Callable[[S, Reader], V]  #: a type of its own, built field by field
    outcome: Callable[[S], Outcome | None]

    version: str = "1.0.0"  #: rises when behaviour changes; a log names the version it was played under
    home: str = ""  #: the module beside which RULES.md and board.js lie; by default that of `setup`
    seats: Callable[[C], tuple[str, ...]] = two_seats  #: the seats' names; their number is the number of seats
    draw: Callable[[S], Draw | None] = no_draw  #: chance must speak now
    timers: Callable[[S], tuple[Timer, ...]] = no_timers
    free: tuple[type, ...] = ()  #: actions that a seat may take although `legal` does not list them
    resample: Callable[[S, Reader, Dealer], S] = same_state  #: a world this reader could believe in
    #: The view with nothing hidden, for readers of a finished game; None: what a spectator sees is all.
    reveal: Callable[[S], V] | None = None
    text: Text[A, E, V] = field(default_factory=Text)
    flaws: Callable[[S], tuple[str, ...]] = lambda _: ()  #: all that is wrong with a state read from outside
    presets: Mapping[str, C] = field(default_factory=dict)  #: named configs worth playing, and worth testing
    #: Its own Illegal codes -> the bridge's closed list; a code that is not listed is `invalid_action` there.
    refusals: Mapping[str, str] = field(default_factory=dict)
    hosting: Hosting[C, S, A, E] = field(default_factory=Hosting)

    def __post_init__(self) -> None:
        object.__setattr__(self, "home", self.home or self.setup.__module__)
        object.__setattr__(self, "text", self.text.for_actions(self.types.action))


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
"""A game whose types do not matter."""

AnyInput: TypeAlias = Input[Any]
"""An input of any game."""


def revealed(game: AnyGame, state: Any) -> Any:
    """A state as it is looked back on. Only of a game that is over: nobody at a table may see it."""
    return game.view(state, None) if game.reveal is None else game.reveal(state)


def major(version: str) -> str:
    """The part of a version that must be the same for a record, a snapshot or a message to be understood."""
    return version.split(".", maxsplit=1)[0]


@cache
def input_type(game: AnyGame) -> Any:
    """The game's inputs as a type to decode: `Move` of its actions, and the inputs that are the same for all."""
    action: Any = game.types.action
    return Move[action] | Chance | Elapsed | Left | Returned | Resigned

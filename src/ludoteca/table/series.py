"""A series: two sides play games until one has won most of n.

A side is a player, 0 or 1, through the whole series; which seat of a game it takes is for the caller to say. The series
says which side opens each game; the caller turns that into the game's config, sets the game up afresh, and reports who
won it. Nothing else goes from one game to the next.

Laws kept here:
- A series is a frozen value; a change gives a new one or raises `Illegal`, and then nothing has changed.
- A side never has more wins than it needs, and a series that is over stays as it ended, but for rematch requests.
- The score and the winner are read off the history, never kept beside it.

Must not know: any game, any clock. Time comes in as `now`, in milliseconds from whatever start the caller counts from.
"""

from typing import Annotated, Final, NamedTuple, TypeAlias, assert_never

from ..kernel import Illegal, Meta, Value, replace

Side: TypeAlias = Annotated[int, Meta(ge=0, le=1)]
"""A player of the series. Not a seat: the sides change seats from game to game, and stay who they are."""

Ms: TypeAlias = Annotated[int, Meta(ge=0)]

WIN: Final = 20
SWEEP: Final = 10
LOSS: Final = -15
ABANDON: Final = -25


class SeriesTerms(Value, frozen=True):
    """What the sides agreed on before the first game."""

    best_of: Annotated[int, Meta(ge=1)] = 3  # odd, so that somebody has most of them
    pause_ms: Ms = 10_000  # between two games
    rematch_ms: Ms = 15_000  # after the end, for both sides to ask

    @property
    def wins_needed(self) -> int:
        return self.best_of // 2 + 1


class Played(Value, frozen=True):
    """One finished game. `record` is the caller's reference to it; the series never looks inside."""

    number: Annotated[int, Meta(ge=1)]
    opener: Side
    winner: Side | None  # None: a draw
    reason: str
    record: str | None = None


class Waiting(Value, frozen=True, tag="waiting"):
    """The next game may start, but not before `until`."""

    until: Ms


class Playing(Value, frozen=True, tag="playing"):
    """A game is under way."""


class Over(Value, frozen=True, tag="over"):
    """The series has ended. `unfinished` refers to the game that an abandoning side broke off."""

    at: Ms
    abandoned_by: Side | None = None
    unfinished: str | None = None
    rematch_asked: frozenset[Side] = frozenset()


Phase: TypeAlias = Waiting | Playing | Over


class SeriesState(Value, frozen=True):
    """Made by `open_series`; then `start_game` and `finish_game` in turn, until `is_over`."""

    terms: SeriesTerms
    first_opener: Side
    phase: Phase
    games: tuple[Played, ...] = ()

    @property
    def number(self) -> int:
        """The number of the game under way, or of the next one."""
        self._refuse_if_over()
        return len(self.games) + 1

    @property
    def opener(self) -> Side:
        """Who opens the game under way, or the next one.

        "The opener alternates after game 1" makes no exception for a draw, so the replay of a drawn game is opened by
        the other side too: neither keeps the opening by holding the draw.
        """
        return self.first_opener if self.number % 2 == 1 else other(self.first_opener)

    @property
    def next_game_at(self) -> Ms | None:
        """When the next game may start; None while one is under way, and after the end."""
        return self.phase.until if isinstance(self.phase, Waiting) else None

    @property
    def score(self) -> tuple[int, int]:
        """Games won by each side; draws count for neither."""
        return self._wins(0), self._wins(1)

    @property
    def is_over(self) -> bool:
        return isinstance(self.phase, Over)

    @property
    def winner(self) -> Side | None:
        """Who won the series; None while it goes on."""
        if not isinstance(self.phase, Over):
            return None
        if self.phase.abandoned_by is not None:
            return other(self.phase.abandoned_by)
        return 0 if self._wins(0) == self.terms.wins_needed else 1

    def start_game(self, now: Ms) -> "SeriesState":
        """The next game starts; `number` and `opener` are its own from here on."""
        match self.phase:
            case Over():
                raise _over()
            case Playing():
                raise Illegal("game_under_way", f"game {self.number} is still being played", number=self.number)
            case Waiting(until) if now < until:
                raise Illegal("too_early", f"game {self.number} starts in {until - now} ms", next_game_at=until)
            case Waiting():
                return replace(self, phase=Playing())
            case _ as never:
                assert_never(never)

    def finish_game(self, winner: Side | None, reason: str, now: Ms, record: str | None = None) -> "SeriesState":
        """The game under way has ended. A draw (`winner` is None) is kept in the history and played again."""
        self._refuse_if_over()
        if isinstance(self.phase, Waiting):
            raise Illegal("no_game", "no game is under way", next_game_at=self.phase.until)
        if winner is not None:
            _check_side(winner)
        played = Played(self.number, self.opener, winner, reason, record)
        after = replace(self, games=(*self.games, played))
        return replace(after, phase=Over(now) if after._is_decided else Waiting(now + self.terms.pause_ms))

    def abandon(self, side: Side, now: Ms, record: str | None = None) -> "SeriesState":
        """A side leaves for good: the series is lost at once, in a game or between two, whatever the score.

        A game broken off has no winner of its own and does not count; `record` keeps the reference to it.
        """
        self._refuse_if_over()
        _check_side(side)
        if record is not None and not isinstance(self.phase, Playing):
            raise Illegal("no_game", "between two games there is none to break off")
        return replace(self, phase=Over(now, side, record))

    def ask_rematch(self, side: Side, now: Ms) -> "Asked":
        """A side asks to play again. The second side to ask, in time, brings the fresh series about."""
        _check_side(side)
        if not isinstance(self.phase, Over):
            raise Illegal("series_not_over", "a rematch is asked for after the end")
        until = self.phase.at + self.terms.rematch_ms
        if now > until:
            raise Illegal("too_late", f"a rematch could be asked for until {until}", until=until)
        if side in self.phase.rematch_asked:
            raise Illegal("already_asked", "this side has asked for a rematch already", side=side)
        asked = replace(self, phase=replace(self.phase, rematch_asked=self.phase.rematch_asked | {side}))
        return Asked(asked, asked._rematch(now))

    def _rematch(self, now: Ms) -> "SeriesState | None":
        """The series after this one, once both have asked. It pauses for nobody: the pause lies between two games."""
        if not isinstance(self.phase, Over) or len(self.phase.rematch_asked) < 2:
            return None
        return open_series(other(self.first_opener), now, self.terms)

    def _wins(self, side: Side) -> int:
        return sum(game.winner == side for game in self.games)

    @property
    def _is_decided(self) -> bool:
        return max(self.score) == self.terms.wins_needed

    def _refuse_if_over(self) -> None:
        if self.is_over:
            raise _over()


class Asked(NamedTuple):
    """What a rematch request made: the ended series with the request noted, and the fresh one if both have asked."""

    series: SeriesState
    fresh: SeriesState | None


class Points(Value, frozen=True):
    """Ranked points after a series, by side: the new totals, and what was really added or taken."""

    totals: tuple[int, int]
    deltas: tuple[int, int]


def open_series(opener: Side, now: Ms, terms: SeriesTerms = SeriesTerms()) -> SeriesState:  # noqa: B008 - a frozen value
    """A series whose first game is opened by `opener` and may start at once."""
    _check_side(opener)
    if terms.best_of < 1 or terms.best_of % 2 == 0:
        raise Illegal("bad_config", f"best of {terms.best_of}: it takes an odd number", best_of=terms.best_of)
    if terms.pause_ms < 0 or terms.rematch_ms < 0:
        raise Illegal("bad_config", "a wait cannot be negative")
    return SeriesState(terms, opener, Waiting(now))


def other(side: Side) -> Side:
    return 1 - side


def ranked_points(series: SeriesState, totals: tuple[int, int]) -> Points:
    """What a series that is over does to the sides' ranked totals, which never fall below 0."""
    assert min(totals) >= 0, "ranked totals never fall below 0"
    new = (max(0, totals[0] + _earned(series, 0)), max(0, totals[1] + _earned(series, 1)))
    return Points(new, (new[0] - totals[0], new[1] - totals[1]))


def _earned(series: SeriesState, side: Side) -> int:
    """Before the floor."""
    if not isinstance(series.phase, Over):
        raise Illegal("series_not_over", "points are given after the end")
    if side == series.winner:
        return WIN + SWEEP if _is_sweep(series) else WIN
    return LOSS if series.phase.abandoned_by is None else ABANDON


def _is_sweep(series: SeriesState) -> bool:
    """2–0, in the ranked best of 3. Draws do not spoil it; an abandoned series was never played to it."""
    return sorted(series.score) == [0, series.terms.wins_needed]


def _check_side(side: Side) -> None:
    if side not in (0, 1):
        raise Illegal("no_side", f"there is no side {side}", side=side)


def _over() -> Illegal:
    return Illegal("series_over", "the series is over")

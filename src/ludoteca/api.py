"""The functions of `import ludoteca`: find a game and its bots, play, replay and verify, in a line each.

    game = ludoteca.load(NAME)
    played = ludoteca.play(game, ["greedy", "random"], seed=7)
    ludoteca.verify(played.record)

Laws kept here:
- The same seed, config and bots play the same game as `ludoteca play --seed` and, with the same `timestamp`, write the
  same record.
- What is wrong with an installed package is a warning, given once; the games of all others are there.

Games and their bots are imported when they are asked for: `import ludoteca` is for authors, too, and stays light.
"""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from .bots import Bot
from .dealers import Fair, PyRandom, chooser, random_seed, rules_label
from .kernel.contract import AnyGame, Outcome
from .kernel.play import Player, advance, begin, seat_count, turn
from .kernel.record import ReplayStep, Scribe, read
from .kernel.record import replay as replay_log
from .kernel.values import tree_of
from .record_clock import record_clock
from .verification import Verdict, dealer_of, verify_log

GameLike: TypeAlias = AnyGame | str
"""A game, its registered name, or `package.module:GAME`."""


class PlayedGame(NamedTuple):
    """A finished game: its record (what `replay` and `verify` take), its last state, and its outcome."""

    record: bytes
    state: Any
    outcome: Outcome


def all_games() -> Mapping[str, AnyGame]:
    """Every game that can be played here, by name: ours, and those of installed packages."""
    from . import lookup  # noqa: PLC0415 - see the module's header

    return lookup.games(_warn)


def load(name: str) -> AnyGame:
    """The game of this name, or of this place, written `package.module:GAME`. LookupError if there is none, or if the
    module cannot be imported."""
    from . import lookup  # noqa: PLC0415 - see the module's header

    return lookup.game(name, _warn)


def bots_for(game: GameLike) -> Mapping[str, Bot]:
    """The bots that can play a game, by name; `random` can play every game."""
    from . import lookup  # noqa: PLC0415 - see the module's header

    return lookup.bots_for(_game(game).name, _warn)


def configure(game: GameLike, preset: str | None = None, **settings: Any) -> Any:
    """The game's config: its default or a preset, with single settings changed.

    Raises LookupError for an unknown preset, `Malformed` for a setting of the wrong name or type, and `Illegal` where
    the game refuses the whole.
    """
    from . import lookup  # noqa: PLC0415 - see the module's header

    return lookup.config(_game(game), preset, {name: _tree(value) for name, value in settings.items()})


def play(
    game: GameLike,
    bots: Sequence[str | Bot] = ("random",),
    *,
    config: Any = None,
    seed: int | None = None,
    timestamp: datetime | None = None,
) -> PlayedGame:
    """Play one game between bots, without clocks, to its end. A bot is a function, or the name of one: as `bots_for`
    has it, or `package.module:NAME`.

    Fewer bots than seats are seated again from the first. With a seed, chance and bots are reproducible; without one,
    chance comes from a provably fair dealer whose seed is revealed at the end of the record. Each line of the record
    has the time it was written at, or `timestamp`, with which the same seed gives the same bytes.
    """
    found = _game(game)
    chosen = configure(found) if config is None else config
    dealer = PyRandom(seed) if seed is not None else Fair.fresh("LOCAL", rules_label(found))
    made = begin(found, chosen, dealer)
    players = _players(found, bots, seat_count(found, made.state), random_seed() if seed is None else seed)
    scribe, clock = Scribe(), record_clock(timestamp)
    lines = [scribe.open(found, chosen, dealer.source, made, clock.now())]
    while (given := turn(found, made.state, players)) is not None:
        made = advance(found, made.state, given, dealer)
        lines.append(scribe.entry(given, made, clock.now()))
    outcome = found.outcome(made.state)
    assert outcome is not None, "a game ends when nobody is asked any more"
    lines.append(scribe.end(outcome, dealer.seed.hex() if isinstance(dealer, Fair) else None, clock.now()))
    return PlayedGame(b"".join(lines), made.state, outcome)


def replay(record: bytes, game: GameLike | None = None) -> Iterator[ReplayStep]:
    """Play a record again, state by state; `game` where it is not registered. `BadEntry` at the first wrong entry."""
    log = read(record)
    found = load(log.opening.game) if game is None else _game(game)
    dealer, _ = dealer_of(found, log)
    return replay_log(found, log, dealer)


def verify(record: bytes, game: GameLike | None = None) -> Verdict:
    """Recompute a record: every line, state and draw. Raises `BadEntry` at the first that is wrong."""
    from . import lookup  # noqa: PLC0415 - see the module's header

    log = read(record)
    if game is None:
        return verify_log(log, lookup.games_with(log.opening.game, _warn))
    found = _game(game)
    return verify_log(log, {found.name: found})


def _game(game: GameLike) -> AnyGame:
    return load(game) if isinstance(game, str) else game


def _tree(value: object) -> object:
    try:
        return tree_of(value)
    except (TypeError, ValueError, OverflowError):
        return value  # what is wrong with it is told where it is put into the config


def _players(game: AnyGame, bots: Sequence[str | Bot], seats: int, seed: int) -> dict[int, Player]:
    if not 1 <= len(bots) <= seats:
        raise ValueError(f"{len(bots)} bots for the {seats} seats of {game.name}: at least 1, at most {seats}")
    from . import lookup  # noqa: PLC0415 - see the module's header

    players: dict[int, Player] = {}
    for seat in range(seats):
        named = bots[seat % len(bots)]
        bot = lookup.bot(game, named, _warn) if isinstance(named, str) else named
        players[seat] = partial(_asked, bot, chooser(seed, seat))
    return players


def _asked(bot: Bot, dice: PyRandom, view: Any, legal: Sequence[Any]) -> Any:
    return bot(view, legal, dice)


def _warn(complaint: str) -> None:
    warnings.warn(complaint, stacklevel=3)

"""Verification: replays a recorded game, recomputes its chance, and returns a one-line verdict.

The seed behind the dice was committed to before the first draw and is revealed at the end. docs/fairness.md says what
that proves, and what it does not.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from .dealers import Fair, PyRandom, rules_label
from .kernel.contract import AnyGame, Outcome
from .kernel.generator_state import Generator
from .kernel.record import BadEntry, CommittedTo, GivenBy, Log, Recovery, SeededBy, read, replay


class Draws(Enum):
    """How the chance of a record was checked."""

    RECOMPUTED = "recomputed from the seed"
    COMMITTED = "committed to, not yet checkable: the seed is not revealed"
    GIVEN = "given from outside, taken as recorded"


class Verdict(NamedTuple):
    """The verdict on a valid record."""

    game: str
    entries: int
    ended: bool  #: whether there is an end line; an unfinished game may have one too
    outcome: Outcome | None
    drawn: int
    draws: Draws
    recoveries: tuple[tuple[int, Recovery], ...] = ()  #: after which lines of a damaged log play went on, unverified


def verify(data: bytes, games: Mapping[str, AnyGame]) -> Verdict:
    """Check a whole record, or raise BadEntry naming the first entry that is wrong."""
    return verify_log(read(data), games)


def verify_log(log: Log, games: Mapping[str, AnyGame]) -> Verdict:
    """As `verify`, for a record that has been read already."""
    game = games.get(log.opening.game)
    if game is None:
        known = ", ".join(sorted(games))
        raise BadEntry(0, f"a record of {log.opening.game!r}; known here: {known} (--game MODULE:GAME names your own)")
    if log.end is not None and log.end.reveal is not None and not isinstance(log.opening.dealer, CommittedTo):
        raise BadEntry("end", "a seed is revealed that nobody committed to")
    dealer, draws = dealer_of(game, log)
    recoveries: list[tuple[int, Recovery]] = []
    for step in replay(game, log, dealer):
        if isinstance(step.given, Recovery):
            recoveries.append((step.n, step.given))
    drawn = len(log.opening.drawn) + sum(len(entry.drawn) for entry in log.entries)
    outcome = game.outcome(step.state)
    return Verdict(game.name, len(log.entries), log.end is not None, outcome, drawn, draws, tuple(recoveries))


def dealer_of(game: AnyGame, log: Log) -> tuple[Generator | None, Draws]:
    """The dealer behind a record's chance, as it was at the opening; None if the record does not reveal it."""
    match log.opening.dealer:
        case SeededBy(seed=seed):
            return PyRandom(seed), Draws.RECOMPUTED
        case GivenBy():
            return None, Draws.GIVEN
        case CommittedTo(game_id=game_id, client_seeds=client_seeds) as source:
            if log.end is None or log.end.reveal is None:
                return None, Draws.COMMITTED
            dealer = Fair(bytes.fromhex(log.end.reveal), game_id, rules_label(game), client_seeds)
            if dealer.source.commitment != source.commitment:
                raise BadEntry("end", "the revealed seed is not the one committed to")
            return dealer, Draws.RECOMPUTED

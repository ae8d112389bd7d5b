"""Verification: recompute a recorded game, its rules and its chance, and say in one line what was found.

Nobody has to trust the dice: the seed behind them was committed to before the first draw and is revealed at the end.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from .dealers import Fair, PyRandom, rules_label
from .kernel.chance import Dealer
from .kernel.contract import AnyGame, Outcome
from .kernel.record import BadEntry, CommittedTo, GivenBy, Log, SeededBy, read, replay


class Draws(Enum):
    """What could be said of a record's chance."""

    RECOMPUTED = "every draw recomputed from its seed"
    COMMITTED = "draws committed to, not yet checkable: the seed is not revealed"
    GIVEN = "chance was given from outside, so draws are taken as recorded"


class Verdict(NamedTuple):
    game: str
    entries: int
    outcome: Outcome | None
    draws: Draws


def verify(data: bytes, games: Mapping[str, AnyGame]) -> Verdict:
    """Check a whole record, or raise BadEntry naming the first entry that is wrong."""
    log = read(data)
    game = games.get(log.opening.game)
    if game is None:
        raise BadEntry(
            0, f"no game {log.opening.game!r} is installed; one of your own is named with --game MODULE:GAME"
        )
    if log.end is not None and log.end.reveal is not None and not isinstance(log.opening.dealer, CommittedTo):
        raise BadEntry("end", "a seed is revealed that nobody committed to")
    dealer, draws = _dealer(game, log)
    *_, last = replay(game, log, dealer)
    return Verdict(game.name, len(log.entries), game.outcome(last.state), draws)


def _dealer(game: AnyGame, log: Log) -> tuple[Dealer | None, Draws]:
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

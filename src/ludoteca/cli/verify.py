"""`ludoteca verify`: check a record, its rules and its chance, and say in one line what was found.

Must not know: any particular game, how checking is done.
"""

from collections.abc import Iterator, Mapping

from ..console.arguments import LogFile, RecordedGame, find_game, known_games, read_log
from ..console.errors import CHECK_FAILED, Failure
from ..console.terminal import say
from ..descriptions import recovery_words
from ..kernel.contract import AnyGame
from ..kernel.record import BadEntry
from ..verification import Verdict
from ..verification import verify as verify_record


def verify(log: LogFile, game: RecordedGame = None) -> None:
    """Check a recorded game: every line, every state, every draw.

    Exit code 0: it is good. 1: it is not, and the first bad entry is named. 2: it cannot be read.
    """
    data = read_log(log)
    try:
        verdict = verify_record(data, installed(game))
    except BadEntry as error:
        raise Failure(str(error), CHECK_FAILED) from None
    say(_found(verdict))


def installed(game: str | None) -> Mapping[str, AnyGame]:
    """The games records may be of; one of the user's own stands for itself only."""
    if game is None:
        return known_games()
    own = find_game(game)
    return {own.name: own}


def _found(verdict: Verdict) -> str:
    entries = "1 entry" if verdict.entries == 1 else f"{verdict.entries} entries"
    ended = "unfinished" if verdict.ended else "unfinished, without an end line"
    if verdict.outcome is not None:
        ended = f"{verdict.outcome.reason.replace('_', ' ')}, scores {list(verdict.outcome.scores)}"
    return f"OK  {verdict.game}, {entries}, {ended}; {_draws(verdict)}{''.join(_recovered(verdict))}"


def _recovered(verdict: Verdict) -> Iterator[str]:
    for n, recovery in verdict.recoveries:
        yield f"\nentry {n} is a recovery, which cannot be checked: {recovery_words(recovery)}"


def _draws(verdict: Verdict) -> str:
    if not verdict.drawn:
        return "chance was never asked"
    return f"{verdict.drawn} {'draw' if verdict.drawn == 1 else 'draws'} {verdict.draws.value}"

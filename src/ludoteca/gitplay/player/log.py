"""What was done at a table, a line a deed."""

from collections.abc import Iterator

from pygit2 import Commit, Repository

from ludoteca.games.backgammon.board import other
from ludoteca.games.backgammon.notation import write_play
from ludoteca.games.backgammon.types import COLOURS, GameWon, Told, TurnEnded, TurnPassed

from ..format import commit_trailers
from ..processor.replay import Account
from ..processor.verification import verify

WIDTH = 12


def lines(repo: Repository, tip: Commit, table: str, key: str | None = None) -> Iterator[str]:
    """Oldest first, as the checked history has it."""
    account: Account = verify(repo, tip, key=key).accounts[table]
    for entry in account.entries:
        who = f" ({entry.deed.actor})" if entry.deed.actor else ""
        yield f"{entry.commit[:WIDTH]}  {entry.deed.subject.removeprefix(commit_trailers.PREFIX)}{who}"
        for told in entry.told:
            line = _line(told)
            if line is not None:
                yield f"{'':{WIDTH}}  {line}"
        if entry.comment is not None:
            yield f"{'':{WIDTH}}  “{entry.comment}”"


def _line(told: Told) -> str | None:
    match told:
        case TurnEnded(seat=seat, dice=dice, moves=moves):
            return f"{COLOURS[seat]} {dice[0]}-{dice[1]}: {write_play(moves, seat)}"
        case TurnPassed(seat=seat, dice=dice):
            return f"{COLOURS[seat]} {dice[0]}-{dice[1]}: passes"
        case GameWon(winner=winner, kind=kind, reason="resigned"):
            return f"{COLOURS[other(winner)]} resigns: {COLOURS[winner]} wins, {kind}"
        case GameWon(winner=winner, kind=kind):
            return f"{COLOURS[winner]} wins, {kind}"
        case _:
            return None

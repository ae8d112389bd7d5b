"""A table's past, from its checked history: one line per commit, or a `.mat` file for other programs."""

from collections.abc import Iterator

from pygit2 import Commit, Repository

from ludoteca.games.backgammon import mat_format as mat_files
from ludoteca.games.backgammon.board import other
from ludoteca.games.backgammon.mat_conversion import transcribed
from ludoteca.games.backgammon.notation import write_play
from ludoteca.games.backgammon.types import COLOURS, GameWon, Told, TurnEnded, TurnPassed

from ..format import commit_trailers
from ..processor.replay import ReplayedTable
from ..processor.verification import verify

WIDTH = 12


def lines(repo: Repository, tip: Commit, table: str, key: str | None = None) -> Iterator[str]:
    """Oldest first, as the checked history has it."""
    replayed: ReplayedTable = verify(repo, tip, key=key).tables[table]
    for entry in replayed.entries:
        who = f" ({entry.message.actor})" if entry.message.actor else ""
        yield f"{entry.commit[:WIDTH]}  {entry.message.subject.removeprefix(commit_trailers.PREFIX)}{who}"
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


def mat_text(replayed: ReplayedTable) -> str:
    players = replayed.now.table.players
    return mat_files.write(transcribed(replayed.told, (players.white, players.black), 0))

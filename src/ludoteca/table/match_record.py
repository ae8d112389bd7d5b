"""A finished match as a record: the same file that the terminal writes, for `ludoteca replay` and `ludoteca verify`.

It leaves out what only the table knew (who joined, who came and went after the end) and has every input of the rules.
"""

from collections.abc import Iterable
from typing import Any

from ludoteca.kernel import Advance, AnyGame, AnyInput
from ludoteca.kernel.contract import input_type
from ludoteca.kernel.record import CommittedTo, Recovery, Scribe
from ludoteca.kernel.values import build

from .entries import Applied, Began, LogEntry, Recovered
from .match import Match


def record_of(game: AnyGame, game_id: str, entries: Iterable[LogEntry]) -> bytes:
    """The record of a match; an unfinished one has no end, so it reveals no seed."""
    played, scribe = Match(game, game_id, timestamps=False), Scribe()
    lines: list[bytes] = []
    for entry in entries:
        played.take(entry)
        match entry.what:
            case Began(drawn=drawn):
                source = CommittedTo(game_id, played.terms.commitment, tuple(played.client_seeds))
                made: Advance[Any, Any] = Advance(played.state, (), drawn)
                lines.append(scribe.open(game, played.config, source, made, entry.at))
            case Applied(input=tree, drawn=drawn, accepted=True):
                given: AnyInput = build(tree, input_type(game))
                lines.append(scribe.entry(given, Advance(played.state, (), drawn), entry.at))
            case Recovered(source=where, match=saved) if saved.state is not None:
                recovery = Recovery(where, saved.state, saved.draws, entry.what.lost, entry.what.unrecorded)
                lines.append(scribe.entry(recovery, Advance(played.state, (), ()), entry.at))
            case _:
                continue
    if played.outcome is not None:
        lines.append(scribe.end(played.outcome, played.terms.secret))
    return b"".join(lines)

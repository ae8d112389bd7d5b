"""Inputs, refusals and outcomes in words, with the names of the seats.

Must not know: any game, any file, any terminal.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any, assert_never

from .kernel.contract import (
    AnyGame,
    Chance,
    Elapsed,
    Event,
    Left,
    Move,
    Outcome,
    Reader,
    Resigned,
    Returned,
)
from .kernel.illegal import Illegal
from .kernel.record import Given, Recovery

CHOICES_AT_MOST = 12


def notation(game: AnyGame, before: Any, move: Move[Any]) -> str:
    """A move in the game's notation, as seen by its mover in the position before."""
    try:
        return game.text.write(move.action, game.view(before, move.seat))
    except Illegal:
        return str(move.action)  # accepted, but without a notation


def may_read(game: AnyGame, given: Given | None, reader: Reader) -> bool:
    """Whether a reader could read this move when it was made; in a game that hides something, only their own."""
    return game.reveal is None or (isinstance(given, Move) and given.seat == reader)


def recovery_words(recovery: Recovery) -> str:
    found = {"log": "the log before it", "snapshot": "a snapshot", "rules": "a damaged snapshot"}[recovery.source]
    gone = f"{_inputs(recovery.lost)} lost"
    kept = f", {_inputs(recovery.unrecorded)} kept but not recorded" if recovery.unrecorded else ""
    return f"the table's log was damaged, and play went on from {found}; {gone}{kept}"


def given_words(game: AnyGame, names: Sequence[str], before: Any, given: Given) -> str:
    match given:
        case Recovery():
            return recovery_words(given)
        case Move(seat=seat):
            return f"{names[seat]}: {notation(game, before, given)}"
        case Resigned(seat=seat):
            return f"{names[seat]} resigns"
        case Left(seat=seat):
            return f"{names[seat]} has lost the connection"
        case Returned(seat=seat):
            return f"{names[seat]} is back"
        case Elapsed(timer=timer):
            return f"timer {timer} has run out"
        case Chance(outcome=outcome):
            return f"chance: {' '.join(map(str, outcome))}"
        case _:
            assert_never(given)


def told(game: AnyGame, events: Iterable[Event[Any]], state: Any, reader: Reader) -> list[str]:
    """The events for this reader, in the words of the game, given what they see afterwards."""
    heard = [event.payload for event in events if event.is_for(reader)]
    view = game.view(state, reader) if heard else None
    return [game.text.tell(payload, view) for payload in heard]


def refusal_words(refusal: Illegal) -> str:
    """The reason, and those facts that are lists of choices; the other facts are for programs."""
    lists = [
        f"{_spaced(name)}: {_listed(fact)}"
        for name, fact in refusal.facts.items()
        if isinstance(fact, list | tuple | set | frozenset)
    ]
    return refusal.reason + (f" ({'; '.join(lists)})" if lists else "")


def outcome_words(names: Sequence[str], outcome: Outcome) -> list[str]:
    lines = [f"{_who_won(names, outcome)} – {outcome.reason.replace('_', ' ')}"]
    lines.append("Scores: " + _by_seat(names, outcome.scores))
    if outcome.payout:
        lines.append("Payout: " + _by_seat(names, outcome.payout))
    return lines


def _who_won(names: Sequence[str], outcome: Outcome) -> str:
    winners = [names[seat] for seat in sorted(outcome.winners)]
    if not winners:
        return "Nobody wins" if any(outcome.scores) else "A draw"
    return f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} win"


def _by_seat(names: Sequence[str], amounts: Sequence[int]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in zip(names, amounts, strict=True))


def _inputs(number: int) -> str:
    return "1 entry" if number == 1 else f"{number} entries"


def _spaced(name: str) -> str:
    """`validChoices` and `valid_choices` as a person would write them."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name).lower()


def _listed(fact: Collection[object]) -> str:
    shown = [str(item) for item in (fact if isinstance(fact, list | tuple) else sorted(fact, key=str))]
    return ", ".join(shown[:CHOICES_AT_MOST]) + (", …" if len(shown) > CHOICES_AT_MOST else "")

"""A match in one value, stored as a snapshot so that a restart need not fold every entry again.

It holds everything: hidden hands, the dealer's seed, cached results. It never leaves the server; what a reader gets is
`Table.snapshot_for`. Events are not in it: after a restart, readers who missed some get a snapshot instead.
"""

from typing import Any

from ludoteca.kernel import AnyGame, Malformed, Value
from ludoteca.kernel.values import build

from .entries import TableTerms
from .match import Match
from .result_cache import CachedResult


class SavedMatch(Value, frozen=True):
    n: int  # the number of the last entry; first, because a store reads it without decoding the rest
    game_id: str
    seq: int
    draws: int
    terms: TableTerms
    names: tuple[str, ...]
    joined: tuple[bool, ...]
    present: tuple[bool, ...]
    client_seeds: tuple[str, ...]
    decisions: tuple[int, ...]
    undecided: tuple[int, ...]
    state: Any
    results: tuple[tuple[str, str, CachedResult], ...]
    closed: bool


def saved_match(match: Match) -> SavedMatch:
    """To be encoded at once: the state in it is the match's own."""
    return SavedMatch(
        n=match.entries,
        game_id=match.game_id,
        seq=match.seq,
        draws=match.draws,
        terms=match.terms,
        names=tuple(match.names),
        joined=tuple(match.joined),
        present=tuple(match.present),
        client_seeds=tuple(match.client_seeds),
        decisions=tuple(match.decisions),
        undecided=tuple(match.undecided),
        state=match.state,
        results=tuple(match.results.accepted()),
        closed=match.closed,
    )


def restored_match(game: AnyGame, snapshot: SavedMatch) -> Match:
    """The match that was saved. Malformed if it belongs to another game, or its state is not a state of this game."""
    match = Match(game, snapshot.game_id)
    match.open(snapshot.terms)
    _check_seats(snapshot, len(game.seats(match.config)))
    match.closed = snapshot.closed
    match.entries, match.seq, match.draws = snapshot.n, snapshot.seq, snapshot.draws
    match.names, match.joined, match.present = list(snapshot.names), list(snapshot.joined), list(snapshot.present)
    match.client_seeds = list(snapshot.client_seeds)
    match.decisions, match.undecided = list(snapshot.decisions), list(snapshot.undecided)
    for reader, action_id, result in snapshot.results:
        match.results.keep(reader, action_id, result)
    if snapshot.state is not None:
        match.state = build(snapshot.state, game.types.state, "$.state")
        if flaws := game.flaws(match.state):
            raise Malformed(flaws[0], "$.state")
        match.outcome = game.outcome(match.state)
    return match


def _check_seats(snapshot: SavedMatch, seats: int) -> None:
    for name in ("names", "joined", "present", "client_seeds", "decisions", "undecided"):
        if len(getattr(snapshot, name)) != seats:
            raise Malformed(f"{seats} seats, not {len(getattr(snapshot, name))}", f"$.{name}")
    if len(snapshot.terms.bots) != seats:
        raise Malformed(f"{seats} seats, not {len(snapshot.terms.bots)}", "$.terms.bots")

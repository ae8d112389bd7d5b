"""A match in one value, stored as a snapshot so that a restart need not fold every entry again.

It holds everything: hidden hands, the dealer's seed, cached results. It never leaves the server; what a reader gets is
`Table.snapshot_for`. Events are not in it: after a restart, readers who missed some get a snapshot instead.
"""

from typing import Any

from ludoteca.kernel import AnyGame
from ludoteca.kernel.values import encode, tree_of

from .entries import SavedMatch
from .match import Match
from .result_cache import SavedResult


def saved_match(match: Match) -> SavedMatch:
    return _saved(match, None if match.state is None else tree_of(match.state), tuple(match.results.accepted()))


def encoded_match(match: Match) -> bytes:
    """The same as JSON, for every action: its results, which are most of it, are not encoded every time."""
    return b"%b%b]}" % (encode(_saved(match, match.state, ())).removesuffix(b"]}"), match.results.encoded())


def _saved(match: Match, state: Any, results: tuple[SavedResult, ...]) -> SavedMatch:
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
        state=state,
        closed=match.closed,
        results=results,
    )


def restored_match(game: AnyGame, snapshot: SavedMatch) -> Match:
    """The match that was saved. Malformed if it belongs to another game, or its state is not a state of this game."""
    match = Match(game, snapshot.game_id)
    match.restore(snapshot)
    return match

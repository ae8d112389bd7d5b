"""A match in one value, stored as a snapshot so that a restart need not fold every entry again.

It holds everything: hidden hands, the dealer's seed, cached results. It never leaves the server; what a reader gets is
`Table.snapshot_for`. Events are not in it: after a restart, readers who missed some get a snapshot instead.
"""

from ludoteca.kernel import AnyGame

from .entries import SavedMatch
from .match import Match


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
    match.restore(snapshot)
    return match

"""How a match of Orcain ends, and who takes the pot.

The specification's three ways to end are here under their own names, and nothing else ends a match.

Laws kept here:
- Every end goes through `_ended`: a finished match never ends again, so it is announced once and paid once.
- The pot is conserved: the winner takes it, a draw refunds the stakes, or it is burned.
- What was never revealed is dropped at the end: no view or event of the match ever has it. Its record does.

Must not know: what was laid out, who is away, what a token is.
"""

from ludoteca.kernel import Outcome, Seat, Step, replace

from . import messages
from .layouts import EMPTY
from .stakes import pot, stakes
from .types import Config, Reason, Result, State, Told

Made = Step[State, Told]


def is_decided(state: State) -> bool:
    """Whether a finished round ends the match: a player is at 0, hit points differ at the round limit, or sudden death
    has reached its cap."""
    over_limit = state.round_index - state.config.rounds
    if 0 in state.hp:
        return True
    return over_limit >= 0 and (state.hp[0] != state.hp[1] or over_limit == state.config.sudden_death_cap)


def end_match(state: State) -> Made:
    """End by hit points; equal ones are a draw, even at 0."""
    first, second = state.hp
    return _ended(state, None if first == second else int(second > first), "normal")


def end_match_forfeit(state: State, loser: Seat, reason: Reason) -> Made:
    return _ended(state, 1 - loser, reason)


def end_match_both_afk(state: State) -> Made:
    return _ended(state, None, "timeout", pot_burned=True)


def end_match_both_left(state: State) -> Made:
    return _ended(state, None, "disconnect")


def outcome(state: State) -> Outcome | None:
    result = state.result
    if result is None:
        return None
    if result.pot_burned:
        scores = (-1, -1)
    else:
        scores = (0, 0) if result.winner is None else (1, -1) if result.winner == 0 else (-1, 1)
    return Outcome(scores, result.reason, result.payout)


def _ended(state: State, winner: Seat | None, reason: Reason, *, pot_burned: bool = False) -> Made:
    if state.result is not None:
        return Step(state)
    result = Result(winner, reason, pot_burned, _payout(state.config, winner, pot_burned=pot_burned))
    ended = replace(state, phase="END", result=result, layouts=(EMPTY, EMPTY), had_draft=(False, False))
    return Step(ended, messages.match_end(ended, result))


def _payout(config: Config, winner: Seat | None, *, pot_burned: bool) -> tuple[int, ...]:
    if not config.stake:
        return ()
    if pot_burned:
        return (0, 0)
    if winner is None:
        return stakes(config)
    return (pot(config), 0) if winner == 0 else (0, pot(config))

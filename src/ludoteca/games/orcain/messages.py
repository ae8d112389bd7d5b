"""The events, each from its reader's own side; a spectator sees seat 0's side.

Laws kept here:
- A happening is one event per reader, in the order a, b, spectators, whatever it holds, so that the number of events
  reveals nothing.
- A payload is built from what its reader may see: cards come from the revealed steps, never from a layout.

Must not know: the rules.
"""

from collections.abc import Callable

from ludoteca.kernel import Event, Reader, replace

from .stakes import match_id, nicknames, pot, tokens
from .types import MatchEnd, MatchFound, PrepStart, Result, RoundEnd, State, StepReveal, Told, Winner

Events = tuple[Event[Told], ...]


def match_found(state: State) -> Events:
    config, names = state.config, nicknames(state.config)

    def told(reader: Reader, you: int) -> Told:
        return MatchFound(
            match_id=match_id(config),
            your_nickname=names[you],
            opp_nickname=names[1 - you],
            your_hand=config.hands[you],
            your_tokens=tokens(state, reader),
            pot=pot(config),
        )

    return _each(told)


def prep_start(state: State) -> Events:
    config, names = state.config, nicknames(state.config)

    def told(_: Reader, you: int) -> Told:
        return PrepStart(
            round_index=state.round_index,
            prep_ms=config.prep_ms,
            your_nickname=names[you],
            opp_nickname=names[1 - you],
            your_hp=state.hp[you],
            opp_hp=state.hp[1 - you],
            pot=pot(config),
            your_hand=config.hands[you],
            cards=config.hands[you],
            sudden_death=state.round_index > config.rounds,
        )

    return _each(told)


def timestamped(told: Told, at: int) -> Told:
    return replace(told, deadline_ts=at + told.prep_ms) if isinstance(told, PrepStart) else told


def step_reveal(state: State) -> Events:
    """Reveal the latest step of the round."""
    cards, hp = state.steps[-1].cards, state.steps[-1].hp

    def told(_: Reader, you: int) -> Told:
        return StepReveal(state.round_index, len(state.steps), cards[you], cards[1 - you], hp[you], hp[1 - you])

    return _each(told)


def round_end(state: State) -> Events:
    hp, streaks = state.hp, state.afk_streaks

    def told(_: Reader, you: int) -> Told:
        return RoundEnd(state.round_index, hp[you], hp[1 - you], streaks[you], streaks[1 - you])

    return _each(told)


def match_end(state: State, result: Result) -> Events:
    config, winner = state.config, result.winner

    def told(reader: Reader, you: int) -> Told:
        return MatchEnd(
            match_id=match_id(config),
            winner=_from_the_side_of(you, winner),
            winner_id=winner,
            loser_id=None if winner is None else 1 - winner,
            your_hp=state.hp[you],
            opp_hp=state.hp[1 - you],
            your_tokens=tokens(state, reader),
            reason=result.reason,
            pot=pot(config),
            pot_burned=result.pot_burned,
            nicknames=nicknames(config),
        )

    return _each(told)


def _each(told: Callable[[Reader, int], Told]) -> Events:
    return (
        Event(told(0, 0), frozenset({0})),
        Event(told(1, 1), frozenset({1})),
        Event(told(None, 0), frozenset(), spectators=True),
    )


def _from_the_side_of(you: int, winner: int | None) -> Winner:
    if winner is None:
        return "NONE"
    return "YOU" if winner == you else "OPPONENT"

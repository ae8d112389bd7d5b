"""Time and presence: which timers run, and what follows when one runs out or a player is gone.

Each wait has its own timer: a placement of the setup, the roll, the robber, each player's discards, the answer to an
offer, and the rest of a turn, which pauses while an offer is open. All timers pause while both players are away.

Must not know: any real clock; what the choices are.
"""

from typing import Final

from ludoteca.kernel import Event, Seat, Step, Timer, replace

from .events import PlayerAway, PlayerBack
from .setup_phase import placements
from .types import Made, State, changed

ALONE: Final = (frozenset({0}), frozenset({1}))
"""Each seat as the only one."""


def timers(state: State, acting: frozenset[Seat]) -> tuple[Timer, ...]:
    if not acting:
        return ()
    config, stand = state.config, None not in state.away
    listed: list[Timer] = []
    if config.turn_ms:
        listed += [Timer(_name(state, seat), config.turn_ms, ALONE[seat], stand) for seat in sorted(acting)]
    if config.turn_ms and state.phase == "TRADE_RESPONSE":
        listed.append(Timer(_turn_name(state), config.turn_ms, ALONE[state.current], paused=True))
    if config.on_absence == "forfeit":
        listed += [
            Timer(f"absent-{away}-{departure}", config.absent_ms, ALONE[away], stand)
            for away, departure in enumerate(state.away)
            if departure is not None
        ]
    return tuple(listed)


def who_is_late(state: State, acting: frozenset[Seat], timer: str) -> Seat | None:
    """The seat whose decision the timer was for; None if it measured an absence."""
    return next((seat for seat in acting if timer == _name(state, seat)), None)


def who_stayed_away(state: State, timer: str) -> Seat:
    return next(seat for seat, departure in enumerate(state.away) if timer == f"absent-{seat}-{departure}")


def left(state: State, seat: Seat) -> Made:
    if state.away[seat] is not None:
        return Step(state)
    departure = state.departures + 1
    gone = replace(state, departures=departure, away=changed(state.away, seat, departure))
    return Step(gone, (Event(PlayerAway(seat)),))


def returned(state: State, seat: Seat) -> Made:
    if state.away[seat] is None:
        return Step(state)
    return Step(replace(state, away=changed(state.away, seat, None)), (Event(PlayerBack(seat)),))


def _name(state: State, seat: Seat) -> str:
    match state.phase:
        case "SETUP":
            return f"setup-{placements(state)}"
        case "ROLL":
            return f"roll-{state.turn}"
        case "DISCARD":
            return f"discard-{state.turn}-{seat}"
        case "MOVE_ROBBER":
            return f"robber-{state.turn}"
        case "TRADE_RESPONSE":
            return f"answer-{state.turn}-{state.offers_made}"
        case _:
            return _turn_name(state)


def _turn_name(state: State) -> str:
    return f"turn-{state.turn}"

"""Statements: what the sender of an action says about the table, so that a client that is out of step finds out.

Must not know: any game by name, what becomes of an action.
"""

from collections.abc import Mapping
from typing import Any

from ludoteca.kernel import Seat

from .match import Match
from .payload import is_number
from .wire import Refusal


def check_statements(match: Match, seat: Seat, stated: Mapping[str, Any]) -> None:
    """Refusal if one of them does not hold; null states nothing."""
    for key, value in stated.items():
        if value is not None:
            _check(match, seat, key, value)


def _check(match: Match, seat: Seat, key: str, stated: Any) -> None:
    match key:
        case "decision" if not is_number(stated, match.decisions[seat]):
            raise Refusal("desync", f"decision {stated} is not open; {match.decisions[seat]} is")
        case "seq" | "sequence" if not is_number(stated, match.seq):
            raise Refusal("desync", f"the last event is {match.seq}, not {stated}")
        case "turn" if not hasattr(_view(match, seat), "turn"):
            if not any(is_number(stated, each) for each in match.acting()):
                turns = " and ".join(map(str, match.acting())) or "nobody"
                raise Refusal("desync", f"it is the turn of {turns}, not of {stated}")
        case "phase" | "turn":
            _check_field(match, key, stated, _view(match, seat))


def _check_field(match: Match, key: str, stated: Any, view: Any) -> None:
    if view is None:
        return  # the game has not begun, and no action of it is accepted
    if not hasattr(view, key):
        raise Refusal("invalid_action", f"{match.game.name} has no {key}")
    if type(stated) is not type(held := getattr(view, key)) or stated != held:
        raise Refusal("desync", f"the {key} is {held}, not {stated}")


def _view(match: Match, seat: Seat) -> Any:
    return None if match.state is None else match.game.view(match.state, seat)

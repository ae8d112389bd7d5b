"""The two columns of the Swap 2 specification, `rooms.swap2_enabled` and `matches.swap2_history`.

Read off a state as JSON has it, by the specification's own field names; a state without them has no such columns.
"""

from collections.abc import Iterator
from typing import Any

from ludoteca.kernel import AnyGame
from ludoteca.kernel.record import Log, replay, timestamped_states
from ludoteca.kernel.values import tree_of


def swap2_enabled(game: AnyGame, config: Any) -> bool:
    """Whether a game that is set up so begins with Swap 2. Raises Illegal if it cannot be set up so."""
    return _tree(game.setup(config).state).get("swap2Enabled") is True


def swap2_history(game: AnyGame, log: Log) -> dict[str, Any] | None:
    """`{actions, finalAssignment}` of a recorded match; None if it had no Swap 2, or not to its end."""
    for opening in _opening(game, log):
        if opening["phase"] == "complete":
            return _history(opening)
    return None


def _opening(game: AnyGame, log: Log) -> Iterator[dict[str, Any]]:
    """The states of Swap 2 as the match went through them. No more of it is played again, and nothing of a game
    without: matches may be long."""
    for state in timestamped_states(game, log, (step.state for step in replay(game, log))):
        opening = _tree(state).get("swap2State")
        if opening is None:
            return
        yield opening


def _history(ended: dict[str, Any]) -> dict[str, Any]:
    return {
        "actions": ended["actions"],
        "finalAssignment": {
            "blackPlayerId": ended["blackPlayerId"],
            "whitePlayerId": ended["whitePlayerId"],
            "firstMover": ended["activePlayerId"],
        },
    }


def _tree(state: Any) -> dict[str, Any]:
    tree = tree_of(state)
    return tree if isinstance(tree, dict) else {}

"""The two columns of the Swap 2 specification, `rooms.swap2_enabled` and `matches.swap2_history`.

Read off a state as JSON has it, by the specification's own field names; a state without them has no such columns. The
rules know no clock, so the times of the actions come from the record.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from ludoteca.kernel import AnyGame
from ludoteca.kernel.record import Log, replay
from ludoteca.kernel.values import tree_of


def swap2_enabled(game: AnyGame, config: Any) -> bool:
    """Whether a game that is set up so begins with Swap 2. Raises Illegal if it cannot be set up so."""
    return _tree(game.setup(config).state).get("swap2Enabled") is True


def swap2_history(game: AnyGame, log: Log) -> dict[str, Any] | None:
    """`{actions, finalAssignment}` of a recorded match; None if it had no Swap 2, or not to its end."""
    states = [_tree(played.state) for played in replay(game, log)]
    ended = next((state["swap2State"] for state in states if _is_complete(state)), None)
    if ended is None:
        return None
    return {
        "actions": [
            {**action, "timestamp": at} for action, at in zip(ended["actions"], _times(states, log), strict=False)
        ],
        "finalAssignment": {
            "blackPlayerId": ended["blackPlayerId"],
            "whitePlayerId": ended["whitePlayerId"],
            "firstMover": ended["activePlayerId"],
        },
    }


def _times(states: Iterable[dict[str, Any]], log: Log) -> Iterator[str]:
    """When each action was made: at the entry after which there is one more of them."""
    before = 0
    for state, entry in zip(list(states)[1:], log.entries, strict=True):
        actions = len((state.get("swap2State") or {}).get("actions", ()))
        for _ in range(actions - before):
            yield "" if entry.at is None else datetime.fromtimestamp(entry.at / 1000, UTC).isoformat()
        before = actions


def _is_complete(state: dict[str, Any]) -> bool:
    return (state.get("swap2State") or {}).get("phase") == "complete"


def _tree(state: Any) -> dict[str, Any]:
    tree = tree_of(state)
    return tree if isinstance(tree, dict) else {}

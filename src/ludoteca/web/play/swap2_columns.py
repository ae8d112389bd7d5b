"""The two columns of the Swap 2 specification, `rooms.swap2_enabled` and `matches.swap2_history`.

Read off a state as JSON has it, by the specification's own field names; a state without them has no such columns. The
rules know no clock, so the times of the actions come from the record.
"""

from collections.abc import Iterator
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
    times: list[str] = []
    for state, at in _opening(game, log):
        times += [at] * (len(state["actions"]) - len(times))
        if state["phase"] == "complete":
            return _history(state, times)
    return None


def _opening(game: AnyGame, log: Log) -> Iterator[tuple[dict[str, Any], str]]:
    """The states of Swap 2 as the match went through them, and when it came to each. No more of it is played again, and
    nothing of a game without: matches may be long."""
    times = (None, *(entry.at for entry in log.entries))
    for played, at in zip(replay(game, log), times, strict=False):
        state = _tree(played.state).get("swap2State")
        if state is None:
            return
        yield state, "" if at is None else datetime.fromtimestamp(at / 1000, UTC).isoformat()


def _history(ended: dict[str, Any], times: list[str]) -> dict[str, Any]:
    return {
        "actions": [{**action, "timestamp": at} for action, at in zip(ended["actions"], times, strict=True)],
        "finalAssignment": {
            "blackPlayerId": ended["blackPlayerId"],
            "whitePlayerId": ended["whitePlayerId"],
            "firstMover": ended["activePlayerId"],
        },
    }


def _tree(state: Any) -> dict[str, Any]:
    tree = tree_of(state)
    return tree if isinstance(tree, dict) else {}

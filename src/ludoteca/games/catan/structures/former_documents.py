"""What documents may say in more than one way, made into the one way that the types have.

A `game_id` may have capital letters. A document of 0.1 may have a log of any length, of which the latest actions are
kept, and the generator as NumPy's tuple `["MT19937", words, place, has_gauss, gauss]`: it is the same Mersenne twister
as Python's, and goes on from the same word.

Must not know: what the fields mean to the game.
"""

from typing import Any, Final

from .snapshot_types import LOG_AT_MOST

NUMPY: Final = "MT19937"
"""How NumPy's tuple of a generator begins."""


def usual(tree: dict[str, Any]) -> dict[str, Any]:
    """The tree of a snapshot or a record, written the usual way. What is wrong stays as it is."""
    made = dict(tree)
    if isinstance(game_id := tree.get("game_id"), str):
        made["game_id"] = game_id.lower()
    if str(tree.get("schema_version")).startswith("0.1."):
        if isinstance(log := tree.get("log"), list):
            made["log"] = log[-LOG_AT_MOST:]
        made |= {"rng_state": _twister(tree["rng_state"])} if "rng_state" in tree else {}
    return made


def _twister(rng_state: Any) -> Any:
    state = rng_state.get("state") if isinstance(rng_state, dict) else rng_state
    match state:
        case [str(name), [*words], int(place), has_gauss, gauss] if name == NUMPY:
            return {"type": "py_random", "state": [3, [*words, place], gauss if has_gauss else None]}
        case _:
            return rng_state

"""What documents may say in more than one way, made into the one way that the types have.

A `game_id` may have capital letters. A document of 0.1 may have a log of any length, of which the latest actions are
kept, and the generator as Python's `random.getstate()` or as NumPy gives the state of its MT19937, a tuple
`["MT19937", words, place, has_gauss, gauss]` or a dict: it is the same Mersenne twister, and goes on from the same
word. Pickles are never loaded, and no other generator can go on.

Must not know: what the fields mean to the game.
"""

from typing import Any, Final

from .snapshot_types import LOG_AT_MOST

NUMPY: Final = "MT19937"
"""What NumPy calls the generator that Python has too."""

GENERATORS_READ: Final = (
    "of other programs' generators Python's random.getstate() and NumPy's MT19937 are read, as JSON"
)


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
    is_tagged = isinstance(rng_state, dict) and rng_state.keys() >= {"type", "state"}
    state = rng_state["state"] if is_tagged else rng_state
    match state:
        case [str(name), [*words], int(place), *gauss] if name == NUMPY and len(gauss) in (0, 2):
            return _py_random([*words, place], gauss[1] if gauss and gauss[0] else None)
        case {"bit_generator": str(name), "state": {"key": [*words], "pos": int(place)}} if name == NUMPY:
            return _py_random([*words, place], state.get("gauss") if state.get("has_gauss") else None)
        case [3, [*words], gauss]:
            return _py_random(words, gauss)
        case _:
            return rng_state


def _py_random(words: list[Any], gauss: Any) -> dict[str, Any]:
    return {"type": "py_random", "state": [3, words, gauss]}

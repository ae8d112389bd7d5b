"""Facts: statistics of a finished game beyond who won and how long it took.

`facts_of` calls `facts(state)` of the module `ludoteca.sim.game_facts.<game>`, if there is one. Adding facts to a game
touches that module only. `turns` and the histogram `dice` are counted for every game; a game's own ones replace them.

Must not know: any game.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from ...kernel.values import Value, field

Histogram: TypeAlias = tuple[tuple[int, int], ...]
"""Numbers, ascending, and how often each occurred."""


class Facts(Value, frozen=True):
    of_seats: dict[str, tuple[int, ...]] = field(default_factory=dict)  #: a number for each seat
    of_game: dict[str, int] = field(default_factory=dict)
    histograms: dict[str, Histogram] = field(default_factory=dict)


NOTHING = Facts()


def facts_of(game_name: str, state: Any) -> Facts:
    """The facts of a game's own module for its last state."""
    name = game_name.replace("-", "_")
    module = f"{__name__}.{name}"
    if not name.isidentifier() or find_spec(module) is None:
        return NOTHING
    facts: Callable[[Any], Facts] = import_module(module).facts
    return facts(state)

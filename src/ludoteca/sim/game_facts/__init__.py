"""Facts: what else is counted of a finished game, beyond who won and how long it took.

`facts_of` asks the module `ludoteca.sim.game_facts.<game>`, if there is one, for its function `facts(state)`.
Adding facts to a game touches that module only. `turns` and the histogram `dice` are counted for every game; a game
that knows better counts them itself, and then its own are shown.

Must not know: any game.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from ...kernel.values import Value, field

Histogram: TypeAlias = tuple[tuple[int, int], ...]
"""Numbers, ascending, and how often each came."""


class Facts(Value, frozen=True):
    of_seats: dict[str, tuple[int, ...]] = field(default_factory=dict)  #: a number for each seat
    of_game: dict[str, int] = field(default_factory=dict)
    histograms: dict[str, Histogram] = field(default_factory=dict)


NOTHING = Facts()


def facts_of(game_name: str, state: Any) -> Facts:
    """What a game's own module counts in its last state."""
    name = game_name.replace("-", "_")
    module = f"{__name__}.{name}"
    if not name.isidentifier() or find_spec(module) is None:
        return NOTHING
    facts: Callable[[Any], Facts] = import_module(module).facts
    return facts(state)

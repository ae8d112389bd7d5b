"""Bots: players that are programs.

A bot gets what a person at its seat would get: a view, the legal actions, and a dealer for its own dice. It never
sees a state, so it cannot cheat.

`bots_for` finds a game's bots in the module `ludoteca.bots.<game>`, as its mapping `BOTS`; adding a bot touches that
module only. Where a bot plays by a table that was worked out beforehand, a `Solution` says how.

Must not know: any game, any state.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias

from ..kernel.chance import Dealer, choose

if TYPE_CHECKING:
    from pathlib import Path  # not before it is needed: `import ludoteca` is light

Bot: TypeAlias = Callable[[Any, Sequence[Any], Dealer], Any]
"""(view, legal actions, dealer) -> one of the actions."""

Progress: TypeAlias = Callable[[int, int], None]
"""(done, of how many): told now and then by whatever takes long."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A game that is worked out to its end, in a table that its best bot plays by."""

    table: "Path"  #: as it is shipped
    solve: Callable[[Progress], bytes]  #: the table, made anew; needs the extra `solve`
    value: Callable[[bytes], tuple[float, float]]  #: by a best response: what the first seat wins, and how sure that is


def random_bot(_view: Any, legal: Sequence[Any], dealer: Dealer) -> Any:
    """Any legal action, all equally likely."""
    return legal[choose(dealer, legal)]


def bots_for(game_name: str) -> Mapping[str, Bot]:
    """The bots that can play a game, by name: `random`, and the game's own."""
    module = _module(game_name)
    own: Mapping[str, Bot] = {} if module is None else getattr(import_module(module), "BOTS", {})
    return {"random": random_bot, **own}


def _module(game_name: str) -> str | None:
    module = f"{__name__}.{game_name.replace('-', '_')}"
    return module if game_name.replace("-", "_").isidentifier() and find_spec(module) is not None else None

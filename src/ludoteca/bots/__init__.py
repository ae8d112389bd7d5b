"""Bots: players that are programs.

A bot gets what a person at its seat would get: a view, the legal actions, and a dealer for its own dice. It never
sees a state, so it cannot cheat.

`bots_for` finds a game's bots in the mapping `BOTS` of the module `ludoteca.bots.<game>`; adding a bot touches that
module only. For a bot that plays from a precomputed table, a `Solution` says how the table is made.

Must not know: any game, any state.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias

from ..kernel.chance import Dealer, choose

if TYPE_CHECKING:
    from pathlib import Path  # lazy, to keep `import ludoteca` light

Bot: TypeAlias = Callable[[Any, Sequence[Any], Dealer], Any]
"""(view, legal actions, dealer) -> one of the actions."""

Progress: TypeAlias = Callable[[int, int], None]
"""(done, total): called now and then by a long computation."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A solved game: the table that its best bot plays from, and how to make and check it."""

    table: "Path"  #: the shipped file
    solve: Callable[[Progress], bytes]  #: computes the table again; needs the extra `solve`
    value: Callable[[bytes], tuple[float, float]]  #: by best responses: the first seat's value, and the exploitability


def random_bot(_view: Any, legal: Sequence[Any], dealer: Dealer) -> Any:
    """A legal action, all equally likely."""
    return choose(dealer, legal)


def bots_for(game_name: str) -> Mapping[str, Bot]:
    """The bots that can play a game, by name: `random`, and the game's own."""
    module = _module(game_name)
    own: Mapping[str, Bot] = {} if module is None else getattr(import_module(module), "BOTS", {})
    return {"random": random_bot, **own}


def _module(game_name: str) -> str | None:
    module = f"{__name__}.{game_name.replace('-', '_')}"
    return module if game_name.replace("-", "_").isidentifier() and find_spec(module) is not None else None

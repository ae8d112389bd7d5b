"""Bots: players that are programs.

A bot gets what a person at its seat would get: a view, the legal actions, and a dealer for its own dice. It never
sees a state, so it cannot cheat.

`bots_for` finds a game's bots in the module `ludoteca.bots.<game>`, as its mapping `BOTS`; adding a bot touches that
module only.

Must not know: any game, any state.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from ..kernel.chance import Dealer, choose

Bot: TypeAlias = Callable[[Any, Sequence[Any], Dealer], Any]
"""(view, legal actions, dealer) -> one of the actions."""


def random_bot(_view: Any, legal: Sequence[Any], dealer: Dealer) -> Any:
    """Any legal action, all equally likely."""
    return legal[choose(dealer, legal)]


def bots_for(game_name: str) -> Mapping[str, Bot]:
    """The bots that can play a game, by name: `random`, and the game's own."""
    own: Mapping[str, Bot] = {}
    module = f"{__name__}.{game_name.replace('-', '_')}"
    if game_name.replace("-", "_").isidentifier() and find_spec(module) is not None:
        own = getattr(import_module(module), "BOTS", {})
    return {"random": random_bot, **own}

"""Actions as numbers: the mask over the catalogue, and an action's place in it, both ways.

In the mask is what `legal` lists. Not in it, though the rules accept it: what the catalogue has no place for, such as
offers of more cards than two, or the same trade through another port (RULES.md, "What is listed").
"""

from collections.abc import Iterable
from typing import Final

import numpy as np

from ludoteca.games.catan.actions import Action
from ludoteca.games.catan.catalogue import CATALOGUE, PLACE

from .observation_tensor import Bools

N_ACTIONS: Final = len(CATALOGUE)


def mask_of(legal: Iterable[Action]) -> Bools:
    mask = np.zeros(N_ACTIONS, dtype=np.bool_)
    mask[[PLACE[action] for action in legal]] = True
    return mask


def index_of(action: Action) -> int:
    """ValueError if it is not in the catalogue."""
    if action not in PLACE:
        raise ValueError(f"not in the catalogue: {action}")
    return PLACE[action]


def action_at(index: int) -> Action:
    """ValueError if there is no such index."""
    if isinstance(index, bool) or not 0 <= index < N_ACTIONS:
        raise ValueError(f"the catalogue has 0 to {N_ACTIONS - 1}, not {index}")
    return CATALOGUE[index]

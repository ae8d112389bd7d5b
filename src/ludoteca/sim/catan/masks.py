"""Actions as numbers: the mask over the catalogue, and conversion between actions and indices.

The mask holds what `legal` lists. The rules also accept actions that the catalogue does not have, such as offers of
more than two cards, or the same trade through another port (RULES.md, "What is listed").
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
    """The index of an action; ValueError if it is not in the catalogue."""
    if action not in PLACE:
        raise ValueError(f"not in the catalogue: {action}")
    return PLACE[action]


def action_at(index: int) -> Action:
    """The action at an index; ValueError if there is none."""
    if isinstance(index, bool) or not 0 <= index < N_ACTIONS:
        raise ValueError(f"no action {index}: the catalogue has indices 0 to {N_ACTIONS - 1}")
    return CATALOGUE[index]

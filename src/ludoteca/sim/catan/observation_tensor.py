"""`ObservationTensor`: the arrays that the specification names, with their shapes and types, and `context`.

`context` begins with the numbers of the table CONTEXT, for everything that the named arrays do not carry and a player
may look at. In a whole snapshot TAIL_LENGTH numbers follow, two bytes to each: the rest of the document, then zeros.

Must not know: how they are filled.
"""

from dataclasses import dataclass, fields
from typing import Any, Final, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from ludoteca.games.catan.layout import PortKind
from ludoteca.games.catan.resources import RESOURCES
from ludoteca.games.catan.types import Phase

Floats: TypeAlias = NDArray[np.float32]
Owners: TypeAlias = NDArray[np.int8]
Bools: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.int16]

UNKNOWN: Final = -1
"""Marks what this seat may not know, no player, and no value."""

PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
PORT_KINDS: Final[tuple[PortKind, ...]] = ("ANY", *RESOURCES)

CONTEXT: Final[dict[str, int]] = {
    "phase": 1,  # its index in PHASES
    "setup_round": 1,  # 1 or 2; 0 after the setup
    "to_act": 2,  # by player, 0 or 1
    "dice": 2,  # of this turn; 0 before the roll
    "robber_triggered": 1,
    "ports": 9,  # by PortId, its index in PORT_KINDS
    "port_edges": 9,  # by PortId
    "new_dev_cards": 10,  # by player and kind: bought this turn; `dev` counts them too
    "played_dev_cards": 10,  # by player and kind
    "dev_card_count": 2,  # unplayed, new ones included
    "new_dev_card_count": 2,
    "hidden_victory_points": 2,
    "longest_road_len": 2,
    "deck": 5,  # how many of each kind are left
    "has_played_card": 1,  # a development card, this turn
    "owes": 2,  # cards still to discard
    "offer": 5,  # by resource: what the current player offers
    "request": 5,  # and what they want for it
    "offers_left": 1,  # this turn
    "rolled": 11,  # how often 2, 3, … 12 were rolled
    "rolls_left": 11,  # balanced dice: how many of each number are left; else 0
    "vp_to_win": 1,
    "discard_threshold": 1,
    "turn_limit": 1,
    "away": 2,
    "winner": 1,
    "is_game_over": 1,
}
"""Name -> how many numbers, in this order."""

CONTEXT_LENGTH: Final = sum(CONTEXT.values())
TAIL_LENGTH: Final = 4096
"""Always the same, so that whole snapshots can be stacked. Those of play fill about 2,000 of it."""


@dataclass(frozen=True, slots=True, eq=False)
class ObservationTensor:
    board: Floats  # (19, 6): one-hot resource, pip number / 12; the desert is zeros
    roads: Owners  # (72,): -1 free, 0 player 0, 1 player 1
    settlements: Owners  # (54,): -1 free, 0 and 1 settlements of players 0 and 1, 2 and 3 their cities
    hands: Floats  # (2, 5): resources / 19
    dev: Floats  # (2, 5): unplayed development cards / how many of the kind there are
    bank: Floats  # (5,): resources / 19
    metadata: Floats  # (10,): see `observation`
    legal_actions_mask: Bools  # (N_ACTIONS,): in the order of the catalogue
    context: Numbers  # (CONTEXT_LENGTH,), in a whole snapshot (CONTEXT_LENGTH + TAIL_LENGTH,)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ObservationTensor):
            return NotImplemented
        return all(np.array_equal(array, getattr(other, name)) for name, array in self.arrays().items())

    __hash__ = None  # type: ignore[assignment]

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def read(self, name: str) -> list[int]:
        """The numbers of `context` that have this name."""
        names = list(CONTEXT)
        begin = sum(CONTEXT[before] for before in names[: names.index(name)])
        return [int(number) for number in self.context[begin : begin + CONTEXT[name]]]

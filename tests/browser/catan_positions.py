"""Positions of Catan: one for each phase, as one seat sees it."""

from typing import Any, Final

from ludoteca.games.catan.actions import BuildCity, BuildSettlement, PlayProgress, Resources, TradePlayer
from ludoteca.games.catan.resources import NONE
from ludoteca.games.catan.types import Config, Player, State
from ludoteca.kernel import replace

from ..games.catan.helpers import PLAIN, act, player, position

BLUE: Final = player(
    "2 brick, 3 lumber, wool, 2 grain, 5 ore",
    settlements=(10, 16, 51),
    cities=(0,),
    ways=("0-1-8-10", "15-16", "14-15", "51-52", "8-7"),
    dev="2 knight, road building, year of plenty, monopoly, victory point",
    new="knight",
    played="3 knight",
)
ORANGE: Final = player(
    "brick, 2 lumber, 3 wool, grain",
    settlements=(22, 28),
    cities=(38, 43),
    ways=("27-28", "43-44", "22-23-19-21-42-44", "37-38"),
    dev="knight, victory point",
    played="knight, monopoly",
)
ROLLED: Final = (1, 2, 4, 5, 6, 9, 7, 4, 5, 1, 1)
"""How often 2 to 12 were rolled so far."""


def turn(config: Config = PLAIN, blue: Player = BLUE, **more: Any) -> State:
    return position(blue, ORANGE, config, **{"turn": 47, "dice": (5, 3), "rolled": ROLLED, "robber": 5, **more})


def beginning() -> State:
    return position(player(settlements=(0,)), player(), phase="SETUP", turn=0, dice=None)


def won() -> State:
    """Won by a city, and a settlement after Year of Plenty."""
    plenty = PlayProgress("YEAR_OF_PLENTY", resources=Resources(grain=1, ore=1))
    return act(turn(Config(vp_to_win=10)), BuildCity(16), plenty, BuildSettlement(7, free=False))


STATES: Final[dict[str, tuple[State, int | None]]] = {
    "setup": (beginning(), 0),
    "turn": (turn(), 0),
    "discard": (turn(blue=replace(BLUE, new_dev_cards=NONE), phase="DISCARD", dice=(4, 3), owes=(6, 0)), 0),
    "answer": (act(turn(), TradePlayer(1, Resources(ore=1, grain=1), Resources(wool=2))), 1),
    "spectator": (turn(Config(dice="balanced")), None),
    "end": (won(), 0),
}

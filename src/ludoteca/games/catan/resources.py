"""Resources, development cards and prices: the tables that every module of this game shares.

A `Hand` is five counts in the order of RESOURCES, `Cards` five in the order of DEVELOPMENTS. Both are plain tuples.

Must not know: players, boards.
"""

from typing import Final, Literal, TypeAlias

Resource: TypeAlias = Literal["BRICK", "LUMBER", "WOOL", "GRAIN", "ORE"]
Development: TypeAlias = Literal["KNIGHT", "ROAD_BUILDING", "YEAR_OF_PLENTY", "MONOPOLY", "VICTORY_POINT"]
Progress: TypeAlias = Literal["ROAD_BUILDING", "YEAR_OF_PLENTY", "MONOPOLY"]
Hand: TypeAlias = tuple[int, int, int, int, int]
Cards: TypeAlias = tuple[int, int, int, int, int]

RESOURCES: Final[tuple[Resource, ...]] = ("BRICK", "LUMBER", "WOOL", "GRAIN", "ORE")
DEVELOPMENTS: Final[tuple[Development, ...]] = (
    "KNIGHT",
    "ROAD_BUILDING",
    "YEAR_OF_PLENTY",
    "MONOPOLY",
    "VICTORY_POINT",
)
INDEX: Final[dict[str, int]] = {name: index for index, name in enumerate(RESOURCES)}
KNIGHT, ROAD_BUILDING, YEAR_OF_PLENTY, MONOPOLY, VICTORY_POINT = range(5)

NONE: Final[Hand] = (0, 0, 0, 0, 0)
ONE_OF: Final[tuple[Hand, ...]] = (
    (1, 0, 0, 0, 0),
    (0, 1, 0, 0, 0),
    (0, 0, 1, 0, 0),
    (0, 0, 0, 1, 0),
    (0, 0, 0, 0, 1),
)
"""One card of each kind."""

BANK: Final[Hand] = (19, 19, 19, 19, 19)
DECK: Final[Cards] = (14, 2, 2, 2, 5)

ROAD_PRICE: Final[Hand] = (1, 1, 0, 0, 0)
SETTLEMENT_PRICE: Final[Hand] = (1, 1, 1, 1, 0)
CITY_PRICE: Final[Hand] = (0, 0, 0, 2, 3)
DEVELOPMENT_PRICE: Final[Hand] = (0, 0, 1, 1, 1)

ROADS: Final = 15
SETTLEMENTS: Final = 5
CITIES: Final = 4

BANK_RATE: Final = 4
ANY_PORT_RATE: Final = 3
PORT_RATE: Final = 2


def plus(some: Hand, more: Hand) -> Hand:
    a, b, c, d, e = some
    v, w, x, y, z = more
    return a + v, b + w, c + x, d + y, e + z


def minus(some: Hand, fewer: Hand) -> Hand:
    a, b, c, d, e = some
    v, w, x, y, z = fewer
    return a - v, b - w, c - x, d - y, e - z


def times(some: Hand, count: int) -> Hand:
    a, b, c, d, e = some
    return a * count, b * count, c * count, d * count, e * count


def has(some: Hand, wanted: Hand) -> bool:
    a, b, c, d, e = some
    v, w, x, y, z = wanted
    return a >= v and b >= w and c >= x and d >= y and e >= z

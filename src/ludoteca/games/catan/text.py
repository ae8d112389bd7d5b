"""Catan as text: a line per action and per event.

Vertices and tiles are named by their ids, edges by their two vertices: `settlement 12`, `road 12-13`, `robber 5`. An
EdgeId is read too (`road 17`).

Must not know: states, only views.
"""

import re
from collections.abc import Callable
from typing import Final, assert_never

from ludoteca.kernel import Illegal

from .actions import (
    Action,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopment,
    Discard,
    EndTurn,
    MoveRobber,
    PlayKnight,
    PlayProgress,
    Resources,
    RollDice,
    SetupPlaceRoad,
    SetupPlaceSettlement,
    TradeAccept,
    TradeBank,
    TradeDecline,
    TradePlayer,
    TradePort,
    hand_of,
)
from .event_text import tell
from .geometry import EDGE_VERTICES, EDGES, TILE_VERTICES
from .picture import hand_words, picture
from .resources import RESOURCES, Resource
from .types import COLOURS, View, other

__all__ = ["picture", "read", "tell", "write"]

_HINTS: Final = {
    "SETUP": "settlement 12, or road 12-13",
    "ROLL": "roll, or knight 5",
    "DISCARD": "discard wool",
    "MOVE_ROBBER": "robber 5",
    "ACTION": "road 12-13, settlement 12, city 12, buy, knight 5, roads 1-2 2-3, plenty wool ore, monopoly grain, "
    "bank: 4 brick for 1 ore, port 3: 2 ore for 1 brick, offer: 1 wool for 1 ore, or end",
    "TRADE_RESPONSE": "accept, or decline",
    "GAME_OVER": "nothing: the game is over",
}


def write(action: Action, view: View) -> str:
    del view
    match action:
        case BuildRoad(edge_id=edge) | SetupPlaceRoad(edge_id=edge):
            return f"road {_edge_name(edge)}"
        case BuildSettlement(vertex_id=vertex) | SetupPlaceSettlement(vertex_id=vertex):
            return f"settlement {vertex}"
        case BuildCity(vertex_id=vertex):
            return f"city {vertex}"
        case MoveRobber(tile_id=tile, steal_from=victim):
            return f"robber {tile}{_victim_word(victim)}"
        case PlayKnight(tile_id=tile, steal_from=victim):
            return f"knight {tile}{_victim_word(victim)}"
        case PlayProgress():
            return _write_progress(action)
        case TradeBank() | TradePort() | TradePlayer():
            return _write_trade(action)
        case Discard(resource=resource):
            return f"discard {resource.lower()}"
        case RollDice(forced_value=dice):
            return "roll" if dice is None else f"roll {dice[0]} {dice[1]}"
        case BuyDevelopment() | EndTurn() | TradeAccept() | TradeDecline():
            return next(word for word, known in _WORDS.items() if known == action)
        case _:
            assert_never(action)


def read(text: str, view: View) -> Action:
    words = " ".join(text.split()).lower()
    if words in _WORDS:
        return _WORDS[words]
    for pattern, reader in _READERS:
        found = pattern.fullmatch(words)
        if found is not None:
            return reader(found, view)
    raise _unreadable(text, view)


def _write_progress(action: PlayProgress) -> str:
    match action.card:
        case "ROAD_BUILDING":
            return " ".join(["roads", *map(_edge_name, action.edges or ())])
        case "YEAR_OF_PLENTY":
            hand = hand_of(action.resources or Resources())
            kinds = [name.lower() for name, count in zip(RESOURCES, hand, strict=True) for _ in range(count)]
            return " ".join(["plenty", *kinds])
        case "MONOPOLY":
            return f"monopoly {(action.resource or '').lower()}"
        case _:
            assert_never(action.card)


def _write_trade(action: TradeBank | TradePort | TradePlayer) -> str:
    match action:
        case TradeBank(give=give, receive=receive):
            return f"bank: {_cards(give)} for {_cards(receive)}"
        case TradePort(port_id=port, give=give, receive=receive):
            return f"port {port}: {_cards(give)} for {_cards(receive)}"
        case TradePlayer(offer=give, request=receive):
            return f"offer: {_cards(give)} for {_cards(receive)}"
        case _:
            assert_never(action)


def _cards(cards: Resources) -> str:
    return hand_words(hand_of(cards))


def _edge_name(edge: int) -> str:
    one, two = EDGE_VERTICES[edge]
    return f"{one}-{two}"


def _victim_word(victim: int | None) -> str:
    return "" if victim is None else f" rob {COLOURS[victim]}"


def _unreadable(text: str, view: View) -> Illegal:
    return Illegal("unreadable", f"cannot read {text.strip()[:40]!r}, expected: {_HINTS[view.phase]}")


def _read_road(found: re.Match[str], view: View) -> Action:
    edge = _edge(found[1], view)
    if view.setup_round is not None:
        return SetupPlaceRoad(edge, view.setup_round)
    return BuildRoad(edge, free=False)


def _read_settlement(found: re.Match[str], view: View) -> Action:
    vertex = _number(found[1], 53, "vertex")
    if view.setup_round is not None:
        return SetupPlaceSettlement(vertex, view.setup_round)
    return BuildSettlement(vertex, free=False)


def _read_robber(found: re.Match[str], view: View) -> Action:
    tile = _number(found[2], 18, "tile")
    victim = _victim(view, tile) if found[3] is None else COLOURS.index(found[3])
    return MoveRobber(tile, victim) if found[1] == "robber" else PlayKnight(tile, victim)


def _read_roads(found: re.Match[str], view: View) -> Action:
    edges = sorted(_edge(word, view) for word in (found[1], found[2]) if word)
    return PlayProgress("ROAD_BUILDING", edges=tuple(edges))


def _read_plenty(found: re.Match[str], _view: View) -> Action:
    counts = [[found[1], found[2]].count(name.lower()) for name in RESOURCES]
    return PlayProgress("YEAR_OF_PLENTY", resources=Resources(*counts))


def _read_trade(found: re.Match[str], view: View) -> Action:
    give, receive = _resources(found[3], view), _resources(found[4], view)
    if found[2] is not None:
        return TradePort(_number(found[2], 8, "port"), give, receive)
    if found[1] == "bank":
        return TradeBank(give, receive)
    return TradePlayer(other(view.current), give, receive)


def _victim(view: View, tile: int) -> int | None:
    """Who is robbed on a tile: the other player, if they have built there and have cards."""
    victim = other(view.current)
    player = view.players[victim]
    stands = any(vertex in TILE_VERTICES[tile] for vertex in player.settlements + player.cities)
    return victim if stands and player.resource_count else None


def _edge(word: str, view: View) -> int:
    if "-" not in word:
        return _number(word, 71, "edge")
    ends = tuple(sorted(map(int, word.split("-"))))
    if ends not in EDGES:
        raise Illegal("unreadable", f"no edge joins the vertices {ends[0]} and {ends[1]}", phase=view.phase)
    return EDGES[ends]


def _number(word: str, at_most: int, kind: str) -> int:
    if int(word) > at_most:
        raise Illegal("unreadable", f"there is no {kind} {word}: ids go up to {at_most}")
    return int(word)


def _resources(words: str, view: View) -> Resources:
    """`2 brick, 1 ore`; a lone kind is one card."""
    counts: dict[str, int] = {}
    for part in re.split(r" ?(?:,|\+| and ) ?", words):
        found = _CARDS.fullmatch(part)
        if found is None or found[2] in counts:
            raise _unreadable(words, view)
        counts[found[2]] = int(found[1] or 1)
    if max(counts.values()) > 19:
        raise Illegal("unreadable", "there are 19 cards of each kind")
    return Resources(**counts)


def _resource(word: str) -> Resource:
    return next(name for name in RESOURCES if name.lower() == word)


_WORDS: Final[dict[str, Action]] = {
    "roll": RollDice(),
    "buy": BuyDevelopment(),
    "end": EndTurn(),
    "accept": TradeAccept(),
    "decline": TradeDecline(),
}
_KIND: Final = "(brick|lumber|wool|grain|ore)"
_EDGE: Final = "([0-9]{1,2}(?:-[0-9]{1,2})?)"
_CARDS: Final = re.compile(rf"(?:([0-9]{{1,2}}) )?{_KIND}", re.ASCII)
_READERS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str], View], Action]], ...]] = (
    (re.compile(rf"road {_EDGE}"), _read_road),
    (re.compile(r"settlement ([0-9]{1,2})"), _read_settlement),
    (re.compile(r"city ([0-9]{1,2})"), lambda found, _view: BuildCity(_number(found[1], 53, "vertex"))),
    (re.compile(r"(robber|knight) ([0-9]{1,2})(?: rob (blue|orange))?"), _read_robber),
    (re.compile(rf"roads {_EDGE}(?: {_EDGE})?"), _read_roads),
    (re.compile(rf"plenty {_KIND} {_KIND}"), _read_plenty),
    (
        re.compile(rf"monopoly {_KIND}"),
        lambda found, _view: PlayProgress("MONOPOLY", resource=_resource(found[1])),
    ),
    (re.compile(rf"discard {_KIND}"), lambda found, _view: Discard(_resource(found[1]))),
    (re.compile(r"roll ([1-6]) ([1-6])"), lambda found, _view: RollDice((int(found[1]), int(found[2])))),
    (re.compile(r"(bank|offer|port ([0-9])):? (.+) for (.+)"), _read_trade),
)

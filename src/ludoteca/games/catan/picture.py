"""The island as plain text: tiles with their ids, resources and numbers; vertices with their ids and buildings; roads.
A settlement is `b12` or `o12`, a city `B12` or `O12`, a road `bbb` or `ooo`.

Must not know: states, only views.
"""

from collections.abc import Callable
from typing import Final

from .actions import Side
from .geometry import (
    EDGE_VERTICES,
    TILE_VERTICES,
    TILES,
)
from .resources import CITIES, DEVELOPMENTS, KNIGHT, RESOURCES, ROADS, SETTLEMENTS, Hand
from .types import COLOURS, PlayerView, View

_CORNERS: Final = ((0, -3), (6, -1), (6, 1), (0, 3), (-6, 1), (-6, -1))
"""A tile's vertices relative to its centre, clockwise from the north: columns to the right, lines down."""

_WIDTH, _HEIGHT, _MIDDLE = 65, 23, (32, 11)


def _place(tile: int) -> tuple[int, int]:
    x, y, _ = TILES[tile]
    return _MIDDLE[0] + 12 * x + 6 * y, _MIDDLE[1] + 4 * y


_VERTEX_PLACES: Final = {
    vertex: (_place(tile)[0] + right, _place(tile)[1] + down)
    for tile, ring in enumerate(TILE_VERTICES)
    for vertex, (right, down) in zip(ring, _CORNERS, strict=True)
}


def picture(view: View) -> str:
    island = _drawn(
        lambda tile: _tile_lines(view, tile), lambda vertex: _vertex_word(view, vertex), lambda edge: _road(view, edge)
    )
    ports = [
        f"{port} {kind} {_edge_name(edge)}"
        for port, (kind, edge) in enumerate(zip(view.ports, view.port_edges, strict=True))
    ]
    lines = [island, "", f"Ports: {', '.join(ports[:5])},", f"       {', '.join(ports[5:])}"]
    lines += [f"Bank:  {hand_words(view.bank)}; {_counted(view.deck, 'development card')}", ""]
    lines += [line for seat in (0, 1) for line in _player_lines(view, seat)]
    return "\n".join([*lines, "", _status(view)])


def ids_picture() -> str:
    """The island with every TileId, VertexId and EdgeId."""
    return _drawn(lambda tile: ("", f"[{tile}]", ""), lambda vertex: f"({vertex})", str)


def hand_words(hand: Hand) -> str:
    """`2 brick, 1 ore`"""
    words = [f"{count} {name.lower()}" for name, count in zip(RESOURCES, hand, strict=True) if count]
    return ", ".join(words) or "nothing"


def _drawn(
    tile_lines: Callable[[int], tuple[str, str, str]],
    vertex_word: Callable[[int], str],
    edge_word: Callable[[int], str],
) -> str:
    canvas = [[" "] * _WIDTH for _ in range(_HEIGHT)]
    for edge, (one, two) in enumerate(EDGE_VERTICES):
        (column, line), (other_column, other_line) = _VERTEX_PLACES[one], _VERTEX_PLACES[two]
        _write(canvas, (column + other_column) // 2, (line + other_line) // 2, edge_word(edge))
    for vertex, (column, line) in _VERTEX_PLACES.items():
        _write(canvas, column, line, vertex_word(vertex))
    for tile in range(len(TILES)):
        column, line = _place(tile)
        for down, words in zip((-1, 0, 1), tile_lines(tile), strict=True):
            _write(canvas, column, line + down, words)
    return "\n".join("".join(row).rstrip() for row in canvas)


def _write(canvas: list[list[str]], column: int, line: int, words: str) -> None:
    begin = column - len(words) // 2
    canvas[line][begin : begin + len(words)] = words


def _tile_lines(view: View, tile: int) -> tuple[str, str, str]:
    number = view.numbers[tile]
    robber = "robber" if view.robber == tile else ""
    return f"[{tile}]", view.tiles[tile].lower(), " ".join(filter(None, (str(number or ""), robber)))


def _vertex_word(view: View, vertex: int) -> str:
    for seat, player in enumerate(view.players):
        if vertex in player.settlements:
            return f"{_sign(seat)}{vertex}"
        if vertex in player.cities:
            return f"{_sign(seat).upper()}{vertex}"
    return str(vertex)


def _road(view: View, edge: int) -> str:
    for seat, player in enumerate(view.players):
        if edge in player.roads:
            return _sign(seat) * 3
    (column, line), (other_column, other_line) = (_VERTEX_PLACES[vertex] for vertex in EDGE_VERTICES[edge])
    if column == other_column:
        return "|"
    return "\\" if (column < other_column) == (line < other_line) else "/"


def _sign(seat: Side) -> str:
    return COLOURS[seat][0]


def _edge_name(edge: int) -> str:
    return "-".join(map(str, EDGE_VERTICES[edge]))


def _player_lines(view: View, seat: Side) -> tuple[str, str]:
    player = view.players[seat]
    hidden = f" and {player.hidden_victory_points} hidden" if player.hidden_victory_points else ""
    left = (
        _counted(ROADS - len(player.roads), "road"),
        _counted(SETTLEMENTS - len(player.settlements), "settlement"),
        _counted(CITIES - len(player.cities), "city", "cities"),
    )
    parts = [
        f"{player.victory_points} of {view.vp_to_win} points{hidden}",
        f"road {player.longest_road_len}{' (the longest)' if view.longest_road == seat else ''}",
        f"army {player.played_dev_cards[KNIGHT]}{' (the largest)' if view.largest_army == seat else ''}",
        f"left: {', '.join(left)}",
    ]
    hand = f" ({hand_words(player.resources)})" if player.resources and player.resource_count else ""
    return (
        f"{'*' if seat in view.to_act else ' '} {COLOURS[seat]}: {'; '.join(parts)}",
        f"    {_counted(player.resource_count, 'card')}{hand}; {_developments(player)}",
    )


def _developments(player: PlayerView) -> str:
    count = player.dev_card_count + player.new_dev_card_count
    if player.dev_cards is None or player.new_dev_cards is None or not count:
        return _counted(count, "development card")
    names = [name.lower().replace("_", " ") for name in DEVELOPMENTS]
    held = [f"{number} {name}" for name, number in zip(names, player.dev_cards, strict=True) if number]
    held += [f"{number} new {name}" for name, number in zip(names, player.new_dev_cards, strict=True) if number]
    return f"{_counted(count, 'development card')} ({', '.join(held)})"


def _counted(count: int, thing: str, things: str = "") -> str:
    return f"{count} {thing if count == 1 else things or f'{thing}s'}"


def _status(view: View) -> str:
    if view.result is not None:
        winner = view.result.winner
        return "A draw." if winner is None else f"{COLOURS[winner]} has won."
    if not view.to_act:
        return "Chance speaks."
    dice = f" ({view.dice[0]} and {view.dice[1]})" if view.dice else ""
    when = f"Turn {view.turn}{dice}" if view.turn else f"Setup, round {view.setup_round}"
    return f"{when}: {' and '.join(COLOURS[seat] for seat in view.to_act)} {_to_do(view)}."


def _to_do(view: View) -> str:
    match view.phase:
        case "SETUP":
            return "places a settlement and its road"
        case "ROLL":
            return "rolls"
        case "DISCARD":
            return f"must discard, {' and '.join(_counted(count, 'card') for count in view.owes if count)}"
        case "MOVE_ROBBER":
            return "moves the robber"
        case "TRADE_RESPONSE" if view.offer is not None:
            offer = f"{hand_words(view.offer.give)} for {hand_words(view.offer.receive)}"
            return f"accepts or declines: {COLOURS[view.current]} gives {offer}"
        case _:
            return "builds, buys, plays, trades, or ends the turn"

"""catanatron's game of the same island, which follows ours choice by choice.

Three things look different and are the same. catanatron plays a knight and moves the robber in two actions, and builds
the free roads of a card one by one; ours are one action each. Its discards are one action per player, one after the
other; ours are single cards in any order, so the mirror waits until all are known.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from catanatron.game import Game
from catanatron.models.actions import robber_possibilities
from catanatron.models.decks import freqdeck_count
from catanatron.models.enums import Action, ActionPrompt, ActionType
from catanatron.models.player import Color, Player

from ludoteca.games.catan.resources import DEVELOPMENTS
from ludoteca.games.catan.types import State
from ludoteca.kernel import Answer, Seat

from . import differences as known
from .island import COORDINATES, EDGE_AT, EDGES, NODES, RESOURCES, TILE_AT, VERTEX_AT, island
from .position import Choice, Position

SEATS: Final = (0, 1)
_PLAIN: Final = {ActionType.ROLL: "roll", ActionType.END_TURN: "end", ActionType.BUY_DEVELOPMENT_CARD: "buy"}
_BUILT: Final[dict[Any, tuple[str, dict[Any, int]]]] = {
    ActionType.BUILD_ROAD: ("road", EDGE_AT),
    ActionType.BUILD_SETTLEMENT: ("settlement", VERTEX_AT),
    ActionType.BUILD_CITY: ("city", VERTEX_AT),
}


class Mirror:
    def __init__(self, ours: State) -> None:
        config = ours.config
        players = [Player(Color.BLUE), Player(Color.ORANGE)]
        self.game = Game(players, 1, config.discard_threshold, config.vp_to_win, island(ours.board))
        self.state = self.game.state
        self.colours = self.state.colors  # as it has seated them: the first is our seat 0
        self.differences: Counter[str] = Counter()
        self._bought: list[str] = []  # this turn
        self._discards: tuple[list[str], list[str]] = ([], [])

    def follow(self, seat: Seat, choice: Choice, drawn: tuple[Answer, ...]) -> None:
        """Do the same, with the same chance."""
        match choice:
            case ("roll",):
                self._roll(seat, drawn[0])
            case ("end",):
                self._do(seat, ActionType.END_TURN)
                self._bought.clear()
            case ("buy",):
                self._bought.append(DEVELOPMENTS[drawn[0][0]])
                self._do(seat, ActionType.BUY_DEVELOPMENT_CARD, self._bought[-1])
            case ("road", int(edge)):
                self._build(seat, ActionType.BUILD_ROAD, EDGES[edge])
            case ("settlement", int(vertex)):
                self._build(seat, ActionType.BUILD_SETTLEMENT, NODES[vertex])
            case ("city", int(vertex)):
                self._do(seat, ActionType.BUILD_CITY, NODES[vertex])
            case ("robber", int(tile), victim):
                self._move_robber(seat, tile, victim is not None, drawn)
            case ("trade", *give, "for", int(receive)):
                cards = [RESOURCES[kind] for kind in give if isinstance(kind, int)]
                self._do(seat, ActionType.MARITIME_TRADE, (*cards, *[None] * (4 - len(cards)), RESOURCES[receive]))
            case ("discard", int(kind)):
                self._discard(seat, RESOURCES[kind])
            case _:
                self._play(seat, choice, drawn)

    def choices(self, seat: Seat) -> list[Choice]:
        """What this seat may do by its rules, set right where they are known to differ."""
        if self._is_discarding():
            held = self._held(seat)
            return [("discard", kind) for kind, name in enumerate(RESOURCES) if held[name]] if self._owes(seat) else []
        if self.colours[seat] != self.state.current_color():
            return []
        actions = self._noted(known.ROADS_PAID, self.state.playable_actions, known.with_free_roads(self.state))
        actions = self._noted(known.NEW_CARD, actions, known.without_new_cards(self.state, actions, self._bought))
        actions = self._noted(known.PLENTY_OF_ONE, actions, known.without_plenty_of_one(actions))
        return [choice for action in actions for choice in self._choices_of(seat, action)]

    def position(self) -> Position:
        board = self.state.board
        winner = self.game.winning_color()
        found: Position = {
            "who must act": [] if winner else [seat for seat in SEATS if self._must_act(seat)],
            "bank": self._bank(),
            "deck": tuple(self.state.development_listdeck.count(card) for card in DEVELOPMENTS),
            "robber": TILE_AT[board.robber_coordinate],
            "longest road": self._holder("HAS_ROAD"),
            "largest army": self._holder("HAS_ARMY"),
            "winner": None if winner is None else self.colours.index(winner),
        }
        for seat in SEATS:
            found |= self._position_of(seat)
        return found

    def _position_of(self, seat: Seat) -> Position:
        colour, built = self.colours[seat], self.state.buildings_by_color[self.colours[seat]]
        held = self._held(seat)
        return {
            f"hand of {seat}": tuple(held[name] for name in RESOURCES),
            f"cards of {seat}": tuple(self._of(seat, f"{card}_IN_HAND") for card in DEVELOPMENTS),
            f"cards played by {seat}": tuple(self._of(seat, f"PLAYED_{card}") for card in DEVELOPMENTS),
            f"settlements of {seat}": tuple(sorted(VERTEX_AT[node] for node in built["SETTLEMENT"])),
            f"cities of {seat}": tuple(sorted(VERTEX_AT[node] for node in built["CITY"])),
            f"roads of {seat}": tuple(sorted(EDGE_AT[edge] for edge in known.roads_of(self.state.board, colour))),
            f"length of {seat}": self.state.board.road_lengths[colour],
            f"visible points of {seat}": self._of(seat, "VICTORY_POINTS"),
            f"points of {seat}": self._of(seat, "ACTUAL_VICTORY_POINTS"),
            f"discards of {seat}": self._owes(seat),
        }

    def _choices_of(self, seat: Seat, action: Any) -> Iterator[Choice]:
        value = action.value
        match action.action_type:
            case kind if kind in _PLAIN:
                yield (_PLAIN[kind],)
            case kind if kind in _BUILT:
                name, ids = _BUILT[kind]
                yield name, ids[value]
            case ActionType.MOVE_ROBBER:
                yield "robber", *self._target(value)
            case ActionType.PLAY_KNIGHT_CARD:
                for move in robber_possibilities(self.state, action.color):
                    yield "knight", *self._target(move.value)
            case ActionType.PLAY_ROAD_BUILDING:
                for roads in self._free_roads(seat):
                    yield "roads", *roads
            case ActionType.PLAY_YEAR_OF_PLENTY:
                yield "plenty", *sorted(RESOURCES.index(name) for name in value)
            case ActionType.PLAY_MONOPOLY:
                yield "monopoly", RESOURCES.index(value)
            case ActionType.MARITIME_TRADE:
                give = [RESOURCES.index(name) for name in value[:-1] if name is not None]
                yield "trade", *give, "for", RESOURCES.index(value[-1])
            case _:
                raise AssertionError(f"no such action: {action}")

    def _play(self, seat: Seat, choice: Choice, drawn: tuple[Answer, ...]) -> None:
        """A development card."""
        match choice:
            case ("knight", int(tile), victim):
                self._do(seat, ActionType.PLAY_KNIGHT_CARD)
                self._move_robber(seat, tile, victim is not None, drawn)
            case ("roads", *edges):
                self._build_free(seat, [EDGES[edge] for edge in edges if isinstance(edge, int)])
            case ("plenty", int(one), int(two)):
                self._do(seat, ActionType.PLAY_YEAR_OF_PLENTY, (RESOURCES[one], RESOURCES[two]))
            case ("monopoly", int(kind)):
                self._do(seat, ActionType.PLAY_MONOPOLY, RESOURCES[kind])
            case _:
                raise AssertionError(f"no such choice: {choice}")

    def _free_roads(self, seat: Seat) -> set[tuple[int, ...]]:
        """The pairs of roads that can be built one after the other, by trying; single ones, if there is no pair."""
        board, colour = self.state.board, self.colours[seat]
        first = {EDGE_AT[edge] for edge in board.buildable_edges(colour)}
        pairs: set[tuple[int, ...]] = set()
        if self._of(seat, "ROADS_AVAILABLE") > 1:
            for one in first:
                tried = board.copy()
                tried.build_road(colour, EDGES[one])
                then = {EDGE_AT[edge] for edge in tried.buildable_edges(colour)}
                pairs |= {(min(one, two), max(one, two)) for two in then}
        return pairs or {(one,) for one in first}

    def _roll(self, seat: Seat, dice: Answer) -> None:
        left = known.left_for_one(self.state, sum(dice))
        self._do(seat, ActionType.ROLL, dice)
        if left:
            known.give(self.state, left)
            self.differences[known.NOBODY] += 1

    def _build(self, seat: Seat, kind: Any, place: Any) -> None:
        board, held = self.state.board, self.state.board.road_color
        is_setup, other = self.state.is_initial_build_phase, self.colours[1 - seat]
        is_cut = kind is ActionType.BUILD_SETTLEMENT and known.is_cut(board, other, place)
        self._do(seat, kind, place)
        longer = [colour for colour in self.colours if known.lengthen(board, colour)] if not is_setup else []
        self.differences[known.DEAD_END] += len(longer)
        if longer or is_cut:
            self.differences[known.AFTER_A_CUT] += known.entitle(self.state, held) and is_cut

    def _build_free(self, seat: Seat, edges: list[Any]) -> None:
        self._do(seat, ActionType.PLAY_ROAD_BUILDING)
        for edge in self._in_order(seat, edges):
            known.make_free(self.state)
            self._build(seat, ActionType.BUILD_ROAD, edge)

    def _in_order(self, seat: Seat, edges: list[Any]) -> Iterable[Any]:
        """The lower id first, unless only the other one can be built first."""
        return edges if edges[0] in self.state.board.buildable_edges(self.colours[seat]) else reversed(edges)

    def _move_robber(self, seat: Seat, tile: int, is_theft: bool, drawn: tuple[Answer, ...]) -> None:
        victim = self.colours[1 - seat] if is_theft else None
        stolen = RESOURCES[drawn[0][0]] if drawn else None
        self._do(seat, ActionType.MOVE_ROBBER, (COORDINATES[tile], victim, stolen))

    def _discard(self, seat: Seat, name: str) -> None:
        self._discards[seat].append(name)
        if not any(self._owes(each) for each in SEATS):
            for each in SEATS:
                if self._discards[each]:
                    self._do(each, ActionType.DISCARD, list(self._discards[each]))
                    self._discards[each].clear()
            self.differences[known.EIGHT] += known.end_discards(self.state)

    def _do(self, seat: Seat, kind: Any, value: Any = None) -> None:
        self.game.execute(Action(self.colours[seat], kind, value), validate_action=False)

    def _noted(self, difference: str, before: list[Any], after: list[Any]) -> list[Any]:
        self.differences[difference] += before != after
        return after

    def _must_act(self, seat: Seat) -> bool:
        return bool(self._owes(seat)) if self._is_discarding() else self.colours[seat] == self.state.current_color()

    def _is_discarding(self) -> bool:
        return bool(self.state.current_prompt == ActionPrompt.DISCARD)

    def _owes(self, seat: Seat) -> int:
        cards = sum(self._of(seat, f"{name}_IN_HAND") for name in RESOURCES)
        is_due = self._is_discarding() and cards > self.state.discard_limit
        return cards // 2 - len(self._discards[seat]) if is_due else 0

    def _held(self, seat: Seat) -> Counter[str]:
        """The hand by names, without what was discarded and waits."""
        return Counter({name: self._of(seat, f"{name}_IN_HAND") for name in RESOURCES}) - Counter(self._discards[seat])

    def _bank(self) -> tuple[int, ...]:
        waiting = Counter(self._discards[0] + self._discards[1])
        return tuple(freqdeck_count(self.state.resource_freqdeck, name) + waiting[name] for name in RESOURCES)

    def _of(self, seat: Seat, what: str) -> int:
        return int(self.state.player_state[f"P{seat}_{what}"])

    def _holder(self, title: str) -> Seat | None:
        return next((seat for seat in SEATS if self._of(seat, title)), None)

    def _target(self, value: tuple[Any, Any, Any]) -> tuple[int, Seat | None]:
        place, victim, _ = value
        return TILE_AT[place], None if victim is None else self.colours.index(victim)

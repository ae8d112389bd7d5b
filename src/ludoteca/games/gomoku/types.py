"""Gomoku's values: read this first.

In JSON, states and views have the field names of the Swap 2 specification (`swap2State`, `tentativeStones`, …), so the
state *is* the specification's `GameState` without translation. `board[y][x]`, X is black, O is white. The state names
players by id, as the specification does; everything else names them by seat.
"""

from typing import Annotated, Literal, TypeAlias

from ludoteca.kernel import Meta, Seat, Value

Mark: TypeAlias = Literal["X", "O"]
Colour: TypeAlias = Literal["black", "white"]
Choice: TypeAlias = Literal["black", "white", "place_more"]
Rule: TypeAlias = Literal["freestyle", "standard", "caro", "renju"]
Mode: TypeAlias = Literal["ranked", "tieu_dao", "van_mon", "di_bien_ky", "custom"]
Phase: TypeAlias = Literal["swap2_placement", "swap2_choice", "swap2_extra", "swap2_final_choice", "complete"]
GamePhase: TypeAlias = Literal["swap2", "main_game"]
Reason: TypeAlias = Literal["five", "board_full", "no_legal_move", "resigned", "timeout", "abandoned"]

OnTimeout: TypeAlias = Literal["auto", "forfeit_main_game", "forfeit"]

PlayerId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Side: TypeAlias = Annotated[int, Meta(ge=0, le=1)]
Wait: TypeAlias = Annotated[int, Meta(ge=1, le=7 * 24 * 3600 * 1000)]
Board: TypeAlias = tuple[tuple[Mark | None, ...], ...]
Cell: TypeAlias = tuple[int, int]  # (x, y)


class Config(Value, frozen=True):
    size: Literal[15, 19] = 15
    rule: Rule = "freestyle"
    mode: Mode = "custom"
    swap2_enabled: bool | None = None  # None: by the mode; ranked games always have it
    first_mover: Colour = "black"  # who moves when Swap 2 is complete; in tournaments white
    opener: Side = 0  # the seat of player 1, who opens, or plays black without Swap 2
    turn_ms: Wait = 60_000
    on_timeout: OnTimeout | None = None  # None: by the mode; ranked games are lost in the main game, others go on
    absent_ms: Wait = 60_000  # how long a player of a ranked game may stay away without losing
    players: tuple[PlayerId, PlayerId] | None = None  # ids by seat, as in the state; None: the names of the seats


class Place(Value, frozen=True, tag="place"):
    """One stone. Missing coordinates decode; the rules refuse them with `missing_coordinates`."""

    x: int | None = None
    y: int | None = None


class Choose(Value, frozen=True, tag="choose"):
    """A choice of Swap 2. Any text decodes; the rules refuse an invalid one and list the valid ones."""

    choice: Annotated[str, Meta(max_length=32)] | None = None


Action: TypeAlias = Place | Choose


class Stone(Value, frozen=True):
    """A move of the main game, or an opening stone that has its colour."""

    x: int
    y: int
    player: Mark


class TentativeStone(Value, frozen=True, rename="camel"):
    """A stone of the opening: a position without a colour, which its order will determine."""

    x: int
    y: int
    placed_by: PlayerId
    placement_order: Annotated[int, Meta(ge=1, le=5)]
    phase: Phase


class ActionData(Value, frozen=True, omit_defaults=True):
    x: int | None = None
    y: int | None = None
    choice: Choice | None = None


class Swap2Action(Value, frozen=True, rename="camel"):
    type: Literal["place", "choice"]
    player_id: PlayerId
    timestamp: Annotated[str, Meta(max_length=40)]  # "" where nobody has a clock: in rules and records
    data: ActionData


class FinalChoice(Value, frozen=True, rename="camel"):
    chooser: PlayerId
    chosen_color: Colour


class Swap2State(Value, frozen=True, rename="camel", omit_defaults=True):
    phase: Phase
    player1_id: PlayerId
    player2_id: PlayerId
    active_player_id: PlayerId
    tentative_stones: tuple[TentativeStone, ...]
    actions: tuple[Swap2Action, ...]
    final_choice: FinalChoice | None = None
    black_player_id: PlayerId | None = None
    white_player_id: PlayerId | None = None


class ColorAssignment(Value, frozen=True, rename="camel"):
    black_player_id: PlayerId
    white_player_id: PlayerId
    first_mover: PlayerId


class Result(Value, frozen=True, omit_defaults=True):
    winner: Side | None  # None: a draw
    reason: Reason
    line: tuple[Cell, ...] = ()


class State(Value, frozen=True, rename="camel", omit_defaults=True):
    config: Config
    players: tuple[PlayerId, PlayerId]  # by seat
    board: Board
    moves: tuple[Stone, ...]
    current_turn: Mark | None  # None during Swap 2
    swap2_enabled: bool
    swap2_required: bool
    game_phase: GamePhase
    swap2_state: Swap2State | None = None
    away: tuple[int | None, int | None] = (None, None)  # per seat: the number of its departure, None if present
    departures: int = 0
    auto: bool = False  # a placement has timed out, and chance must pick a cell
    result: Result | None = None


class StonePlaced(Value, frozen=True, tag="stone.placed", omit_defaults=True):
    seat: Side
    x: int
    y: int
    mark: Mark
    order: int | None = None  # 1-5 while the stone is tentative
    auto: bool = False


class ChoiceMade(Value, frozen=True, tag="choice.made", omit_defaults=True):
    seat: Side
    choice: Choice
    auto: bool = False


class ColorsAssigned(Value, frozen=True, tag="colors.assigned"):
    black: Side
    white: Side
    first: Side


class GameEnded(Value, frozen=True, tag="game.end", omit_defaults=True):
    winner: Side | None
    reason: Reason
    line: tuple[Cell, ...] = ()


class PlayerAway(Value, frozen=True, tag="player.away"):
    """A player has lost the connection; the clocks pause while both are away."""

    seat: Side


class PlayerBack(Value, frozen=True, tag="player.back"):
    seat: Side


Told: TypeAlias = StonePlaced | ChoiceMade | ColorsAssigned | GameEnded | PlayerAway | PlayerBack


class View(Value, frozen=True, rename="camel"):
    you: Seat | None
    players: tuple[PlayerId, PlayerId]
    rule: Rule
    mode: Mode
    board: Board
    moves: tuple[Stone, ...]
    current_turn: Mark | None
    swap2_enabled: bool
    swap2_required: bool
    game_phase: GamePhase
    swap2_state: Swap2State | None
    black: Side | None
    to_act: Side | None
    stones_placed: int
    stones_required: int
    options: tuple[Choice, ...]
    away: tuple[Side, ...]
    result: Result | None

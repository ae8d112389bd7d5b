"""Gomoku's rules: Swap 2 when it is on, then the main game, with time-outs and presence.

Laws kept here: during Swap 2 `currentTurn` is null and the board shows the tentative stones in the colours they will
have; when it is complete they become moves, and the main game continues from them. A result is never changed.

After a time-out, a stone is placed on a random empty cell (chance picks it) and a choice becomes black, or the game is
lost (`on_timeout`), as it is in the main game of a ranked game. During an absence the clock runs, and pauses while both
players are away; in a ranked game a player who stays away for `absent_ms` loses.
"""

from typing import assert_never

from ludoteca.kernel import (
    Chance,
    Draw,
    Elapsed,
    Event,
    Illegal,
    Input,
    Left,
    Move,
    Outcome,
    Pick,
    Resigned,
    Returned,
    Seat,
    Step,
    Timer,
    replace,
)
from ludoteca.kernel.timestamps import timestamp

from . import swap2
from .board import OTHER, cell_name, empty_board, empty_places, is_on, with_stone
from .renju import banned_cells, is_banned
from .types import (
    Action,
    ChoiceMade,
    Choose,
    ColorsAssigned,
    Config,
    GameEnded,
    Mark,
    Place,
    PlayerAway,
    PlayerBack,
    PlayerId,
    Reason,
    Result,
    State,
    Stone,
    StonePlaced,
    Swap2State,
    Told,
)
from .wins import winning_line

SWAP2_BY_DEFAULT = frozenset({"ranked", "van_mon"})
ALONE = (frozenset({0}), frozenset({1}))
"""Each seat as the only one."""

Made = Step[State, Told]


def seats(config: Config) -> tuple[str, str]:
    """The colours if they are fixed; the specification's player names if Swap 2 decides the colours."""
    first, second = ("player1", "player2") if has_swap2(config) else ("black", "white")
    return (first, second) if config.opener == 0 else (second, first)


def has_swap2(config: Config) -> bool:
    """Ranked games always have Swap 2; others follow `swap2_enabled`, or by default the mode."""
    if config.mode == "ranked":
        return True
    return config.mode in SWAP2_BY_DEFAULT if config.swap2_enabled is None else config.swap2_enabled


def setup(config: Config) -> Made:
    enabled = has_swap2(config)
    players = config.players or seats(config)
    if players[0] == players[1]:
        raise Illegal("bad_config", "the two players must have different ids", players=list(players))
    player1, player2 = players[config.opener], players[1 - config.opener]
    state = State(
        config=config,
        players=players,
        board=empty_board(config.size),
        moves=(),
        current_turn=None if enabled else "X",
        swap2_enabled=enabled,
        swap2_required=config.mode == "ranked",
        game_phase="swap2" if enabled else "main_game",
        swap2_state=swap2.initialize_swap2(player1, player2) if enabled else None,
    )
    return Step(state)


def with_player_ids(config: Config, ids: tuple[PlayerId, ...]) -> Config:
    first, second = ids
    return replace(config, players=(first, second))


def draw(state: State) -> Draw | None:
    return Pick(len(_legal_places(state))) if state.auto else None


def to_act(state: State) -> frozenset[Seat]:
    if state.result is not None or state.auto:
        return frozenset()
    return ALONE[active_seat(state)]


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    if seat not in to_act(state):
        return ()
    opening = opening_under_way(state)
    if opening is not None and (options := swap2.available_options(opening)):
        return tuple(Choose(option) for option in options)
    return tuple(_legal_places(state))


def timers(state: State) -> tuple[Timer, ...]:
    if state.result is not None or state.auto:
        return ()
    paused = None not in state.away
    turn = Timer(_turn_name(state), state.config.turn_ms, ALONE[active_seat(state)], paused)
    if state.config.mode != "ranked":
        return (turn,)
    absences = (
        Timer(f"absent-{away}-{departure}", state.config.absent_ms, frozenset({away}), paused)
        for away, departure in enumerate(state.away)
        if departure is not None
    )
    return (turn, *absences)


def outcome(state: State) -> Outcome | None:
    if state.result is None:
        return None
    winner = state.result.winner
    scores = (0, 0) if winner is None else tuple(1 if seat == winner else -1 for seat in (0, 1))
    return Outcome(scores, state.result.reason)


def apply(state: State, given: Input[Action]) -> Made:
    match given:
        case Move(seat=seat, action=action):
            return _acted(state, seat, action)
        case Chance(outcome=(index,)):
            place = _legal_places(state)[index]
            return _place(replace(state, auto=False), active_seat(state), place.x, place.y, auto=True)
        case Chance():
            raise AssertionError("the kernel lets only answers to the draw pass")
        case Elapsed(timer=timer):
            return _elapsed(state, timer)
        case Left(seat=seat):
            return _left(state, seat)
        case Returned(seat=seat):
            return _returned(state, seat)
        case Resigned(seat=seat):
            return _ended(state, 1 - seat, "resigned")
        case _:
            assert_never(given)


def _acted(state: State, seat: Seat, action: Action) -> Made:
    match action:
        case Place(x=x, y=y):
            return _place(state, seat, x, y)
        case Choose(choice=choice):
            return _choose(state, seat, choice)
        case _:
            assert_never(action)


def timestamped_state(before: State, state: State, at: int) -> State:
    """The state with the time of each action of Swap 2, where the state before it had them all."""
    opening, known = state.swap2_state, before.swap2_state
    if opening is None or known is None or (opening.actions is known.actions):
        return state
    return replace(state, swap2_state=swap2.with_timestamps(opening, known.actions, timestamp(at)))


def opening_under_way(state: State) -> Swap2State | None:
    return state.swap2_state if state.game_phase == "swap2" else None


def black_seat(state: State) -> Seat | None:
    """Who plays black; None until Swap 2 has decided it."""
    if state.swap2_state is None:
        return state.config.opener
    black = state.swap2_state.black_player_id
    return None if black is None else seat_of(state, black)


def seat_of(state: State, player_id: str) -> Seat:
    return state.players.index(player_id)


def active_seat(state: State) -> Seat:
    """The seat the game waits for."""
    opening = opening_under_way(state)
    if opening is not None:
        return seat_of(state, opening.active_player_id)
    black = black_seat(state)
    assert black is not None
    return black if state.current_turn == "X" else 1 - black


def _turn_name(state: State) -> str:
    """One name per required action, so that each has its own clock."""
    actions = 0 if state.swap2_state is None else len(state.swap2_state.actions)
    return f"turn-{actions + len(state.moves) + 1}"


def _legal_places(state: State) -> list[Place]:
    empty = empty_places(state.board)
    if state.config.rule == "renju" and state.current_turn == "X":
        banned = banned_cells(state.board)
        return [place for place in empty if (place.x, place.y) not in banned]
    return empty


def _can_place(state: State) -> bool:
    """Whether black has any legal point under renju."""
    board = state.board
    return any(mark is None and not is_banned(board, x, y) for y, row in enumerate(board) for x, mark in enumerate(row))


def _place(state: State, seat: Seat, x: int | None, y: int | None, *, auto: bool = False) -> Made:
    if x is None or y is None:
        raise Illegal("missing_coordinates", "a stone needs x and y")
    opening = opening_under_way(state)
    if opening is None:
        return _play(state, seat, x, y, auto=auto)
    player = state.players[seat]
    placed = swap2.place_stone(opening, player, x, y, size=state.config.size)
    stone = placed.tentative_stones[-1]
    mark = swap2.mark_of(stone)
    after = replace(state, board=with_stone(state.board, x, y, mark), swap2_state=placed)
    return Step(after, (Event(StonePlaced(seat, x, y, mark, stone.placement_order, auto)),))


def _choose(state: State, seat: Seat, choice: str | None, *, auto: bool = False) -> Made:
    opening = opening_under_way(state)
    if opening is None:
        phases = list(swap2.OPTIONS_IN)
        raise Illegal(
            "invalid_phase", "there is nothing to choose in the main game", phase="complete", validPhases=phases
        )
    if choice is None:
        options = list(swap2.available_options(opening))
        raise Illegal("missing_choice", "a choice is needed", validChoices=options)
    chosen = swap2.make_choice(opening, state.players[seat], choice, first_mover=state.config.first_mover)
    data = chosen.actions[-1].data
    assert data.choice is not None
    told: Event[Told] = Event(ChoiceMade(seat, data.choice, auto))
    after = replace(state, swap2_state=chosen)
    return _main_game(after, chosen, told) if swap2.is_complete(chosen) else Step(after, (told,))


def _main_game(state: State, opening: Swap2State, told: Event[Told]) -> Made:
    """Swap 2 is complete: its stones become moves, and it is the first mover's turn."""
    stones = tuple(Stone(stone.x, stone.y, swap2.mark_of(stone)) for stone in opening.tentative_stones)
    assigned = swap2.get_final_assignments(opening)
    after = replace(
        state,
        moves=stones,
        game_phase="main_game",
        current_turn="X" if assigned.first_mover == assigned.black_player_id else "O",
    )
    black, white = seat_of(state, assigned.black_player_id), seat_of(state, assigned.white_player_id)
    return Step(after, (told, Event(ColorsAssigned(black, white, seat_of(state, assigned.first_mover)))))


def _play(state: State, seat: Seat, x: int, y: int, *, auto: bool) -> Made:
    """Place a stone of the main game."""
    mark = _check_turn(state, seat)
    _check_cell(state, x, y, mark)
    board = with_stone(state.board, x, y, mark)
    moves = state.moves + (Stone(x, y, mark),)  # noqa: RUF005 - half the time of (*moves, stone), and there may be 361
    placed = replace(state, board=board, moves=moves, current_turn=OTHER[mark])
    told: Event[Told] = Event(StonePlaced(seat, x, y, mark, None, auto))
    line = winning_line(board, x, y, mark, state.config.rule)
    if line:
        return _ended(placed, seat, "five", line, told)
    if len(moves) == state.config.size**2:
        return _ended(placed, None, "board_full", (), told)
    if state.config.rule == "renju" and mark == "O" and not _can_place(placed):
        return _ended(placed, None, "no_legal_move", (), told)
    return Step(placed, (told,))


def _check_turn(state: State, seat: Seat) -> Mark:
    active = active_seat(state)
    if seat != active:
        raise Illegal("wrong_player", "it is the other player's turn to act", activePlayerId=state.players[active])
    assert state.current_turn is not None
    return state.current_turn


def _check_cell(state: State, x: int, y: int, mark: Mark) -> None:
    size = state.config.size
    if not is_on(state.board, x, y):
        raise Illegal("out_of_bounds", f"({x}, {y}) is not on a board of {size}×{size}", size=size)
    if state.board[y][x] is not None:
        raise Illegal("position_occupied", f"a stone stands on {cell_name(x, y, size)} already", x=x, y=y)
    if state.config.rule == "renju" and mark == "X" and is_banned(state.board, x, y):
        raise Illegal("forbidden_point", "black may not make an overline, a double four or a double three", x=x, y=y)


def _elapsed(state: State, timer: str) -> Made:
    if timer != _turn_name(state):
        absent = next(seat for seat, departure in enumerate(state.away) if timer == f"absent-{seat}-{departure}")
        return _ended(state, 1 - absent, "abandoned")
    seat = active_seat(state)
    if loses_on_time(state):
        return _ended(state, 1 - seat, "timeout")
    opening = opening_under_way(state)
    if opening is not None and swap2.available_options(opening):
        return _choose(state, seat, swap2.TIMED_OUT_CHOICE, auto=True)
    return Step(replace(state, auto=True))


def loses_on_time(state: State) -> bool:
    """Whether running out of time now loses the game, rather than leaving the action to chance or to a rule."""
    match state.config.on_timeout or ("forfeit_main_game" if state.config.mode == "ranked" else "auto"):
        case "auto":
            return False
        case "forfeit_main_game":
            return opening_under_way(state) is None
        case "forfeit":
            return True
        case never:
            assert_never(never)


def _left(state: State, seat: Seat) -> Made:
    if state.away[seat] is not None:
        return Step(state)
    departure = state.departures + 1
    after = replace(state, departures=departure, away=_away_with(state, seat, departure))
    return Step(after, (Event(PlayerAway(seat)),))


def _returned(state: State, seat: Seat) -> Made:
    if state.away[seat] is None:
        return Step(state)
    return Step(replace(state, away=_away_with(state, seat, None)), (Event(PlayerBack(seat)),))


def _away_with(state: State, seat: Seat, departure: int | None) -> tuple[int | None, int | None]:
    return (departure, state.away[1]) if seat == 0 else (state.away[0], departure)


def _ended(
    state: State,
    winner: Seat | None,
    reason: Reason,
    line: tuple[tuple[int, int], ...] = (),
    *before: Event[Told],
) -> Made:
    result = Result(winner, reason, line)
    return Step(replace(state, result=result), (*before, Event(GameEnded(winner, reason, line))))

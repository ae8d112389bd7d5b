"""RULES.md, sentence by sentence: the board, Swap 2, the modes, resigning, refusals; then whole openings."""

import pytest

from ludoteca.games.gomoku import GAME
from ludoteca.games.gomoku.types import (
    Action,
    ChoiceMade,
    Choose,
    ColorsAssigned,
    Colour,
    Config,
    FinalChoice,
    GameEnded,
    Mark,
    Mode,
    Place,
    Result,
    State,
    Stone,
    StonePlaced,
)
from ludoteca.kernel import Illegal, Input, Move, Outcome, Resigned, canonical, decode, plain, replace, step

from .board_drawings import board_of, drawn
from .helpers import (
    OPENING,
    PLAIN,
    SWAP2,
    THREE_STONES,
    TWO_MORE,
    choose,
    opening_of,
    place,
    play_at,
    played,
    position,
    refusal,
    started,
    told_by,
)

COLOUR_BY_ORDER: tuple[Mark, ...] = ("X", "O", "X", "X", "O")
FIVE_STONES = (*THREE_STONES, *TWO_MORE)
PHASES_OF_PLACING = ["swap2_placement", "swap2_extra"]
PHASES_OF_CHOOSING = ["swap2_choice", "swap2_final_choice"]


def choices(state: State, seat: int) -> list[str | None]:
    return [action.choice for action in GAME.legal(state, seat) if isinstance(action, Choose)]


def view_of(state: State) -> tuple[int, int]:
    seen = GAME.view(state, None)
    return seen.stones_placed, seen.stones_required


# The board


def test_the_board_is_15_by_15_by_default() -> None:
    assert started(Config()).board == ((None,) * 15,) * 15


def test_the_board_may_be_19_by_19() -> None:
    state = started(Config(size=19))
    assert state.board == ((None,) * 19,) * 19
    assert len(GAME.legal(state, 0)) == 19 * 19
    assert play_at(state, (18, 18)).board[18][18] == "X"


@pytest.mark.parametrize("config", [PLAIN, SWAP2])
def test_board_y_x_holds_the_stone_placed_on_x_y(config: Config) -> None:
    state = played(place(0, 3, 11), config=config)
    assert state.board[11][3] == "X"
    assert sum(mark is not None for row in state.board for mark in row) == 1


def test_x_runs_from_the_left_and_y_from_the_top() -> None:
    lines = GAME.text.picture(GAME.view(played(place(0, 2, 1), config=PLAIN), None)).splitlines()
    letters, top, second = lines[:3]
    assert "X" not in top
    assert second.index("X") == letters.index("c")  # the third column


def test_a1_is_the_lower_left_corner_and_h8_the_centre() -> None:
    seen = GAME.view(started(PLAIN), None)
    assert GAME.text.read("a1", seen) == Place(0, 14)
    assert GAME.text.read("h8", seen) == Place(7, 7)


def test_x_is_black_and_o_is_white_and_they_alternate() -> None:
    state = played(place(0, 0, 0), place(1, 1, 0), place(0, 2, 0), config=PLAIN)
    assert state.moves == (Stone(0, 0, "X"), Stone(1, 0, "O"), Stone(2, 0, "X"))
    assert GAME.view(state, None).black == 0


def test_stones_are_placed_on_empty_cells() -> None:
    state = played(place(0, 4, 4), config=PLAIN)
    assert Place(4, 4) not in GAME.legal(state, 1)
    refused = refusal(state, place(1, 4, 4))
    assert (refused.code, refused.facts) == ("position_occupied", {"x": 4, "y": 4})


def test_stones_never_move() -> None:
    state = started(PLAIN)
    for cell in OPENING:
        before, state = state.board, play_at(state, cell)
        kept = [(x, y) for y, row in enumerate(before) for x, mark in enumerate(row) if mark is not None]
        assert all(state.board[y][x] == before[y][x] for x, y in kept)


# Swap 2: the phases


def test_player_1_is_the_seat_named_by_opener() -> None:
    for opener in (0, 1):
        state = started(replace(SWAP2, opener=opener))
        opening = opening_of(state)
        assert GAME.to_act(state) == {opener}
        assert (opening.player1_id, opening.player2_id) == (state.players[opener], state.players[1 - opener])


def test_with_the_other_opener_the_whole_opening_is_mirrored() -> None:
    config = replace(SWAP2, opener=1)
    inputs = [Move(1 - given.seat, given.action) for given in (*FIVE_STONES, choose(0, "white"))]
    state = played(*inputs, config=config)
    assert GAME.view(state, None).black == 0
    assert opening_of(state).black_player_id == "player2" == state.players[0]


def test_swap2_placement_player_1_places_three_stones() -> None:
    state = started()
    for number, given in enumerate(THREE_STONES):
        assert opening_of(state).phase == "swap2_placement"
        assert GAME.to_act(state) == {0}
        assert len(GAME.legal(state, 0)) == 225 - number
        assert view_of(state) == (number, 3)
        state = step(GAME, state, given).state
    assert opening_of(state).phase == "swap2_choice"
    assert len(opening_of(state).tentative_stones) == 3


def test_swap2_choice_player_2_takes_black_takes_white_or_asks_to_place_more() -> None:
    state = played(*THREE_STONES)
    assert GAME.to_act(state) == {1}
    assert GAME.legal(state, 0) == ()
    assert choices(state, 1) == ["black", "white", "place_more"]
    assert GAME.view(state, 1).options == ("black", "white", "place_more")


def test_after_place_more_player_2_places_two_stones() -> None:
    state = played(*THREE_STONES, choose(1, "place_more"))
    for number, cell in enumerate(OPENING[3:]):
        assert opening_of(state).phase == "swap2_extra"
        assert GAME.to_act(state) == {1}
        assert len(GAME.legal(state, 1)) == 222 - number
        assert view_of(state) == (number, 2)
        state = step(GAME, state, place(1, *cell)).state
    assert opening_of(state).phase == "swap2_final_choice"


def test_then_player_1_takes_black_or_white() -> None:
    state = played(*FIVE_STONES)
    assert GAME.to_act(state) == {0}
    assert choices(state, 0) == ["black", "white"]
    assert GAME.view(state, 0).options == ("black", "white")


@pytest.mark.parametrize("choice", ["black", "white"])
def test_complete_the_main_game_begins(choice: str) -> None:
    for state in (played(*THREE_STONES, choose(1, choice)), played(*FIVE_STONES, choose(0, choice))):
        assert opening_of(state).phase == "complete"
        assert state.game_phase == "main_game"
        assert GAME.view(state, None).options == ()
        (seat,) = GAME.to_act(state)
        assert all(isinstance(action, Place) for action in GAME.legal(state, seat))


def test_in_the_opening_five_stones_in_a_row_win_nothing() -> None:
    row = [(x, 7) for x in range(5)]
    inputs = [place(0, *cell) for cell in row[:3]] + [choose(1, "place_more")] + [place(1, *cell) for cell in row[3:]]
    assert played(*inputs).result is None


def test_a_ban_of_renju_binds_nobody_in_the_opening() -> None:
    state = played(*THREE_STONES, choose(1, "place_more"), config=replace(SWAP2, rule="renju"))
    assert len(GAME.legal(state, 1)) == 222


# Swap 2: the colours


def test_opening_stones_are_positions_without_colours() -> None:
    stones = opening_of(played(*FIVE_STONES)).tentative_stones
    assert [(stone.x, stone.y) for stone in stones] == list(OPENING)
    assert [stone.placement_order for stone in stones] == [1, 2, 3, 4, 5]
    assert [stone.placed_by for stone in stones] == ["player1"] * 3 + ["player2"] * 2
    assert [stone.phase for stone in stones] == ["swap2_placement"] * 3 + ["swap2_extra"] * 2
    assert all("player" not in stone and "color" not in stone for stone in plain(stones))


@pytest.mark.parametrize("choice", ["black", "white"])
def test_by_placement_order_they_become_black_white_black_black_white(choice: str) -> None:
    expected = tuple(Stone(x, y, mark) for (x, y), mark in zip(OPENING, COLOUR_BY_ORDER, strict=True))
    assert played(*FIVE_STONES, choose(0, choice)).moves == expected
    assert played(*THREE_STONES, choose(1, choice)).moves == expected[:3]


def test_the_board_shows_them_so_from_the_start() -> None:
    state = started()
    shown: dict[tuple[int, int], Mark] = {}
    orders = iter(zip(OPENING, COLOUR_BY_ORDER, strict=True))
    for given in FIVE_STONES:
        state = step(GAME, state, given).state
        if isinstance(given.action, Place):
            shown |= dict([next(orders)])
        assert state.board == board_of(shown)
        assert state.moves == ()


@pytest.mark.parametrize(
    ("inputs", "chooser", "choice", "black"),
    [
        (THREE_STONES, 1, "black", 1),
        (THREE_STONES, 1, "white", 0),
        (FIVE_STONES, 0, "black", 0),
        (FIVE_STONES, 0, "white", 1),
    ],
)
def test_who_takes_a_colour_has_it_and_the_other_the_other(
    inputs: tuple[Input[Action], ...], chooser: int, choice: Colour, black: int
) -> None:
    state, told = told_by(played(*inputs), choose(chooser, choice))
    opening = opening_of(state)
    names = ("player1", "player2")
    assert (opening.black_player_id, opening.white_player_id) == (names[black], names[1 - black])
    assert opening.final_choice == FinalChoice(names[chooser], choice)
    assert told == (ChoiceMade(chooser, choice), ColorsAssigned(black, 1 - black, black))
    assert GAME.view(state, None).black == black


@pytest.mark.parametrize("choice", ["black", "white"])
@pytest.mark.parametrize(("first_mover", "turn"), [("black", "X"), ("white", "O")])
def test_first_mover_is_black_or_white(first_mover: Colour, turn: Mark, choice: str) -> None:
    state = played(*THREE_STONES, choose(1, choice), config=replace(SWAP2, first_mover=first_mover))
    opening = opening_of(state)
    mover = opening.black_player_id if first_mover == "black" else opening.white_player_id
    assert state.current_turn == turn
    assert [state.players[seat] for seat in GAME.to_act(state)] == [mover]
    assert play_at(state, (0, 0)).moves[-1] == Stone(0, 0, turn)


def test_first_mover_is_black_by_default() -> None:
    assert Config().first_mover == "black"
    assert played(*THREE_STONES, choose(1, "black")).current_turn == "X"


def test_during_swap_2_current_turn_is_null() -> None:
    state = started()
    for given in FIVE_STONES:
        assert plain(state)["currentTurn"] is None
        assert state.game_phase == "swap2"
        state = step(GAME, state, given).state
    assert state.current_turn is None


@pytest.mark.parametrize("first_mover", ["black", "white"])
@pytest.mark.parametrize("choice", ["black", "white"])
def test_when_complete_active_player_id_is_the_first_mover(choice: str, first_mover: Colour) -> None:
    state = played(*FIVE_STONES, choose(0, choice), config=replace(SWAP2, first_mover=first_mover))
    player_1_moves = choice == first_mover
    assert opening_of(state).active_player_id == ("player1" if player_1_moves else "player2")
    assert GAME.to_act(state) == {0 if player_1_moves else 1}


@pytest.mark.parametrize("opener", [0, 1])
def test_without_swap_2_player_1_plays_black_and_moves_first(opener: int) -> None:
    state = started(replace(PLAIN, opener=opener))
    assert (state.current_turn, state.game_phase, state.swap2_state) == ("X", "main_game", None)
    assert GAME.to_act(state) == {opener}
    assert GAME.view(state, None).black == opener
    assert "swap2State" not in plain(state)


def test_seats_are_named_by_colour_or_by_the_specification() -> None:
    assert GAME.seats(PLAIN) == ("black", "white")
    assert GAME.seats(replace(PLAIN, opener=1)) == ("white", "black")
    assert GAME.seats(SWAP2) == ("player1", "player2")
    assert GAME.seats(replace(SWAP2, opener=1)) == ("player2", "player1")


def test_players_may_have_ids_of_their_own() -> None:
    state = started(replace(SWAP2, players=("an", "binh"), opener=1))
    assert state.players == ("an", "binh")
    assert opening_of(state).active_player_id == "binh"


def test_two_players_of_one_id_cannot_play() -> None:
    with pytest.raises(Illegal) as caught:
        GAME.setup(replace(SWAP2, players=("an", "an")))
    assert caught.value.code == "bad_config"


# Modes


@pytest.mark.parametrize(
    ("mode", "asked", "has_it"),
    [
        ("ranked", None, True),
        ("ranked", True, True),
        ("ranked", False, True),
        ("van_mon", None, True),
        ("van_mon", True, True),
        ("van_mon", False, False),
        *(
            (mode, asked, asked is True)
            for mode in ("tieu_dao", "di_bien_ky", "custom")
            for asked in (None, True, False)
        ),
    ],
)
def test_each_mode_has_swap_2_as_it_should(mode: Mode, asked: bool | None, has_it: bool) -> None:
    state = started(Config(mode=mode, swap2_enabled=asked))
    assert state.swap2_enabled is has_it
    assert state.game_phase == ("swap2" if has_it else "main_game")
    assert (state.swap2_state is not None) is has_it


@pytest.mark.parametrize("mode", ["ranked", "tieu_dao", "van_mon", "di_bien_ky", "custom"])
def test_only_ranked_reports_swap2_required(mode: Mode) -> None:
    state = started(Config(mode=mode, swap2_enabled=True))
    assert plain(state)["swap2Required"] is (mode == "ranked")
    assert GAME.view(state, 0).swap2_required is (mode == "ranked")


# Resigning


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("inputs", [(), THREE_STONES, (*THREE_STONES, choose(1, "black"), place(1, 0, 0))])
def test_resigning_loses_at_any_time(inputs: tuple[Input[Action], ...], seat: int) -> None:
    state, told = told_by(played(*inputs), Resigned(seat))
    assert GAME.outcome(state) == Outcome((1, -1) if seat == 1 else (-1, 1), "resigned")
    assert told == (GameEnded(1 - seat, "resigned"),)


def test_after_the_end_nothing_is_accepted() -> None:
    state = played(Resigned(0))
    assert (GAME.to_act(state), GAME.legal(state, 0), GAME.timers(state)) == (frozenset(), (), ())
    for given in (place(0, 0, 0), choose(1, "black"), Resigned(1)):
        assert refusal(state, given).code == "game_over"


# Refusals, with their facts


@pytest.mark.parametrize("inputs", [THREE_STONES, FIVE_STONES])
def test_invalid_phase_a_stone_where_a_choice_is_due(inputs: tuple[Input[Action], ...]) -> None:
    state = played(*inputs)
    (seat,) = GAME.to_act(state)
    refused = refusal(state, place(seat, 0, 0))
    assert refused.code == "invalid_phase"
    assert refused.facts == {"phase": opening_of(state).phase, "validPhases": PHASES_OF_PLACING}


@pytest.mark.parametrize("inputs", [(), THREE_STONES[:2], (*THREE_STONES, choose(1, "place_more"))])
def test_invalid_phase_a_choice_where_a_stone_is_due(inputs: tuple[Input[Action], ...]) -> None:
    state = played(*inputs)
    (seat,) = GAME.to_act(state)
    refused = refusal(state, choose(seat, "black"))
    assert refused.code == "invalid_phase"
    assert refused.facts == {"phase": opening_of(state).phase, "validPhases": PHASES_OF_CHOOSING}


@pytest.mark.parametrize("inputs", [(), (*THREE_STONES, choose(1, "black"))])
def test_invalid_phase_a_choice_in_the_main_game(inputs: tuple[Input[Action], ...]) -> None:
    state = played(*inputs, config=SWAP2 if inputs else PLAIN)
    refused = refusal(state, choose(0, "black"))
    assert refused.code == "invalid_phase"
    assert refused.facts["validPhases"] == PHASES_OF_CHOOSING


def test_a_fourth_stone_of_player_1_is_refused() -> None:
    assert refusal(played(*THREE_STONES), place(0, 0, 0)).code == "invalid_phase"


def test_a_third_extra_stone_of_player_2_is_refused() -> None:
    assert refusal(played(*FIVE_STONES), place(1, 0, 0)).code == "invalid_phase"


@pytest.mark.parametrize(
    ("inputs", "given", "active"),
    [
        ((), place(1, 0, 0), "player1"),
        (THREE_STONES, choose(0, "black"), "player2"),
        ((*THREE_STONES, choose(1, "place_more")), place(0, 0, 0), "player2"),
        (FIVE_STONES, choose(1, "black"), "player1"),
        ((*THREE_STONES, choose(1, "black")), place(0, 0, 0), "player2"),
        ((*THREE_STONES, choose(1, "white"), place(0, 1, 0)), place(0, 0, 0), "player2"),
    ],
)
def test_wrong_player_names_the_active_player(
    inputs: tuple[Input[Action], ...], given: Input[Action], active: str
) -> None:
    refused = refusal(played(*inputs), given)
    assert (refused.code, refused.facts) == ("wrong_player", {"activePlayerId": active})


@pytest.mark.parametrize("config", [PLAIN, SWAP2])
@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (15, 0), (0, 15), (99, 99)])
def test_out_of_bounds(config: Config, cell: tuple[int, int]) -> None:
    refused = refusal(started(config), place(0, *cell))
    assert (refused.code, refused.facts) == ("out_of_bounds", {"size": 15})


def test_the_bounds_of_19_lines_are_wider() -> None:
    config = replace(SWAP2, size=19)
    assert played(place(0, 18, 18), config=config).board[18][18] == "X"
    assert refusal(started(config), place(0, 19, 0)).facts == {"size": 19}


def test_position_occupied_in_the_opening_too() -> None:
    refused = refusal(played(THREE_STONES[0]), place(0, *OPENING[0]))
    assert (refused.code, refused.facts) == ("position_occupied", {"x": 7, "y": 7})


def test_forbidden_point() -> None:
    drawing = drawn("XXX?XX")
    assert refusal(position(drawing.board, "X", "renju"), place(0, *drawing.point)).code == "forbidden_point"


@pytest.mark.parametrize("word", ["blue", "", "BLACK", "X"])
def test_invalid_choice_names_the_valid_ones(word: str) -> None:
    first, final = refusal(played(*THREE_STONES), choose(1, word)), refusal(played(*FIVE_STONES), choose(0, word))
    assert (first.code, first.facts) == ("invalid_choice", {"validChoices": ["black", "white", "place_more"]})
    assert (final.code, final.facts) == ("invalid_choice", {"validChoices": ["black", "white"]})


def test_place_more_is_no_valid_final_choice() -> None:
    refused = refusal(played(*FIVE_STONES), choose(0, "place_more"))
    assert (refused.code, refused.facts) == ("invalid_choice", {"validChoices": ["black", "white"]})


def test_missing_choice_names_the_valid_ones() -> None:
    refused = refusal(played(*THREE_STONES), choose(1, None))
    assert (refused.code, refused.facts) == ("missing_choice", {"validChoices": ["black", "white", "place_more"]})


@pytest.mark.parametrize("config", [PLAIN, SWAP2])
@pytest.mark.parametrize("cell", [(None, None), (3, None), (None, 3)])
def test_missing_coordinates(config: Config, cell: tuple[int | None, int | None]) -> None:
    assert refusal(started(config), place(0, *cell)).code == "missing_coordinates"


def test_every_refusal_of_the_rules_is_on_the_list() -> None:
    named = {"invalid_phase", "wrong_player", "out_of_bounds", "position_occupied", "forbidden_point"}
    assert set(GAME.refusals) == named | {"invalid_choice", "missing_choice", "missing_coordinates"}


# Whole openings


def is_same_game(state: State) -> State:
    """The state as it comes back from the disk."""
    restored: State = decode(canonical(state), State)
    assert restored == state
    return restored


def win_in_column_0(state: State) -> State:
    """The side to move fills a column, the other side fills the next one."""
    for y in range(4):
        state = play_at(play_at(state, (0, y)), (1, y))
    return play_at(state, (0, 4))


def test_flow_placement_choice_main_game() -> None:
    opening, told = told_by(started(), *THREE_STONES, choose(1, "white"))
    stones = tuple(
        StonePlaced(0, x, y, mark, order)
        for order, ((x, y), mark) in enumerate(zip(OPENING[:3], COLOUR_BY_ORDER[:3], strict=True), start=1)
    )
    assert told == (*stones, ChoiceMade(1, "white"), ColorsAssigned(0, 1, 0))
    end = win_in_column_0(opening)
    assert end.result == Result(0, "five", tuple((0, y) for y in range(5)))
    assert len(end.moves) == 3 + 9


def test_flow_with_place_more() -> None:
    state = played(*FIVE_STONES, choose(0, "white"))
    assert [action.type for action in opening_of(state).actions] == ["place"] * 3 + ["choice"] + ["place"] * 2 + [
        "choice"
    ]
    assert [action.player_id[-1] for action in opening_of(state).actions] == list("1112221")
    assert [action.data.choice for action in opening_of(state).actions if action.type == "choice"] == [
        "place_more",
        "white",
    ]
    end = win_in_column_0(state)
    assert end.result is not None
    assert end.result.winner == 1  # player 2 is black and moves first
    assert opening_of(end) == opening_of(state)  # the opening is history


@pytest.mark.parametrize("interrupted_after", range(len(FIVE_STONES) + 2))
def test_a_game_restored_in_mid_swap_2_goes_on_as_if_nothing_had_happened(interrupted_after: int) -> None:
    inputs: tuple[Input[Action], ...] = (*FIVE_STONES, choose(0, "black"))
    state = is_same_game(played(*inputs[:interrupted_after]))
    for given in inputs[interrupted_after:]:
        state = step(GAME, state, given).state
    assert state == played(*inputs)
    assert win_in_column_0(state) == win_in_column_0(played(*inputs))


def test_the_state_carries_the_names_of_the_specification() -> None:
    tree = plain(played(*FIVE_STONES, choose(0, "black")))
    assert {"board", "moves", "currentTurn", "swap2Enabled", "swap2State", "gamePhase"} <= tree.keys()
    assert tree["swap2State"].keys() == {
        *("phase", "player1Id", "player2Id", "activePlayerId", "tentativeStones", "actions"),
        *("finalChoice", "blackPlayerId", "whitePlayerId"),
    }
    assert tree["swap2State"]["tentativeStones"][0].keys() == {"x", "y", "placedBy", "placementOrder", "phase"}
    assert tree["swap2State"]["actions"][0].keys() == {"type", "playerId", "timestamp", "data"}
    assert tree["swap2State"]["finalChoice"] == {"chooser": "player1", "chosenColor": "black"}

"""The specification's Swap2Manager: its operations, its error codes with their facts, and that nothing is changed."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from ludoteca.games.gomoku import GAME, swap2_manager
from ludoteca.games.gomoku.types import ColorAssignment, Config, Swap2State
from ludoteca.kernel import Elapsed, Illegal, Resigned, canonical, step

from .helpers import OPENING, PLAIN, started

Games = swap2_manager.Games

NO_GAMES: Games = {}
STRANGER = "chi"


def opened(config: Config | None = None) -> Games:
    return swap2_manager.initialize_swap2(NO_GAMES, "g1", "an", "binh", config)


def after_three() -> Games:
    games = opened()
    for x, y in OPENING[:3]:
        games = swap2_manager.place_stone(games, "g1", "an", x, y)
    return games


def after_five() -> Games:
    games = swap2_manager.make_choice(after_three(), "g1", "binh", "place_more")
    for x, y in OPENING[3:]:
        games = swap2_manager.place_stone(games, "g1", "binh", x, y)
    return games


def opening(games: Games) -> Swap2State:
    state = swap2_manager.get_state(games, "g1")
    assert state is not None
    return state


def refused(operation: Callable[[], object]) -> Illegal:
    with pytest.raises(Illegal) as caught:
        operation()
    return caught.value


# The operations


def test_initialize_swap2_opens_a_game_with_player_1_to_place() -> None:
    state = opening(opened())
    assert (state.phase, state.player1_id, state.player2_id, state.active_player_id) == (
        "swap2_placement",
        "an",
        "binh",
        "an",
    )
    assert (state.tentative_stones, state.actions) == ((), ())


def test_initialize_swap2_has_swap_2_whatever_the_config_says() -> None:
    games = opened(Config(mode="tieu_dao", swap2_enabled=False, opener=1, size=19))
    assert opening(games).active_player_id == "an"
    assert games["g1"].swap2_enabled
    assert len(games["g1"].board) == 19


def test_two_players_of_one_id_cannot_be_opened() -> None:
    assert refused(lambda: swap2_manager.initialize_swap2(NO_GAMES, "g1", "an", "an")).code == "bad_config"


def test_place_stone_adds_a_tentative_stone() -> None:
    state = opening(swap2_manager.place_stone(opened(), "g1", "an", 3, 4))
    (stone,) = state.tentative_stones
    assert (stone.x, stone.y, stone.placed_by, stone.placement_order) == (3, 4, "an", 1)


def test_three_stones_lead_to_the_choice_of_player_2() -> None:
    state = opening(after_three())
    assert (state.phase, state.active_player_id) == ("swap2_choice", "binh")


@pytest.mark.parametrize(("choice", "black", "white"), [("black", "binh", "an"), ("white", "an", "binh")])
def test_make_choice_completes_and_get_final_assignments_tells_the_colours(choice: str, black: str, white: str) -> None:
    state = opening(swap2_manager.make_choice(after_three(), "g1", "binh", choice))
    assert swap2_manager.is_complete(state)
    assert swap2_manager.get_final_assignments(state) == ColorAssignment(black, white, black)


def test_the_first_mover_is_white_where_the_config_says_so() -> None:
    games = opened(Config(first_mover="white"))
    for x, y in OPENING[:3]:
        games = swap2_manager.place_stone(games, "g1", "an", x, y)
    games = swap2_manager.make_choice(games, "g1", "binh", "black")
    assert swap2_manager.get_final_assignments(opening(games)) == ColorAssignment("binh", "an", "an")


def test_place_more_leads_to_two_stones_and_the_choice_of_player_1() -> None:
    state = opening(after_five())
    assert (state.phase, state.active_player_id, len(state.tentative_stones)) == ("swap2_final_choice", "an", 5)
    assert not swap2_manager.is_complete(state)


def test_get_state_knows_no_other_games() -> None:
    assert swap2_manager.get_state(opened(), "g2") is None


def test_get_state_of_a_game_without_swap_2_is_none() -> None:
    assert swap2_manager.get_state({"g1": started(PLAIN)}, "g1") is None


def test_request_takes_actions_as_they_come_from_outside() -> None:
    games = opened()
    for x, y in OPENING[:3]:
        games = swap2_manager.request(games, "g1", "an", {"type": "place", "x": x, "y": y})
    assert games == after_three()
    chosen = swap2_manager.request(games, "g1", "binh", {"type": "choice", "choice": "black"})
    assert chosen == swap2_manager.make_choice(games, "g1", "binh", "black")


def test_actions_are_noted_with_the_time_they_came() -> None:
    games = swap2_manager.place_stone(opened(), "g1", "an", 0, 0, timestamp="2024-01-01T00:00:00Z")
    games = swap2_manager.request(
        games, "g1", "an", {"type": "place", "x": 1, "y": 1}, timestamp="2024-01-01T00:00:05Z"
    )
    times = [action.timestamp for action in opening(games).actions]
    assert times == ["2024-01-01T00:00:00Z", "2024-01-01T00:00:05Z"]


def test_a_game_id_is_opened_once() -> None:
    assert refused(lambda: swap2_manager.initialize_swap2(opened(), "g1", "chi", "dung")).code == "bad_config"


@pytest.mark.parametrize("player", ["", "p" * 65])
def test_a_player_has_an_id(player: str) -> None:
    assert refused(lambda: swap2_manager.initialize_swap2(NO_GAMES, "g1", "an", player)).code == "bad_config"


def test_games_do_not_touch_each_other() -> None:
    both = swap2_manager.initialize_swap2(opened(), "g2", "chi", "dung")
    games = swap2_manager.place_stone(both, "g2", "chi", 0, 0)
    assert games["g1"] == both["g1"]
    assert games["g2"] != both["g2"]


# The error codes


def test_game_not_found() -> None:
    for operation in (
        lambda: swap2_manager.place_stone(opened(), "g2", "an", 0, 0),
        lambda: swap2_manager.make_choice(opened(), "g2", "an", "black"),
        lambda: swap2_manager.request(NO_GAMES, "g2", "an", {"type": "place", "x": 0, "y": 0}),
    ):
        assert refused(operation).code == "game_not_found"


def test_invalid_phase() -> None:
    choosing = refused(lambda: swap2_manager.make_choice(opened(), "g1", "an", "black"))
    assert (choosing.code, choosing.facts) == (
        "invalid_phase",
        {"phase": "swap2_placement", "validPhases": ["swap2_choice", "swap2_final_choice"]},
    )
    placing = refused(lambda: swap2_manager.place_stone(after_three(), "g1", "binh", 0, 0))
    assert (placing.code, placing.facts) == (
        "invalid_phase",
        {"phase": "swap2_choice", "validPhases": ["swap2_placement", "swap2_extra"]},
    )


@pytest.mark.parametrize("choice", ["black", "white"])
def test_invalid_phase_once_swap_2_is_complete(choice: str) -> None:
    games = swap2_manager.make_choice(after_three(), "g1", "binh", choice)
    for operation in (
        lambda: swap2_manager.place_stone(games, "g1", "an", 0, 0),
        lambda: swap2_manager.make_choice(games, "g1", "binh", "white"),
    ):
        late = refused(operation)
        assert late.code == "invalid_phase"
        assert late.facts["phase"] == "complete"


def test_invalid_phase_for_assignments_that_are_not_there_yet() -> None:
    early = refused(lambda: swap2_manager.get_final_assignments(opening(after_five())))
    assert (early.code, early.facts) == (
        "invalid_phase",
        {"phase": "swap2_final_choice", "validPhases": ["complete"]},
    )


@pytest.mark.parametrize("player", ["binh", STRANGER])
def test_wrong_player(player: str) -> None:
    wrong = refused(lambda: swap2_manager.place_stone(opened(), "g1", player, 0, 0))
    assert (wrong.code, wrong.facts) == ("wrong_player", {"activePlayerId": "an"})


def test_wrong_player_chooses() -> None:
    wrong = refused(lambda: swap2_manager.make_choice(after_three(), "g1", "an", "black"))
    assert (wrong.code, wrong.facts) == ("wrong_player", {"activePlayerId": "binh"})


def test_out_of_bounds() -> None:
    off = refused(lambda: swap2_manager.place_stone(opened(), "g1", "an", 15, 0))
    assert (off.code, off.facts) == ("out_of_bounds", {"size": 15})


def test_position_occupied() -> None:
    games = swap2_manager.place_stone(opened(), "g1", "an", 7, 7)
    taken = refused(lambda: swap2_manager.place_stone(games, "g1", "an", 7, 7))
    assert (taken.code, taken.facts) == ("position_occupied", {"x": 7, "y": 7})


def test_invalid_choice() -> None:
    unknown = refused(lambda: swap2_manager.make_choice(after_three(), "g1", "binh", "blue"))
    assert (unknown.code, unknown.facts) == ("invalid_choice", {"validChoices": ["black", "white", "place_more"]})
    closed = refused(lambda: swap2_manager.make_choice(after_five(), "g1", "an", "place_more"))
    assert (closed.code, closed.facts) == ("invalid_choice", {"validChoices": ["black", "white"]})


@pytest.mark.parametrize("body", [{}, {"x": 1}, {"y": 1}, {"x": None, "y": 1}])
def test_missing_coordinates(body: Mapping[str, Any]) -> None:
    missing = refused(lambda: swap2_manager.request(opened(), "g1", "an", {"type": "place", **body}))
    assert missing.code == "missing_coordinates"


@pytest.mark.parametrize("body", [{"x": "7", "y": 7}, {"x": 1.5, "y": 2}, {"x": [1], "y": 2}, {"x": 1, "y": 1, "z": 1}])
def test_coordinates_of_another_kind_are_no_action(body: Mapping[str, Any]) -> None:
    wrong = refused(lambda: swap2_manager.request(opened(), "g1", "an", {"type": "place", **body}))
    assert wrong.code == "invalid_action_type"


@pytest.mark.parametrize("body", [{}, {"choice": None}])
def test_missing_choice(body: Mapping[str, Any]) -> None:
    missing = refused(lambda: swap2_manager.request(after_three(), "g1", "binh", {"type": "choice", **body}))
    assert (missing.code, missing.facts) == ("missing_choice", {"validChoices": ["black", "white", "place_more"]})


@pytest.mark.parametrize("choice", [5, True, ["black"], {}, "b" * 33])
def test_what_is_no_text_is_no_choice(choice: object) -> None:
    wrong = refused(lambda: swap2_manager.request(after_three(), "g1", "binh", {"type": "choice", "choice": choice}))
    assert wrong.code in ("invalid_action_type", "invalid_choice")


@pytest.mark.parametrize("body", [{}, {"type": None}, {"type": "pass"}, {"type": 7}, {"type": ["place"]}, {"type": {}}])
def test_invalid_action_type(body: Mapping[str, Any]) -> None:
    unknown = refused(lambda: swap2_manager.request(opened(), "g1", "an", body))
    assert (unknown.code, unknown.facts) == ("invalid_action_type", {"validTypes": ["place", "choice"]})


def test_a_finished_game_takes_nothing() -> None:
    games = {"g1": step(GAME, opened()["g1"], Resigned(0)).state}
    assert refused(lambda: swap2_manager.place_stone(games, "g1", "an", 0, 0)).code == "game_over"


def test_a_game_that_waits_for_chance_takes_nothing() -> None:
    games = {"g1": step(GAME, opened()["g1"], Elapsed("turn-1")).state}
    assert refused(lambda: swap2_manager.place_stone(games, "g1", "an", 0, 0)).code == "draw_open"


# Purity


def test_no_operation_changes_the_games_it_was_given() -> None:
    games = dict(after_three())
    before = canonical(games)
    swap2_manager.initialize_swap2(games, "g2", "an", "binh")
    swap2_manager.make_choice(games, "g1", "binh", "black")
    swap2_manager.request(games, "g1", "binh", {"type": "choice", "choice": "place_more"})
    assert canonical(games) == before


def test_no_refused_operation_changes_the_games_it_was_given() -> None:
    games = dict(after_three())
    before = canonical(games)
    refused(lambda: swap2_manager.place_stone(games, "g1", "binh", 0, 0))
    refused(lambda: swap2_manager.make_choice(games, "g1", "an", "black"))
    refused(lambda: swap2_manager.make_choice(games, "g3", "an", "black"))
    assert canonical(games) == before


def test_a_request_does_not_change_the_body_it_was_given() -> None:
    body = {"type": "choice", "choice": "black"}
    swap2_manager.request(after_three(), "g1", "binh", body)
    assert body == {"type": "choice", "choice": "black"}

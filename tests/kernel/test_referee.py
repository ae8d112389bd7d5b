"""The referee: every request, every refusal, and that a refusal changes nothing."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.dealers import Given, PyRandom
from ludoteca.games import GAMES
from ludoteca.kernel import (
    AnyGame,
    Chance,
    Dice,
    Elapsed,
    Malformed,
    Move,
    Pick,
    advance,
    begin,
    canonical,
    digest,
    options,
    plain,
    step,
)
from ludoteca.kernel.contract import input_type
from ludoteca.kernel.values import convert
from ludoteca.referee import LINE_AT_MOST, Referee

from . import coin
from .coin import Config, Guess, State
from .test_chance import CRITICAL

GOMOKU = GAMES["gomoku"]
SETUP = {"do": "setup", "seed": 3}
ASKED = ("state", "to_act", "outcome", "digest")


def ask(referee: Referee, line: bytes | dict[str, Any]) -> dict[str, Any]:
    answered = referee.answer(line if isinstance(line, bytes) else json.dumps(line).encode())
    assert b"\n" not in answered
    body = json.loads(answered)
    assert isinstance(body, dict)
    assert canonical(body) == answered
    return body


def done(referee: Referee, request: dict[str, Any]) -> dict[str, Any]:
    body = ask(referee, request)
    assert body["ok"] is True, body
    return body


def refused(referee: Referee, line: bytes | dict[str, Any]) -> dict[str, Any]:
    """The refusal; everything that can be asked is as it was."""
    before = [ask(referee, {"do": what}) for what in ASKED]
    body = ask(referee, line)
    assert body["ok"] is False, body
    assert set(body) in ({"ok", "code", "reason", "facts"}, {"ok", "code", "reason", "where"})
    assert [ask(referee, {"do": what}) for what in ASKED] == before
    return body


def set_up(request: dict[str, Any] | None = None, game: AnyGame = coin.GAME) -> Referee:
    referee = Referee(game)
    done(referee, SETUP if request is None else {"do": "setup", **request})
    return referee


def state_of(referee: Referee) -> State:
    return convert(done(referee, {"do": "state"})["state"], State)


def guess(seat: int, side: str = "heads") -> dict[str, Any]:
    return {"type": "move", "seat": seat, "action": {"type": "guess", "side": side}}


def guessing() -> tuple[Referee, int]:
    """A game in which chance is given, and the seat that must guess."""
    referee = set_up({"chance": "given"})
    done(referee, {"do": "apply", "input": {"type": "chance", "outcome": [1]}})
    return referee, 1


# What is asked and answered


def test_setup_tells_seats_seed_draws_events_digest_and_outcome() -> None:
    body = done(Referee(coin.GAME), SETUP)
    made = begin(coin.GAME, Config(), PyRandom(3))
    assert body == {
        "ok": True,
        "seats": ["left", "right"],
        "seed": 3,
        "drawn": plain(made.drawn),
        "events": plain(made.events),
        "digest": digest(made.state),
        "outcome": None,
    }


def test_setup_takes_a_config_a_preset_or_neither() -> None:
    assert state_of(set_up({"config": {"rounds": 7}})).config == Config(rounds=7)
    assert state_of(set_up({"preset": "quick"})).config == Config(rounds=1)
    assert state_of(set_up({"config": {}})).config == Config()
    assert state_of(set_up({})).config == Config()


def test_without_a_seed_one_is_chosen_and_told_and_gives_the_game_again() -> None:
    body = done(Referee(coin.GAME), {"do": "setup"})
    again = done(Referee(coin.GAME), {"do": "setup", "seed": body["seed"]})
    assert again == body


def test_setup_starts_over() -> None:
    referee = set_up()
    first = done(referee, {"do": "digest"})
    done(referee, {"do": "random", "n": 3})
    done(referee, SETUP)
    assert done(referee, {"do": "digest"}) == first


def test_state_legal_to_act_view_outcome_and_digest_tell_what_the_rules_say() -> None:
    referee = set_up()
    game = coin.GAME
    for _ in range(40):
        state = state_of(referee)
        assert done(referee, {"do": "digest"})["digest"] == digest(state)
        assert done(referee, {"do": "outcome"})["outcome"] == plain(game.outcome(state))
        acting = done(referee, {"do": "to_act"})
        assert acting["to_act"] == sorted(game.to_act(state))
        assert acting["timers"] == plain(game.timers(state))
        assert acting["draw"] is None
        for seat in (0, 1):
            assert done(referee, {"do": "legal", "seat": seat})["legal"] == plain(game.legal(state, seat))
        for reader in (0, 1, None):
            assert done(referee, {"do": "view", "seat": reader})["view"] == plain(game.view(state, reader))
        done(referee, {"do": "random"})


def test_apply_tells_draws_events_digest_and_outcome() -> None:
    referee, seat = guessing()
    body = done(referee, {"do": "apply", "input": guess(seat), "drawn": [[0], [5, 6]]})
    state = begin(coin.GAME, Config(), Given([(1,)])).state
    made = advance(coin.GAME, state, Move(seat, Guess("heads")), Given([(0,), (5, 6)]))
    assert body == {
        "ok": True,
        "drawn": [[0], [5, 6]],
        "events": plain(made.events),
        "digest": digest(made.state),
        "outcome": None,
    }


@pytest.mark.parametrize("kind", ["left", "returned", "resigned"])
def test_presence_and_resignation_can_be_applied(kind: str) -> None:
    referee = set_up()
    body = done(referee, {"do": "apply", "input": {"type": kind, "seat": 0}})
    assert (body["outcome"] is not None) == (kind == "resigned")


def test_a_timer_elapses_when_told() -> None:
    referee, _ = guessing()
    assert done(referee, {"do": "apply", "input": {"type": "elapsed", "timer": "guess-1"}})["outcome"] is not None


# Chance


def test_the_dealer_answers_every_draw_at_once() -> None:
    for seed in range(20):
        referee = set_up({"seed": seed})
        seat = state_of(referee).turn
        body = done(referee, {"do": "apply", "input": guess(seat)})
        assert len(body["drawn"]) in (1, 2)
        assert done(referee, {"do": "to_act"})["draw"] is None


def test_answers_sent_along_go_before_the_dealers() -> None:
    referee = set_up()
    seat = state_of(referee).turn
    body = done(referee, {"do": "apply", "input": guess(seat), "drawn": [[0]]})
    assert body["drawn"][0] == [0]
    assert len(body["drawn"]) == 2


def test_when_chance_is_given_draws_stay_open_and_are_told() -> None:
    referee = Referee(coin.GAME)
    assert done(referee, {"do": "setup", "chance": "given"})["drawn"] == []
    assert done(referee, {"do": "to_act"}) == {"ok": True, "to_act": [], "draw": plain(Pick(2)), "timers": []}
    done(referee, {"do": "apply", "input": {"type": "chance", "outcome": [0]}})
    assert done(referee, {"do": "to_act"})["draw"] is None
    done(referee, {"do": "apply", "input": guess(0)})
    done(referee, {"do": "apply", "input": {"type": "chance", "outcome": [0]}})
    assert done(referee, {"do": "to_act"})["draw"] == plain(Dice(2))
    done(referee, {"do": "apply", "input": {"type": "chance", "outcome": [6, 6]}})
    assert state_of(referee).points == (12, 0)


def test_when_chance_is_given_a_chance_input_may_bring_the_next_answers_too() -> None:
    referee, seat = guessing()
    done(referee, {"do": "apply", "input": guess(seat)})
    done(referee, {"do": "apply", "input": {"type": "chance", "outcome": [0]}, "drawn": [[1, 1]]})
    assert state_of(referee).points == (0, 2)


def test_when_chance_is_given_the_rest_may_be_left_open() -> None:
    referee, seat = guessing()
    done(referee, {"do": "apply", "input": guess(seat), "drawn": [[0]]})
    assert done(referee, {"do": "to_act"})["draw"] == plain(Dice(2))


# Random play


@given(st.integers(-(2**53), 2**53), st.sampled_from(["dealer", "given"]))
def test_a_seed_gives_one_random_game(seed: int, chance: str) -> None:
    one, other = set_up({"seed": seed, "chance": chance}), set_up({"seed": seed, "chance": chance})
    at_once = done(one, {"do": "random", "n": 100})
    one_by_one = [done(other, {"do": "random"}) for _ in range(len(at_once["played"]))]
    assert [step["played"][0] for step in one_by_one] == at_once["played"]
    assert one_by_one[-1]["digest"] == at_once["digest"]
    assert at_once["outcome"] is not None


@given(st.integers(0, 2**53), st.sampled_from(["dealer", "given"]))
def test_what_was_played_at_random_can_be_applied_again(seed: int, chance: str) -> None:
    played = done(set_up({"seed": seed, "chance": chance}), {"do": "random", "n": 100})
    again = set_up({"seed": seed, "chance": "given"})
    if chance == "dealer":
        opened = done(set_up({"seed": seed}), {"do": "state"})["state"]["turn"]
        done(again, {"do": "apply", "input": {"type": "chance", "outcome": [opened]}})
    for move in played["played"]:
        done(again, {"do": "apply", **move})
    assert done(again, {"do": "digest"})["digest"] == played["digest"]


def test_random_play_plays_no_further_than_asked_and_no_further_than_the_end() -> None:
    referee = set_up()
    assert done(referee, {"do": "random", "n": 0})["played"] == []
    assert len(done(referee, {"do": "random", "n": 2})["played"]) == 2
    assert done(referee, {"do": "random", "n": 100_000})["outcome"] is not None
    assert done(referee, {"do": "random", "n": 5})["played"] == []


def test_random_play_plays_only_options() -> None:
    referee = set_up({"config": {"rounds": 20}})
    for _ in range(39):
        state = state_of(referee)
        move = done(referee, {"do": "random"})["played"][0]["input"]
        assert convert(move, input_type(coin.GAME)) in options(coin.GAME, state)


def test_random_guesses_know_nothing_of_the_coin_that_falls_after_them() -> None:
    right = 0
    for seed in range(400):
        move = done(set_up({"seed": seed}), {"do": "random"})["played"][0]
        right += coin.SIDES.index(move["input"]["action"]["side"]) == move["drawn"][0][0]
    assert (right - 200) ** 2 / 200 * 2 < CRITICAL[1]


# Refusals


@pytest.mark.parametrize(
    "request_",
    [{"do": what} for what in (*ASKED, "random")]
    + [{"do": "legal", "seat": 0}, {"do": "view", "seat": None}, {"do": "apply", "input": guess(0)}],
)
def test_before_a_setup_there_is_no_game(request_: dict[str, Any]) -> None:
    assert refused(Referee(coin.GAME), request_)["code"] == "no_game"


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ({"do": "dance"}, "$.do"),
        ({"do": None}, "$.do"),
        ({}, "$"),
        ({"do": "state", "more": 1}, "$"),
        ({"do": "legal"}, "$"),
        ({"do": "legal", "seat": "0"}, "$.seat"),
        ({"do": "legal", "seat": None}, "$.seat"),
        ({"do": "legal", "seat": 0.0}, "$.seat"),
        ({"do": "legal", "seat": True}, "$.seat"),
        ({"do": "view"}, "$"),
        ({"do": "random", "n": -1}, "$.n"),
        ({"do": "random", "n": 100_001}, "$.n"),
        ({"do": "random", "n": None}, "$.n"),
        ({"do": "setup", "seed": 2**53 + 1}, "$.seed"),
        ({"do": "setup", "seed": 1.5}, "$.seed"),
        ({"do": "setup", "seed": "1"}, "$.seed"),
        ({"do": "setup", "chance": "loaded"}, "$.chance"),
        ({"do": "setup", "preset": 1}, "$.preset"),
        ({"do": "setup", "config": []}, "$.config"),
        ({"do": "setup", "config": {"rounds": 0}}, "$.config.rounds"),
        ({"do": "setup", "config": {"rounds": True}}, "$.config.rounds"),
        ({"do": "setup", "config": {"colour": 1}}, "$.config"),
        ({"do": "apply"}, "$"),
        ({"do": "apply", "input": None}, "$.input"),
        ({"do": "apply", "input": {"type": "wish"}}, "$.input.type"),
        ({"do": "apply", "input": {"type": "move", "seat": 0}}, "$.input"),
        ({"do": "apply", "input": guess(-1)}, "$.input.seat"),
        ({"do": "apply", "input": guess(64)}, "$.input.seat"),
        ({"do": "apply", "input": guess(0, "edge")}, "$.input.action.side"),
        ({"do": "apply", "input": {"type": "elapsed", "timer": ""}}, "$.input.timer"),
        ({"do": "apply", "input": {"type": "elapsed", "timer": "x" * 65}}, "$.input.timer"),
        ({"do": "apply", "input": guess(0), "drawn": [0]}, "$.drawn[0]"),
        ({"do": "apply", "input": guess(0), "drawn": [[1.0]]}, "$.drawn[0][0]"),
        ({"do": "load"}, "$"),
        ({"do": "load", "state": None}, "$.state"),
        ({"do": "load", "state": {}}, "$.state"),
    ],
)
def test_a_malformed_request_is_refused_and_its_place_told(line: dict[str, Any], where: str) -> None:
    body = refused(set_up(), line)
    assert (body["code"], body["where"]) == ("malformed", where)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"not JSON",
        b"\xff\xfe",
        b"\x00",
        b"[]",
        b"null",
        b'"setup"',
        b'{"do":"state"} {"do":"state"}',
        b'{"do":"state","do":"state"}',
        b'{"do":"setup","seed":NaN}',
        b'{"do":"setup","seed":1e400}',
        b'{"do":"setup","seed":' + b"9" * 5_000 + b"}",
        b'{"do":"setup","config":{"rounds":2,"rounds":2}}',
        b'{"do":"setup","preset":"\\ud800"}',
        b'{"do":"setup","config":{"\\ud800":1}}',
        b'{"do":"setup","config":{"\\ud800":{"a":1,"a":2}}}',
        b'{"do":"load","state":' + b"[" * 100_000,
        b'{"do":"load","state":' + b"[" * 33 + b"]" * 33 + b"}",
        b" " * (LINE_AT_MOST + 1),
        b'\xef\xbb\xbf{"do":"state"}',
    ],
)
def test_a_broken_line_is_malformed(line: bytes) -> None:
    assert refused(set_up(), line)["code"] == "malformed"


@pytest.mark.parametrize("seat", [-1, 2, 63, 2**62])
@pytest.mark.parametrize("what", ["legal", "view"])
def test_there_is_nothing_to_ask_of_a_seat_that_is_not_there(what: str, seat: int) -> None:
    body = refused(set_up(), {"do": what, "seat": seat})
    assert (body["code"], body["facts"]) == ("no_seat", {"seats": 2})


@pytest.mark.parametrize(
    "given_", [guess(2), guess(63), *({"type": k, "seat": 2} for k in ("left", "returned", "resigned"))]
)
def test_there_is_nobody_to_act_at_a_seat_that_is_not_there(given_: dict[str, Any]) -> None:
    for game in (coin.GAME, GOMOKU):
        if game is coin.GAME or given_["type"] != "move":
            assert refused(set_up(game=game), {"do": "apply", "input": given_})["code"] == "no_seat"


@pytest.mark.parametrize(
    "request_",
    [
        {"do": "setup", "preset": "quick", "config": {}},
        {"do": "setup", "preset": "slow"},
        {"do": "setup", "config": {"think_ms": 60_001}},
    ],
)
def test_a_bad_config_is_refused_and_the_game_under_way_goes_on(request_: dict[str, Any]) -> None:
    assert refused(set_up(), request_)["code"] == "bad_config"


def test_an_unknown_preset_is_answered_with_those_there_are() -> None:
    assert refused(set_up(), {"do": "setup", "preset": "slow"})["facts"] == {"presets": ["plain", "quick"]}


def applied(given: dict[str, Any], *drawn: list[int]) -> dict[str, Any]:
    return {"do": "apply", "input": given, "drawn": list(drawn)}


CHANCE = {"type": "chance", "outcome": [0]}


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (applied(guess(0)), "not_your_turn"),
        (applied(CHANCE), "no_draw"),
        (applied({"type": "elapsed", "timer": "show-1"}), "no_timer"),
        (applied(guess(1), [2]), "bad_answer"),
        (applied(guess(1), []), "bad_answer"),
        (applied(guess(1), [0], [0, 1]), "bad_answer"),
        (applied(guess(1), [0], [1, 1], [1, 1]), "no_draw"),
        (applied(guess(1), [1], [1, 1]), "no_draw"),
        (applied({"type": "left", "seat": 0}, [1]), "no_draw"),
    ],
)
@pytest.mark.parametrize("chance", ["dealer", "given"])
def test_what_the_rules_or_the_kernel_refuse_is_refused_in_their_words(
    request_: dict[str, Any], code: str, chance: str
) -> None:
    referee = Referee(coin.GAME)
    done(referee, {"do": "load", "state": plain(begin(coin.GAME, Config(), Given([(1,)])).state), "chance": chance})
    assert refused(referee, request_)["code"] == code


def test_while_a_draw_is_open_only_chance_may_speak() -> None:
    referee = set_up({"chance": "given"})
    for given_ in (guess(0), {"type": "left", "seat": 0}, {"type": "elapsed", "timer": "guess-1"}):
        assert refused(referee, applied(given_))["code"] == "draw_open"
    assert refused(referee, applied({"type": "chance", "outcome": [2]}))["code"] == "bad_answer"


def test_when_the_game_is_over_everything_may_be_asked_and_nothing_applied() -> None:
    referee = set_up()
    done(referee, applied({"type": "resigned", "seat": 0}))
    for given_ in (guess(0), guess(1), {"type": "left", "seat": 0}, {"type": "elapsed", "timer": "guess-1"}):
        assert refused(referee, applied(given_))["code"] == "game_over"
    assert done(referee, {"do": "legal", "seat": 0})["legal"] == []
    assert done(referee, {"do": "to_act"})["to_act"] == []


def test_refusals_do_not_touch_the_dealer_or_the_random_player() -> None:
    disturbed, quiet = set_up({"config": {"rounds": 20}, "seed": 8}), set_up({"config": {"rounds": 20}, "seed": 8})
    for _ in range(10):
        turn = state_of(disturbed).turn
        for request_ in (
            applied(guess(1 - turn)),
            applied(guess(turn), [0], [1, 1], [1, 1]),
            applied(guess(turn), [2]),
            applied({"type": "left", "seat": 0}, [1]),
            {"do": "setup", "preset": "slow", "seed": 5},
            {"do": "load", "state": {}, "seed": 5},
        ):
            refused(disturbed, request_)
        assert done(disturbed, {"do": "random", "n": 2}) == done(quiet, {"do": "random", "n": 2})


# Load


@given(st.integers(0, 2**32), st.integers(0, 20))
def test_a_state_from_any_point_of_a_game_loads_and_goes_on(seed: int, moves: int) -> None:
    referee = set_up({"seed": seed, "chance": "given", "config": {"rounds": 4}})
    done(referee, {"do": "random", "n": moves})
    state = done(referee, {"do": "state"})["state"]
    other = Referee(coin.GAME)
    body = done(other, {"do": "load", "state": state, "chance": "given", "seed": 1})
    assert body["digest"] == done(referee, {"do": "digest"})["digest"]
    assert (body["events"], body["drawn"], body["seats"]) == ([], [], ["left", "right"])
    for what in ("state", "to_act", "outcome"):
        assert done(other, {"do": what}) == done(referee, {"do": what})


def states_of_gomoku() -> Iterable[dict[str, Any]]:
    for preset in GOMOKU.presets:
        referee = set_up({"preset": preset, "seed": 5}, GOMOKU)
        for moves in (0, 1, 2, 1, 1, 1, 1, 20, 100, 400):
            done(referee, {"do": "random", "n": moves})
            yield done(referee, {"do": "state"})["state"]


def test_states_of_gomoku_load_at_many_points_of_many_games() -> None:
    for state in states_of_gomoku():
        other = Referee(GOMOKU)
        body = done(other, {"do": "load", "state": state, "seed": 1})
        assert done(other, {"do": "state"})["state"] == state
        assert body["digest"] == digest(state)


def test_a_loaded_state_with_an_open_draw_is_settled_by_the_dealer() -> None:
    opened = step(coin.GAME, begin(coin.GAME, Config(), Given([(1,)])).state, Move(1, Guess("heads"))).state
    referee = Referee(coin.GAME)
    body = done(referee, {"do": "load", "state": plain(opened), "seed": 9})
    assert len(body["drawn"]) in (1, 2)
    assert done(referee, {"do": "to_act"})["timers"] == plain(coin.GAME.timers(state_of(referee)))


def test_a_loaded_game_is_as_reproducible_as_one_set_up() -> None:
    state = done(set_up(), {"do": "state"})["state"]
    games = []
    for _ in range(2):
        referee = Referee(coin.GAME)
        done(referee, {"do": "load", "state": state, "seed": 77})
        games.append(done(referee, {"do": "random", "n": 100}))
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("damage", "flaw"),
    [
        ({"round": 9}, "round"),
        ({"round": 0}, "round"),
        ({"points": [-1, 0]}, "points"),
        ({"guess": "heads"}, "guess"),
        ({"phase": "flipping"}, "guess"),
    ],
)
def test_a_flawed_state_is_refused_and_its_flaws_told(damage: dict[str, Any], flaw: str) -> None:
    referee = set_up()
    state = done(referee, {"do": "state"})["state"]
    body = refused(referee, {"do": "load", "state": {**state, **damage}})
    assert body["code"] == "bad_state"
    assert any(flaw in told for told in body["facts"]["flaws"])


def test_all_flaws_of_a_state_are_told_at_once() -> None:
    referee = set_up()
    state = done(referee, {"do": "state"})["state"]
    body = refused(referee, {"do": "load", "state": {**state, "round": 9, "points": [-1, 0]}})
    assert len(body["facts"]["flaws"]) == 2


@pytest.mark.parametrize(
    "damage",
    [
        {"currentTurn": "X"},
        {"moves": []},
        {"board": []},
        {"board": [[]] * 15},
        {"board": [["X"] * 15] * 15},
        {"gamePhase": "swap2"},
        {"players": ["a", "b"]},
        {"players": ["a", "a"]},
        {"away": [5, None]},
        {"auto": True, "result": {"winner": 0, "reason": "resigned"}},
        {"result": {"winner": 0, "reason": "five"}},
        {"swap2Required": True},
        {"moves": [{"x": 99, "y": 0, "player": "X"}]},
        {"moves": [{"x": -1, "y": 0, "player": "X"}]},
        {"moves": [{"x": 0, "y": 0, "player": "X"}] * 2},
    ],
)
def test_a_flawed_state_of_gomoku_is_refused(damage: dict[str, Any]) -> None:
    referee = set_up({"preset": "casual", "seed": 2}, GOMOKU)
    done(referee, {"do": "random", "n": 5})
    state = done(referee, {"do": "state"})["state"]
    assert refused(referee, {"do": "load", "state": {**state, **damage}})["code"] in {"bad_state", "malformed"}


# Anything at all


@given(st.binary())
def test_any_bytes_get_exactly_one_answer(line: bytes) -> None:
    for referee in (Referee(coin.GAME), set_up()):
        assert refused(referee, line)["code"] == "malformed"


words = st.sampled_from(
    ["do", "setup", "load", "apply", "random", "seat", "input", "state", "n", "type", "move", "seed"]
)
trees: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**64), 2**64) | st.floats() | words | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words | st.text(), inner, max_size=5),
    max_leaves=12,
)


@given(trees)
def test_any_tree_gets_exactly_one_answer(tree: Any) -> None:
    assert isinstance(ask(set_up(), json.dumps(tree).encode())["ok"], bool)


@given(st.sampled_from(["setup", "load", "apply", "legal", "view", "random", "state"]), st.dictionaries(words, trees))
def test_any_fields_of_a_request_get_an_answer_that_is_no_bug(what: str, fields: dict[str, Any]) -> None:
    body = ask(set_up(), json.dumps({**fields, "do": what}).encode())
    assert body.get("code") != "internal", body


def reshaped(state: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    """A state with a few of its fields put in each other's place, dropped, or filled with something else."""
    state = dict(state)
    for key in data.draw(st.lists(st.sampled_from(sorted(state)), min_size=1, max_size=3)):
        state[key] = data.draw(st.sampled_from(list(state.values())) | trees)
    return state


@given(st.data())
def test_any_damage_to_a_state_gets_an_answer_that_is_no_bug(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from([coin.GAME, GOMOKU]))
    referee = set_up({"seed": 4, "chance": "given"}, game)
    done(referee, {"do": "random", "n": data.draw(st.integers(0, 8))})
    state = done(referee, {"do": "state"})["state"]
    body = ask(referee, json.dumps({"do": "load", "state": reshaped(state, data), "seed": 1}).encode())
    assert body.get("code") != "internal", body


def test_inputs_read_as_they_stand_in_a_log() -> None:
    for given_ in (Chance((1, 2)), Elapsed("show-1"), Move(0, Guess("tails"))):
        assert convert(plain(given_), input_type(coin.GAME)) == given_
    with pytest.raises(Malformed):
        convert({"type": "chance"}, input_type(coin.GAME))

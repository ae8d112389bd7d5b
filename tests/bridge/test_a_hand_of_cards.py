"""A whole hand of briscola by a web tier that knows the bridge's specification and nothing else, on a real Valkey.
Whatever is dealt, it comes to its end, and on the way it is refused, repeats itself and loses its place."""

from collections.abc import Iterator

import pytest

from .test_by_hand import serving
from .web_tier import Json, WebTier, ok


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving("briscola", "ludoteca") as port:
        yield port


@pytest.fixture
def game(port: int, request: pytest.FixtureRequest) -> Iterator[WebTier]:
    """Five have joined a table of their own: its id is a number of the test."""
    tests = list(request.session.items)
    tier = WebTier(port, f"CARDS{tests.index(request.node) % 10}")
    tier.join()
    yield tier
    tier.close()


def refusal(result: Json) -> tuple[str, str]:
    assert result["status"] == "error", result
    return result["code"], result["recovery"]


def to_act(game: WebTier) -> int:
    player: int = game.sync(None)["current_player_id"]
    return player


def test_a_whole_hand_is_played_by_the_specification_alone_whatever_is_dealt(game: WebTier) -> None:
    end = game.until("end")
    assert game.told("phase.change")[-1]["phase"] == "end"
    assert len(game.told("trick.played")) == 40
    assert len(game.told("trick.won")) == 8
    assert all(len(trick["trick_cards"]) == 5 for trick in game.told("trick.won"))
    assert sum(trick["points"] for trick in game.told("trick.won")) == 120
    assert sum(each["points"] for each in end["scores"]) == 120
    assert end["scores"] == game.told("score.update")[-1]["scores"]
    assert not game.told("error")
    check_result(game, end)


def check_result(game: WebTier, end: Json) -> None:
    (over,) = game.told("match.end")
    caller, partner, scores = end["caller_id"], end["partner_id"], over["outcome"]["scores"]
    side = {caller, partner} - {None}
    taken = sum(each["points"] for each in end["scores"] if each["player_id"] in side)
    assert (scores[caller] > 0) == (taken >= 61)
    assert sorted(map(abs, scores)) == ([1, 1, 1, 1, 2] if partner is not None else [1, 1, 1, 1, 4])


def test_a_reordered_hand_is_kept_and_echoed_to_its_owner(game: WebTier) -> None:
    turned = game.hands[2][::-1]
    ok(game.act(2, "reorder", hand=turned))
    last = game.told("hand.update")[-1]
    assert (last["player_id"], last["hand"]) == (2, turned)
    ok(game.act(2, "reorder", hand=[card["card_id"] for card in turned[::-1]]))
    assert game.sync(2)["hand"] == game.hands[2] == turned[::-1]


def test_what_the_rules_forbid_is_refused_with_its_code_and_what_to_do(game: WebTier) -> None:
    player = to_act(game)
    assert refusal(game.act((player + 1) % 5, "bid", bid=61)) == ("invalid_turn", "noop")
    assert refusal(game.act(player, "bid", bid=60)) == ("invalid_bid", "retry")
    assert refusal(game.act(player, "bid", bid="much")) == ("invalid_action", "retry")
    assert refusal(game.act(player, "play", card=game.hands[player][0])) == ("invalid_action", "retry")
    player = game.until("play-first-trick")["current_player_id"]
    other = game.hands[(player + 1) % 5][0]
    assert refusal(game.act(player, "play", card=other)) == ("invalid_card", "retry")
    assert not game.told("trick.played")
    game.decide(game.sync(None))


def test_an_action_that_is_sent_again_has_the_same_result_and_no_second_effect(game: WebTier) -> None:
    player = game.until("play-first-trick")["current_player_id"]
    card = game.hands[player][0]
    first, again = (ok(game.act(player, "play", "the-same", card=card)) for _ in range(2))
    assert first == again
    other = game.hands[player][0]
    assert refusal(game.act(player, "play", "the-same", card=other))[0] == "invalid_action"
    assert len([each for each in game.told("trick.played") if each["card"] == card]) == 1


def test_an_observer_sees_no_hand_and_may_not_act(game: WebTier) -> None:
    ok(game.act(None, "join"))
    seen = game.sync(None)
    assert seen["hand"] == []
    assert seen["partner_id"] is None
    assert game.sync(3)["hand"] == game.hands[3]
    assert refusal(game.act(None, "bid", bid=61)) == ("forbidden", "noop")


def test_a_repeat_that_contradicts_its_envelope_is_refused(game: WebTier) -> None:
    player = to_act(game)
    other = (player + 1) % 5
    for false, code in (
        ({"player_id": other}, "forbidden"),
        ({"game_id": "OTHER1"}, "join_failed"),
        ({"origin": "game"}, "invalid_action"),
        ({"ts": 1}, "invalid_action"),
    ):
        envelope = game.envelope(player, "bid")
        assert refusal(game.publish({**envelope, "payload": {**envelope, "bid": 61, **false}}))[0] == code
    ok(game.act(player, "bid", bid=61))


def test_who_believes_in_another_phase_or_turn_is_told_to_sync(game: WebTier) -> None:
    player = to_act(game)
    assert refusal(game.act(player, "bid", bid=61, phase="play-tricks")) == ("desync", "sync")
    assert refusal(game.act(player, "bid", bid=61, turn=(player + 1) % 5)) == ("desync", "sync")
    ok(game.act(player, "bid", bid=61, phase="bid", turn=player))


def test_a_malformed_action_is_answered_by_its_id(game: WebTier) -> None:
    player = to_act(game)
    faults: list[Json] = [{"ts": "now"}, {"payload": None}, {"hand": []}, {"version": "one"}]
    for fault in faults:
        assert refusal(game.publish({**game.envelope(player, "bid"), **fault})) == ("invalid_action", "noop")
    assert not game.told("error")


def test_an_action_for_another_table_is_answered_by_its_id(game: WebTier) -> None:
    stray = {**game.envelope(to_act(game), "bid"), "payload": {"bid": 61}}
    assert refusal(game.publish({**stray, "game_id": "OTHER1"})) == ("join_failed", "noop")
    assert refusal(game.publish({**stray, "game_id": "OTHER1", "version": "2.0.0"})) == ("join_failed", "noop")
    ok(game.publish(stray))

"""Orcain at a real table, as bytes: what its readers get, when its clock runs out, what a lost connection costs."""

import json

import pytest

from ludoteca.games.orcain import GAME
from ludoteca.table.wire import Who
from tests.table.harness import OBSERVER, WALL, Json, Sitting, error, is_ok, player

from .helpers import slots

PLAYERS = (player(0), player(1))
EVERYONE = (*PLAYERS, OBSERVER)


def layout(text: str) -> Json:
    return {"layout": list(slots(text))}


def heard(sitting: Sitting, who: Who, since: int = 0) -> list[Json]:
    """What a reader may see of the events, empty frames left out."""
    frames = [json.loads(frame) for frame in sitting.frames(who)[since:]]
    return [frame for frame in frames if frame["message_type"] != "event.hidden"]


def kinds(frames: list[Json]) -> list[str]:
    return [frame["message_type"] for frame in frames]


def test_actions_and_events_go_by_the_specifications_names() -> None:
    sitting = Sitting.seated(GAME)
    since = len(sitting.told)
    assert is_ok(sitting.submit(PLAYERS[0], "layout_draft", layout("a--")))
    assert is_ok(sitting.submit(PLAYERS[0], "layout_confirm", layout("adh")))
    assert is_ok(sitting.submit(PLAYERS[1], "layout_confirm", layout("-ca")))
    for _ in range(3):
        sitting.wait()
    sitting.submit(PLAYERS[1], "resign")
    for who in EVERYONE:
        assert kinds(heard(sitting, who, since)) == [
            *("confirm_ok", "confirm_ok", "reveal_start", "step_reveal", "step_reveal", "step_reveal"),
            *("round_end", "prep_start", "match_end", "match.end"),
        ]


@pytest.mark.parametrize("who", EVERYONE[1:], ids=["the opponent", "a spectator"])
def test_of_a_draft_not_even_an_empty_frame_reaches_anybody(who: Who) -> None:
    sitting = Sitting.seated(GAME)
    frames, snapshot = sitting.frames(who), sitting.view(who)
    for text in ("a--", "adh", "---"):
        assert is_ok(sitting.submit(PLAYERS[0], "layout_draft", layout(text)))
    assert (sitting.frames(who), sitting.view(who)) == (frames, snapshot)


def test_a_draft_leaves_the_decision_open() -> None:
    sitting = Sitting.seated(GAME)
    decision = sitting.view(PLAYERS[0])["decision"]
    sitting.submit(PLAYERS[0], "layout_draft", layout("a--"))
    assert is_ok(sitting.submit(PLAYERS[0], "layout_confirm", layout("adh") | {"decision": decision}))


def test_a_bad_confirm_is_an_invalid_card_with_the_rule_error_msg() -> None:
    sitting = Sitting.seated(GAME)
    refused = error(sitting.submit(PLAYERS[0], "layout_confirm", layout("aa-")))
    assert (refused["code"], refused["recovery"]) == ("invalid_card", "retry")
    assert refused["facts"] == {"rule": "error_msg", "hand": ["attack", "defense", "heal", "counter"]}


def test_a_confirm_of_the_wrong_length_is_no_action() -> None:
    sitting = Sitting.seated(GAME)
    assert error(sitting.submit(PLAYERS[0], "layout_confirm", {"layout": ["attack"]}))["code"] == "invalid_action"


def test_two_who_leave_at_the_same_moment_both_get_their_stakes_back() -> None:
    sitting = Sitting.seated(GAME)
    sitting.lost(0)
    sitting.lost(1)
    assert sitting.view(OBSERVER)["outcome"] == {"scores": [0, 0], "reason": "disconnect", "payout": [1, 1]}


def test_the_deadline_is_prep_start_plus_prep_ms_and_snapshots_tell_time_left() -> None:
    sitting = Sitting.seated(GAME)
    (prep,) = (frame for frame in heard(sitting, PLAYERS[0]) if frame["message_type"] == "prep_start")
    assert prep["payload"]["deadlineTs"] == prep["ts"] + prep["payload"]["prepMs"] == WALL + 20_000
    sitting.tick(19_999)
    assert [(timer["name"], timer["ms"]) for timer in sitting.view(OBSERVER)["timers"]] == [("prep-1", 1)]
    assert sitting.state.phase == "PREP"
    sitting.tick(1)
    assert sitting.state.phase == "REVEAL"


def test_the_reveal_is_paced() -> None:
    sitting = Sitting.seated(GAME)
    for seat in (0, 1):
        sitting.submit(PLAYERS[seat], "layout_confirm", layout("adh"))
    shown = []
    for ms in (249, 1, 899, 1, 899, 1):
        sitting.tick(ms)
        shown.append(kinds(heard(sitting, OBSERVER)).count("step_reveal"))
    assert shown == [0, 1, 1, 2, 2, 3]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_lost_connection_ends_the_match_at_once(seat: int) -> None:
    sitting = Sitting.seated(GAME)
    sitting.lost(seat)
    assert sitting.tick().finished
    end = heard(sitting, PLAYERS[1 - seat])[-2]
    assert (end["message_type"], end["payload"]["winner"], end["payload"]["reason"]) == (
        "match_end",
        "YOU",
        "disconnect",
    )


def test_with_a_grace_both_leaving_is_a_draw() -> None:
    sitting = Sitting.seated(GAME, {"disconnect_grace_ms": 1_000})
    sitting.lost(0)
    sitting.tick(999)
    assert sitting.lost(1).finished
    assert sitting.table.match.outcome == GAME.outcome(sitting.state)
    assert heard(sitting, OBSERVER)[-1]["payload"]["outcome"] == {
        "scores": [0, 0],
        "reason": "disconnect",
        "payout": [1, 1],
    }


def test_the_end_comes_once_whatever_comes_after_it() -> None:
    sitting = Sitting.seated(GAME)
    for _ in range(2):
        sitting.submit(PLAYERS[0], "resign")
        sitting.lost(0)
        sitting.lost(1)
        sitting.tick(60_000)
    for who in EVERYONE:
        assert kinds(heard(sitting, who)).count("match_end") == 1
        assert kinds(heard(sitting, who)).count("match.end") == 1


@pytest.mark.parametrize("who", [PLAYERS[0], OBSERVER], ids=["the opponent", "a spectator"])
def test_a_sealed_card_is_in_no_byte_before_its_step(who: Who) -> None:
    """Only b holds a heal and a counter: where one of these is read, it is b's."""
    hands = [["attack", "defense", "attack", "defense"], ["attack", "attack", "heal", "counter"]]
    sitting = Sitting.seated(GAME, {"hands": hands, "finalize": "deadline"})
    since = len(sitting.told)
    sitting.submit(PLAYERS[1], "layout_draft", layout("hc-"))
    sitting.submit(PLAYERS[1], "layout_confirm", layout("-ch"))
    sitting.submit(PLAYERS[0], "layout_confirm", layout("ad-"))
    read: list[set[bytes]] = []
    for _ in ("PREP", "no step", "one step", "two steps"):
        view = sitting.view(who)["view"]
        del view["hands"]  # the match's terms
        said = b"".join(sitting.frames(who)[since:]) + json.dumps(view).encode()
        read.append({card for card in (b"heal", b"counter") if card in said})
        sitting.wait()
    assert read == [set(), set(), set(), {b"counter"}]


def test_nobody_is_told_what_the_others_have_left() -> None:
    """The rules know them from the config: each reader's snapshot has only their own."""
    match_info = {"table": "ABC123", "names": ["Ada", "Bo"], "tokens": [731, 952], "staked": True}
    sitting = Sitting.seated(GAME, {"company": match_info, "stake": 1})
    told = [json.dumps([sitting.view(who), *heard(sitting, who)]) for who in EVERYONE]
    assert [("731" in text, "952" in text) for text in told] == [(True, False), (False, True), (False, False)]
    assert all("Ada" in text for text in told)

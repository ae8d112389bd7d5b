"""Orcain at a real table, as bytes: what its readers get, when its clock runs out, what a lost connection costs."""

import json
from dataclasses import replace

import pytest

from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.types import LayoutDraft
from ludoteca.kernel import plain
from ludoteca.table.entries import Applied
from ludoteca.table.match_record import record_of
from ludoteca.table.table import UNDECIDED_AT_MOST
from ludoteca.table.wire import Who
from ludoteca.verification import verify
from tests.table.harness import GAME_ID, OBSERVER, WALL, Json, Sitting, error, is_ok, player

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


UNHEARD = [
    ("layout_draft", {"layout": ["attack"]}),
    ("layout_draft", {"layout": "adh"}),
    ("layout_draft", layout("a--") | {"decision": 99}),
    ("layout_confirm", layout("aa-")),
    ("layout_confirm", {"layout": ["fireball", None, None]}),
    ("layout_confirm", {"layout": ["attack", "heal", None, "defense"]}),
    ("layout_confirm", {}),
    ("layout_confirm", layout("adh") | {"decision": 99}),
]


def afk(sitting: Sitting, rounds: int, *, while_there: tuple[str, Json] | None) -> Json | None:
    """The match after so many rounds: player 1 drafts in each, player 0 sends only this."""
    for _ in range(rounds):
        assert is_ok(sitting.submit(PLAYERS[1], "layout_draft", layout("d--")))
        if while_there is not None:
            assert error(sitting.submit(PLAYERS[0], *while_there))
        sitting.wait()
        while sitting.state.phase == "REVEAL":
            sitting.wait()
    outcome: Json | None = sitting.view(OBSERVER)["outcome"]
    return outcome


@pytest.mark.parametrize("message", UNHEARD, ids=str)
def test_a_refused_draft_or_confirm_is_a_sign_of_life(message: tuple[str, Json]) -> None:
    sitting = Sitting.seated(GAME, {"rounds": 10})
    assert afk(sitting, 3, while_there=message) is None
    assert sitting.state.afk_streaks == (0, 0)


def test_without_one_two_rounds_lose_the_match() -> None:
    outcome = afk(Sitting.seated(GAME, {"rounds": 10}), 2, while_there=None)
    assert outcome is not None
    assert (outcome["reason"], outcome["scores"]) == ("timeout", [-1, 1])


def test_a_refusal_leaves_the_draft_as_it_was_and_is_told_to_nobody_else() -> None:
    sitting = Sitting.seated(GAME)
    assert is_ok(sitting.submit(PLAYERS[0], "layout_draft", layout("a-h")))
    shown = {who: sitting.view(who) for who in EVERYONE}
    told = len(sitting.told)
    assert error(sitting.submit(PLAYERS[0], "layout_confirm", layout("aaa")))["facts"]["rule"] == "error_msg"
    assert error(sitting.submit(PLAYERS[1], "layout_confirm", layout("aaa")))["facts"]["rule"] == "error_msg"
    assert len(sitting.told) == told
    assert [sitting.view(who) for who in (PLAYERS[0], OBSERVER)] == [shown[PLAYERS[0]], shown[OBSERVER]]
    assert sitting.view(PLAYERS[1])["view"]["hadDraft"] is True
    assert sitting.view(PLAYERS[1])["decision"] == shown[PLAYERS[1]]["decision"]


def test_a_sign_of_life_is_in_the_log_once_a_round_and_the_record_verifies() -> None:
    sitting = Sitting.seated(GAME)
    for _ in range(5):
        error(sitting.submit(PLAYERS[0], "layout_confirm", layout("aaa")))
    assert [entry.what.input["action"] for entry in sitting.entries if isinstance(entry.what, Applied)] == [
        {"type": "layout_draft", "layout": [None, None, None]}
    ]
    assert sitting.restored().match.state == sitting.state
    sitting.submit(PLAYERS[1], "resign")
    assert verify(record_of(GAME, GAME_ID, sitting.entries), {"orcain": GAME}).entries == 2


def test_signs_of_life_fill_the_log_no_further_than_drafts_do() -> None:
    """Even in a game that does not count them itself."""
    draft = LayoutDraft(slots("---"))
    hosting = replace(GAME.hosting, sign_of_life=lambda _state, _seat, _kind: draft)
    sitting = Sitting.seated(replace(GAME, hosting=hosting))
    before = len(sitting.entries)
    for _ in range(UNDECIDED_AT_MOST + 10):
        error(sitting.submit(PLAYERS[0], "layout_confirm", layout("aaa")))
    assert len(sitting.entries) - before == UNDECIDED_AT_MOST
    assert is_ok(sitting.submit(PLAYERS[0], "layout_confirm", layout("adh")))


@pytest.mark.parametrize("who", [OBSERVER, PLAYERS[1]], ids=["a spectator", "the opponent"])
def test_nobody_else_can_give_a_sign_of_life_for_a_player(who: Who) -> None:
    sitting = Sitting.seated(GAME)
    error(sitting.submit(who, "layout_confirm", layout("aaa"), player_id=0))
    assert sitting.state.had_draft == (False, False)


def test_after_the_deadline_a_refused_confirm_changes_nothing() -> None:
    sitting = Sitting.seated(GAME)
    sitting.wait()
    error(sitting.submit(PLAYERS[0], "layout_confirm", {"layout": []}))
    assert sitting.state.had_draft == (False, False)


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
    sitting = Sitting.seated(GAME, plain(GAME.presets["specification"]))
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

"""Sync: after a gap one round trip brings the missing events, or a view that equals the incremental truth."""

import json
from dataclasses import replace
from typing import Any

import pytest

from ludoteca.kernel import AnyGame, Value, canonical, plain
from ludoteca.kernel.values import build
from ludoteca.table.match import EVENTS_KEPT
from ludoteca.table.wire import Who
from tests.toys import TOYS
from tests.toys.duel.types import Seal

from .harness import GENTLE, HOST, OBSERVER, Json, Sitting, every_game, is_ok, player, snapshot_bytes


def sync(sitting: Sitting, who: Who, **payload: Any) -> list[Json]:
    replies = sitting.submit(who, "sync", payload)
    assert is_ok(replies)
    return replies[1:]


def snapshot(sitting: Sitting, who: Who, **payload: Any) -> Json:
    (frame,) = sync(sitting, who, **payload)
    assert frame["message_type"] == "sync"
    body: Json = frame["payload"]
    return body


class Beside(Value, frozen=True):
    """What a careless author puts beside the view: a field that the table has itself."""

    you: int = 1
    round: int = 0


def test_a_field_beside_the_view_never_replaces_one_of_the_table() -> None:
    duel = TOYS["duel"]
    sitting = Sitting(replace(duel, hosting=replace(duel.hosting, beside_view=Beside)))
    shown = snapshot(sitting, player(0))
    assert (shown["you"], shown["round"]) == (0, 0)


@every_game
def test_a_reader_who_says_where_he_stands_gets_exactly_the_events_he_missed(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(1, at_most=8)
    for who in sitting.readers:
        for last in range(sitting.table.match.seq + 1):
            missed = [json.loads(frame) for frame in sitting.frames(who)[last:]]
            assert sync(sitting, who, last_seq=last) == missed


@every_game
def test_whoever_has_missed_nothing_gets_nothing(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    assert sync(sitting, OBSERVER, last_seq=sitting.table.match.seq) == []


@every_game
@pytest.mark.parametrize("stand", [{}, {"last_seq": -1}, {"last_seq": 10_000}])
def test_a_reader_with_no_or_an_impossible_last_seq_gets_a_snapshot(game: AnyGame, stand: dict[str, int]) -> None:
    sitting = Sitting.seated(game)
    assert snapshot(sitting, player(0), **stand)["seq"] == sitting.table.match.seq


@every_game
@pytest.mark.parametrize("last", [None, True, "3", 1.5, [1], {}])
def test_where_one_stands_is_a_number(game: AnyGame, last: Any) -> None:
    replies = Sitting.seated(game).submit(player(0), "sync", {"last_seq": last})
    assert [reply["payload"]["code"] for reply in replies] == ["invalid_action"]


def test_events_too_far_back_are_replaced_by_a_snapshot() -> None:
    sitting = Sitting.seated(TOYS["den"])
    while sitting.table.match.seq <= EVENTS_KEPT + 10:
        sitting.lost(0)
        sitting.submit(player(0), "join")
    oldest = sitting.table.match.seq - EVENTS_KEPT
    assert len(sync(sitting, player(1), last_seq=oldest)) == EVENTS_KEPT
    assert snapshot(sitting, player(1), last_seq=oldest - 1)["seq"] == sitting.table.match.seq


@every_game
def test_after_a_restart_a_snapshot_replaces_the_missing_events(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(1, at_most=5)
    last = sitting.table.match.seq
    sitting.table = sitting.restored_from(snapshot_bytes(sitting.table), ())
    assert sync(sitting, player(0), last_seq=last) == []
    assert snapshot(sitting, player(0), last_seq=last - 1)["seq"] == last


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_a_snapshot_at_every_point_equals_the_incremental_truth(game: AnyGame, seed: int) -> None:
    sitting = Sitting.seated(game)
    for _ in sitting.steps(seed, at_most=25):
        for who in sitting.readers:
            shown = snapshot(sitting, who)
            seat = who.seat if who.role == "player" else None
            assert shown["view"] == plain(game.view(sitting.state, seat))
            assert shown["seq"] == sitting.told[-1].seq
            assert shown["to_act"] == sorted(game.to_act(sitting.state))
            assert shown["outcome"] == plain(game.outcome(sitting.state))
            assert shown["you"] == seat


@every_game
def test_a_snapshot_does_not_depend_on_when_a_reader_came_or_what_he_asked_before(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(2, at_most=7)
    for who in sitting.readers:
        first = snapshot(sitting, who)
        sync(sitting, who, last_seq=0)
        assert snapshot(sitting, who) == first


@every_game
def test_a_seat_that_must_act_is_given_its_legal_actions_and_nobody_else_any(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    for _ in sitting.steps(4, at_most=10):
        for who in sitting.readers:
            legal = snapshot(sitting, who)["legal"]
            if who.role != "player":
                assert legal == []
                continue
            assert who.seat is not None
            assert bool(legal) == (who.seat in game.to_act(sitting.state))
            actions = [build(tree, game.types.action) for tree in legal]
            assert canonical(actions) == canonical(game.legal(sitting.state, who.seat))


@every_game
def test_a_legal_action_and_decision_of_a_snapshot_are_accepted_as_they_stand(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    for _ in range(12):
        if not (acting := sitting.table.match.acting()):
            break
        shown = snapshot(sitting, player(acting[0]))
        action = shown["legal"][-1]
        kind = action.pop("type")
        assert is_ok(sitting.submit(player(acting[0]), kind, action | {"decision": shown["decision"]}))


@every_game
def test_only_players_have_a_decision(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    assert snapshot(sitting, OBSERVER)["decision"] is None
    assert snapshot(sitting, HOST)["decision"] is None
    acting = sitting.table.match.acting()
    assert all(snapshot(sitting, player(seat))["decision"] >= 1 for seat in acting)


@every_game
def test_before_the_game_has_begun_a_snapshot_tells_the_seats_and_the_commitment(game: AnyGame) -> None:
    sitting = Sitting(game)
    sitting.submit(player(1), "join", {"name": "bea"})
    shown = snapshot(sitting, OBSERVER)
    assert (shown["view"], shown["outcome"], shown["timers"], shown["to_act"]) == (None, None, [], [])
    assert [seat["joined"] for seat in shown["seats"]] == [seat == 1 for seat in range(sitting.seats)]
    assert shown["seats"][1]["name"] == "bea"
    assert len(shown["commitment"]) == 64
    assert shown["game"] == game.name


@every_game
def test_a_sync_changes_nothing(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    before = sitting.unchanged()
    for who in sitting.readers:
        sync(sitting, who)
    assert sitting.unchanged() == before


@every_game
@pytest.mark.parametrize("seat", [7, 63])
def test_a_sync_of_a_seat_that_does_not_exist_is_refused(game: AnyGame, seat: int) -> None:
    sitting = Sitting.seated(game)
    replies = sitting.submit(player(seat), "sync")
    assert replies[0]["payload"]["code"] == "join_failed"


@every_game
def test_a_sync_of_a_player_without_a_seat_is_refused(game: AnyGame) -> None:
    replies = Sitting.seated(game).submit(Who("player", None, "ghost"), "sync")
    assert replies[0]["payload"]["code"] == "join_failed"


def test_nobody_sees_through_a_bots_eyes() -> None:
    """A seat that a bot plays cannot be joined; then its hand cannot be asked for either."""
    sitting = Sitting(TOYS["den"], bots=("wily", None, None))
    sitting.submit(player(1), "join")
    sitting.submit(player(2), "join")
    replies = sitting.submit(player(0), "sync")
    assert b"leaf" not in canonical(replies)
    assert b"moss" not in canonical(replies)


def test_a_snapshot_tells_how_much_time_is_left_and_for_whom() -> None:
    sitting = Sitting.seated(TOYS["duel"], GENTLE)
    sitting.tick(1_500)
    sitting.act(0, Seal("guard"))
    deadline = snapshot(sitting, player(1))["timers"][0]
    assert deadline == {"name": "deadline-1", "seats": [1], "ms": 18_500, "paused": False}


def test_a_snapshot_tells_who_is_there() -> None:
    sitting = Sitting.seated(TOYS["duel"], GENTLE)
    sitting.lost(1)
    assert [seat["present"] for seat in snapshot(sitting, OBSERVER)["seats"]] == [True, False]

"""The client's core, without any line: what it asks for, what it sends again, and that it always finds its way back."""

import json
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.client.follower import Answer, Follower
from ludoteca.client.messages import Event
from ludoteca.client.outbox import UNANSWERED_AT_MOST, Pace
from ludoteca.kernel import Malformed
from tests.table.harness import GAME_ID, GENTLE, Json
from tests.toys import TOYS

from .lines import Lines

PACE = Pace(resend=1000, resend_at_most=4000, settle=50, idle=15_000)


class Table:
    """One follower, and a table made of nothing but the frames a test hands it."""

    def __init__(self, since: int | None = None) -> None:
        ids = count(1)
        self.follower = Follower(GAME_ID, lambda: f"a{next(ids)}", PACE, since)
        self.now = 0

    @classmethod
    def joined(cls, seq: int = 1, **more: Any) -> "Table":
        table = cls()
        table.follower.connected(0)
        table.follower.join(0, "Ada")
        [join] = table.sent()
        table.ok(join["action_id"], seq)
        table.sync(seq, **more)
        assert table.follower.is_fresh
        assert table.sent() == []
        table.news()
        return table

    def sent(self) -> list[Json]:
        out, self.follower.to_send = self.follower.to_send, []
        return [json.loads(raw) for raw in out]

    def news(self) -> list[Event | Answer]:
        out, self.follower.news = self.follower.news, []
        return out

    def told(self) -> list[int]:
        return [each.seq for each in self.news() if isinstance(each, Event)]

    def receive(self, message_type: str, payload: Any, **keys: Any) -> None:
        frame = {"message_type": message_type, "game_id": GAME_ID, "payload": payload, **keys}
        self.follower.receive(json.dumps(frame).encode(), self.now)

    def ok(self, action_id: str, seq: int, decision: int | None = None) -> None:
        self.receive("action.result", {"status": "ok", "effects": _effects(seq, decision)}, action_id=action_id)

    def refused(self, action_id: str, code: str, recovery: str) -> None:
        body = {"status": "error", "code": code, "reason": "no", "recovery": recovery}
        self.receive("action.result", body, action_id=action_id)

    def event(self, seq: int, **keys: Any) -> None:
        self.receive("moved", {"n": seq}, seq=seq, **keys)

    def sync(self, seq: int, ts: int = 0, **more: Any) -> None:
        self.receive("sync", {**SNAPSHOT, "seq": seq, **more}, seq=seq, ts=ts)

    def at(self, ms: int) -> list[Json]:
        """What is sent by then, if nothing comes."""
        while (due := self.follower.next()) is not None and due <= ms:
            self.now = max(self.now, due)
            self.follower.tick(self.now)
        self.now = ms
        self.follower.tick(ms)
        return self.sent()


SNAPSHOT: Json = {
    "game": "g",
    "game_version": "1.0.0",
    "config": {},
    "commitment": "sha256:0",
    "client_seeds": None,
    "reveal": None,
    "seats": [],
    "you": 0,
    "to_act": [],
    "decision": 1,
    "legal": [],
    "timers": [],
    "view": {},
    "outcome": None,
    "closed": False,
    "something_new": 7,
}


def _effects(seq: int, decision: int | None) -> Json:
    return {"seq": seq} if decision is None else {"seq": seq, "decision": decision}


def asked(messages: list[Json]) -> list[Json]:
    assert all(message["message_type"] == "sync" for message in messages)
    return [message["payload"] for message in messages]


# Following


def test_joining_is_answered_with_everything() -> None:
    table = Table.joined(3)
    assert table.follower.seq == 3
    assert table.follower.snapshot is not None
    assert table.follower.snapshot.you == 0


def test_events_come_out_in_order_and_once() -> None:
    table = Table.joined(1)
    for seq in (2, 3, 3, 2, 4):
        table.event(seq)
    assert table.told() == [2, 3, 4]


def test_a_burst_costs_one_sync() -> None:
    table = Table.joined(1)
    for seq in range(2, 12):
        table.event(seq)
    assert not table.follower.is_fresh
    assert asked(table.sent() + table.at(60)) == [{}]
    table.sync(11)
    assert table.follower.is_fresh
    assert table.at(900) == []


def test_ones_own_turn_is_asked_about_at_once() -> None:
    table = Table.joined(1)
    table.event(2)
    assert table.sent() == []
    table.event(3, to_act=[0])
    assert asked(table.sent()) == [{}]


def test_the_end_is_asked_about_at_once() -> None:
    table = Table.joined(1)
    table.receive("match.end", {}, seq=2, to_act=[])
    assert asked(table.sent()) == [{}]


def test_never_two_syncs_at_a_time() -> None:
    table = Table.joined(1)
    table.event(2, to_act=[0])
    assert asked(table.sent()) == [{}]
    table.event(3, to_act=[0])
    table.event(4, to_act=[0])
    assert table.sent() == []
    table.sync(3)  # it was taken before the last event
    assert asked(table.sent()) == [{}]
    table.sync(4)
    assert table.follower.is_fresh


def test_a_gap_is_asked_about_at_once_and_closed_in_order() -> None:
    table = Table.joined(1)
    table.event(4)
    assert asked(table.sent()) == [{"last_seq": 1}]
    assert table.told() == []
    table.event(2)
    table.event(3)
    assert table.told() == [2, 3, 4]
    assert asked(table.at(60)) == [{}]


def test_a_snapshot_stands_for_what_the_table_no_longer_knows() -> None:
    table = Table.joined(1)
    table.event(400)
    table.sent()
    table.sync(399)
    assert table.told() == [400]
    assert table.follower.seq == 400


def test_a_result_ahead_of_its_events_waits_a_moment_for_them() -> None:
    table = Table.joined(1)
    table.follower.say("move", {}, 0)
    [move] = table.sent()
    table.ok(move["action_id"], 3)
    assert table.sent() == []
    assert asked(table.at(60)) == [{"last_seq": 1}]  # they are lost


def test_old_frames_change_nothing() -> None:
    table = Table.joined(5, ts=100)
    before = table.follower.snapshot
    table.sync(4, ts=200, to_act=[0])
    table.sync(5, ts=100, to_act=[0])
    table.sync(5, ts=99, to_act=[0])
    table.event(5)
    table.event(1)
    table.ok("a1", 5)
    assert table.follower.snapshot is before
    assert table.news() == []
    assert table.sent() == []
    assert table.follower.is_fresh


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[]", b'{"message_type":"sync"}', b'{"message_type":"sync","game_id":"TABLE7","payload":{}}']
)
def test_what_cannot_be_read_changes_nothing(raw: bytes) -> None:
    table = Table.joined(1)
    table.follower.receive(raw, 0)
    assert table.sent() == []
    assert table.follower.is_fresh


def test_what_a_later_version_adds_is_passed_over() -> None:
    table = Table.joined(1)
    table.event(2, role="umpire", player_id=99, something_new=7)
    assert table.told() == [2]


def test_frames_of_another_table_change_nothing() -> None:
    table = Table.joined(1)
    table.follower.receive(json.dumps({"message_type": "x", "game_id": "OTHER1", "payload": {}, "seq": 2}).encode(), 0)
    assert table.told() == []


def test_silence_is_asked_about() -> None:
    table = Table.joined(1)
    assert asked(table.at(15_050)) == [{"last_seq": 1}]


def test_nobody_asks_about_a_game_that_is_over() -> None:
    table = Table.joined(1, closed=True)
    assert table.follower.next() is None


# Doubt


def test_events_may_be_lost_says_the_gateway() -> None:
    table = Table.joined(1)
    table.receive("error", {"code": "desync", "reason": "events may have been lost"})
    assert not table.follower.is_fresh
    [sync] = table.at(60)
    assert sync["payload"] == {"last_seq": 1}
    table.ok(sync["action_id"], 1)
    assert not table.follower.is_fresh  # nothing was lost, but the clocks may be others
    [view] = table.sent()
    assert (view["message_type"], view["payload"]) == ("sync", {})
    table.sync(1)
    assert table.follower.is_fresh


def test_a_doubt_needs_a_new_sync_and_not_the_answer_to_an_old_one() -> None:
    table = Table.joined(1)
    table.follower.events_lost(0)
    [old] = table.at(60)
    table.follower.events_lost(60)
    table.ok(old["action_id"], 1)
    assert not table.follower.is_fresh
    [new] = table.at(120)
    table.ok(new["action_id"], 1)
    assert table.follower.is_fresh


def test_a_table_that_has_fallen_back_is_believed_and_its_numbers_are_heard_again() -> None:
    """A store has lost the last events, and nobody here will ever hear of them again; those that come in their place
    have the same numbers."""
    table = Table.joined(8, view="shared past")
    table.event(9)
    table.event(10)
    [sync] = table.at(60)
    table.ok(sync["action_id"], 10)
    table.sync(10, ts=5, view="lost future")
    assert table.told() == [9, 10]
    table.follower.events_lost(100)
    [sync] = table.at(200)
    assert sync["payload"] == {"last_seq": 10}
    table.ok(sync["action_id"], 8)
    table.sync(8, ts=4, view="truth")
    assert table.follower.snapshot is not None
    assert table.follower.snapshot.view == "truth"
    assert (table.follower.seq, table.follower.is_fresh) == (8, True)
    table.event(9)
    assert table.told() == [9]
    [sync] = table.at(300)
    table.ok(sync["action_id"], 9)
    table.sync(9, ts=6, view="another future")
    assert table.follower.snapshot.view == "another future"
    assert table.follower.is_fresh


def test_the_answer_to_an_older_sync_is_no_falling_back() -> None:
    table = Table.joined(8)
    table.event(9, to_act=[0])
    [sync] = table.sent()
    table.event(10)
    table.ok(sync["action_id"], 9)  # it was asked at 9, and the table was there
    assert table.follower.seq == 10
    table.sync(9)
    assert table.told() == [9, 10]
    assert table.follower.seq == 10


def test_a_refusal_puts_the_snapshot_in_doubt() -> None:
    table = Table.joined(1)
    table.follower.say("move", {"decision": 1}, 0)
    [move] = table.sent()
    table.refused(move["action_id"], "desync", "sync")
    assert asked(table.sent()) == [{}]
    table.sync(1, decision=2)  # the same number: it was no event that has changed it
    assert table.follower.is_fresh
    assert table.follower.snapshot is not None
    assert table.follower.snapshot.decision == 2


def test_a_decision_of_which_no_event_told() -> None:
    table = Table.joined(1)
    table.follower.say("move", {}, 0)
    [move] = table.sent()
    table.ok(move["action_id"], 1, decision=2)
    assert asked(table.sent()) == [{}]


# Actions


def test_an_action_is_sent_again_under_its_id_until_a_result_comes() -> None:
    table = Table.joined(1)
    ticket = table.follower.say("move", {"x": 1}, 0)
    sent = table.sent() + table.at(7000)
    assert [message["payload"] for message in sent] == [{"x": 1}] * 4  # at 0, 1, 3 and 7 seconds
    assert {message["action_id"] for message in sent} == {ticket}
    table.ok(ticket, 1)
    table.ok(ticket, 1)
    [answer] = table.news()
    assert isinstance(answer, Answer)
    assert (answer.ticket, answer.result.ok) == (ticket, True)
    assert table.at(14_000) == []


@pytest.mark.parametrize("code", ["game_unavailable", "routing_failed"])
def test_what_did_not_arrive_is_sent_again(code: str) -> None:
    table = Table.joined(1)
    ticket = table.follower.say("move", {}, 0)
    table.sent()
    table.refused(ticket, code, "retry")
    assert table.news() == []
    assert [message["action_id"] for message in table.at(1000)] == [ticket]
    given_up = table.follower.forget(ticket)
    assert given_up is not None
    assert given_up.code == code
    assert table.at(9000) == []


def test_a_table_that_is_not_there_is_a_result() -> None:
    table = Table()
    table.follower.connected(0)
    ticket = table.follower.join(0)
    table.refused(ticket, "game_unavailable", "noop")
    [answer] = table.news()
    assert isinstance(answer, Answer)
    assert answer.result.code == "game_unavailable"
    table.follower.disconnected()
    table.sent()
    table.follower.connected(0)
    assert table.sent() == []  # nobody joins again who was refused


def test_a_sync_that_is_refused_for_good_ends_it() -> None:
    table = Table()
    table.follower.connected(0)
    table.follower.refresh(0)
    [sync] = table.sent()
    table.refused(sync["action_id"], "game_unavailable", "noop")
    assert table.follower.ended is not None
    assert table.at(99_000) == []


def test_a_sync_that_did_not_arrive_is_sent_again() -> None:
    table = Table()
    table.follower.connected(0)
    table.follower.refresh(0)
    [sync] = table.sent()
    table.refused(sync["action_id"], "game_unavailable", "retry")
    assert len(table.at(3000)) == 2
    table.sync(0)
    assert table.follower.is_fresh


def test_an_action_that_no_table_could_read_is_refused_here() -> None:
    table = Table.joined(1)
    with pytest.raises(Malformed):
        table.follower.say("move", {"x": "y" * 5000}, 0)
    assert table.at(9000) == []


def test_a_snapshot_of_a_later_protocol_is_read() -> None:
    """With further fields at any depth, and ids longer than today's."""
    new = {"later": 1}
    outcome = {"scores": [1, -1], "reason": "five", "payout": []}
    told, touch = {"seq": 1, "words": "Ada plays h8."}, [["a" * 17]]
    table = Table.joined(1)
    table.follower.refresh(0)
    table.sync(1, **new, told=[told | new], touch=touch, outcome=outcome | new)
    read = table.follower.snapshot
    assert read is not None
    assert read.told is not None
    assert read.outcome is not None
    assert [each.words for each in read.told] == ["Ada plays h8."]
    assert (read.touch, read.outcome.scores) == ((("a" * 17,),), (1, -1))


def test_not_everything_can_wait() -> None:
    table = Table.joined(1)
    for _ in range(UNANSWERED_AT_MOST):
        table.follower.say("move", {}, 0)
    with pytest.raises(OverflowError):
        table.follower.say("move", {}, 0)


def test_connected_elsewhere_ends_it() -> None:
    table = Table.joined(1)
    table.follower.say("move", {}, 0)
    table.receive("error", {"code": "duplicate_connection_handled", "reason": "you have connected anew"})
    assert table.follower.ended is not None
    assert table.follower.next() is None


# A new line


def test_a_new_line_joins_again_and_sends_what_is_unanswered() -> None:
    table = Table.joined(4)
    move = table.follower.say("move", {}, 0)
    table.sent()
    table.follower.disconnected()
    assert not table.follower.is_fresh
    assert table.at(9000) == []
    table.follower.connected(9000)
    first, second = table.sent()
    assert (first["message_type"], first["payload"]) == ("join", {"name": "Ada", "last_seq": 4})
    assert (second["message_type"], second["action_id"]) == ("move", move)
    table.ok(first["action_id"], 5)
    table.event(5)
    assert table.told() == [5]


def _turn(ms: int) -> Json:
    return {"name": "turn", "seats": [0], "ms": ms, "paused": False}


def test_over_a_new_line_it_asks_how_things_stand_though_nothing_was_missed() -> None:
    """A server that was started again has set its clocks anew, of which no event tells."""
    table = Table.joined(4, timers=[_turn(5000)])
    table.follower.disconnected()
    table.follower.connected(9000)
    [join] = table.sent()
    table.ok(join["action_id"], 4)
    assert not table.follower.is_fresh
    [sync] = table.sent()
    assert (sync["message_type"], sync["payload"]) == ("sync", {})
    table.sync(4, timers=[_turn(60_000)])
    assert table.follower.snapshot is not None
    assert table.follower.snapshot.timers[0].ms == 60_000
    assert table.follower.is_fresh


def test_a_join_that_was_cut_is_another_action_under_the_same_ticket() -> None:
    table = Table()
    table.follower.connected(0)
    ticket = table.follower.join(0, "Ada")
    [first] = table.sent()
    table.follower.disconnected()
    table.follower.connected(0)
    [second] = table.sent()
    assert first["action_id"] != second["action_id"]
    table.ok(first["action_id"], 1)  # too late: that line is gone
    assert table.news() == []
    table.ok(second["action_id"], 1)
    [answer] = table.news()
    assert isinstance(answer, Answer)
    assert answer.ticket == ticket


def test_whoever_has_left_does_not_come_back_by_himself() -> None:
    table = Table.joined(1)
    leave = table.follower.say("leave", {}, 0)
    table.ok(leave, 1)
    table.follower.disconnected()
    table.sent()
    table.follower.connected(0)
    assert all(message["message_type"] != "join" for message in table.at(60))


def test_the_past_can_be_asked_for() -> None:
    table = Table(since=0)
    table.follower.connected(0)
    table.follower.join(0)
    [join] = table.sent()
    assert join["payload"] == {"last_seq": 0}
    table.ok(join["action_id"], 2)
    table.event(1)
    table.event(2)
    assert table.told() == [1, 2]
    assert asked(table.at(60)) == [{}]


# Whatever happens on the way

STEP = st.tuples(
    st.sampled_from(["arrive", "arrive", "arrive", "lose", "double", "act", "time", "cut"]),
    st.integers(0, 3),
    st.booleans(),
    st.integers(0, 40),
)


@pytest.mark.parametrize("name", TOYS)
@given(steps=st.lists(STEP, max_size=120))
@settings(max_examples=200)
def test_any_line_ends_in_the_truth(name: str, steps: list[tuple[str, int, bool, int]]) -> None:
    lines = Lines(TOYS[name], GENTLE if name == "duel" else None)
    lines.start()
    for kind, whose, inwards, number in steps:
        reader = lines.readers[whose % len(lines.readers)]
        way = reader.arriving if inwards else reader.leaving
        match kind:
            case "act":
                lines.acts(reader, number)
            case "time":
                lines.pass_time(number * 50)
            case "cut":
                lines.cut(reader)
            case "lose" if way:
                way.pop(number % len(way))
            case _ if way:
                carry = lines.to_reader if inwards else lines.to_table
                carry(reader, number % len(way), twice=kind == "double")
    lines.calm()
    lines.check()
    for reader in lines.readers:
        waited_for = {
            message["action_id"] for message in reader.sent if message["message_type"] not in ("sync", "join")
        }
        answered = [answer.ticket for answer in reader.answers]
        assert len(answered) == len(set(answered))
        assert waited_for <= set(answered)

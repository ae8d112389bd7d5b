"""The bridge's specification, sentence by sentence, at a table that is spoken to in JSON alone.

What is the same for every game (envelopes, results, tokens, keys) is tested with the table, the runtime and the
gateway; here are briscola's own actions and events. Nothing is asked of the game but what its players are told.
"""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from ludoteca.games.briscola import GAME
from tests.table.harness import OBSERVER, Json, Sitting, player

CARD = {"suit", "rank", "card_id"}
CONTRACT = {"phase", "trump_suit", "caller_id", "partner_id", "partner_rank", "bid"}
CALLED = {"suit": "clubs", "rank": 1, "card_id": 30}
SUITS = ("coins", "cups", "swords", "clubs")


class Spoken(Sitting):
    """A sitting whose players keep what they are told, as a client would."""

    def events(self, seat: int | None = None) -> list[Json]:
        who = OBSERVER if seat is None else player(seat)
        return [json.loads(frame) for frame in self.frames(who)]

    def of(self, name: str, seat: int | None = None) -> list[Json]:
        return [frame["payload"] for frame in self.events(seat) if frame["message_type"] == name]

    def hand(self, seat: int) -> list[Json]:
        latest: list[Json] = self.of("hand.update", seat)[-1]["hand"]
        return latest

    def snapshot(self, seat: int | None = None) -> Json:
        _, sync = self.submit(OBSERVER if seat is None else player(seat), "sync")
        payload: Json = sync["payload"]
        return payload

    def say(self, seat: int, message_type: str, **payload: Any) -> Json:
        """An action as the specification writes it, with what it repeats of the envelope; its result."""
        body = {"message_type": message_type, "game_id": "TABLE7", "player_id": seat, **payload}
        result: Json = self.submit(player(seat), message_type, body)[0]["payload"]
        return result

    def turn(self) -> int:
        (seat,) = self.snapshot()["to_act"]
        return int(seat)


def auctioned(**config: Any) -> Spoken:
    """Seat 0 has bid 80, and the others have passed."""
    spoken = Spoken.seated(GAME, {"dealer": 4, **config})
    assert isinstance(spoken, Spoken)
    assert spoken.say(0, "bid", bid=80)["status"] == "ok"
    for seat in (1, 2, 3, 4):
        assert spoken.say(seat, "bid", bid=-1)["status"] == "ok"
    return spoken


def opened() -> Spoken:
    """Both named before play: the ace of cups is called."""
    spoken = auctioned(suit_call="before-play")
    assert spoken.say(0, "call-partner-rank", partner_rank=1)["status"] == "ok"
    assert spoken.say(0, "call-partner-suit", partner_suit="cups")["status"] == "ok"
    return spoken


def played_on(spoken: Spoken, cards: int) -> Spoken:
    """So many cards more, each the first of its player's hand."""
    for _ in range(cards):
        seat = spoken.turn()
        assert spoken.say(seat, "play", card=spoken.hand(seat)[0])["status"] == "ok"
    return spoken


def step_by_step() -> Iterator[Spoken]:
    """A whole hand in the default order, the first trick blind, as it stands after each action. The ace of clubs is
    called, which seat 3 plays in the sixth trick."""
    yield (spoken := auctioned())
    assert spoken.say(0, "call-partner-rank", partner_rank=1)["status"] == "ok"
    yield spoken
    for _ in range(5):
        yield played_on(spoken, 1)
    assert spoken.say(0, "call-partner-suit", partner_suit="clubs")["status"] == "ok"
    yield spoken
    for _ in range(35):
        yield played_on(spoken, 1)


@cache
def whole() -> Spoken:
    """The same hand when it is over."""
    *_, spoken = step_by_step()
    return spoken


# Actions


def test_bid_takes_an_int_and_minus_1_is_a_pass() -> None:
    told = auctioned().of("phase.change")
    bids = [(each["caller_id"], each["bid"]) for each in told if each["phase"] == "bid" and each["bid"] is not None]
    assert bids == [(0, 80), (1, -1), (2, -1), (3, -1), (4, -1)]


def test_call_partner_rank_takes_1_to_10() -> None:
    for rank in range(1, 11):
        assert auctioned().say(0, "call-partner-rank", partner_rank=rank)["status"] == "ok"
    for rank in (0, 11):
        assert auctioned().say(0, "call-partner-rank", partner_rank=rank)["code"] == "invalid_card"


@pytest.mark.parametrize("suit", SUITS)
def test_call_partner_suit_takes_the_four_suits(suit: str) -> None:
    spoken = auctioned(suit_call="before-play")
    spoken.say(0, "call-partner-rank", partner_rank=1)
    assert spoken.say(0, "call-partner-suit", partner_suit="hearts")["code"] == "invalid_card"
    assert spoken.say(0, "call-partner-suit", partner_suit=suit)["status"] == "ok"
    assert spoken.snapshot()["view"]["trump_suit"] == suit


@pytest.mark.parametrize("keys", [{"suit", "rank"}, {"suit", "rank", "card_id"}, {"card_id"}])
def test_play_takes_a_card_by_suit_and_rank_and_card_id_may_be_there_or_stand_alone(keys: set[str]) -> None:
    spoken = opened()
    card = spoken.hand(0)[3]
    assert spoken.say(0, "play", card={key: card[key] for key in keys})["status"] == "ok"
    assert spoken.of("trick.played")[-1]["card"] == card


def test_a_card_id_that_contradicts_suit_and_rank_is_an_invalid_card() -> None:
    spoken = opened()
    card = spoken.hand(0)[0]
    refused = spoken.say(0, "play", card={**card, "card_id": (card["card_id"] + 1) % 40})
    assert (refused["status"], refused["code"], refused["recovery"]) == ("error", "invalid_card", "retry")


def test_reorder_takes_cards_or_card_ids_persists_and_is_echoed_via_hand_update() -> None:
    spoken = opened()
    hand = spoken.hand(3)
    turned = list(reversed(hand))
    mixed = [
        {"suit": card["suit"], "rank": card["rank"]} if place % 2 else card["card_id"]
        for place, card in enumerate(turned)
    ]
    assert spoken.say(3, "reorder", hand=mixed)["status"] == "ok"
    assert spoken.hand(3) == turned
    assert spoken.snapshot(3)["view"]["hand"] == turned
    played_on(spoken, 5)
    assert spoken.hand(3) == turned[1:]
    restored = spoken.restored()
    assert [card.card_id for card in restored.snapshot_for(player(3), spoken.now).view.hand] == [
        card["card_id"] for card in turned[1:]
    ]


def test_to_reorder_with_a_contradiction_is_an_invalid_card() -> None:
    spoken = opened()
    hand = [*spoken.hand(3)]
    hand[0] = {**hand[0], "rank": hand[0]["rank"] % 10 + 1}
    assert spoken.say(3, "reorder", hand=hand)["code"] == "invalid_card"


# Results


def test_invalid_codes_are_for_violations_of_rule_and_phase() -> None:
    spoken = opened()
    assert spoken.say(1, "play", card=spoken.hand(1)[0])["code"] == "invalid_turn"
    assert spoken.say(0, "play", card=spoken.hand(1)[0])["code"] == "invalid_card"
    assert spoken.say(0, "bid", bid=90)["code"] == "invalid_action"
    fresh = Spoken.seated(GAME, {"dealer": 4})
    assert isinstance(fresh, Spoken)
    assert fresh.say(0, "bid", bid=60)["code"] == "invalid_bid"
    assert fresh.say(0, "bid", bid=121)["code"] == "invalid_bid"
    assert fresh.say(1, "bid", bid=61)["code"] == "invalid_turn"


def test_recovery_is_retry_on_ones_own_turn_and_noop_otherwise() -> None:
    spoken = opened()
    assert spoken.say(0, "play", card=spoken.hand(1)[0])["recovery"] == "retry"
    assert spoken.say(1, "play", card=spoken.hand(1)[0])["recovery"] == "noop"


def test_a_refused_action_changes_nothing() -> None:
    spoken = opened()
    before = spoken.unchanged()
    spoken.say(0, "play", card=spoken.hand(1)[0])
    assert spoken.unchanged() == before


# Events


def test_hand_update_has_player_id_and_hand_and_goes_to_its_owner_only() -> None:
    for seat in range(5):
        updates = whole().of("hand.update", seat)
        assert len(updates) == 9  # dealt, and after each card
        assert all(set(each) == {"player_id", "hand"} and each["player_id"] == seat for each in updates)
        assert all(set(card) == CARD for each in updates for card in each["hand"])
        assert [len(each["hand"]) for each in updates] == list(range(8, -1, -1))
    assert whole().of("hand.update") == []


def test_card_id_suit_and_rank_of_every_card_agree() -> None:
    for seat in range(5):
        for card in whole().of("hand.update", seat)[0]["hand"]:
            assert card["card_id"] == SUITS.index(card["suit"]) * 10 + card["rank"] - 1


def test_trick_played_has_its_card_the_trick_so_far_and_who_is_next() -> None:
    told = whole().of("trick.played")
    assert len(told) == 40
    for number, each in enumerate(told):
        assert set(each) == {"player_id", "card", "trick", "current_player_id"}
        assert len(each["trick"]) == number % 5 + 1
        assert all(set(laid) == {"player_id", "card"} and set(laid["card"]) == CARD for laid in each["trick"])
        assert each["trick"][-1] == {"player_id": each["player_id"], "card": each["card"]}
        if number % 5 < 4:
            assert each["current_player_id"] == (each["player_id"] + 1) % 5


def test_trick_won_has_the_winner_points_cards_scores_and_who_is_next() -> None:
    told, played = whole().of("trick.won"), whole().of("trick.played")
    assert len(told) == 8
    for number, each in enumerate(told):
        assert set(each) == {"winner_id", "points", "trick_cards", "scores", "current_player_id"}
        assert each["trick_cards"] == played[number * 5 + 4]["trick"]
        assert each["current_player_id"] == each["winner_id"]
        assert [score["player_id"] for score in each["scores"]] == [0, 1, 2, 3, 4]
    assert sum(each["points"] for each in told) == 120


def test_score_update_has_scores_and_a_delta_where_something_has_changed() -> None:
    told, won = whole().of("score.update"), whole().of("trick.won")
    assert set(told[0]) == {"scores"}
    assert [score["points"] for score in told[0]["scores"]] == [0] * 5
    assert [each["delta"] for each in told[1:]] == [
        {"player_id": each["winner_id"], "points": each["points"]} for each in won
    ]
    assert [each["scores"] for each in told[1:]] == [each["scores"] for each in won]
    assert sum(score["points"] for score in told[-1]["scores"]) == 120


def test_phase_change_has_the_phase_and_the_contract() -> None:
    told = whole().of("phase.change")
    assert all(set(each) >= CONTRACT for each in told)
    assert all(set(each) - CONTRACT <= {"dealer_id", "hand", "deals", "auto"} for each in told)


def test_the_flow_is_ready_bid_rank_first_trick_suit_tricks_end() -> None:
    flow = [each["phase"] for each in whole().of("phase.change")]
    assert list(dict.fromkeys(flow)) == [
        "ready",
        "bid",
        "call-partner-rank",
        "play-first-trick",
        "call-partner-suit",
        "play-tricks",
        "end",
    ]


def test_the_contract_grows_as_it_is_called() -> None:
    told = {each["phase"]: each for each in whole().of("phase.change")}
    assert (told["call-partner-rank"]["caller_id"], told["call-partner-rank"]["bid"]) == (0, 80)
    assert told["play-first-trick"]["partner_rank"] == 1
    assert told["play-first-trick"]["trump_suit"] is None
    assert (told["play-tricks"]["partner_rank"], told["play-tricks"]["trump_suit"]) == (1, "clubs")


def test_partner_id_is_null_in_every_event_until_the_called_card_is_played() -> None:
    told = [frame for frame in whole().events() if frame["message_type"] in ("phase.change", "trick.played")]
    out = next(place for place, frame in enumerate(told) if frame["payload"].get("card") == CALLED)
    named = next(place for place, frame in enumerate(told) if frame["payload"].get("trump_suit") == "clubs")
    before = [frame["payload"] for frame in told[: max(out, named)] if frame["message_type"] == "phase.change"]
    assert all(each["partner_id"] is None for each in before)
    holder = told[out]["payload"]["player_id"]
    assert told[-1]["payload"]["partner_id"] == holder == 3


def test_partner_id_is_null_in_every_snapshot_until_the_called_card_is_played() -> None:
    for spoken in step_by_step():
        known = 3 if is_out(spoken) else None
        assert {spoken.snapshot(reader)["view"]["partner_id"] for reader in (None, *range(5))} == {known}


def is_out(spoken: Spoken) -> bool:
    return any(each["card"] == CALLED for each in spoken.of("trick.played"))


def test_everything_else_is_told_to_everybody_alike() -> None:
    public = [frame for frame in whole().events() if frame["message_type"] != "event.hidden"]
    for seat in range(5):
        assert [
            frame for frame in whole().events(seat) if frame["message_type"] not in ("hand.update", "event.hidden")
        ] == public


def test_player_join_leave_and_reconnect_are_told() -> None:
    spoken = opened()
    spoken.lost(2)
    spoken.submit(player(2), "join")
    names = [frame["message_type"] for frame in spoken.events() if frame["message_type"].startswith("player.")]
    assert names == ["player.join"] * 5 + ["player.leave", "player.away", "player.reconnect", "player.back"]


# Sync


def test_sync_is_a_full_snapshot_with_the_hand_for_its_owner() -> None:
    spoken = played_on(opened(), 7)
    for seat in range(5):
        seen = spoken.snapshot(seat)
        assert seen["hand"] == spoken.hand(seat)
        assert (seen["phase"], seen["caller_id"], seen["bid"]) == ("play-tricks", 0, 80)
        assert seen["bids"][0] == {"player_id": 0, "bid": 80}
        assert [each["cards"] for each in seen["players"]].count(7) == 3
        assert seen["trick"] == spoken.of("trick.played")[-1]["trick"]
        assert seen["scores"] == spoken.of("trick.won")[-1]["scores"]
        assert seen["current_player_id"] == spoken.of("trick.played")[-1]["current_player_id"]
    assert spoken.snapshot()["hand"] == []


BESIDE_VIEW = CONTRACT | {"players", "scores", "bids", "trick", "hand", "current_player_id"}


def test_sync_has_the_specifications_fields_at_the_top_and_the_view_beside_them() -> None:
    spoken = opened()
    for _ in range(9):
        for seat in (*range(5), None):
            seen = spoken.snapshot(seat)
            assert {name: seen[name] for name in BESIDE_VIEW} == {name: seen["view"][name] for name in BESIDE_VIEW}
        played_on(spoken, 4)


def test_before_the_game_begins_a_sync_says_that_it_is_ready() -> None:
    _, sync = Sitting(GAME).submit(OBSERVER, "sync")
    seen = sync["payload"]
    assert seen["view"] is None
    assert (seen["phase"], seen["hand"], seen["current_player_id"]) == ("ready", [], None)
    assert seen.keys() >= BESIDE_VIEW


def cards_in(told: object) -> set[int]:
    """All cards that are named anywhere in it."""
    match told:
        case {"card_id": int(number)}:
            return {number}
        case dict():
            return set().union(*map(cards_in, told.values()))
        case list():
            return set().union(*map(cards_in, told))
        case _:
            return set()


def test_no_byte_of_a_snapshot_or_an_event_tells_a_card_that_its_reader_may_not_see() -> None:
    spoken = played_on(opened(), 7)
    for seat in (*range(5), None):
        own = set() if seat is None else cards_in(spoken.hand(seat))
        closed = set().union(*(cards_in(spoken.hand(other)) for other in range(5) if other != seat))
        called = {10}  # named by the caller: everybody knows of it, and not where it is
        for told in (spoken.snapshot(seat)["view"], spoken.events(seat)):
            assert own <= cards_in(told)
            assert not (closed - called) & cards_in(told)

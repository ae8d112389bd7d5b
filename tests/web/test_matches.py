"""Matches: they end once, however often that is reported; stakes are taken at the beginning and paid at the end."""

from dataclasses import replace

import pytest

from ludoteca.kernel import Outcome
from ludoteca.web.game_catalogue import Catalogue
from ludoteca.web.live import serializers
from ludoteca.web.models import Match, Player, Room
from ludoteca.web.models.play import RoomSeat
from ludoteca.web.play import rooms, settlement
from ludoteca.web.play.settlement import Record

from .apps import APP, KNOWN
from .databases import at_once
from .people import STAKED, balances, begun, latest, people, refused, room_of, won

pytestmark = pytest.mark.usefixtures("database")


def staked(one: Player, other: Player) -> Match:
    return begun(one, other, "duel", config=STAKED)


def record(*scores: int, payout: tuple[int, ...] = ()) -> Record:
    return Record("{}\n", Outcome(scores, "goal", payout), "c0", "5eed", ("tulip", ""), None)


def test_a_match_that_is_over_says_how_it_ended() -> None:
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo)
    assert settlement.end(APP, match.game_id, record(-1, 1))
    told = serializers.match(APP, serializers.matches().get(pk=match.pk), None)
    assert (told.reason, told.commitment, told.seed, told.client_seeds) == ("goal", "c0", "5eed", ("tulip", ""))
    assert [(seat.player.nickname, seat.score) for seat in told.seats if seat.player] == [("Ada", -1), ("Bo", 1)]
    assert Room.objects.get(pk=match.room_id).status == "over"


def test_an_end_that_is_told_twice_is_no_news() -> None:
    ada, bo = people("Ada", "Bo")
    match = staked(ada, bo)
    assert won(match, ada, payout=(8, 0))
    assert not won(match, bo, payout=(0, 8))
    assert balances(ada, bo) == [14, 6]


def test_nothing_ends_that_has_never_begun() -> None:
    assert not settlement.end(APP, "NOGAME", record(1, -1))


def test_an_end_that_is_told_at_once_by_several_is_news_to_one() -> None:
    ada, bo = people("Ada", "Bo")
    match = staked(ada, bo)
    came = at_once(*[lambda: won(match, ada, payout=(8, 0))] * 4)
    assert sorted(map(str, came)) == ["False", "False", "False", "True"]
    assert balances(ada, bo) == [14, 6]


def test_an_end_and_a_closing_at_once_pay_once() -> None:
    ada, bo = people("Ada", "Bo")
    match = staked(ada, bo)
    at_once(lambda: won(match, ada, payout=(8, 0)), lambda: settlement.close(APP, match.game_id))
    assert balances(ada, bo) in ([14, 6], [10, 10])


# Stakes


def test_stakes_are_taken_when_the_match_begins() -> None:
    ada, bo = people("Ada", "Bo")
    room = room_of(ada, "duel", config=STAKED)
    assert (room.stake, balances(ada, bo)) == (4, [10, 10])
    rooms.sit(APP, bo, room.code, None)
    assert balances(ada, bo) == [6, 6]


def test_whoever_cannot_pay_does_not_sit_down_and_nobody_pays() -> None:
    ada, bo, cy = people("Ada", "Bo", "Cy")
    for _ in range(2):
        staked(bo, cy)
    room = room_of(ada, "duel", config=STAKED)
    with refused("not_enough_tokens"):
        rooms.sit(APP, bo, room.code, None)
    assert balances(ada, bo) == [10, 2]
    assert not RoomSeat.objects.filter(room=room, player=bo).exists()
    assert (Room.objects.get(pk=room.pk).status, room.matches.count()) == ("open", 0)


def test_taking_the_last_seat_at_two_staked_tables_at_once_never_overdraws() -> None:
    ada, bo, cy = people("Ada", "Bo", "Cy")
    codes = [room_of(each, "duel", config={"stake": 6}).code for each in (ada, bo)]
    at_once(*(lambda code=code: rooms.sit(APP, cy, code, None) for code in codes))
    assert balances(cy) == [4]
    assert Match.objects.count() == 1


def test_a_draw_gives_the_stakes_back_and_a_burned_pot_does_not() -> None:
    ada, bo = people("Ada", "Bo")
    won(staked(ada, bo), None, payout=(4, 4))
    assert balances(ada, bo) == [10, 10]
    won(staked(ada, bo), None, payout=(0, 0))
    assert balances(ada, bo) == [6, 6]


def test_what_is_broken_off_gives_everybody_his_stake_back_once() -> None:
    ada, bo = people("Ada", "Bo")
    match = staked(ada, bo)
    for _ in range(2):
        settlement.close(APP, match.game_id)
    assert balances(ada, bo) == [10, 10]
    assert not won(match, ada, payout=(8, 0))
    assert balances(ada, bo) == [10, 10]
    assert Room.objects.get(pk=match.room_id).status == "closed"


def test_a_rematch_is_staked_anew() -> None:
    ada, bo = people("Ada", "Bo")
    match = staked(ada, bo)
    won(match, ada, payout=(8, 0))
    for player in (ada, bo):
        rooms.ask_rematch(APP, player, match.room.code)
    assert balances(ada, bo) == [10, 2]
    assert latest(match.room).number == 2


def test_a_rematch_that_somebody_cannot_pay_does_not_begin() -> None:
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo, "duel", config={"stake": 6})
    won(match, ada, payout=(12, 0))
    rooms.ask_rematch(APP, ada, match.room.code)
    with refused("not_enough_tokens"):
        rooms.ask_rematch(APP, bo, match.room.code)
    assert balances(ada, bo) == [16, 4]
    assert (Room.objects.get(pk=match.room_id).status, latest(match.room).number) == ("over", 1)


def test_practice_against_a_bot_is_free() -> None:
    app = replace(APP, catalogue=Catalogue(KNOWN, lambda name: {"random": None}))  # toys have no bots but for this
    (ada,) = people("Ada")
    room = room_of(ada, "duel", seats=("me", "bot:random"), config=STAKED, app=app)
    assert balances(ada) == [10]
    won(latest(room), ada, payout=(8, 0))
    assert balances(ada) == [10]


def test_matches_of_a_room_are_numbered_and_told_in_order() -> None:
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo)
    won(match, ada)
    for player in (ada, bo):
        rooms.ask_rematch(APP, player, match.room.code)
    Match.objects.update(opened_at=match.created_at)
    told = serializers.room(serializers.rooms().get(pk=match.room_id))
    assert told.matches == (match.game_id, latest(match.room).game_id)
    assert told.game_id == latest(match.room).game_id


def test_a_table_is_not_told_before_it_is_open() -> None:
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo)
    assert serializers.room(serializers.rooms().get(pk=match.room_id)).game_id is None

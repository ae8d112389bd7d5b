"""Rooms: seats are taken and left, bots and guests are asked in, and the last seat begins the match."""

from typing import Any

import pytest

from ludoteca.web.accounts import registration
from ludoteca.web.errors import ApiError
from ludoteca.web.models import Match, Player, Room
from ludoteca.web.play import rooms
from ludoteca.web.schemas import CreateRoom

from .apps import APP
from .databases import at_once
from .people import begun, latest, people, refused, room_of, sitting, status, won

BOT_ROOM = CreateRoom(game="gomoku", seats=("me", "bot:greedy"))

pytestmark = pytest.mark.usefixtures("database")


# Making one


def test_a_room_is_open_until_its_last_seat_is_taken_and_then_it_plays(ada: Player, bo: Player) -> None:
    room = room_of(ada)
    assert (status(room), sitting(room), Match.objects.count()) == ("open", ["Ada", ""], 0)
    rooms.sit(APP, bo, room.code, None)
    assert (status(room), sitting(room), Match.objects.count()) == ("playing", ["Ada", "Bo"], 1)


def test_a_match_has_the_seats_of_its_room(ada: Player, bo: Player) -> None:
    match = begun(ada, bo, seats=(None, "me"))
    assert [(seat.title, seat.player) for seat in match.seats.all()] == [("black", bo), ("white", ada)]


@pytest.mark.parametrize("seats", [("me", "me"), ("me", None, None), ("ada",), ("bot:nobody",), ("bot:",) * 3])
def test_seats_that_make_no_sense_are_refused_and_no_room_is_made(ada: Player, seats: tuple[str, ...]) -> None:
    with pytest.raises(ApiError, match=r"bad_seats|no_such_bot"):
        room_of(ada, seats=seats)
    assert not Room.objects.exists()


def test_a_room_with_a_bot_begins_at_once(ada: Player) -> None:
    room = room_of(ada, seats=("me", "bot:greedy"))
    assert (status(room), sitting(room)) == ("playing", ["Ada", "greedy"])
    assert [seat.bot for seat in latest(room).seats.all()] == ["", "greedy"]


@pytest.mark.parametrize("how", [{"preset": "ranked"}, {"config": {"mode": "ranked"}}])
def test_a_ranked_game_cannot_be_opened_by_hand(ada: Player, how: dict[str, Any]) -> None:
    with refused("ranked_by_queue", 400):
        room_of(ada, **how)


def test_a_tournament_has_swap_2_and_a_casual_room_only_if_it_is_asked_for(ada: Player) -> None:
    assert room_of(ada, preset="tournament").swap2_enabled
    assert not room_of(ada, preset="casual").swap2_enabled
    assert room_of(ada, preset="casual", config={"swap2_enabled": True}).swap2_enabled


def test_a_room_remembers_its_mode(ada: Player) -> None:
    assert [room_of(ada, preset=each).mode for each in ("casual", "tournament", None)] == [
        "tieu_dao",
        "van_mon",
        "custom",
    ]


def test_twenty_open_rooms_are_enough(ada: Player) -> None:
    for _ in range(20):
        room_of(ada)
    with refused("too_many_rooms"):
        room_of(ada)


def test_one_person_has_bots_in_so_many_rooms(ada: Player, bo: Player) -> None:
    for _ in range(10):
        room = room_of(ada, seats=("me", "bot:greedy"))
    with refused("too_many_bots"):
        room_of(ada, seats=("me", "bot:greedy"))
    waiting = room_of(ada)
    with refused("too_many_bots"):
        rooms.fill_with_bot(APP, ada, waiting.code, 1, "greedy")
    room_of(bo, seats=("me", "bot:greedy"))
    assert won(latest(room), ada)
    rooms.fill_with_bot(APP, ada, waiting.code, 1, "greedy")
    with refused("too_many_bots"):
        rooms.ask_rematch(APP, ada, room.code)


def test_people_at_one_address_have_bots_in_so_many_rooms_together() -> None:
    guests = people("Ada", "Bo", "Cy", "Di")
    for guest in guests[:3]:
        for _ in range(10):
            rooms.create(APP, guest, BOT_ROOM, opened_from="an address")
    with refused("too_many_bots"):
        rooms.create(APP, guests[3], BOT_ROOM, opened_from="an address")
    rooms.create(APP, guests[3], BOT_ROOM, opened_from="another")


# Taking seats


def test_whoever_sits_already_stays_unless_he_wants_another_seat(ada: Player) -> None:
    room = room_of(ada)
    rooms.sit(APP, ada, room.code, None)
    rooms.sit(APP, ada, room.code, 0)
    assert sitting(room) == ["Ada", ""]
    rooms.sit(APP, ada, room.code, 1)
    assert sitting(room) == ["", "Ada"]


def test_a_seat_that_is_taken_or_is_none_cannot_be_had(ada: Player, bo: Player) -> None:
    room = room_of(ada)
    for seat in (0, 5):
        with refused("seat_taken"):
            rooms.sit(APP, bo, room.code, seat)


def test_nobody_sits_down_where_they_play_already(ada: Player, bo: Player) -> None:
    match = begun(ada, bo)
    with refused("not_open"):
        rooms.sit(APP, people("Cy")[0], match.room.code, None)


def test_of_many_who_want_the_last_seat_at_once_one_gets_it_and_one_match_begins(ada: Player) -> None:
    room = room_of(ada)
    others = people("Bo", "Cy", "Di", "Ed")
    came = at_once(*(lambda each=each: rooms.sit(APP, each, room.code, None) for each in others))
    assert [each for each in came if each is not None and not isinstance(each, ApiError)] == []
    assert came.count(None) == 1
    assert Match.objects.filter(room=room).count() == 1


def test_nobody_is_in_a_room_that_is_not_there(ada: Player) -> None:
    with refused("not_found", 404):
        rooms.sit(APP, ada, "NOROOM", None)


# Bots


def test_a_bot_comes_and_goes_as_the_owner_says(ada: Player) -> None:
    room = room_of(ada, "duel", seats=("me",))
    with refused("no_such_bot", 400):
        rooms.fill_with_bot(APP, ada, room.code, 1, "greedy")
    room = room_of(ada, seats=(None, "bot:greedy"))
    rooms.fill_with_bot(APP, ada, room.code, 1, None)
    assert sitting(room) == ["", ""]


def test_nobody_but_the_owner_puts_a_bot_anywhere(ada: Player, bo: Player) -> None:
    room = room_of(ada)
    with refused("not_yours", 403):
        rooms.fill_with_bot(APP, bo, room.code, 1, "greedy")


def test_a_bot_does_not_take_a_persons_seat(ada: Player) -> None:
    with refused("seat_taken"):
        rooms.fill_with_bot(APP, ada, room_of(ada).code, 0, "greedy")


def test_a_room_is_for_people() -> None:
    (ada,) = people("Ada")
    with refused("bad_seats", 400):
        room_of(ada, seats=("bot:random", "bot:random"))
    assert not Room.objects.exists()


def test_a_guest_who_registers_after_asking_for_a_rematch_still_gets_it() -> None:
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo)
    won(match, ada)
    rooms.ask_rematch(APP, ada, match.room.code)
    registration.register(APP, ada, "dieter", "a password of four words")
    rooms.ask_rematch(APP, ada, match.room.code)
    rooms.ask_rematch(APP, bo, match.room.code)
    assert Room.objects.get().status == "playing"

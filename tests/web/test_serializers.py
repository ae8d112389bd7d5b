"""What readers are told: the lobby, oneself, profiles and the leaderboard; and that nothing more is."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ludoteca.kernel.values import tree_of
from ludoteca.web import game_catalogue
from ludoteca.web.errors import ApiError
from ludoteca.web.live import serializers
from ludoteca.web.models import Rating, Room, Ticket
from ludoteca.web.play import matchmaking, rooms
from ludoteca.web.schemas import GameInfo, JoinQueue

from .apps import APP
from .people import begun, give_points, people, ranked, room_of, under_way, won

pytestmark = pytest.mark.usefixtures("database")


def test_the_lobby_shows_public_rooms_that_one_can_join_or_watch() -> None:
    ada, bo = people("Ada", "Bo")
    opened, playing, over = room_of(ada), begun(ada, bo).room, begun(ada, bo)
    won(over, ada)
    room_of(ada, public=False)
    assert {room.code for room in serializers.lobby(0).rooms} == {opened.code, playing.code}


def test_the_lobby_shows_what_has_changed_last_first() -> None:
    (ada,) = people("Ada")
    first, second = room_of(ada), room_of(ada)
    Room.objects.filter(pk=second.pk).update(changed_at=timezone.now() - timedelta(minutes=1))
    assert [room.code for room in serializers.lobby(0).rooms] == [first.code, second.code]


def test_the_lobby_counts_who_waits_and_who_is_here() -> None:
    for player in people("Ada", "Bo"):
        matchmaking.join(APP, player, JoinQueue(game="gomoku", ranked=True))
    matchmaking.join(APP, people("Cy")[0], JoinQueue(game="gomoku"))
    lobby = serializers.lobby(7)
    assert {(each.game, each.ranked, each.players) for each in lobby.waiting} == {
        ("gomoku", True, 2),
        ("gomoku", False, 1),
    }
    assert lobby.online == 7


def test_the_lobby_comes_in_pages_of_a_hundred_rooms() -> None:
    owners = people(*(f"Guest {number}" for number in range(120)))
    Room.objects.bulk_create(
        Room(code=f"R{number:05}", game="gomoku", owner=owner, config={}) for number, owner in enumerate(owners)
    )
    first, last = serializers.lobby(0), serializers.lobby(0, 100)
    assert [(len(each.rooms), each.next) for each in (first, last)] == [(100, 100), (20, None)]
    assert len({room.code for page in (first, last) for room in page.rooms}) == 120


def test_six_guests_with_many_rooms_hide_no_others() -> None:
    (ada,) = people("Ada")
    own = room_of(ada)
    Room.objects.update(changed_at=timezone.now() - timedelta(minutes=5))
    for guest in people(*"ABCDEF"):
        for _ in range(20):
            room_of(guest)
    shown = serializers.lobby(0)
    assert (len(shown.rooms), shown.rooms[-1].code, shown.next) == (6 * 3 + 1, own.code, None)


def test_the_lobby_shows_open_rooms_first_and_of_these_the_fullest() -> None:
    ada, bo, cy = people("Ada", "Bo", "Cy")
    filling = room_of(ada, "briscola")
    rooms.sit(APP, bo, filling.code, None)
    rooms.sit(APP, cy, filling.code, None)
    empty = room_of(bo, "briscola")
    playing = begun(ada, bo).room
    assert [room.code for room in serializers.lobby(0).rooms] == [filling.code, empty.code, playing.code]


def test_nobody_is_told_that_he_is_nobody_in_his_language() -> None:
    me = serializers.me(None, "vi")
    assert (me.player, me.language, me.tokens, me.rooms) == (None, "vi", 0, ())


def test_somebody_is_told_his_tokens_his_rooms_and_what_he_waits_for() -> None:
    ada, bo = people("Ada", "Bo")
    room, over = room_of(ada), begun(ada, bo)
    won(over, ada)
    matchmaking.join(APP, ada, JoinQueue(game="gomoku", swap2=True))
    me = serializers.me(ada)
    assert (me.tokens, me.rooms) == (10, (room.code,))
    assert me.queue is not None
    assert (me.queue.game, me.queue.ranked, me.queue.swap2) == ("gomoku", False, True)


@pytest.mark.parametrize("public", [True, False])
def test_the_code_of_a_private_room_is_told_to_those_who_played_there_alone(public: bool) -> None:
    ada, bo, cy = people("Ada", "Bo", "Cy")
    match = begun(ada, bo, public=public)
    won(match, ada)
    row = serializers.matches().get(pk=match.pk)
    for reader in (ada, bo, cy, None):
        expected = match.room.code if public or reader in (ada, bo) else None
        assert serializers.match(APP, row, reader).room == expected
        assert [each.room for each in serializers.profile(APP, ada, reader).matches] == [expected]


def test_a_profile_shows_finished_matches_and_ratings() -> None:
    ada, bo = people("Ada", "Bo")
    done, _ = begun(ada, bo), begun(ada, bo)
    won(done, bo)
    give_points(ada, 10)
    give_points(bo, 30)
    told = serializers.profile(APP, ada, bo)
    assert [match.game_id for match in told.matches] == [done.game_id]
    assert [(each.game, each.points, each.rank) for each in told.ratings] == [("gomoku", 10, 2)]


def test_whoever_has_the_same_points_has_the_same_rank() -> None:
    everybody = people("Ada", "Bo", "Cy", "Di")
    for player, total in zip(everybody, (30, 50, 30, 10), strict=True):
        Rating.objects.create(player=player, game="gomoku", points=total, won=1)
    told = serializers.leaderboard("gomoku").players
    assert [(each.rank, each.player.nickname) for each in told] == [(1, "Bo"), (2, "Ada"), (2, "Cy"), (4, "Di")]


def test_whoever_has_played_no_series_is_not_on_the_leaderboard() -> None:
    ada, bo = people("Ada", "Bo")
    row = ranked(ada, bo)
    assert serializers.leaderboard("gomoku").players == ()
    won(under_way(row), ada, "abandoned")
    assert {each.player.nickname for each in serializers.leaderboard("gomoku").players} == {"Ada", "Bo"}


def test_nothing_that_is_told_of_people_tells_their_secrets() -> None:
    ada, bo = people("Ada", "Bo")
    ada.email, ada.password = "ada@example.org", "argon2$hash"
    ada.save()
    match = begun(ada, bo)
    told = [
        serializers.lobby(0),
        serializers.profile(APP, ada, bo),
        serializers.me(bo),
        serializers.room(serializers.rooms().get(pk=match.room_id)),
        serializers.match(APP, serializers.matches().get(pk=match.pk), bo),
    ]
    assert not any(word in str(tree_of(each)) for each in told for word in ("example.org", "argon2"))


# The catalogue


def described(name: str) -> GameInfo:
    return APP.catalogue.described(APP.catalogue.find(name))


def test_a_game_is_told_with_its_seats_bots_presets_and_a_form() -> None:
    told = described("gomoku")
    assert (told.name, told.seats, told.ranked) == ("gomoku", ("black", "white"), True)
    assert (told.title, told.about[:26]) == ("Gomoku (caro) with Swap 2", "Two players place stones o")
    assert set(told.bots) == {"random", "greedy"}
    assert told.defaults["size"] == 15
    assert "$defs" in told.config


def test_a_game_is_told_with_what_a_casual_game_of_it_costs() -> None:
    assert [described(name).stake for name in ("orcain", "gomoku")] == [1, 0]


def test_a_ranked_game_is_not_among_those_one_can_open() -> None:
    assert "ranked" not in described("gomoku").presets


@pytest.mark.parametrize(
    ("preset", "config"),
    [("nothing", None), (None, {"size": 16}), (None, {"speed": 1}), (None, {"size": True}), (None, {"turn_ms": 0})],
)
def test_a_config_that_makes_no_sense_is_refused(preset: str | None, config: dict[str, object] | None) -> None:
    with pytest.raises(ApiError, match="bad_config"):
        game_catalogue.configured(APP.catalogue.find("gomoku"), preset, config)


def test_a_config_that_the_rules_refuse_is_refused_in_their_words() -> None:
    with pytest.raises(ApiError, match="bad_config") as caught:
        game_catalogue.configured(APP.catalogue.find("duel"), None, {"goal": 9, "rounds": 3})
    assert caught.value.status == 400
    assert caught.value.facts["rule"] == "bad_config"


def test_what_is_for_tests_is_neither_offered_nor_taken() -> None:
    game = APP.catalogue.find("catan")
    offered = APP.catalogue.described(game).config["$defs"]["Config"]["properties"]
    assert {"vp_to_win", "forced_dice"} & offered.keys() == {"vp_to_win"}
    with pytest.raises(ApiError, match="bad_config"):
        game_catalogue.configured(game, "casual", {"forced_dice": True})


def test_a_ticket_is_gone_with_who_waited() -> None:
    (ada,) = people("Ada")
    matchmaking.join(APP, ada, JoinQueue(game="gomoku"))
    matchmaking.leave(APP, ada)
    matchmaking.leave(APP, ada)
    assert not Ticket.objects.exists()


def test_the_servers_staff_is_marked_since_it_can_know_the_dice() -> None:
    ada, bo = people("Ada", "Bo")
    bo.is_staff = True
    assert [serializers.player(each).is_staff for each in (ada, bo)] == [False, True]

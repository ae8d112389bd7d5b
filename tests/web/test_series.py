"""Ranked series: first to two, a pause, a rematch, points once; and what becomes of a player who gives up."""

import pytest

from ludoteca.kernel.values import build
from ludoteca.web.accounts import registration
from ludoteca.web.live import serializers
from ludoteca.web.models import Player, Rating, Room, Ticket
from ludoteca.web.models.play import Series
from ludoteca.web.play import matchmaking, rooms, series, settlement
from ludoteca.web.schemas import JoinQueue, SeriesInfo

from .apps import APP
from .databases import at_once
from .people import (
    give_points,
    later,
    latest,
    next_game,
    people,
    play,
    points,
    ranked,
    refused,
    room_of,
    status,
    under_way,
    won,
)

pytestmark = pytest.mark.usefixtures("database")


def info(row: Series) -> SeriesInfo:
    told = serializers.room(serializers.rooms().get(pk=row.room_id)).series
    assert told is not None
    return told


@pytest.mark.parametrize("asked", [(False, False), (False, True), (True, True)])
def test_a_ranked_room_has_swap_2_and_its_mode_whatever_anybody_asks(asked: tuple[bool, bool]) -> None:
    room = ranked(*people("Ada", "Bo"), swap2=asked).room
    assert (room.mode, room.swap2_enabled, room.status) == ("ranked", True, "playing")
    assert under_way(room.series.get()).config["mode"] == "ranked"


def test_who_has_won_two_games_has_won_the_series() -> None:
    ada, bo = people("Ada", "Bo")
    row = ranked(ada, bo)
    play(row, ada, bo)
    assert (info(row).score, info(row).phase, status(row.room)) == ((1, 1), "waiting", "playing")
    won(next_game(row), ada)
    assert (info(row).winner, info(row).phase, status(row.room)) == (ada.username, "over", "over")


def test_a_draw_is_played_again() -> None:
    ada, bo = people("Ada", "Bo")
    row = ranked(ada, bo)
    play(row, None, ada, None, ada)
    told = info(row)
    assert [game.winner for game in told.games] == [None, ada.username, None, ada.username]
    assert told.winner == ada.username


def test_every_game_of_a_series_starts_with_a_fresh_swap_2() -> None:
    ada, bo = people("Ada", "Bo")
    row = ranked(ada, bo)
    play(row, ada)
    next_game(row)
    for match in row.matches.all():
        game = APP.catalogue.find(match.game)
        state = game.setup(build(match.config, game.types.config)).state
        assert (state.swap2_state.phase, state.swap2_state.tentative_stones) == ("swap2_placement", ())


def test_swap_2_names_players_by_their_own_ids_through_a_whole_series() -> None:
    ada, bo = people("Ada", "Bo")
    row = ranked(ada, bo)
    play(row, ada)
    registration.register(APP, ada, "ada-lovelace", "a long passphrase")  # her name changes, her id does not
    next_game(row)
    for match in row.matches.all():
        game = APP.catalogue.find(match.game)
        state = game.setup(build(match.config, game.types.config)).state
        opener, other = (Player.objects.get(seats=seat) for seat in match.seats.all())
        assert (state.swap2_state.player1_id, state.swap2_state.player2_id) == (str(opener.pk), str(other.pk))
        assert state.swap2_state.active_player_id == serializers.player(opener).id
    assert {match.config["players"][0] for match in row.matches.all()} == {str(ada.pk), str(bo.pk)}


def test_a_bot_has_an_id_of_its_own_in_swap_2() -> None:
    (ada,) = people("Ada")
    match = latest(room_of(ada, seats=["me", "bot:random"], config={"swap2_enabled": True}))
    assert match.config["players"] == [str(ada.pk), "bot:1"]


def test_the_opener_alternates_and_sits_on_the_first_seat_and_is_recorded() -> None:
    ada, bo = people("Ada", "Bo")
    row = ranked(ada, bo)
    play(row, ada, bo, ada)
    openers = [match.seats.get(seat=0).player.username for match in row.matches.order_by("number")]  # type: ignore[union-attr]
    assert [game.opener for game in info(row).games] == openers
    assert openers[0] == openers[2] != openers[1]


def test_who_opens_the_first_game_is_left_to_chance() -> None:
    ada, bo = people("Ada", "Bo")
    first = set()
    for _ in range(20):
        row = ranked(ada, bo)
        first.add(under_way(row).seats.get(seat=0).player_id)
        series.cancel(APP, row.pk)
    assert first == {ada.pk, bo.pk}


def test_ten_seconds_lie_between_two_games() -> None:
    ada, bo = people("Ada", "Bo")
    row = ranked(ada, bo)
    before = series.now_ms()
    won(under_way(row), ada)
    until = info(row).next_game_at
    assert until is not None
    assert before + 10_000 <= until <= series.now_ms() + 10_000
    assert series.due() == []
    series.begin_next(APP, row.pk)
    assert not row.matches.filter(ended_at=None).exists()
    later(row, 10)
    assert series.due() == [row.pk]


def test_the_next_game_begins_once_even_if_several_keepers_see_that_it_is_time() -> None:
    ada, bo = people("Ada", "Bo")
    row = ranked(ada, bo)
    won(under_way(row), ada)
    later(row, 10)
    assert at_once(*[lambda: series.begin_next(APP, row.pk)] * 3) == [None] * 3
    assert row.matches.count() == 2


# Points


def test_a_series_gives_twenty_and_takes_fifteen() -> None:
    ada, bo = people("Ada", "Bo")
    give_points(bo, 50)
    give_points(ada, 7)
    play(ranked(ada, bo), ada, bo, ada)
    assert (points(ada), points(bo)) == (27, 35)


def test_two_to_nothing_gives_ten_more() -> None:
    ada, bo = people("Ada", "Bo")
    give_points(bo, 50)
    play(ranked(ada, bo), ada, None, ada)
    assert (points(ada), points(bo)) == (30, 35)


def test_points_do_not_fall_below_nothing() -> None:
    ada, bo = people("Ada", "Bo")
    give_points(bo, 4)
    row = ranked(ada, bo)
    play(row, ada, ada)
    assert (points(ada), points(bo)) == (30, 0)
    by_name = {each.name: (each.points, each.delta) for each in info(row).points}
    assert by_name == {ada.username: (30, 30), bo.username: (0, -4)}


def test_who_gives_up_between_two_games_loses_the_series_and_twenty_five_points() -> None:
    ada, bo = people("Ada", "Bo")
    give_points(ada, 60)
    row = ranked(ada, bo)
    play(row, ada)
    assert series.abandon(APP, ada, row.room.code) is None
    assert (points(ada), points(bo), status(row.room)) == (35, 20, "over")
    assert (info(row).winner, info(row).abandoned_by) == (bo.username, ada.username)


def test_giving_up_a_series_during_a_game_resigns_it_and_loses_the_series() -> None:
    ada, bo = people("Ada", "Bo")
    give_points(ada, 60)
    row = ranked(ada, bo)
    match = under_way(row)
    seat = match.seats.get(player=ada).seat
    assert series.abandon(APP, ada, row.room.code) == (match.game_id, seat)
    assert won(match, bo, "resigned")
    assert (points(ada), points(bo), status(row.room)) == (35, 20, "over")
    assert info(row).games == ()


def test_who_stays_away_from_a_game_until_it_is_lost_loses_the_series() -> None:
    ada, bo = people("Ada", "Bo")
    give_points(bo, 60)
    row = ranked(ada, bo)
    won(under_way(row), ada, "abandoned")
    assert (points(ada), points(bo)) == (20, 35)
    assert (info(row).phase, info(row).abandoned_by) == ("over", bo.username)


def test_points_are_given_once_even_if_the_end_comes_from_several_sides() -> None:
    ada, bo = people("Ada", "Bo")
    give_points(ada, 60)
    row = ranked(ada, bo)
    play(row, bo)
    match = next_game(row)
    at_once(
        lambda: won(match, bo),
        lambda: won(match, bo),
        lambda: series.abandon(APP, ada, row.room.code),
    )
    ratings = {rating.player_id: (rating.won, rating.lost) for rating in Rating.objects.all()}
    assert ratings == {ada.pk: (0, 1), bo.pk: (1, 0)}
    assert (points(ada), points(bo)) in [(45, 30), (35, 20)]


def test_nobody_gives_up_what_he_does_not_play() -> None:
    row = ranked(*people("Ada", "Bo"))
    with refused("no_series"):
        series.abandon(APP, people("Cy")[0], row.room.code)


def test_a_series_that_nobody_came_to_never_was() -> None:
    ada, bo = people("Ada", "Bo")
    row = ranked(ada, bo)
    series.cancel(APP, row.pk)
    assert (status(row.room), Rating.objects.exists()) == ("closed", False)
    matchmaking.join(APP, ada, JoinQueue(game="gomoku", ranked=True))


@pytest.mark.parametrize("how", ["closed by the server", "closed at the table"])
def test_a_series_whose_game_was_closed_keeps_nobody_from_playing_another(how: str) -> None:
    ada, bo = people("Ada", "Bo")
    row = ranked(ada, bo)
    if how == "closed by the server":
        (boss,) = people("Boss")
        boss.is_staff = True
        rooms.close(APP, boss, row.room.code)
    else:
        settlement.close(APP, under_way(row).game_id)
    assert Rating.objects.filter(points__gt=0).count() == 0
    matchmaking.join(APP, ada, JoinQueue(game="gomoku", ranked=True))
    assert Ticket.objects.filter(player=ada).exists()


def test_whoever_plays_a_series_by_now_cannot_be_drawn_into_a_rematch() -> None:
    ada, bo, cy = people("Ada", "Bo", "Cy")
    row = ranked(ada, bo)
    series.abandon(APP, bo, row.room.code)
    settlement.close(APP, under_way(row).game_id)
    Room.objects.filter(pk=row.room_id).update(status=Room.Status.OVER)
    rooms.ask_rematch(APP, ada, row.room.code)
    ranked(ada, cy)
    with refused("in_a_series"):
        rooms.ask_rematch(APP, bo, row.room.code)
    assert Series.objects.filter(is_over=False).count() == 1

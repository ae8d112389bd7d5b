"""The queues in the database: who waits, who is brought together, and what they play."""

from datetime import timedelta
from functools import partial

import pytest

from ludoteca.web.accounts import registration
from ludoteca.web.live import serializers
from ludoteca.web.models import Match, Player, Room, Ticket
from ludoteca.web.models.play import Series
from ludoteca.web.notifications import News
from ludoteca.web.play import matchmaking, rooms, stakes_ledger
from ludoteca.web.schemas import JoinQueue

from .apps import APP, notifying
from .databases import at_once
from .people import balances, begun, give_points, people, ranked, refused, won

pytestmark = pytest.mark.usefixtures("database")

CASUAL = JoinQueue(game="gomoku")
WITH_SWAP2 = JoinQueue(game="gomoku", swap2=True)
RANKED = JoinQueue(game="gomoku", ranked=True)


def wait(player: Player, how: JoinQueue, seconds: float = 0) -> None:
    matchmaking.join(APP, player, how)
    if seconds:
        Ticket.objects.filter(player=player).update(
            since=Ticket.objects.get(player=player).since - timedelta(seconds=seconds)
        )


def waiting() -> set[str]:
    return {ticket.player.nickname for ticket in Ticket.objects.select_related("player")}


def test_two_who_wait_for_a_casual_game_play_in_the_order_they_came() -> None:
    ada, bo = people("Ada", "Bo")
    wait(ada, CASUAL)
    wait(bo, CASUAL)
    matchmaking.pair(APP)
    (match,) = Match.objects.all()
    assert [seat.player for seat in match.seats.all()] == [ada, bo]
    assert (match.room.mode, match.room.status, waiting()) == ("tieu_dao", "playing", set())


@pytest.mark.parametrize(
    ("one", "other", "has"), [(CASUAL, CASUAL, False), (CASUAL, WITH_SWAP2, False), (WITH_SWAP2, WITH_SWAP2, True)]
)
def test_a_casual_game_has_swap_2_only_if_both_ask(one: JoinQueue, other: JoinQueue, has: bool) -> None:
    ada, bo = people("Ada", "Bo")
    wait(ada, one)
    wait(bo, other)
    matchmaking.pair(APP)
    room = Room.objects.get()
    assert (room.swap2_enabled, bool(room.config["swap2_enabled"])) == (has, has)


@pytest.mark.parametrize("how", [CASUAL, WITH_SWAP2, RANKED])
@pytest.mark.parametrize(
    ("one", "other", "rule"),
    [("vi", "vi", "caro"), ("vi", "en", "freestyle"), ("en", "vi", "freestyle"), ("en", "fr", "freestyle")],
)
def test_two_play_the_caro_rule_if_both_pages_call_the_game_caro(
    one: str, other: str, rule: str, how: JoinQueue
) -> None:
    ada, bo = people("Ada", "Bo")
    for player, language in ((ada, one), (bo, other)):
        registration.change(APP, player, None, language)
        wait(player, how)
    matchmaking.pair(APP)
    assert Match.objects.get().config["rule"] == Room.objects.get().config["rule"] == rule


def test_nobody_waits_longer_for_an_opponent_of_their_language() -> None:
    ada, bo, chi = people("Ada", "Bo", "Chi")
    for player, language in ((ada, "vi"), (bo, "en"), (chi, "vi")):
        registration.change(APP, player, None, language)
        wait(player, CASUAL)
    matchmaking.pair(APP)
    assert waiting() == {"Chi"}


def test_ranked_and_casual_do_not_meet() -> None:
    ada, bo = people("Ada", "Bo")
    wait(ada, CASUAL)
    wait(bo, RANKED)
    matchmaking.pair(APP)
    assert waiting() == {"Ada", "Bo"}


def test_two_games_do_not_meet() -> None:
    ada, bo = people("Ada", "Bo")
    wait(ada, CASUAL)
    wait(bo, JoinQueue(game="duel"))
    matchmaking.pair(APP)
    assert waiting() == {"Ada", "Bo"}


def test_a_ranked_pair_plays_a_series() -> None:
    row = ranked(*people("Ada", "Bo"))
    assert {row.first.nickname, row.second.nickname} == {"Ada", "Bo"}
    assert waiting() == set()


def test_ranked_players_too_far_apart_wait_until_both_have_waited_long_enough() -> None:
    ada, bo = people("Ada", "Bo")
    give_points(bo, 200)
    wait(ada, RANKED, 10)
    wait(bo, RANKED, 5)
    matchmaking.pair(APP)
    assert waiting() == {"Ada", "Bo"}
    wait(bo, RANKED, 10)
    matchmaking.pair(APP)
    assert waiting() == set()


def test_whoever_waits_sees_how_far_his_window_is_open() -> None:
    ada, bo = people("Ada", "Bo")
    wait(ada, RANKED, 12)
    wait(bo, CASUAL)
    seen = [serializers.me(each).queue for each in (ada, bo)]
    assert [each and each.window for each in seen] == [200, None]


def test_whoever_joins_another_queue_leaves_the_first() -> None:
    (ada,) = people("Ada")
    wait(ada, CASUAL)
    wait(ada, RANKED)
    assert [(ticket.ranked, ticket.player) for ticket in Ticket.objects.all()] == [(True, ada)]
    matchmaking.leave(APP, ada)
    assert waiting() == set()


def test_whoever_asks_to_wait_several_times_at_once_waits_once() -> None:
    (ada,) = people("Ada")
    came = at_once(*[lambda: matchmaking.join(APP, Player.objects.get(pk=ada.pk), CASUAL)] * 4)
    assert came == [None] * 4
    assert Ticket.objects.count() == 1


def test_nobody_waits_and_plays_a_series_at_once() -> None:
    row = ranked(*people("Ada", "Bo"))
    for how in (RANKED, CASUAL):
        with refused("in_a_series"):
            matchmaking.join(APP, row.first, how)


def test_a_game_without_ranked_games_has_no_queue_for_them() -> None:
    with refused("not_ranked"):
        matchmaking.join(APP, people("Ada")[0], JoinQueue(game="duel", ranked=True))


def test_a_game_that_is_not_for_two_has_no_queue() -> None:
    with refused("no_queue"):
        matchmaking.join(APP, people("Ada")[0], JoinQueue(game="den"))


def test_nobody_waits_for_a_game_that_is_not_there() -> None:
    with refused("not_found", 404):
        matchmaking.join(APP, people("Ada")[0], JoinQueue(game="chess"))


def test_swap_2_is_not_asked_for_where_a_game_has_none() -> None:
    (ada,) = people("Ada")
    matchmaking.join(APP, ada, JoinQueue(game="duel", swap2=True))
    assert not Ticket.objects.get(player=ada).swap2


def test_several_keepers_at_once_pair_everybody_once() -> None:
    everybody = people(*(f"p{number}" for number in range(6)))
    for player in everybody:
        wait(player, CASUAL)
    assert at_once(*[partial(matchmaking.pair, APP)] * 3) == [None] * 3
    assert (Match.objects.count(), Ticket.objects.count()) == (3, 0)
    assert {seat.player_id for match in Match.objects.all() for seat in match.seats.all()} == {p.pk for p in everybody}


def test_two_are_told_where_to_go_when_the_room_is_there() -> None:
    heard: list[News] = []
    ada, bo = people("Ada", "Bo")
    wait(ada, CASUAL)
    wait(bo, CASUAL)
    matchmaking.pair(notifying(heard))
    (go,) = [each for each in heard if each.go]
    assert (set(go.players), rooms.find(go.go).status) == ({ada.pk, bo.pk}, "playing")


# A staked queue


STAKED = JoinQueue(game="sudden")


def test_two_who_were_found_for_a_staked_game_have_paid() -> None:
    ada, bo = people("Ada", "Bo")
    wait(ada, STAKED)
    wait(bo, STAKED)
    matchmaking.pair(APP)
    assert (balances(ada, bo), Match.objects.count()) == ([2, 2], 1)


def test_whoever_cannot_pay_does_not_get_into_the_queue() -> None:
    ada, bo = people("Ada", "Bo")
    won(begun(ada, bo, "duel", config={"stake": 4}), bo, payout=(0, 8))
    with refused("not_enough_tokens"):
        matchmaking.join(APP, ada, STAKED)


def test_whoever_has_lost_his_tokens_meanwhile_goes_and_keeps_nobody_else_waiting() -> None:
    ada, bo, cy, di = people("Ada", "Bo", "Cy", "Di")
    for player in (ada, bo):
        wait(player, STAKED)
    stakes_ledger.take({ada: 4}, "elsewhere")
    for player in (cy, di):
        wait(player, CASUAL)
    matchmaking.pair(APP)
    assert waiting() == {"Bo"}
    assert Match.objects.filter(game="gomoku").count() == 1


def test_a_series_is_left_alone_by_whoever_waits_for_another_game() -> None:
    one, other = people("Ada", "Bo"), people("Cy", "Di")
    rows = [ranked(*one), ranked(*other)]
    assert Series.objects.filter(is_over=False).count() == len(rows)


def test_whoever_is_not_there_any_more_is_paired_with_nobody_and_forgotten() -> None:
    ada, bo = people("Ada", "Bo")
    wait(ada, RANKED)
    wait(bo, RANKED)
    long_ago = Ticket.objects.get(player=ada).seen_at - timedelta(minutes=3)
    Ticket.objects.filter(player=ada).update(seen_at=long_ago)
    matchmaking.pair(APP)
    assert (waiting(), Series.objects.count()) == ({"Ada", "Bo"}, 0)
    matchmaking.forget(APP)
    assert waiting() == {"Bo"}


def test_whoever_is_seen_to_be_there_is_paired() -> None:
    ada, bo = people("Ada", "Bo")
    for player in (ada, bo):
        wait(player, RANKED)
    Ticket.objects.update(seen_at=Ticket.objects.get(player=ada).seen_at - timedelta(minutes=1))
    matchmaking.seen([ada.pk, bo.pk])
    matchmaking.pair(APP)
    assert (waiting(), Series.objects.count()) == (set(), 1)

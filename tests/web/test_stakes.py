"""A staked game from the queue to its end, with Orcain's casual games: the stake is taken once, from both or from
neither; the rules' own outcomes pay it out, give it back or burn it; and the game is told who plays, and for what.
"""

import threading
import time
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.types import State
from ludoteca.kernel import Elapsed, Input, Left, Resigned, step
from ludoteca.kernel.values import build
from ludoteca.web.errors import ApiError
from ludoteca.web.live import serializers
from ludoteca.web.models import LedgerEntry, Match, Player, Room, Ticket
from ludoteca.web.notifications import News
from ludoteca.web.play import matchmaking, rooms, series, settlement, stakes_ledger
from ludoteca.web.play.settlement import Record
from ludoteca.web.schemas import JoinQueue

from .apps import APP, notifying
from .databases import at_once
from .people import balances, begun, latest, people, ranked, refused, room_of, sitting, won

pytestmark = pytest.mark.usefixtures("database")

CASUAL = JoinQueue(game="orcain")
SILENCE = ("prep-1", "reveal-1-1", "reveal-1-2", "reveal-1-3", "prep-2")


def wait(*players: Player) -> None:
    for player in players:
        matchmaking.join(APP, player, CASUAL)


def waiting() -> list[str]:
    return [ticket.player.nickname for ticket in Ticket.objects.select_related("player").order_by("since")]


def paired(*players: Player) -> Match:
    """The match of two from the queue."""
    wait(*players)
    matchmaking.pair(APP)
    return Match.objects.get()


def pauper(rich: Player, *, keeping: int = 0) -> Player:
    """A player who has lost everything to this one, except what they keep."""
    (poor,) = people("Poor")
    match = begun(poor, rich, "orcain", config={"stake": 10 - keeping})
    ended(match, Resigned(0))
    return poor


def state_of(match: Match, *happened: Input[Any]) -> State:
    """What the rules make of it."""
    state = GAME.setup(build(match.config, GAME.types.config)).state
    for given in happened:
        state = step(GAME, state, given).state
    return state


def ended(match: Match, *happened: Input[Any]) -> bool:
    """The match ends so; whether that was news."""
    outcome = GAME.outcome(state_of(match, *happened))
    assert outcome is not None
    return settlement.end(APP, match.game_id, Record("{}\n", outcome, "", "", (), None))


# Tables with a stake

UNEVEN: dict[str, Any] = {"hands": [["attack"] * 4, ["heal"] * 4]}


def test_a_public_table_with_a_stake_has_equal_hands() -> None:
    (ada,) = people("Ada")
    with refused("bad_config", 400) as why:
        room_of(ada, "orcain", config={**UNEVEN, "stake": 1})
    assert why.value.facts == {"rule": "uneven_stakes"}
    assert not Room.objects.exists()


def test_unequal_hands_are_played_without_a_stake_or_among_friends() -> None:
    (ada,) = people("Ada")
    assert room_of(ada, "orcain", preset="duplicates").stake == 0
    assert room_of(ada, "orcain", config={**UNEVEN, "stake": 1}, public=False).stake == 1
    shuffled = {"hands": [["attack", "heal", "heal", "counter"], ["heal", "counter", "attack", "heal"]]}
    assert room_of(ada, "orcain", config={**shuffled, "stake": 1}).stake == 1


# The stake: what is taken, when, and from whom


def test_it_is_taken_when_two_are_brought_together_and_not_while_they_wait() -> None:
    ada, bo = people("Ada", "Bo")
    wait(ada, bo)
    assert balances(ada, bo) == [10, 10]
    matchmaking.pair(APP)
    assert balances(ada, bo) == [9, 9]


def test_whoever_came_first_plays_first() -> None:
    ada, bo, cy = people("Ada", "Bo", "Cy")
    match = paired(bo, cy, ada)
    assert [seat.player for seat in match.seats.all()] == [bo, cy]
    assert waiting() == ["Ada"]
    assert balances(ada, bo, cy) == [10, 9, 9]


def test_a_game_of_the_queue_is_casual_though_the_game_knows_no_modes() -> None:
    assert paired(*people("Ada", "Bo")).room.mode == "casual"


def test_several_keepers_at_once_take_it_once_from_each() -> None:
    everybody = people(*(f"p{number}" for number in range(6)))
    wait(*everybody)
    assert at_once(*[partial(matchmaking.pair, APP)] * 4) == [None] * 4
    assert (Match.objects.count(), waiting()) == (3, [])
    assert balances(*everybody) == [9] * 6
    assert LedgerEntry.objects.filter(amount=-1).count() == 6


def test_where_one_of_two_cannot_pay_neither_does_and_the_other_waits_on() -> None:
    ada, bo = people("Ada", "Bo")
    poor = pauper(ada, keeping=1)
    before = Match.objects.count()
    wait(poor, bo)
    stakes_ledger.take({poor: 1}, "elsewhere")  # the last token goes while waiting
    matchmaking.pair(APP)
    assert (balances(poor, bo), waiting()) == ([0, 10], ["Bo"])
    assert Match.objects.count() == before


def test_who_waited_behind_somebody_who_cannot_pay_plays_with_the_next() -> None:
    ada, bo, cy = people("Ada", "Bo", "Cy")
    poor = pauper(ada, keeping=1)
    wait(poor, bo, cy)
    stakes_ledger.take({poor: 1}, "elsewhere")
    for _ in range(2):
        matchmaking.pair(APP)
    assert (balances(poor, bo, cy), waiting()) == ([0, 9, 9], [])
    last = Match.objects.order_by("-pk")[0]
    assert [seat.player for seat in last.seats.all()] == [bo, cy]


def test_a_pair_of_whom_one_spends_the_last_token_elsewhere_both_pay_or_neither() -> None:
    ada, bo = people("Ada", "Bo")
    poor = pauper(ada, keeping=1)
    room = room_of(ada, "orcain")
    wait(poor, bo)
    before = Match.objects.count()
    at_once(partial(matchmaking.pair, APP), lambda: rooms.sit(APP, poor, room.code, None))
    assert Match.objects.count() == before + 1
    assert balances(poor, bo) in ([0, 9], [0, 10])
    assert sum(balances(ada, poor, bo)) == 30 - 2


def test_whoever_has_nothing_left_does_not_get_into_the_queue() -> None:
    (ada,) = people("Ada")
    poor = pauper(ada)
    assert balances(ada, poor) == [20, 0]
    with refused("not_enough_tokens"):
        wait(poor)
    assert waiting() == []


def test_whoever_begins_to_play_waits_no_longer() -> None:
    ada, bo, cy = people("Ada", "Bo", "Cy")
    wait(ada, bo)
    begun(ada, cy)
    assert waiting() == ["Bo"]
    matchmaking.pair(APP)
    assert (Match.objects.count(), balances(ada, bo)) == (1, [10, 10])


def test_whoever_begins_to_play_is_told_that_he_waits_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bo = people("Ada", "Bo")
    wait(ada)
    room = room_of(ada)
    heard: list[News] = []
    rooms.sit(notifying(heard), bo, room.code, None)
    assert any(ada.pk in news.players and news.lobby for news in heard)
    assert serializers.me(ada).queue is None


def test_whoever_plays_again_waits_no_longer() -> None:
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo)
    won(match, ada)
    wait(ada, bo)
    for player in (ada, bo):
        rooms.ask_rematch(APP, player, match.room.code)
    assert waiting() == []


def test_whoever_plays_another_series_waits_no_longer() -> None:
    row = ranked(*people("Ada", "Bo"))
    series.abandon(APP, row.first, row.room.code)
    settlement.close(APP, row.matches.get().game_id)
    Room.objects.filter(pk=row.room_id).update(status=Room.Status.OVER)
    wait(row.first, row.second)
    for player in (row.first, row.second):
        rooms.ask_rematch(APP, player, row.room.code)
    assert (waiting(), row.room.matches.count()) == ([], 2)


def test_a_game_that_cannot_be_paid_keeps_nobody_from_waiting_on() -> None:
    ada, bo = people("Ada", "Bo")
    room = room_of(ada, "orcain", config={"stake": 5})
    wait(ada)
    stakes_ledger.take({ada: 9}, "elsewhere")
    rooms.sit(APP, bo, room.code, None)
    assert waiting() == ["Ada"]


def test_two_who_are_paired_while_both_sit_down_elsewhere_wait_for_nobody_for_ever() -> None:
    ada, bo, cy, di = people("Ada", "Bo", "Cy", "Di")
    codes = [room_of(owner).code for owner in (cy, di)]
    wait(ada, bo)
    came = at_once(
        partial(matchmaking.pair, APP),
        lambda: rooms.sit(APP, bo, codes[0], None),
        lambda: rooms.sit(APP, ada, codes[1], None),
    )
    assert (came, waiting()) == ([None] * 3, [])
    assert balances(ada, bo) in ([9, 9], [10, 10])


def test_sitting_down_elsewhere_while_being_paired_blocks_nobody() -> None:
    ada, bo, cy = people("Ada", "Bo", "Cy")
    room = room_of(cy, "orcain")
    wait(ada, bo)
    found = threading.Event()

    def pair_slowly() -> None:
        with transaction.atomic():
            list(Ticket.objects.select_for_update())
            found.set()
            time.sleep(0.5)  # sits down, and waits for the ticket
            matchmaking.pair(APP)

    def sit() -> None:
        found.wait()
        rooms.sit(APP, ada, room.code, None)

    assert at_once(pair_slowly, sit) == [None, None]
    assert (balances(ada, bo, cy), Match.objects.count(), waiting()) == ([8, 9, 9], 2, [])


# The purse: who may sit down


def test_whoever_cannot_pay_the_stake_opens_no_room_for_it() -> None:
    (ada,) = people("Ada")
    poor = pauper(ada)
    before = Room.objects.count()
    with refused("not_enough_tokens"):
        room_of(poor, "orcain")
    assert Room.objects.count() == before


def test_whoever_opens_a_room_for_others_need_not_be_able_to_pay() -> None:
    (ada,) = people("Ada")
    assert sitting(room_of(pauper(ada), "orcain", seats=())) == ["", ""]


def test_whoever_has_no_tokens_practises_with_a_bot() -> None:
    (ada,) = people("Ada")
    poor = pauper(ada)
    assert sitting(room_of(poor, "orcain", seats=("me", "bot:practice"))) == ["Poor", "practice"]


def test_whoever_has_no_tokens_sits_down_where_a_bot_sits_and_nobody_pays() -> None:
    ada, _ = people("Ada", "Bo")
    poor = pauper(ada)
    room = room_of(ada, "orcain", seats=(None, "bot:practice"))
    rooms.sit(APP, poor, room.code, 0)
    assert (sitting(room), balances(poor), latest(room).config["stake"]) == (["Poor", "practice"], [0], 0)


def test_whoever_cannot_pay_hears_the_same_wherever_he_tries() -> None:
    (ada,) = people("Ada")
    poor = pauper(ada)
    room = room_of(ada, "orcain")
    tries = (
        lambda: matchmaking.join(APP, poor, CASUAL),
        lambda: room_of(poor, "orcain"),
        lambda: rooms.sit(APP, poor, room.code, None),
        lambda: stakes_ledger.take({poor: 1}, "ABC123"),
    )
    heard = []
    for each in tries:
        with pytest.raises(ApiError) as caught:
            each()
        heard.append((caught.value.code, caught.value.reason, caught.value.facts))
    assert heard == [heard[0]] * 4
    assert heard[0][0] == "not_enough_tokens"
    assert heard[0][2] == {"names": [poor.username]}


def test_whoever_has_lost_his_tokens_since_he_sat_down_is_told_that_his_seat_is_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, bo = people("Ada", "Bo")
    room = room_of(ada, "orcain")
    stakes_ledger.take({ada: 10}, "elsewhere")
    heard: list[News] = []
    rooms.sit(notifying(heard), bo, room.code, None)
    assert sitting(room) == ["", "Bo"]
    assert any(ada.pk in news.players for news in heard)


# The pot: what becomes of it, by the rules' own outcomes


@pytest.mark.parametrize(
    ("happened", "after"),
    [
        ([Resigned(1)], [11, 9]),
        ([Left(0), Elapsed("disconnect-0-1")], [9, 11]),
        ([Left(0), Left(1)], [10, 10]),
        ([Elapsed(timer) for timer in SILENCE], [9, 9]),
    ],
    ids=["won", "lost", "refunded", "burned"],
)
def test_what_the_rules_say_is_paid_once_and_is_what_the_players_were_told(
    happened: list[Input[Any]], after: list[int]
) -> None:
    ada, bo = people("Ada", "Bo")
    match = paired(ada, bo)
    assert ended(match, *happened)
    assert not ended(match, *happened)
    assert balances(ada, bo) == after
    assert [GAME.view(state_of(match, *happened), seat).tokens for seat in (0, 1)] == after


def test_an_end_told_by_several_at_once_pays_once() -> None:
    ada, bo = people("Ada", "Bo")
    match = paired(ada, bo)
    came = at_once(*[lambda: ended(match, Resigned(0))] * 4)
    assert sorted(map(str, came)) == ["False", "False", "False", "True"]
    assert balances(ada, bo) == [9, 11]


def test_an_end_told_again_otherwise_changes_nothing() -> None:
    ada, bo = people("Ada", "Bo")
    match = paired(ada, bo)
    assert ended(match, Resigned(0))
    assert not ended(match, Resigned(1))
    assert balances(ada, bo) == [9, 11]


def test_a_table_that_is_closed_gives_the_stakes_back_once() -> None:
    ada, bo = people("Ada", "Bo")
    match = paired(ada, bo)
    for _ in range(2):
        settlement.close(APP, match.game_id)
    assert balances(ada, bo) == [10, 10]


# The introduction: the game is told who plays, and what they have left


def test_names_and_tokens_are_those_after_the_stake_was_taken() -> None:
    ada, bo = people("Ada", "Bo")
    match = paired(ada, bo)
    assert match.config["company"] == {
        "table": match.game_id,
        "names": ["Ada", "Bo"],
        "tokens": [9, 9],
        "staked": True,
    }
    assert match.config["stake"] == 1


def test_what_somebody_has_left_is_not_told_with_the_match() -> None:
    match = paired(*people("Ada", "Bo"))
    told = serializers.match(APP, serializers.matches().get(pk=match.pk), None)
    assert "company" not in told.config
    assert told.config["stake"] == 1


def test_against_a_bot_nothing_is_staked_and_there_is_no_pot() -> None:
    (ada,) = people("Ada")
    match = latest(room_of(ada, "orcain", seats=("me", "bot:practice"), config={"stake": 5}))
    assert match.config["company"]["names"] == ["Ada", "practice"]
    assert (match.config["company"]["staked"], match.config["stake"], balances(ada)) == (False, 0, [10])
    assert ended(match, Resigned(1))
    assert balances(ada) == [10]


def test_a_rematch_is_introduced_with_what_is_left_now() -> None:
    ada, bo = people("Ada", "Bo")
    match = paired(ada, bo)
    ended(match, Resigned(0))
    for player in (ada, bo):
        rooms.ask_rematch(APP, player, match.room.code)
    match_info = latest(match.room).config["company"]
    assert dict(zip(match_info["names"], match_info["tokens"], strict=True)) == {"Ada": 8, "Bo": 10}

"""Presence: the rules are told who comes and goes while there is a game, the readers always; twice changes nothing."""

import json

import pytest

from ludoteca.kernel import AnyGame
from ludoteca.table.entries import Applied
from tests.toys import TOYS

from .harness import GENTLY, OBSERVER, Sitting, every_game, is_ok, player, standing

DUEL, DEN = TOYS["duel"], TOYS["den"]


def seated(game: AnyGame) -> Sitting:
    return Sitting.seated(game, GENTLY.get(game.name))


def kinds(sitting: Sitting, since: int) -> list[str]:
    return [json.loads(frame)["message_type"] for frame in sitting.frames(OBSERVER)[since:]]


@every_game
def test_a_lost_connection_is_told_to_everyone_with_seat_and_name(game: AnyGame) -> None:
    sitting = seated(game)
    before = len(sitting.told)
    sitting.lost(1)
    event = json.loads(sitting.frames(OBSERVER)[before])
    assert (event["message_type"], event["payload"]) == ("player.leave", {"player_id": 1, "name": "p1"})
    assert [seat["present"] for seat in sitting.view(OBSERVER)["seats"]][:2] == [True, False]


@every_game
def test_a_return_is_told_as_a_reconnect(game: AnyGame) -> None:
    sitting = seated(game)
    sitting.lost(1)
    before = len(sitting.told)
    assert is_ok(sitting.submit(player(1), "join"))
    assert kinds(sitting, before)[0] == "player.reconnect"
    assert all(seat["present"] for seat in sitting.view(OBSERVER)["seats"])


@every_game
def test_a_connection_lost_twice_changes_nothing_the_second_time(game: AnyGame) -> None:
    sitting = seated(game)
    sitting.lost(1)
    effects = sitting.lost(1)
    assert (effects.persist, effects.tell) == ([], [])


@every_game
def test_to_leave_twice_changes_nothing_the_second_time(game: AnyGame) -> None:
    sitting = seated(game)
    assert is_ok(sitting.submit(player(1), "leave"))
    told, state = len(sitting.told), sitting.state
    assert is_ok(sitting.submit(player(1), "leave"))
    assert (len(sitting.told), sitting.state) == (told, state)


@every_game
def test_to_leave_and_then_lose_the_connection_is_one_departure(game: AnyGame) -> None:
    sitting = seated(game)
    sitting.submit(player(1), "leave")
    assert sitting.lost(1).persist == []


@every_game
def test_a_present_seat_that_joins_again_gets_a_snapshot_and_causes_no_event(game: AnyGame) -> None:
    sitting = seated(game)
    before = sitting.unchanged()
    ok, snapshot = sitting.submit(player(0), "join")
    assert ok["payload"]["status"] == "ok"
    assert snapshot["message_type"] == "sync"
    assert sitting.unchanged() == before


@every_game
def test_the_rules_are_told(game: AnyGame) -> None:
    sitting = seated(game)
    for entry, kind in ((sitting.lost(1).persist[0], "left"),):
        assert isinstance(entry.what, Applied)
        assert entry.what.input == {"type": kind, "seat": 1}
        assert entry.what.accepted


def test_a_duel_without_grace_is_lost_by_leaving() -> None:
    sitting = Sitting.seated(DUEL)
    sitting.lost(0)
    assert sitting.table.match.outcome is not None
    assert sitting.table.match.outcome.reason == "left"


def test_an_absent_seat_may_still_act() -> None:
    sitting = Sitting.seated(DEN)
    sitting.lost(0)
    seat = sitting.table.match.acting()[0]
    assert seat == 0
    assert is_ok(sitting.act(0, DEN.legal(sitting.state, 0)[0]))


@every_game
def test_after_the_end_presence_is_told_to_the_readers_and_to_no_rules(game: AnyGame) -> None:
    sitting = seated(game)
    sitting.submit(player(0), "resign")
    state, before = sitting.state, len(sitting.told)
    sitting.lost(1)
    sitting.submit(player(1), "join")
    assert kinds(sitting, before) == ["player.leave", "player.reconnect"]
    assert sitting.state is state
    assert standing(sitting.restored(), sitting.readers) == sitting.standing()


@every_game
def test_before_the_beginning_presence_is_told_to_the_readers(game: AnyGame) -> None:
    sitting = Sitting(game)
    sitting.submit(player(0), "join")
    sitting.lost(0)
    sitting.submit(player(0), "join")
    assert kinds(sitting, 0) == ["player.join", "player.leave", "player.reconnect"]


@every_game
def test_whoever_was_lost_before_the_beginning_is_away_for_the_rules_too(game: AnyGame) -> None:
    """The rules are told while there is a game: also of those who are gone when it begins."""
    sitting = Sitting(game, GENTLY.get(game.name))
    sitting.submit(player(0), "join")
    sitting.lost(0)
    for seat in range(1, sitting.seats):
        sitting.submit(player(seat), "join")
    fed = [entry.what for entry in sitting.entries if isinstance(entry.what, Applied) and entry.what.accepted]
    begun = sitting.state is not None
    assert not begun or [what.input for what in fed] == [{"type": "left", "seat": 0}]


@every_game
def test_a_seat_that_never_joined_cannot_be_lost(game: AnyGame) -> None:
    sitting = Sitting(game)
    assert sitting.lost(0).persist == []


def test_a_bot_is_never_lost() -> None:
    sitting = Sitting(DEN, bots=("wily", None, None))
    assert sitting.lost(0).persist == []


@every_game
def test_an_observer_comes_and_goes_untold(game: AnyGame) -> None:
    sitting = seated(game)
    before = sitting.unchanged()
    ok, snapshot = sitting.submit(OBSERVER, "join")
    assert ok["payload"]["status"] == "ok"
    assert snapshot["payload"]["you"] is None
    assert sitting.unchanged() == before


@every_game
@pytest.mark.parametrize("times", [3])
def test_comings_and_goings_keep_numbers_contiguous_and_fold_back(game: AnyGame, times: int) -> None:
    sitting = seated(game)
    for _ in range(times):
        for seat in range(sitting.seats):
            sitting.lost(seat)
        for seat in range(sitting.seats):
            sitting.submit(player(seat), "join")
    assert [told.seq for told in sitting.told] == list(range(1, sitting.table.match.seq + 1))
    assert standing(sitting.restored(), sitting.readers) == sitting.standing()

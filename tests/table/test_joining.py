"""Joining: a seat is taken once, the game begins when all are, and the players' seeds go to the dealer."""

import json

import pytest

from ludoteca.kernel import AnyGame, Illegal, Malformed
from ludoteca.kernel.values import encode
from ludoteca.table.entries import Began, Joined, Opened
from tests.toys import TOYS

from .harness import HOST, OBSERVER, SECRET, Sitting, code, error, every_game, is_ok, player

DEN, DUEL = TOYS["den"], TOYS["duel"]


@every_game
def test_the_game_begins_when_the_last_seat_is_taken(game: AnyGame) -> None:
    sitting = Sitting(game)
    for seat in range(sitting.seats):
        assert sitting.state is None
        assert is_ok(sitting.submit(player(seat), "join"))
    assert sitting.state is not None
    assert [type(entry.what) for entry in sitting.entries] == [Opened, *[Joined] * sitting.seats, Began]


@every_game
def test_the_commitment_is_there_before_anybody_gives_a_seed(game: AnyGame) -> None:
    sitting = Sitting(game)
    commitment = sitting.view(OBSERVER)["commitment"]
    Sitting.seated(game)
    assert sitting.view(player(0))["commitment"] == commitment
    assert commitment != SECRET


def test_a_players_seed_changes_what_is_dealt() -> None:
    hands = set()
    for seed in ("", "a", "b"):
        sitting = Sitting(DEN)
        for seat in range(3):
            sitting.submit(player(seat), "join", {"client_seed": seed} if seed else {})
        hands.add(sitting.state.hands)
    assert len(hands) == 3


@every_game
def test_a_join_is_told_to_everyone_with_seat_and_name(game: AnyGame) -> None:
    sitting = Sitting(game)
    sitting.submit(player(1), "join", {"name": "bea", "client_seed": "mine"})
    event = json.loads(sitting.frames(OBSERVER)[0])
    assert (event["message_type"], event["seq"]) == ("player.join", 1)
    assert event["payload"] == {"player_id": 1, "name": "bea"}


@every_game
def test_the_result_of_a_join_is_followed_by_what_the_reader_needs(game: AnyGame) -> None:
    sitting = Sitting(game)
    for seat in range(sitting.seats):
        ok, snapshot = sitting.submit(player(seat), "join")
        assert ok["payload"]["status"] == "ok"
        assert (snapshot["message_type"], snapshot["payload"]["you"]) == ("sync", seat)
        assert snapshot["payload"]["seq"] == sitting.table.match.seq


@every_game
def test_a_join_that_says_where_it_stands_gets_the_missed_events(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    replies = sitting.submit(player(0), "join", {"last_seq": 1})
    assert [frame["seq"] for frame in replies[1:]] == list(range(2, sitting.table.match.seq + 1))


@every_game
def test_observer_and_host_join_without_a_seat(game: AnyGame) -> None:
    sitting = Sitting(game)
    for who in (OBSERVER, HOST):
        ok, snapshot = sitting.submit(who, "join")
        assert ok["payload"]["status"] == "ok"
        assert snapshot["role"] == who.role
    assert len(sitting.entries) == 1


@every_game
@pytest.mark.parametrize("seat", [5, 63])
def test_a_seat_that_does_not_exist_cannot_be_joined(game: AnyGame, seat: int) -> None:
    refused = error(Sitting(game).submit(player(seat), "join"))
    assert (refused["code"], refused["recovery"]) == ("join_failed", "noop")


def test_a_bots_seat_cannot_be_joined() -> None:
    sitting = Sitting(DEN, bots=(None, "wily", None))
    assert code(sitting.submit(player(1), "join")) == "join_failed"


def test_a_table_of_bots_alone_begins_at_once_and_asks_the_first() -> None:
    sitting = Sitting(DEN, bots=("wily", "wily", "wily"))
    assert sitting.state is not None
    assert [ask.seat for ask in sitting.opened.ask] == [0]


@every_game
@pytest.mark.parametrize("payload", [{"name": "x" * 33}, {"name": 3}, {"client_seed": "s" * 65}, {"client_seed": []}])
def test_a_name_or_seed_that_is_none_is_refused_and_the_seat_stays_free(
    game: AnyGame, payload: dict[str, object]
) -> None:
    sitting = Sitting(game)
    assert code(sitting.submit(player(0), "join", payload)) == "invalid_action"
    assert not sitting.table.match.joined[0]
    assert is_ok(sitting.submit(player(0), "join"))


@every_game
@pytest.mark.parametrize("name", ["", "Zoë", "日本", "𝓐", '"}', "<b>", "O'Neill"])
def test_any_plain_text_is_a_name_and_comes_back_as_it_was(game: AnyGame, name: str) -> None:
    sitting = Sitting(game)
    assert is_ok(sitting.submit(player(0), "join", {"name": name}))
    assert sitting.view(OBSERVER)["seats"][0]["name"] == name
    assert sitting.restored().match.names[0] == name


@pytest.mark.parametrize("name", ["\u202eevil", "\x00", "a\nb", "\x1b[2J"])
def test_a_name_with_control_characters_or_that_turns_text_around_is_refused(name: str) -> None:
    sitting = Sitting(DUEL)
    assert code(sitting.submit(player(0), "join", {"name": name})) == "invalid_action"
    assert not sitting.table.match.joined[0]


def test_a_name_is_composed() -> None:
    sitting = Sitting(DUEL)
    sitting.submit(player(0), "join", {"name": "Zoe\u0308"})
    assert sitting.view(OBSERVER)["seats"][0]["name"] == "Zoë"


@every_game
def test_joining_again_does_not_change_name_or_seed(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    sitting.submit(player(0), "join", {"name": "other", "client_seed": "other"})
    assert sitting.table.match.names[0] == "p0"
    assert sitting.table.match.client_seeds[0] == "seed-0"


@every_game
def test_nothing_is_kept_before_it_is_in_the_effects(game: AnyGame) -> None:
    """What is persisted is exactly what the table has taken."""
    sitting = Sitting.seated(game).play(1, at_most=5)
    assert len(sitting.entries) == sitting.table.match.entries
    assert all(encode(entry) for entry in sitting.entries)


def test_a_table_with_a_config_the_rules_refuse_is_not_opened() -> None:
    """Else the last to join would find out, and the table could never begin."""
    with pytest.raises((Illegal, Malformed)):
        Sitting(DUEL, {"goal": 4, "rounds": 3})


@pytest.mark.parametrize("bots", [(None,), (None, None, None)])
def test_a_table_with_too_few_or_too_many_seats_is_not_opened(bots: tuple[None, ...]) -> None:
    with pytest.raises((Illegal, Malformed)):
        Sitting(DUEL, bots=bots)

"""Events: contiguous numbers for every reader, and nothing in a number that a reader may not know."""

import json

import pytest

from ludoteca.kernel import AnyGame
from ludoteca.table.wire import HIDDEN, Who
from tests.toys import TOYS
from tests.toys.duel.types import Seal, Sketch

from .harness import GAME_ID, GENTLE, HOST, OBSERVER, SECRET, Json, Sitting, every_game, player

ENVELOPE = {"message_type", "game_id", "player_id", "role", "ts", "version", "origin", "payload", "seq", "to_act"}


def events(sitting: Sitting, who: Who) -> list[Json]:
    return [json.loads(frame) for frame in sitting.frames(who)]


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_every_reader_gets_contiguous_numbers_from_one(game: AnyGame, seed: int) -> None:
    sitting = Sitting.seated(game).play(seed)
    for who in sitting.readers:
        assert [event["seq"] for event in events(sitting, who)] == list(range(1, sitting.table.match.seq + 1))


@every_game
def test_an_event_has_the_envelope_of_the_specification_and_comes_from_the_game(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(1)
    for who in sitting.readers:
        for event in events(sitting, who):
            assert set(event) <= ENVELOPE
            assert (event["game_id"], event["origin"], event["version"]) == (GAME_ID, "game", "1.0.0")
            assert isinstance(event["payload"], dict)


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_the_last_event_of_an_input_says_who_must_act_and_no_other_does(game: AnyGame, seed: int) -> None:
    sitting = Sitting.seated(game)
    before = len(sitting.told)
    for _ in sitting.steps(seed):
        *others, last = [told.frame for told in sitting.told[before:]]
        assert last.to_act == sitting.table.match.acting()
        assert all(frame.to_act is None for frame in others)
        before = len(sitting.told)


@every_game
def test_who_must_act_is_told_to_everyone_even_in_a_hidden_frame(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(2)
    told = [[event.get("to_act") for event in events(sitting, who)] for who in sitting.readers]
    assert all(each == told[0] for each in told)


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_a_hidden_frame_has_the_number_of_its_event_and_nothing_else_of_it(game: AnyGame, seed: int) -> None:
    sitting = Sitting.seated(game).play(seed)
    for told in sitting.told:
        for who in sitting.readers:
            if told.is_for(who):
                continue
            event = json.loads(told.bytes_for(who))
            assert (event["message_type"], event["payload"], event["player_id"]) == (HIDDEN, {}, None)
            assert (event["seq"], event["ts"]) == (told.frame.seq, told.frame.ts)


@every_game
def test_all_to_whom_an_event_is_hidden_get_the_same_bytes(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(1)
    for told in sitting.told:
        assert len({told.bytes_for(who) for who in sitting.readers if not told.is_for(who)}) <= 1


@every_game
def test_addressees_are_on_the_bus_and_in_no_frame_a_reader_gets(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(1)
    for who in sitting.readers:
        assert not [event for event in events(sitting, who) if {"to", "spectators"} & set(event)]


def test_an_owner_only_frame_names_its_addressee_on_the_bus() -> None:
    sitting = Sitting.seated(TOYS["den"])
    dealt = [told.frame for told in sitting.told if told.frame.message_type == "dealt"]
    assert [(frame.to, frame.spectators) for frame in dealt] == [((seat,), False) for seat in range(3)]


def test_an_owner_only_frame_goes_to_its_owner_alone_and_names_him() -> None:
    sitting = Sitting.seated(TOYS["den"])
    for seat in range(3):
        (dealt,) = [event for event in events(sitting, player(seat)) if event["message_type"] == "dealt"]
        assert dealt["player_id"] == seat
        assert dealt["payload"] == {"hand": list(sitting.state.hands[seat])}
    for who in (OBSERVER, HOST):
        assert not [event for event in events(sitting, who) if event["message_type"] == "dealt"]


def test_a_draft_is_told_to_its_owner_and_is_an_empty_number_to_the_others() -> None:
    sitting = Sitting.seated(TOYS["duel"])
    sitting.act(0, Sketch("feint"))
    assert events(sitting, player(0))[-1]["payload"] == {"choice": "feint"}
    for who in (player(1), OBSERVER, HOST):
        assert events(sitting, who)[-1]["message_type"] == HIDDEN
        assert b"feint" not in sitting.frames(who)[-1]


def test_what_is_for_spectators_alone_reaches_observers_and_hosts_but_no_player() -> None:
    sitting = Sitting.seated(TOYS["duel"])
    sitting.act(0, Seal("guard"))
    sitting.act(1, Seal("guard"))
    sitting.wait()
    for who in sitting.readers:
        kinds = [event["message_type"] for event in events(sitting, who)]
        assert ("shown" in kinds) == (who.role != "player")
        assert ("clash" in kinds) == (who.role == "player")


@every_game
def test_the_rules_events_come_in_the_games_words_without_their_tag(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(1)
    assert not [told for told in sitting.told if "type" in told.frame.payload]


@every_game
def test_the_end_is_told_once_as_the_last_event_with_outcome_and_reveal(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(1)
    outcome = sitting.view(OBSERVER)["outcome"]
    for who in sitting.readers:
        ends = [event for event in events(sitting, who) if event["message_type"] == "match.end"]
        assert ends == [events(sitting, who)[-1]]
        assert ends[0]["payload"] == {"outcome": outcome, "reveal": SECRET}
        assert ends[0]["to_act"] == []


@every_game
def test_the_beginning_tells_the_seats_and_the_players_seeds(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    (start,) = [event for event in events(sitting, OBSERVER) if event["message_type"] == "game.start"]
    assert start["payload"]["client_seeds"] == [f"seed-{seat}" for seat in range(sitting.seats)]
    assert [seat["name"] for seat in start["payload"]["seats"]] == [f"p{seat}" for seat in range(sitting.seats)]


def test_events_are_stamped_with_the_wall_clock_of_the_server_not_the_clients() -> None:
    sitting = Sitting.seated(TOYS["duel"], GENTLE)
    sitting.submit(player(0), "leave", ts=5)
    assert events(sitting, OBSERVER)[-1]["ts"] == sitting.now.wall

"""Acting: every action gets exactly one result; what is accepted is persisted, told and acknowledged, in this order."""

import json

from ludoteca.kernel import AnyGame
from ludoteca.kernel.values import fields_of
from ludoteca.table.entries import Applied
from tests.toys import TOYS
from tests.toys.duel.types import Seal

from .harness import OBSERVER, Sitting, envelope, every_game, first_move, is_ok, player

DUEL = TOYS["duel"]


@every_game
def test_an_accepted_action_has_one_entry_some_events_and_one_ok(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, action = first_move(sitting)
    kind = str(action.__struct_config__.tag)
    effects = sitting.send(player(seat), envelope(kind, fields_of(action), action_id="x"))
    (entry,) = effects.persist
    assert isinstance(entry.what, Applied)
    assert (entry.by, entry.action_id, entry.at) == (f"player:{seat}", "x", sitting.now.wall)
    assert effects.tell
    (reply,) = effects.reply
    assert reply.who == player(seat)
    result = json.loads(reply.frame)
    decision = sitting.view(player(seat))["decision"]
    assert result["payload"] == {"status": "ok", "effects": {"seq": sitting.table.match.seq, "decision": decision}}
    assert (result["action_id"], result["player_id"], result["role"]) == ("x", seat, "player")
    assert result["ts"] == sitting.now.wall


@every_game
def test_the_whole_game_can_be_played_by_wire(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(7, at_most=300)
    assert sitting.table.match.outcome is not None
    results = [json.loads(frame) for _, frame in sitting.replies]
    assert all(frame["payload"].get("status", "ok") == "ok" for frame in results)


@every_game
def test_the_input_that_ends_the_game_says_so(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    effects = sitting.send(player(0), envelope("resign"))
    assert effects.finished
    assert effects.tell[-1].frame.message_type == "match.end"


@every_game
def test_an_input_that_does_not_end_the_game_does_not_say_so(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, action = first_move(sitting)
    assert not sitting.send(player(seat), envelope(str(action.__struct_config__.tag), fields_of(action))).finished


@every_game
def test_anyone_seated_may_resign_even_out_of_turn(game: AnyGame) -> None:
    for seat in range(2):
        sitting = Sitting.seated(game)
        assert is_ok(sitting.submit(player(seat), "resign"))
        assert sitting.table.match.outcome is not None
        assert sitting.table.match.outcome.scores[seat] < 0


def test_a_seat_is_taken_from_who_speaks_not_from_what_he_says() -> None:
    sitting = Sitting.seated(DUEL)
    assert is_ok(sitting.submit(player(1), "seal", {"choice": "guard"}))
    assert sitting.state.sealed == (None, "guard")


@every_game
def test_the_actor_and_the_others_get_the_same_events_unless_addressed(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(1, at_most=10)
    for told in sitting.told:
        if told.frame.to is None:
            assert len({told.bytes_for(who) for who in sitting.readers}) == 1


def test_an_action_persists_before_it_is_acknowledged() -> None:
    """Both are in one `Effects`; the shell does `persist` first, so both must be there together."""
    sitting = Sitting.seated(DUEL)
    effects = sitting.send(player(0), envelope("seal", {"choice": "guard"}))
    assert len(effects.persist) == len(effects.reply) == 1
    sitting.act(1, Seal("guard"))
    assert sitting.frames(OBSERVER)

"""An action answers an open decision of its seat: simultaneous choices never disturb each other, and a late answer to a
question that is gone is told from an answer to the next one."""

from typing import Any

from ludoteca.games.backgammon import GAME as BACKGAMMON
from ludoteca.kernel import AnyGame
from ludoteca.kernel.values import fields_of
from ludoteca.table.effects import BotTurn
from tests.toys import TOYS
from tests.toys.duel.types import Seal, Sketch

from .harness import GENTLE, IGNORING, Sitting, code, error, every_game, first_move, is_ok, player, snapshot_bytes

DUEL, DEN = TOYS["duel"], TOYS["den"]


def decision(sitting: Sitting, seat: int) -> int:
    number = sitting.view(player(seat))["decision"]
    assert isinstance(number, int)
    return number


def test_simultaneous_choices_do_not_disturb_each_other() -> None:
    sitting = Sitting.seated(DUEL)
    asked = [decision(sitting, seat) for seat in (0, 1)]
    assert is_ok(sitting.act(1, Sketch("feint"), decision=asked[1]))
    assert is_ok(sitting.act(1, Seal("guard"), decision=asked[1]))
    assert is_ok(sitting.act(0, Seal("guard"), decision=asked[0]))


def test_another_seats_move_leaves_my_decision_as_it_was() -> None:
    sitting = Sitting.seated(DUEL)
    before = decision(sitting, 0)
    sitting.act(1, Seal("guard"))
    assert decision(sitting, 0) == before


def test_an_action_of_my_own_that_changes_nothing_legal_leaves_my_decision_open() -> None:
    sitting = Sitting.seated(DUEL)
    before = decision(sitting, 0)
    assert is_ok(sitting.act(0, Sketch("feint"), decision=before))
    assert is_ok(sitting.act(0, Seal("feint"), decision=before))


def test_what_answers_nothing_is_taken_500_times_a_decision_and_an_answer_always() -> None:
    sitting = Sitting.seated(DUEL)
    for number in range(500):
        assert is_ok(sitting.act(0, Sketch(("feint", "guard")[number % 2])))
    sitting.table = sitting.restored_from(snapshot_bytes(sitting.table), [])
    kept = len(sitting.entries)
    refused = error(sitting.act(0, Sketch("feint")))
    assert (refused["code"], refused["recovery"]) == ("invalid_action", "retry")
    assert refused["facts"] == {"rule": "undecided"}
    assert len(sitting.entries) == kept
    assert is_ok(sitting.act(1, Sketch("feint")))
    assert is_ok(sitting.act(0, Seal("guard")))
    sitting.wait()
    sitting.wait()  # the next round is open, and with it the next decision
    assert is_ok(sitting.act(0, Sketch("feint")))


def test_an_answer_may_leave_its_decision_out() -> None:
    sitting = Sitting.seated(DUEL)
    assert is_ok(sitting.act(0, Seal("guard")))


def test_a_late_answer_to_a_question_taken_by_a_time_out_is_a_desync() -> None:
    sitting = Sitting.seated(DUEL)
    asked = decision(sitting, 0)
    sitting.wait()  # the deadline
    sitting.wait()  # the reveal: the next round is open
    refused = error(sitting.act(0, Seal("guard"), decision=asked))
    assert (refused["code"], refused["recovery"]) == ("desync", "sync")
    assert sitting.state.sealed == (None, None)
    assert is_ok(sitting.act(0, Seal("guard"), decision=decision(sitting, 0)))


def test_a_late_answer_while_nothing_is_asked_is_refused_without_effect() -> None:
    sitting = Sitting.seated(DUEL)
    asked = decision(sitting, 0)
    sitting.wait()  # the deadline; the reveal is still to come
    before = sitting.unchanged()
    assert code(sitting.act(0, Seal("guard"), decision=asked)) in {"desync", "invalid_turn"}
    assert sitting.unchanged() == before


def test_an_answer_to_a_timed_out_decision_is_a_desync_in_turn_based_games_too() -> None:
    sitting = Sitting.seated(DEN)
    seat, action = first_move(sitting)
    asked = decision(sitting, seat)
    for _ in range(5):  # the second round is led by the next seat
        sitting.wait()
    assert decision(sitting, seat) > asked
    assert code(sitting.act(seat, action, decision=asked)) == "desync"


@every_game
def test_an_answer_to_a_question_not_yet_asked_is_a_desync(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, action = first_move(sitting)
    before = sitting.unchanged()
    refused = error(sitting.act(seat, action, decision=decision(sitting, seat) + 1))
    assert (refused["code"], refused["recovery"]) == ("desync", "sync")
    assert sitting.unchanged() == before


@every_game
def test_a_decision_that_is_no_number_is_refused(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    seat, action = first_move(sitting)
    no_numbers: list[Any] = ["1", [1], {}, True, 1.0, -1, 0]
    for stated in no_numbers:
        assert code(sitting.act(seat, action, decision=stated)) in {"desync", "invalid_action"}, stated


@every_game
def test_each_question_to_a_seat_has_a_higher_number_than_the_one_before(game: AnyGame) -> None:
    sitting = Sitting.seated(game)
    asked = {seat: [decision(sitting, seat)] for seat in range(sitting.seats)}
    for _ in sitting.steps(2, at_most=20):
        for seat, numbers in asked.items():
            numbers.append(decision(sitting, seat))
    assert all(numbers == sorted(numbers) and numbers[-1] > numbers[0] for numbers in asked.values())


@every_game
def test_an_answered_decision_does_not_answer_the_next_one(game: AnyGame) -> None:
    """The same action sent twice under two ids, as an impatient client would, is one move."""
    sitting = Sitting.seated(game)
    seat, action = first_move(sitting)
    asked = decision(sitting, seat)
    assert is_ok(sitting.act(seat, action, decision=asked))
    before = sitting.unchanged()
    assert is_ok(sitting.act(seat, action, decision=asked)) == (game.name in IGNORING)
    assert sitting.unchanged() == before


@every_game
def test_decisions_are_the_same_after_a_restart(game: AnyGame) -> None:
    sitting = Sitting.seated(game).play(1, at_most=6)
    decisions = sitting.table.match.decisions
    assert sitting.restored().match.decisions == decisions
    assert sitting.restored_from(snapshot_bytes(sitting.table), ()).match.decisions == decisions


def test_another_seats_coming_and_going_leaves_a_question_open() -> None:
    sitting = Sitting.seated(DUEL, GENTLE)
    asked = decision(sitting, 0)
    sitting.lost(1)
    assert decision(sitting, 0) == asked
    assert is_ok(sitting.act(0, Seal("guard"), decision=asked))


# Bots


def with_a_bot() -> Sitting:
    sitting = Sitting(DEN, bots=("wily", None, None))
    sitting.submit(player(1), "join")
    sitting.submit(player(2), "join")
    return sitting


def test_a_bot_is_asked_when_its_decision_opens() -> None:
    sitting = with_a_bot()
    assert sitting.table.bot_turns() == [BotTurn(0, "wily", decision(sitting, 0))]


def test_a_bots_answer_is_a_move() -> None:
    sitting = with_a_bot()
    (ask,) = sitting.table.bot_turns()
    effects = sitting.take(sitting.table.bot_acts(ask, first_move(sitting)[1], sitting.now))
    assert effects.persist
    assert effects.ask == []
    assert sitting.table.match.acting() == (1,)


def test_a_bots_answer_after_its_decision_was_taken_from_it_is_dropped() -> None:
    sitting = with_a_bot()
    (ask,) = sitting.table.bot_turns()
    _, action = first_move(sitting)
    for _ in range(5):  # the second round is led by the next seat
        sitting.wait()
    before = sitting.unchanged()
    effects = sitting.table.bot_acts(ask, action, sitting.now)
    assert (effects.persist, effects.reply) == ([], [])
    assert sitting.unchanged() == before


def test_a_bots_answer_that_comes_right_after_its_time_ran_out_is_dropped() -> None:
    sitting = with_a_bot()
    (ask,) = sitting.table.bot_turns()
    _, action = first_move(sitting)
    sitting.wait()
    before = sitting.unchanged()
    effects = sitting.table.bot_acts(ask, action, sitting.now)
    assert effects.persist == []
    assert sitting.unchanged() == before


def test_a_bots_answer_that_comes_twice_is_one_move() -> None:
    sitting = with_a_bot()
    (ask,) = sitting.table.bot_turns()
    _, action = first_move(sitting)
    sitting.take(sitting.table.bot_acts(ask, action, sitting.now))
    before = sitting.unchanged()
    assert sitting.table.bot_acts(ask, action, sitting.now).persist == []
    assert sitting.unchanged() == before


def test_nobody_answers_for_a_bot() -> None:
    sitting = with_a_bot()
    _, action = first_move(sitting)
    before = sitting.unchanged()
    replies = sitting.submit(player(0), "lay", fields_of(action))
    assert not is_ok(replies)
    assert sitting.unchanged() == before


def test_an_answer_ends_its_decision_even_if_the_same_is_legal_again() -> None:
    """Of a double in backgammon one checker after the other: a bot that is not asked anew would never go on."""
    for seed in range(20):
        sitting = Sitting.seated(BACKGAMMON, {"confirm": True}, secret=f"{seed:02}" * 32)
        for _ in range(200):
            (seat,) = sitting.table.match.acting()
            listed, before = BACKGAMMON.legal(sitting.state, seat), decision(sitting, seat)
            assert is_ok(sitting.act(seat, listed[0]))
            if sitting.table.match.acting() != (seat,):
                continue
            assert decision(sitting, seat) == before + 1
            if BACKGAMMON.legal(sitting.state, seat) == listed:
                return
    raise AssertionError("it never came about")

"""Batches played: of every game, on any number of workers, to the same results."""

from pathlib import Path

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.games import GAMES
from ludoteca.kernel.record import read, replay
from ludoteca.record_clock import RecordClock
from ludoteca.sim.game_run import BrokenGame
from ludoteca.sim.runner import RecordFolder, record_name, run
from ludoteca.verification import Draws, verify

from .batches import FINDER, NIM, batch, played


def cheats(_view: object, _legal: object, _dealer: object) -> str:
    return "no action"


def fails(view: object, _legal: object, _dealer: object) -> str:
    raise LookupError(f"I do not know {type(view).__name__}")


@pytest.mark.parametrize("game", GAMES)
def test_two_workers_come_to_the_results_of_one(game: str) -> None:
    which = batch(game, "random", seed=5)
    alone = played(which, range(4))
    assert [result.n for result in alone] == [0, 1, 2, 3]
    assert all(result.outcome is not None for result in alone)
    assert played(which, range(4), workers=2) == alone


@pytest.mark.parametrize("game", GAMES)
def test_a_game_depends_on_its_number_and_not_on_those_before_it(game: str) -> None:
    which = batch(game, "random", seed=6)
    assert played(which, [3, 1]) == [played(which, [1])[0], played(which, [3])[0]]


def test_another_seed_gives_other_results() -> None:
    one, other = (played(batch("catan", seed=seed), range(2)) for seed in (1, 2))
    assert [result.actions for result in one] != [result.actions for result in other]


@pytest.mark.parametrize("game", GAMES)
def test_a_record_verifies_and_tells_the_same_game_as_its_result(game: str, tmp_path: Path) -> None:
    (result,) = run(batch(game, "random"), FINDER, [2], 1, RecordFolder(tmp_path, RecordClock()))
    assert [path.name for path in tmp_path.iterdir()] == [record_name(2)]
    data = (tmp_path / record_name(2)).read_bytes()
    verdict = verify(data, GAMES)
    assert (verdict.outcome, verdict.ended) == (result.outcome, True)
    assert verdict.draws == Draws.RECOMPUTED
    *_, last = replay(GAMES[game], read(data), PyRandom(result.seed))
    assert GAMES[game].outcome(last.state) == result.outcome


def test_a_game_that_does_not_end_is_given_up_and_said_to_be() -> None:
    (result,) = played(batch("gomoku", "random", limit=5), [0])
    assert (result.outcome, result.actions) == (None, 5)


def test_turns_are_runs_of_actions_of_one_seat() -> None:
    (result,) = played(batch(NIM, "random", stones=20), [0])
    assert result.turns == result.actions  # in nim everybody acts once, then the other
    (result,) = played(batch("backgammon", "random"), [0])
    assert 20 < result.turns < result.actions / 2  # roll, move, move, done


def test_a_game_that_counts_its_turns_itself_is_believed() -> None:
    (result,) = played(batch("catan", "random", turn_limit=9), [0])
    assert result.turns == 9


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_breaks_the_rules_is_named_with_its_seat_and_game(workers: int) -> None:
    which = batch("catan", f"{__name__}:cheats", "random")
    game = r"game 0 \(seed \d+, tests.sim.test_runner:cheats, random\) broke off: "
    with pytest.raises(BrokenGame, match=rf"^{game}tests.sim.test_runner:cheats at \w+ broke the rules: \w+: "):
        played(which, [0], workers)


def test_a_bot_that_fails_is_named_with_its_game() -> None:
    with pytest.raises(BrokenGame, match=r"fails\) broke off: LookupError: I do not know View"):
        played(batch("catan", "random", f"{__name__}:fails"), [0])

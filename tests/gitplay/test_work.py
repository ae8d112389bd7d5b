"""How much work a repository of many tables makes, counted in function calls; `bench.gitgammon` times it with 500."""

from pathlib import Path

from bench.gitgammon import with_finished_tables, with_moves

from ludoteca.gitplay.processor import verification
from ludoteca.gitplay.processor.pipeline import draft_answer
from ludoteca.gitplay.processor.push import GitPush
from tests.counting import calls


def test_a_finished_table_adds_next_to_nothing_to_the_work_of_a_move(tmp_path: Path) -> None:
    few, many = (answered(tmp_path / str(tables), tables) for tables in (2, 12))
    assert few < 10_000
    assert many - few < 10 * 100


def answered(path: Path, tables: int) -> int:
    """The work of one move among so many finished tables."""
    hall = with_finished_tables(path, tables)
    table = hall.open_table("alice", "bob")
    player, composed = hall.composed(table)
    pushed = hall.pushed(table, composed)
    return calls(lambda: draft_answer(hall.processor, pushed, GitPush(player)))


def test_the_work_of_a_check_grows_with_the_moves_and_no_faster(tmp_path: Path) -> None:
    short, long = (checked(tmp_path / str(moves), moves) for moves in (20, 80))
    assert long < 6 * short


def checked(path: Path, moves: int) -> int:
    hall = with_moves(path, moves)
    return calls(lambda: verification.verify(hall.repo, hall.at, hall.processor.secret))

"""`ludoteca laws` and `ludoteca playthrough`, as an author uses them."""

from typer.testing import CliRunner

from ludoteca.cli import app
from ludoteca.laws import LAWS


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, arguments)
    return done.exit_code, done.output


def test_a_game_that_obeys_is_told_so_law_by_law() -> None:
    code, output = run("laws", "tests.toys.duel:GAME", "--examples", "3")
    assert code == 0
    assert "ok      secrecy" in output
    assert f"duel obeys {len(LAWS)} laws." in output


def test_a_broken_law_is_shown_with_its_walk_and_exit_code_1() -> None:
    code, output = run("laws", "tests.cli.lawless:GAME", "--law", "notation", "--law", "purity")
    assert code == 1
    assert "ok      purity" in output
    assert "BROKEN  notation" in output
    assert "two legal actions are written alike" in output
    assert "breaks 1 of 2 laws" in output


def test_an_unknown_law_is_refused_with_the_known_ones() -> None:
    code, output = run("laws", "gomoku", "--law", "puritty")
    assert code == 2
    assert "did you mean purity?" in output


def test_another_seed_tries_other_walks() -> None:
    assert run("laws", "gomoku", "--law", "sound", "--examples", "3", "--seed", "5")[0] == 0


def test_a_playthrough_is_the_same_for_the_same_seed() -> None:
    first, again, other = (run("playthrough", "gomoku", "--seed", seed) for seed in ("4", "4", "5"))
    assert first == again != other
    assert first[1].startswith("# gomoku 1.0.0, preset -, seed 4\n")

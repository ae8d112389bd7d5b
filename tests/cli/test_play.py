"""Playing in the terminal: the dialogue, bots, secrets, and what is said at the end."""

from pathlib import Path

from ludoteca.console.terminal import program
from ludoteca.kernel.record import read

from .terminal import DEN, DUEL, NIM, ludoteca, refused

BOTS = ("--others", "bot:random")


def nim(typed: str, *args: str) -> str:
    result = ludoteca("play", NIM, "--log", "nim.jsonl", *args, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def after(prompt: str, output: str) -> str:
    """What was answered to the line at this prompt, up to the next one."""
    return output.split(prompt, 1)[1].split("> ", 1)[0]


def test_a_whole_game_by_two_people() -> None:
    output = nim("two\nlog\n", "--preset", "short")
    assert output.splitlines() == [
        "nim 1.0.0 – north human, far south human",
        "Write a move at the prompt; `help` explains, `quit` leaves.",
        "",
        "3 stones",
        "",
        "north> two",
        "",
        "1 stones",
        "",
        "far south> log",
        "",
        "0 stones",
        "",
        "far south wins – last stone",
        "Scores: north -1, far south 1",
        "Saved in nim.jsonl",
        f"Verify with: {program()} verify nim.jsonl --game {NIM}",
    ]


def test_a_bots_move_is_shown_in_notation() -> None:
    output = nim("quit\n", "--north", "bot:random", "--seed", "4")
    assert any(line in output.splitlines() for line in ("north: log", "north: two", "north: three"))


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    complaint = refused("play", NIM, "--north", "bot:tests.cli.nim:cheat", "--log", "a", code=70)
    assert complaint == "bot:tests.cli.nim:cheat at north broke the rules: too_many: so many are not there"
    assert not Path("a").exists()  # nothing was played


def test_help_shows_moves_and_words() -> None:
    answer = after("north> help", nim("help\n"))
    assert "  log    two    three\n" in answer
    assert "  undo    why there is none\n" in answer
    assert "Here `log` is a move; `:log` is the word.\n" in answer
    assert f"The rules: ludoteca rules {NIM}\n" in answer


def test_legal_lists_the_moves() -> None:
    assert after("north> legal", nim("legal\n")) == "\n  log    two    three\nnorth"


def test_a_word_that_is_a_move_is_the_move_and_with_a_colon_the_word() -> None:
    output = nim(":log\nlog\n", "--preset", "short")
    assert "Saved line by line in nim.jsonl, 0 inputs so far." in after("north> :log", output)
    assert "2 stones" in after("north> log", output)


def test_board_shows_the_position_again() -> None:
    assert "10 stones" in after("north> BOARD", nim("BOARD\n"))


def test_undo_is_refused_with_a_reason() -> None:
    assert "cannot be unseen" in after("north> undo", nim("undo\n"))


def test_what_cannot_be_read_is_said_and_asked_again() -> None:
    output = nim("\n   \n:\n:foo\nfour\n\x00\ttwo\n")
    assert output.count("north> ") == 7
    assert "'four' is not a number of stones – `help` shows how moves are written" in output


def test_bytes_that_are_no_text_are_only_unreadable() -> None:
    result = ludoteca("play", NIM, typed=b"\xff\xfe\n")
    assert result.exit_code == 0
    assert "is not a number of stones" in result.stdout


def test_an_illegal_move_shows_the_choices() -> None:
    assert "so many are not there (choices: log)" in after("far south> two", nim("two\ntwo\n", "--preset", "short"))


def test_resigning_ends_a_game_of_two() -> None:
    assert "far south wins – resigned" in nim("resign\n")


def test_quit_and_the_end_of_input_say_where_the_game_is() -> None:
    for typed in ("two\nquit\n", "two\n"):
        output = nim(typed)
        assert "Unfinished.\nSaved in nim.jsonl" in output
        log = read(Path("nim.jsonl").read_bytes())
        assert log.end is not None
        assert log.end.outcome is None
        Path("nim.jsonl").unlink()


def test_one_person_sees_a_hidden_game_as_their_seat_does() -> None:
    output = ludoteca("play", DEN, "--me", "second", *BOTS, "--seed", "2").stdout
    hands = [line for line in output.splitlines() if line.lstrip("> ").startswith(("first:", "second:", "third:"))]
    mine = [line for line in hands if "second:" in line and "hens" in line]
    others = [line for line in hands if "second:" not in line and "hens" in line]
    assert (len(mine), len(others)) == (1, 2)
    assert all("??" not in line for line in mine)
    assert all("??" in line for line in others)


def test_a_sealed_choice_of_a_bot_is_not_shown() -> None:
    output = ludoteca("play", DUEL, "--me", "right", *BOTS, "--seed", "1", typed="").stdout
    assert "left: sealed" in output
    assert not any(word in output.split("right> ")[0] for word in ("strike", "guard", "feint"))


def test_drafts_simultaneous_seats_and_pacing_all_work() -> None:
    output = ludoteca("play", DUEL, "--me", "left", *BOTS, "--seed", "1", typed="sketch feint\nguard\n").stdout
    assert "sketched feint" in after("left> sketch feint", output)
    assert "round 2 begins" in after("left> guard", output)


def test_people_with_secrets_pass_the_keyboard() -> None:
    output = ludoteca("play", DUEL, typed="\nstrike\n\nguard\n\n").stdout
    left, right, again = output.split("Pass the keyboard to ")[1:4]
    assert left.startswith("left, ")
    assert right.startswith("right, ")
    assert again.startswith("left, ")
    assert "strike" not in right
    assert "you strike, they guard: 0-1" in again


def test_a_person_who_stays_at_the_keyboard_is_not_asked_again() -> None:
    output = ludoteca("play", DUEL, typed="\nsketch strike\n").stdout
    assert output.count("Pass the keyboard") == 1


def test_people_with_secrets_see_the_end_as_spectators() -> None:
    output = ludoteca("play", DUEL, "--preset", "sudden", typed="\nstrike\n\nfeint\n").stdout
    assert "left strike, right feint: 1-0" in output
    assert "left wins" in output
    assert "Payout" not in output  # what would be staked at a table is not staked at a keyboard


def test_bots_alone_are_watched_as_a_spectator() -> None:
    output = ludoteca("play", DEN, *BOTS, "--seed", "3").stdout
    assert "Write a move" not in output
    assert "somebody is the fox" in output
    assert "bury a card" in output


def test_chance_is_committed_to_where_there_is_any() -> None:
    assert "its hash is" in ludoteca("play", DEN, *BOTS).stdout
    assert "its hash is" not in ludoteca("play", NIM, *BOTS).stdout
    assert "its hash is" in nim(":log\n")

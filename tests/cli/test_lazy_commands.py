"""Commands are loaded when they are asked for: all of them are known, and none waits for another."""

import subprocess
import sys

import pytest

from ludoteca.cli import COMMANDS, gitgammon

from .terminal import ludoteca, refused

PROGRAM = """
import atexit, sys
from ludoteca.cli import main
atexit.register(lambda: print(*sys.modules))
main()
"""
HEAVY = ("django", "structlog", "rich", "picows", "jwt", "hypothesis", "ludoteca.runtime", "ludoteca.client")


def loaded_by(*args: str) -> set[str]:
    """What of the heavy things a command has loaded by the time it has said what it is for."""
    done = subprocess.run([sys.executable, "-c", PROGRAM, *args], capture_output=True, text=True, check=True)
    return {name for name in done.stdout.split() if name in HEAVY}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_in_the_table_is_there_and_in_the_help(name: str) -> None:
    assert f"\n  {name} " in ludoteca("--help").stdout
    assert ludoteca(name, "--help").stdout.startswith(f"Usage: ludoteca {name} ")


@pytest.mark.parametrize("name", gitgammon.COMMANDS)
def test_every_gitgammon_command_is_there_and_in_its_help(name: str) -> None:
    assert f"\n  {name} " in ludoteca("gitgammon", "--help").stdout
    assert ludoteca("gitgammon", name, "--help").stdout.startswith(f"Usage: ludoteca gitgammon {name} ")


def test_the_help_has_a_line_of_each_that_says_what_it_is_for() -> None:
    listed = ludoteca("--help").stdout.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == list(COMMANDS)
    assert all(len(line.split()) > 3 for line in listed)


def test_a_slip_of_the_finger_is_answered_with_what_was_meant() -> None:
    assert refused("gamse") == "No such command 'gamse'. Did you mean 'games'?"
    assert refused("gitgammon", "proces") == "No such command 'proces'. Did you mean 'process'?"


@pytest.mark.parametrize("args", [("gitgammon", "process"), ("gitgammon", "verify"), ("gitgammon", "move")])
def test_a_command_loads_nothing_that_only_others_need(args: tuple[str, ...]) -> None:
    assert loaded_by(*args, "--help") == set()


def test_what_a_command_needs_is_loaded() -> None:
    """So that the test before would see it."""
    assert {"structlog", "ludoteca.runtime"} <= loaded_by("serve", "--help")

"""The units of systemd run a command that there is, on a schedule that systemd reads."""

import configparser
import shlex

from .files import DEPLOY, options

UNITS = DEPLOY / "systemd"


def unit(name: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign] # names keep their case
    parser.read_string((UNITS / name).read_text())
    return parser


def test_the_timer_runs_a_backup_that_deletes_old_ones() -> None:
    (timer,) = UNITS.glob("*.timer")
    service = unit(f"{timer.stem}.service")["Service"]
    program, *arguments = shlex.split(service["ExecStart"])
    assert program == "/opt/ludoteca/bin/ludoteca"
    assert arguments[0] == "backup"
    found = options(arguments)
    assert (found["keep"], service["Type"]) == (7, "oneshot")
    assert unit(timer.name)["Timer"]["Persistent"] == "true"

"""Settings: from the environment, refused by name, and all of them in the manual."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from ludoteca.runtime.settings import BadSetting, Settings, game_of, is_game_id

MANUAL = (Path(__file__).parents[2] / "docs" / "deployment.md").read_text(encoding="utf-8")


def test_an_empty_environment_gives_the_defaults() -> None:
    assert Settings.read({}) == Settings()


def test_a_setting_is_read_from_the_environment() -> None:
    read = Settings.read({"LUDOTECA_IDLE_SECONDS": "7.5", "LUDOTECA_RATE_BURST": "9", "LUDOTECA_OPENS": "chess"})
    assert (read.idle_seconds, read.rate_burst, read.opens) == (7.5, 9, "chess")


def test_the_name_of_the_specification_is_understood_and_ours_comes_first() -> None:
    assert Settings.read({"GAME_STATE_TTL_SECONDS": "60"}).game_state_ttl_seconds == 60
    both = {"GAME_STATE_TTL_SECONDS": "60", "LUDOTECA_GAME_STATE_TTL_SECONDS": "90"}
    assert Settings.read(both).game_state_ttl_seconds == 90


def test_other_peoples_variables_are_left_alone() -> None:
    assert Settings.read({"ORIGINS": "http://evil.example", "IDLE_SECONDS": "soon"}) == Settings()


@pytest.mark.parametrize("text", ["soon", "-1", "0", "nan", "inf", "1e99", "3.5"])
def test_a_bad_value_is_refused_by_name(text: str) -> None:
    with pytest.raises(BadSetting, match="RATE_BURST"):
        Settings.read({"LUDOTECA_RATE_BURST": text})


def test_a_lease_must_outlast_two_heartbeats() -> None:
    with pytest.raises(BadSetting, match="HEARTBEAT_TTL_SECONDS"):
        Settings.read({"LUDOTECA_HEARTBEAT_SECONDS": "5", "LUDOTECA_HEARTBEAT_TTL_SECONDS": "9"})


@pytest.mark.parametrize(("suspect", "takeover"), [("0.9", "3"), ("4", "3")])
def test_a_process_is_suspected_after_two_signs_of_life_and_before_it_is_gone(suspect: str, takeover: str) -> None:
    with pytest.raises(BadSetting, match="SUSPECT_SECONDS"):
        Settings.read({"LUDOTECA_SUSPECT_SECONDS": suspect, "LUDOTECA_TAKEOVER_SECONDS": takeover})


def test_a_switch_is_0_or_1() -> None:
    assert [Settings.read({"LUDOTECA_STATE_PER_ACTION": text}).state_per_action for text in "01"] == [False, True]
    with pytest.raises(BadSetting, match="STATE_PER_ACTION is 'yes', which is neither 0 nor 1"):
        Settings.read({"LUDOTECA_STATE_PER_ACTION": "yes"})


def test_the_manual_lists_every_setting_with_its_default() -> None:
    listed = dict(re.findall(r"^\| `LUDOTECA_(\w+)` \| (\S*) *\|", MANUAL, re.MULTILINE))
    given = {name.lower(): default for name, default in listed.items()}
    assert given == {each.name: _written(each.default) for each in fields(Settings)}


def _written(default: object) -> str:
    return str(int(default)) if isinstance(default, bool) else re.sub(r"\.0$", "", str(default))


@pytest.mark.parametrize(
    "text", ["", "abc123", "ABC12", "ABC1234", "ABC12\n", "АBC123", "../../", "ABC12*", "ABC 12", "ABC123\n"]
)
def test_what_is_no_game_id(text: str) -> None:
    assert not is_game_id(text)
    assert game_of(f"game.{text}.actions") is None


def test_the_table_of_a_channel() -> None:
    assert game_of("game.ABC123.actions") == game_of("game.ABC123.events") == "ABC123"
    assert game_of("game.ABC123.secrets") is None
    assert game_of("other.ABC123.events") is None

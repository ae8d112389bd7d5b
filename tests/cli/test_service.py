"""`ludoteca service`: what it says before anything is served."""

import os

import pytest

from .terminal import refused

REDIS = "redis://127.0.0.1:1/0"


@pytest.fixture(autouse=True)
def nothing_set(environment: None) -> None:
    for name in ("REDIS_URL", "LUDOTECA_SECRET_KEY", "SECRET_KEY", "LUDOTECA_OPENS"):
        os.environ.pop(name, None)


def opens(*arguments: str) -> str:
    return refused("service", "--redis", REDIS, "--listen", "", *arguments)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--opens", "mikado"), "no game is called 'mikado'"),
        (("--opens", "briscola:mikado"), "briscola has no preset 'mikado'; its presets are: casual, practice"),
        (("--opens", "briscola", "--set", "hand=2"), "--set hand: briscola has no such setting"),
        (("--opens", "briscola", "--set", "hands=none"), "--set hands: Expected int"),
        (("--opens", "briscola", "--set", "hands"), "--set hands: write it as KEY=VALUE"),
        (("--opens", "briscola:casual", "--set", "turn_ms=-1"), "--set turn_ms: "),
        (("--opens", "briscola {"), "LUDOTECA_OPENS is GAME, GAME:PRESET, or either with options as JSON"),
        (("--set", "hands=2"), "--set changes the game that --opens names, and none is named"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_what_cannot_be_opened_is_said_at_the_start(arguments: tuple[str, ...], said: str) -> None:
    assert said in " ".join(opens(*arguments).split())


def test_the_environment_names_what_is_opened_and_options_change_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_OPENS", 'briscola:match {"hands":3}')
    assert "--set hands: " in " ".join(opens("--set", "hands=0").split())

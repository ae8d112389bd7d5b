"""Repositories for tests: in a temporary folder, with no user's git settings, and a clock that tests hold."""

from pathlib import Path

import pytest

from .harness import SEED, Harness


@pytest.fixture(autouse=True)
def _quiet_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GITGAMMON_SEED", SEED)
    for name in ("GITGAMMON_ACTOR", "GITGAMMON_BEFORE", "GITGAMMON_AFTER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def harness(tmp_path: Path) -> Harness:
    """A bare GitGammon repository with a table: alice, white, against bob."""
    return Harness.opened(tmp_path / "games.git")

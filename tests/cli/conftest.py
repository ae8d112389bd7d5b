"""Every test runs in a folder of its own: games are saved where one plays. What a command run in this very process does
to the environment, and to the log, on a stderr that is closed after it, is undone."""

import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
import structlog


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def environment() -> Iterator[None]:
    """All of it: `monkeypatch.delenv` does not bring back the absence of a variable that a command has set."""
    with patch.dict(os.environ):
        yield


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    before = structlog.get_config()
    yield
    structlog.configure(**before)

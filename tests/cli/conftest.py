"""Every test runs in a folder of its own: games are saved where one plays. And what a command run in this very process
does to the log, on a stderr that is closed after it, is undone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    before = structlog.get_config()
    yield
    structlog.configure(**before)

"""What takes long to build is built once per run, by the first process that needs it, and shared by all."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.services.node import held


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder of that name, the same for every worker of this run. It must not be changed afterwards."""
    mine = factory.getbasetemp()
    ours = (mine.parent if "PYTEST_XDIST_WORKER" in os.environ else mine) / f"shared-{name}"
    ours.mkdir(exist_ok=True)
    with held(ours):
        folder, half_made = ours / "made", ours / "half-made"
        if not folder.exists():
            shutil.rmtree(half_made, ignore_errors=True)
            half_made.mkdir()
            make(half_made)
            half_made.rename(folder)
    return folder

"""`bootstrap.py`: what makes it install again, and how it is stopped."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import bootstrap
import pytest

from ..web.deployments import environment

INSTALLED: Final = """
import sys, bootstrap
bootstrap.PYTHON, bootstrap.set_up = sys.executable, lambda what: None
sys.exit(bootstrap.main())
"""


def test_what_python_and_npm_put_beside_the_pages_does_not_have_them_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "HOME", tmp_path)
    files = [
        tmp_path / "front" / name for name in ("npm.py", "__pycache__/npm.pyc", "node_modules/x/x.js", "src/main.ts")
    ]
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    assert bootstrap.front() == [files[0], files[3]]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_whoever_stops_it_has_stopped_the_server(tmp_path: Path, how: signal.Signals) -> None:
    command = [
        sys.executable,
        "-c",
        INSTALLED,
        "run",
        "--listen",
        "127.0.0.1:0",
        "--data",
        str(tmp_path / "deployment"),
    ]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert any("http://" in line for line in process.stdout), "it opens"
        process.send_signal(how)
        process.stdout.read()  # to its end: as long as anybody holds it open, somebody still runs
        assert process.wait() == 0

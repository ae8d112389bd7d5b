"""`bootstrap.py`: what makes it install again."""

from pathlib import Path

import bootstrap
import pytest


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

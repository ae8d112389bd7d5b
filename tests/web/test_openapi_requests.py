"""Requests made of our OpenAPI document, right ones and wrong ones, to a running server: it has an answer to each, in
the form that the document describes.

`LUDOTECA_TEST_TIMES=100 pytest tests/web/test_openapi_requests.py` makes more of them.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from ludoteca.tokens import Tokens, for_host
from tests.times import TIMES, now

from . import deployments
from .deployments import SECRET, Deployment
from .table_players import finished, sit_down

CHECKS: Final = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
EXAMPLES: Final = 2 * TIMES
LOGINS: Final = "^/api/me/(guest|register|login|logout|logout-everywhere|password|delete)$"
"""A player who asks these is somebody else afterwards, and could try nothing more."""


def requests_to(deployment: Deployment, folder: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    """Generated requests, always the same; exit code 0 if every answer is as it is described."""
    where = f"{deployment.url}/api/openapi.json"
    run = ("run", where, "--url", deployment.url, "--checks", CHECKS, "--continue-on-failure", "--no-color")
    generation = ("--generation-deterministic", "--max-examples", str(EXAMPLES), "--warnings", "off")
    return subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", "--config-file", "values.toml", *run, *generation, *options],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def values(**known: str) -> str:
    """What parameters of paths are; the others are made up."""
    return "[parameters]\n" + "".join(f'"path.{name}" = {json.dumps(value)}\n' for name, value in known.items())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with deployments.embedded(tmp_path_factory.mktemp("server"), LUDOTECA_SECRET_KEY=SECRET) as deployment:
        yield deployment
        assert "Traceback" not in deployment.log


def test_a_player_at_a_table_gets_the_answers_that_are_described(server: Deployment, tmp_path: Path) -> None:
    ada, bo = server.browsers("Ada", "Bo")
    match = finished(server, ada, bo, sit_down(ada, bo))
    known = values(code=sit_down(ada, bo), game_id=match["game_id"], game="gomoku", name=ada.name)
    (tmp_path / "values.toml").write_text(known)
    headers = {
        "Cookie": ada.cookies,
        "Origin": server.url,
        "X-CSRFToken": str(ada.session.cookies["csrftoken"]),
        "Authorization": f"Bearer {Tokens(SECRET).mint(for_host(None, now()), now())}",
    }
    with_headers = [part for name, value in headers.items() for part in ("--header", f"{name}: {value}")]
    tried = requests_to(server, tmp_path, "--phases", "coverage,fuzzing", "--exclude-path-regex", LOGINS, *with_headers)
    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert ada.get("me")["player"]["name"] == ada.name, "Ada was herself to the end"


def test_somebody_unknown_gets_the_answers_that_are_described(server: Deployment, tmp_path: Path) -> None:
    (tmp_path / "values.toml").write_text("")
    tried = requests_to(server, tmp_path, "--phases", "fuzzing")
    assert tried.returncode == 0, tried.stdout + tried.stderr

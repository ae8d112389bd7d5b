"""Logs of a busy server: every line is JSON, and each request is one where that is wanted."""

import asyncio
import json
import logging
from contextlib import closing
from pathlib import Path

import pytest
import requests
import structlog

from ludoteca.runtime import logs
from tests.times import PATIENCE

from . import deployments
from .browser import eventually
from .table_players import finished, sit_down


def lines(log: str) -> list[dict[str, object]]:
    """Everything but the plain line that says where it listens."""
    return [
        json.loads(line) for line in log.splitlines() if not line.startswith(("Ludoteca is open", "serving tables"))
    ]


def test_every_line_of_a_busy_server_is_json(tmp_path: Path) -> None:
    options = ("--log-level", "info", "--ops", "127.0.0.1:0")
    with deployments.embedded(tmp_path, *options, LUDOTECA_ACCESS_LOG="1") as deployment:
        ada, bo = deployment.browsers("Ada", "Bo")
        assert finished(deployment, ada, bo, code := sit_down(ada, bo))["reason"] == "five"
        requests.get(f"{deployment.url}/nothing/here", timeout=PATIENCE)
        requests.post(f"{deployment.url}/api/rooms", data=b"{", timeout=PATIENCE)
        requests.get(f"{deployment.url}/health", headers={"Host": "elsewhere.example.org"}, timeout=PATIENCE)
        found = eventually(lambda: [each for each in lines(deployment.log) if each["event"] == "request"][5:])
        assert {"method", "route", "status", "ms", "address"} <= found[0].keys()
        assert code not in "".join(str(each["route"]) for each in found)
        assert "api/rooms/<str:code>" in {each["route"] for each in lines(deployment.log) if "route" in each}


def test_lines_of_libraries_are_json_and_tell_no_values(capsys: pytest.CaptureFixture[str]) -> None:
    before, configured = logging.getLogger().handlers[:], structlog.get_config()
    logs.configure("info")
    try:
        with closing(asyncio.new_event_loop()) as loop:
            loop.call_exception_handler({"message": "lost", "exception": ValueError("a hidden card")})
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
        logging.getLogger("uvicorn.error").info("not told")
    finally:
        logging.getLogger().handlers[:] = before
        logging.captureWarnings(False)
        structlog.configure(**configured)
    told = lines(capsys.readouterr().err)
    assert [each["logger"] for each in told] == ["asyncio", "uvicorn.error"]
    assert "hidden" not in json.dumps(told)

"""Endpoints for operators: `/live` (the process answers), `/ready` or `/health` (it can serve), `/metrics` and
`/tables`, on a port that players need not reach."""

import asyncio
import socket
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from picows import WSUpgradeRequest, WSUpgradeResponse, WSUpgradeResponseWithListener, ws_create_server

from ludoteca.kernel.values import encode
from ludoteca.runtime.metrics import Metrics


class OpsEndpoints:
    def __init__(
        self, metrics: Metrics, health: Callable[[], dict[str, Any]], tables: Callable[[], list[dict[str, Any]]]
    ) -> None:
        self._metrics = metrics
        self._health = health
        self._tables = tables
        self._server: asyncio.Server | None = None

    async def listen(self, listening: socket.socket) -> None:
        self._server = await ws_create_server(self._admit, sock=listening)

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    def _admit(self, request: WSUpgradeRequest) -> WSUpgradeResponseWithListener:
        match request.path:
            case b"/live":
                return _page(b"alive\n", "text/plain")
            case b"/health" | b"/ready":
                return self._healthy()
            case b"/metrics":
                return _page(self._metrics.text(), "text/plain; version=0.0.4; charset=utf-8")
            case b"/tables":
                return _page(encode(self._tables()) + b"\n", "application/json")
            case _:
                return _fault(HTTPStatus.NOT_FOUND, b"/live, /ready, /health, /metrics or /tables\n")

    def _healthy(self) -> WSUpgradeResponseWithListener:
        health = self._health()
        body = encode(health) + b"\n"
        if health["status"] == "ok":
            return _page(body, "application/json")
        return _fault(HTTPStatus.SERVICE_UNAVAILABLE, body)


def _page(body: bytes, kind: str) -> WSUpgradeResponseWithListener:
    headers = {"Content-Type": kind}
    return WSUpgradeResponseWithListener(WSUpgradeResponse.create_ok_response(body, headers), None)


def _fault(status: HTTPStatus, body: bytes) -> WSUpgradeResponseWithListener:
    return WSUpgradeResponseWithListener(WSUpgradeResponse.create_error_response(status, body), None)

"""`ludoteca service`: serve tables and their sockets, from a file or over Redis.

Must not know: how any of it works, any game.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
import uvloop

from ..console.arguments import changes, checked_config, known_bots, known_games
from ..console.errors import Failure
from ..kernel.values import Malformed
from ..process import ListenAddress, Process, ProcessConfig
from ..runtime import logs
from ..runtime.checksum import Damaged
from ..runtime.settings import BadSetting, Settings
from ..runtime.sqlite.store import InUse, NotAStore
from ..runtime.store import Unavailable
from ..runtime.table_opener import FirstJoin
from .addresses import OPS, checked_redis, checked_server, keep_private
from .token import SECRETS, signer

OpenedSettings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change one field of its config; can be repeated."),
]
Listen = Annotated[str, typer.Option(metavar="HOST:PORT", help="Where table sockets are served; '' for none.")]


def service(  # noqa: PLR0913, PLR0917 - each option is a parameter
    redis: Annotated[
        str, typer.Option(metavar="URL", envvar="REDIS_URL", help="Redis or Valkey: any number of services share it.")
    ] = "",
    data: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file instead of Redis: one service alone.")
    ] = None,
    listen: Listen = "127.0.0.1:8700",
    ops: Annotated[str, typer.Option(metavar="HOST:PORT", help="Where /health and /metrics are; '' for none.")] = OPS,
    url: Annotated[str, typer.Option(metavar="URL", help="Where the sockets are reached from outside.")] = "",
    tables: Annotated[
        bool, typer.Option(help="Serve tables; without, only sockets of tables served elsewhere.")
    ] = True,
    opens: Annotated[
        str, typer.Option(metavar="GAME[:PRESET]", help="A first join at an id never used opens this game.")
    ] = "",
    settings: OpenedSettings = None,
    state_per_action: Annotated[
        bool, typer.Option("--state-per-action", help="Write game:<id>:state, complete, with every action (on Redis).")
    ] = False,
    log_level: Annotated[str, typer.Option(metavar="LEVEL", help="debug, info, warning or error.")] = "info",
) -> None:
    """Serve tables: on the bridge (`game.*.actions`) and on sockets (`ws://HOST:PORT/table/ID`).

    With Redis any number of services may run; a table is served by one of them, and taken over by another if that one
    dies. With a file there is one service, which needs nothing else. SIGTERM or Ctrl-C shut it down gracefully.
    Sockets need a secret for tokens in LUDOTECA_SECRET_KEY (or SECRET_KEY). Times and limits are set in the
    environment: docs/deployment.md lists them.
    """
    if bool(redis) == (data is not None):
        raise Failure("say where tables are kept, in one of two ways: --redis URL (or REDIS_URL), or --data FILE")
    if redis:
        checked_redis(redis)
    if data is not None:
        keep_private(data)
    if url:
        checked_server(url)
    configure_logs(log_level)
    sockets = address(listen) if listen else None
    tokens = signer()
    if sockets is not None and tokens is None:
        raise Failure(f"sockets need a secret for tokens: set {SECRETS[0]} (or {SECRETS[1]}), or say --listen ''")
    config = ProcessConfig(
        games=known_games(),
        bots_for=known_bots,
        settings=read_settings(opens, settings or [], state_per_action=state_per_action),
        tokens=tokens,
        redis=redis,
        data=data,
        sockets=sockets,
        ops=address(ops) if ops else None,
        url=url,
        tables=tables,
    )
    try:
        uvloop.run(_serve(config))
    except (OSError, Unavailable, InUse, NotAStore, Damaged) as error:
        raise Failure(str(error)) from None


async def _serve(config: ProcessConfig) -> None:
    process = await Process.start(config)
    where = f"sockets on ws://{config.sockets.host}:{process.port}/table/ID" if config.sockets else "no sockets"
    async with until_asked_to_leave():
        print(f"serving tables from {'Redis' if config.redis else config.data}; {where}", file=sys.stderr, flush=True)
        await process.remark()
    await process.leave()


@asynccontextmanager
async def until_asked_to_leave() -> AsyncIterator[None]:
    """By SIGTERM or Ctrl-C, heard from now on: it may be said that all is open. Who asks twice will not wait."""
    asked = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, asked.set)
    yield
    await asked.wait()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().remove_signal_handler(number)


def configure_logs(level: str) -> None:
    if level not in logs.LEVELS:
        raise Failure(f"--log-level is one of {', '.join(logs.LEVELS)}")
    logs.configure(level)


def read_settings(opens: str = "", changed: Sequence[str] = (), *, state_per_action: bool = False) -> Settings:
    given = {"LUDOTECA_OPENS": opens, "LUDOTECA_STATE_PER_ACTION": "1" if state_per_action else ""}
    environ = {**os.environ, **{name: value for name, value in given.items() if value}}
    try:
        settings = Settings.read(environ)
    except BadSetting as error:
        raise Failure(str(error)) from None
    if changed and not settings.opens:
        raise Failure("--set changes the game that --opens names, and none is named")
    return replace(settings, opens=_checked_opens(settings.opens, changed)) if settings.opens else settings


def _checked_opens(text: str, changed: Sequence[str]) -> str:
    """What a first join opens, with these options put in; checked now, because a player could not mend it."""
    try:
        first = FirstJoin.read(text)
    except Malformed as error:
        raise Failure(f"LUDOTECA_OPENS is GAME, GAME:PRESET, or either with options as JSON: {error}") from None
    games, options = known_games(), first.options | changes(changed)
    if first.game not in games:
        raise Failure(f"no game is called {first.game!r}: {', '.join(games)}")
    checked_config(games[first.game], first.preset or None, options)
    return f"{first.game}:{first.preset} {json.dumps(options)}"


def address(text: str) -> ListenAddress:
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or not 0 <= int(port) <= 65_535:
        raise Failure(f"{text!r} is no address: HOST:PORT, as 127.0.0.1:8700")
    return ListenAddress(host.strip("[]") or "127.0.0.1", int(port))

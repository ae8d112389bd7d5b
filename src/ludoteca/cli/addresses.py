"""Places: where a service, a Redis or a table is, as the user wrote it.

Must not know: how bytes travel, any game.
"""

import contextlib
import os
import time
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from ..client import Seat, connect
from ..console.errors import Failure
from ..runtime.redis.client import Address
from ..runtime.settings import BadSetting, is_game_id
from ..table.wire import Role
from ..tokens import for_host, for_observer
from .token import needed_signer

SERVER: Final = "ws://127.0.0.1:8700"
OPS: Final = "127.0.0.1:8701"
"""Where a service has its /health, /metrics and /tables."""

DATA: Final = Path("ludoteca-data")
"""The folder of `ludoteca serve`, unless another is named."""

Server: TypeAlias = Annotated[str, typer.Option(metavar="URL", help="Where the service has its sockets.")]
Redis: TypeAlias = Annotated[str, typer.Option(metavar="URL", help="Straight over Redis instead.")]
GameId: TypeAlias = Annotated[str, typer.Argument(metavar="TABLE", help="The table: six of A-Z and 0-9.")]


def keep_private(*databases: Path) -> None:
    """Whatever is written from now on nobody else may read, nor these if they are there: the seeds and hands of games
    under way are in them, sessions and passwords."""
    os.umask(0o077)
    for database in databases:
        for file in (database, *(Path(f"{database}-{beside}") for beside in ("wal", "shm"))):
            with contextlib.suppress(OSError):  # not there, or somebody else's, who has given it away on purpose
                file.chmod(0o600)


def checked_table(game_id: str) -> str:
    if not is_game_id(game_id):
        raise Failure(f"{game_id!r} is no table: six of A-Z and 0-9")
    return game_id


def checked_redis(url: str) -> str:
    """Pub/sub channels are shared by all databases of a Redis server: two deployments would receive each other's."""
    try:
        address = Address.read(url)
    except BadSetting as error:
        raise Failure(str(error)) from None
    if address.db != 0:
        raise Failure(f"database {address.db} of Redis cannot be used, only 0: channels know no databases")
    return url


def checked_server(url: str) -> str:
    if not url.startswith(("ws://", "wss://")):
        raise Failure(f"{url!r} is no address of a service: it begins with ws:// or wss://, as {SERVER}")
    return url


def line_to(game_id: str, server: str, redis: str, role: Role) -> AbstractAsyncContextManager[Seat]:
    """A line to a table, as a host or to look on; over a socket with a token of our own making."""
    if redis:
        return connect(checked_redis(redis), game_id, role=role)
    tokens, now = needed_signer(), int(time.time())
    claims = for_host(game_id, now) if role == "host" else for_observer(game_id, "", now)
    return connect(checked_server(server), game_id, token=tokens.mint(claims, now))

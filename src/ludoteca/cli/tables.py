"""`ludoteca tables`: what a host may look at. Lists tables, shows one, follows its events, keeps its record.

It reads the store and the bus and serves nothing; what it shows of a running game is what an observer may see.

Must not know: any game.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from ..games import GAMES
from ..kernel import Malformed
from ..kernel.values import plain
from ..runtime.bus_redis import RedisBus
from ..runtime.clock import system_clock
from ..runtime.redis_link import Link
from ..runtime.seal import Damaged
from ..runtime.served import record, restored
from ..runtime.settings import EVENTS, Settings, is_game_id
from ..runtime.store import Store, Unavailable
from ..runtime.store_redis import RedisStore
from ..runtime.store_sqlite import InUse, NotAStore, SqliteStore
from ..table.wire import Who
from .failing import Failure
from .opening import open_table

T = TypeVar("T")

Redis = Annotated[str, typer.Option(metavar="URL", envvar="REDIS_URL", help="The Redis that services share.")]
Data = Annotated[Path | None, typer.Option(metavar="FILE", help="The file of a service that is not running.")]
GameId = Annotated[str, typer.Argument(metavar="TABLE", help="The table: six of A-Z and 0-9.")]

app = typer.Typer(rich_markup_mode=None, help="Open a table, list them, look at one, follow its events, as a host.")
app.command(name="create")(open_table)


@app.command(name="list")
def list_tables(redis: Redis = "", data: Data = None) -> None:
    """Every table: how many entries it has, whether it is live, who serves it."""

    async def look(store: Store) -> None:
        listed = await store.tables()
        print(f"{'table':6}  {'state':5}  {'entries':>7}  {'epoch':>5}  served by")
        for each in listed:
            holder = "nobody" if each.holder is None else f"{each.holder.name} {each.holder.url}".strip()
            state = "live" if each.live else "ended"
            print(f"{each.game_id:6}  {state:5}  {each.entries:7}  {each.epoch:5}  {holder}")
        print(f"{len(listed)} tables")

    _with_store(redis, data, look)


@app.command()
def inspect(table: GameId, redis: Redis = "", data: Data = None) -> None:
    """What an observer of the table would see, as JSON."""
    _check(table)

    async def look(store: Store) -> None:
        found, _, _ = await restored(store, GAMES, table, system_clock())
        print(json.dumps(plain(found.snapshot_for(Who("observer"), system_clock())), indent=2, ensure_ascii=False))

    _with_store(redis, data, look)


@app.command()
def export(table: GameId, redis: Redis = "", data: Data = None) -> None:
    """The table as a record, for `ludoteca replay` and `verify`; of a running game it shows what is hidden."""
    _check(table)

    async def look(store: Store) -> None:
        typer.echo(await record(store, GAMES, table), nl=False)

    _with_store(redis, data, look)


@app.command()
def tail(table: GameId, redis: Redis = "") -> None:
    """Print the events of a table as they come, as an observer may see them. Ctrl-C ends it."""
    _check(table)
    if not redis:
        raise Failure("events come over Redis: say --redis URL (or REDIS_URL)")
    asyncio.run(_follow(redis, table))


async def _follow(redis: str, table: str) -> None:
    bus = RedisBus(redis)
    try:
        await bus.ready()
        await bus.subscribe(EVENTS.format(table), _show, lambda: print("# the connection was lost for a while"))
        await asyncio.Event().wait()
    except Unavailable as error:
        raise Failure(str(error)) from None
    finally:
        await bus.close()


def _show(channel: str, raw: bytes) -> None:
    frame: dict[str, Any] = json.loads(raw)
    hidden = "to" in frame and not frame.get("spectators", False)
    if "action_id" in frame:
        return  # an answer to one reader
    payload = "(hidden)" if hidden else json.dumps(frame["payload"], ensure_ascii=False)
    kind = "event.hidden" if hidden else frame["message_type"]
    print(f"{frame.get('seq', ''):>5}  {kind:20}  {payload}", flush=True)


def _with_store(redis: str, data: Path | None, look: Callable[[Store], Awaitable[T]]) -> T:
    if bool(redis) == (data is not None):
        raise Failure("say where tables are kept: --redis URL (or REDIS_URL), or --data FILE")
    try:
        return asyncio.run(_looked(redis, data, look))
    except KeyError:
        raise Failure("there is no such table") from None
    except (OSError, Unavailable, InUse, NotAStore, Damaged, Malformed) as error:
        raise Failure(str(error)) from None


async def _looked(redis: str, data: Path | None, look: Callable[[Store], Awaitable[T]]) -> T:
    store: Store
    if data is not None:
        if not data.exists():
            raise Failure(f"there is no file {data}")
        store = await SqliteStore.open(data)
    else:
        link = Link(redis)
        await link.ready()
        store = RedisStore(link, Settings())
    try:
        return await look(store)
    finally:
        await store.close()


def _check(table: str) -> None:
    if not is_game_id(table):
        raise Failure(f"{table!r} is no table: six of A-Z and 0-9")

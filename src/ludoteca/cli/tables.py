"""`ludoteca tables`: what a host does with tables. Opens and closes them, lists them, shows one, follows its events,
keeps its record, recovers it.

What it shows of a running game is what an observer may see; a record holds everything.

Must not know: any game.
"""

import asyncio
import json
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from http.client import HTTPException
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import typer

from ..client import Ended, NoAnswer, Seat, Unreachable
from ..console.arguments import known_games
from ..console.errors import Failure
from ..kernel import Malformed
from ..kernel.values import plain
from ..runtime.checksum import Damaged
from ..runtime.hosted_table import UnknownGame, record
from ..runtime.recovery import damage_of, plan_recovery
from ..runtime.recovery import recover as recover_table
from ..runtime.recovery_plan import RecoveryRefused, plan_words
from ..runtime.redis.client import RedisClient
from ..runtime.redis.store import RedisStore
from ..runtime.settings import Settings
from ..runtime.sqlite.store import InUse, NotAStore, SqliteStore
from ..runtime.store import Store, Unavailable
from .addresses import OPS, SERVER, GameId, Redis, Server, checked_redis, checked_table, line_to
from .create_table import open_table

T = TypeVar("T")

Kept = Annotated[str, typer.Option("--redis", metavar="URL", envvar="REDIS_URL", help="Where services keep tables.")]
Data = Annotated[Path | None, typer.Option(metavar="FILE", help="The file of a service that is not running.")]
SECONDS: Final = 5

app = typer.Typer(
    rich_markup_mode=None, help="Open, close, list, inspect, follow, export and recover tables, as a host."
)
app.command(name="create")(open_table)


@app.command(name="list")
def list_tables(
    redis: Kept = "",
    data: Data = None,
    ops: Annotated[str, typer.Option(metavar="HOST:PORT", help="Where the service has its /tables.")] = OPS,
) -> None:
    """Every table that is kept (--redis, --data), or those a running service has in hand."""
    if not redis and data is None:
        _print_served(ops)
        return

    async def look(store: Store) -> None:
        listed = await store.tables()
        print(f"{'table':6}  {'state':7}  {'entries':>7}  served by")
        for each in listed:
            damage = await damage_of(store, each.game_id) if each.live else ""
            state = "damaged" if damage else "live" if each.live else "ended"
            holder = "nobody" if each.holder is None else f"{each.holder.name} {each.holder.url}".strip()
            print(f"{each.game_id:6}  {state:7}  {each.entries:7}  {f'{holder}; {damage}' if damage else holder}")
        print(f"Tables: {len(listed)}")

    _with_store(redis, data, look)


@app.command()
def inspect(table: GameId, server: Server = SERVER, redis: Redis = "") -> None:
    """What somebody who looks on sees of a table, as JSON."""
    checked_table(table)

    async def look() -> None:
        async with _looking_on(table, server, redis) as seat:
            print(json.dumps(plain(await seat.fresh()), indent=2, ensure_ascii=False))

    _run(look())


@app.command()
def tail(table: GameId, server: Server = SERVER, redis: Redis = "") -> None:
    """Print the events of a table as they come, as somebody sees them who looks on; it ends with the game."""
    checked_table(table)

    async def follow() -> None:
        async with _looking_on(table, server, redis) as seat:
            async for event in seat.events():
                print(
                    f"{event.seq:>5}  {event.kind:20}  {json.dumps(plain(event.payload), ensure_ascii=False)}",
                    flush=True,
                )

    _run(follow())


@app.command()
def close(table: GameId, server: Server = SERVER, redis: Redis = "") -> None:
    """Close a table for good: nobody can do anything more there. Its record stays."""
    checked_table(table)

    async def ask() -> None:
        async with line_to(table, server, redis, "host") as host:
            result = await host.delete()
        if not result.ok:
            raise Failure(result.reason)
        print(f"table {table} is closed.")

    _run(ask())


@app.command()
def export(table: GameId, redis: Kept = "", data: Data = None) -> None:
    """The table as a record, for `ludoteca replay` and `verify`; of a running game it shows what is hidden."""
    checked_table(table)

    async def look(store: Store) -> None:
        lines = await record(store, known_games(), table)
        if not lines:
            raise Failure("the game has not begun: there is nothing to export")
        typer.echo(lines, nl=False)

    _with_store(redis, data, look)


@app.command()
def recover(
    table: GameId,
    redis: Kept = "",
    data: Data = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be kept and lost; change nothing.")
    ] = False,
) -> None:
    """Recover a table whose log is damaged, so that its players can play on.

    Play goes on from the log up to its last good entry, from a snapshot if that is newer, or from what the game can
    make of a damaged snapshot. What there was is kept under another name. Stop a service that has FILE open first;
    while `ludoteca serve` runs, recover the match in its admin instead.
    """
    checked_table(table)

    async def mend(store: Store) -> None:
        games, at = known_games(), time.time_ns() // 1_000_000
        try:
            if dry_run:
                print("\n".join(plan_words(await plan_recovery(store, games, table, at))))
                return
            done = await recover_table(store, games, table, at)
        except RecoveryRefused as refused:
            raise Failure(f"table {table} is not recovered: {refused}") from None
        print("\n".join(plan_words(done.plan)))
        print(f"Recovered. The damaged data is kept: {done.kept_at}")

    _with_store(redis, data, mend)


@asynccontextmanager
async def _looking_on(table: str, server: str, redis: str) -> AsyncIterator[Seat]:
    async with line_to(table, server, redis, "observer") as seat:
        result = await seat.join()
        if not result.ok:
            raise Failure(result.reason)
        yield seat


def _print_served(ops: str) -> None:
    try:
        with urllib.request.urlopen(f"http://{ops}/tables", timeout=SECONDS) as page:
            listed: list[dict[str, Any]] = json.load(page)
    except (OSError, ValueError, HTTPException) as error:
        raise Failure(f"no service tells its tables at {ops}: {error}") from None
    print(f"{'table':6}  {'game':10}  {'state':8}  {'events':>6}  seats")
    for each in listed:
        seats = ", ".join(f"{seat['seat']}: {seat['name'] or 'free'}" for seat in each["seats"])
        about = each.get("damage", seats)
        print(f"{each['game_id']:6}  {each['game']:10}  {each['state']:8}  {each['seq']:6}  {about}")
    print(f"Tables in hand: {len(listed)}; those at rest come back with the next action.")


def _run(work: Coroutine[Any, Any, None]) -> None:
    try:
        asyncio.run(work)
    except Unreachable as error:
        raise Failure(f"nobody is there: {error}") from None
    except (Ended, NoAnswer) as error:
        raise Failure(str(error)) from None


def _with_store(redis: str, data: Path | None, look: Callable[[Store], Awaitable[T]]) -> T:
    if bool(redis) == (data is not None):
        raise Failure("say where tables are kept, in one of two ways: --redis URL (or REDIS_URL), or --data FILE")
    try:
        return asyncio.run(_looked(redis, data, look))
    except InUse:
        raise Failure(f"a service has {data} open; stop it first, or look at a copy (docs/deployment.md)") from None
    except KeyError:
        raise Failure("there is no such table") from None
    except (OSError, Unavailable, NotAStore, Damaged, Malformed, UnknownGame) as error:
        raise Failure(str(error)) from None


async def _looked(redis: str, data: Path | None, look: Callable[[Store], Awaitable[T]]) -> T:
    store: Store
    if data is not None:
        if not data.exists():
            raise Failure(f"there is no file {data}")
        store = file = await SqliteStore.open(data)
        for torn in file.dropped:
            print(f"the end of {data} cannot be read and is dropped: {torn}", file=sys.stderr)
    else:
        client = RedisClient(checked_redis(redis))
        await client.ready()
        store = RedisStore(client, Settings())
    try:
        return await look(store)
    finally:
        await store.close()

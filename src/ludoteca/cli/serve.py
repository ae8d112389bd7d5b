"""`ludoteca serve`: everything in one process; `ludoteca web`: pages and sockets beside services. `ludoteca manage`:
Django's own commands on the same database.

Must not know: how any of it works, any game.
"""

import contextlib
import os
import secrets
import socket
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final

import typer
import uvloop

from ..backup import is_half_restored
from ..console.arguments import known_bots, known_games
from ..console.errors import Failure
from ..kernel.contract import AnyGame
from ..process import Process, ProcessConfig
from ..runtime.checksum import Damaged
from ..runtime.sqlite.database import InUse, NotAStore, locked
from ..runtime.store import Unavailable
from .addresses import DATA, checked_redis, keep_private
from .service import address, configure_logs, read_settings, until_asked_to_leave
from .token import SECRETS, signer

Listen = Annotated[str, typer.Option(metavar="HOST:PORT", help="Where everything is served.")]
OpsEndpoints = Annotated[str, typer.Option(metavar="HOST:PORT", help="Where /metrics and /tables are; '' for nowhere.")]
LogLevel = Annotated[str, typer.Option(metavar="LEVEL", help="debug, info, warning or error.")]
OwnGames = Annotated[
    list[str] | None,
    typer.Option(
        "--game", metavar="FILE", help="Serve a game of your own too: FILE.py, or package.module:GAME; can be repeated."
    ),
]


LOST_WITH: Final = {
    "tables.db": "the games that were being played are lost",
    "web.db": "accounts, rooms and matches are lost",
    "secret": "everybody is logged out, and tokens are void",
}
"""What a folder has after its first start, and what is lost with each."""


def serve(
    data: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where everything is kept; made if it is not there.")
    ] = DATA,
    listen: Listen = "127.0.0.1:8000",
    game: OwnGames = None,
    ops: OpsEndpoints = "",
    log_level: LogLevel = "warning",
) -> None:
    """Everything in one process: open the address it prints, and play.

    It needs no Redis, no PostgreSQL and nothing to be set: tables, accounts and a secret lie in the FOLDER, which is
    all there is to back up (`ludoteca backup` does). Kill it as you like: what was acknowledged is there when it starts
    again. Ends on Ctrl-C. For others to reach it, say `--listen 0.0.0.0:8000`; behind a name of its own, set
    LUDOTECA_HOSTS to it. docs/deployment.md has the rest.
    """
    games = known_games(game or ())
    _make_folder(data)
    tables = data / "tables.db"
    lock = _held(tables)  # before anything in there is made, or brought up to date
    has_secret = any(name in os.environ for name in SECRETS)
    elsewhere = {"web.db": "DATABASE_URL" in os.environ, "secret": has_secret}
    missing = _missing(data, [name for name in LOST_WITH if not elsewhere.get(name)])
    keep_private(tables, data / "web.db")
    os.environ.setdefault("DATABASE_URL", f"sqlite:///{data.resolve() / 'web.db'}")
    if not has_secret:
        os.environ[SECRETS[0]] = _secret(data / "secret")
    _serve(
        games,
        game or (),
        data=tables,
        lock=lock,
        redis="",
        listen=listen,
        ops=ops,
        log_level=log_level,
        warnings=missing,
    )


def web(
    redis: Annotated[
        str, typer.Option(metavar="URL", envvar="REDIS_URL", help="Redis or Valkey, as the services have it.")
    ] = "",
    listen: Listen = "127.0.0.1:8000",
    ops: OpsEndpoints = "",
    log_level: LogLevel = "info",
) -> None:
    """Pages, accounts and sockets, for tables that `ludoteca service` serves on the same Redis.

    Any number may run behind one address. DATABASE_URL names the PostgreSQL that they share, LUDOTECA_SECRET_KEY (or
    SECRET_KEY) the secret that signs tokens and sessions, the same for all of them and for the services.
    """
    if not redis:
        raise Failure("say where the services are: --redis URL, or REDIS_URL")
    if not os.environ.get("DATABASE_URL"):
        raise Failure("set DATABASE_URL: postgresql://USER:PASSWORD@HOST/NAME")
    if not any(name in os.environ for name in SECRETS):
        raise Failure(f"set {SECRETS[0]} (or {SECRETS[1]}), as the services have it")
    redis = checked_redis(redis)
    _serve(known_games(), (), data=None, lock=None, redis=redis, listen=listen, ops=ops, log_level=log_level)


def manage(
    arguments: Annotated[
        list[str] | None, typer.Argument(help="As Django has them: createsuperuser, dbshell, …")
    ] = None,
    data: Annotated[Path, typer.Option(metavar="FOLDER", help="Of `ludoteca serve`; without DATABASE_URL.")] = DATA,
) -> None:
    """Django's own commands, on the database of `ludoteca serve` or the one in DATABASE_URL.

    `ludoteca manage createsuperuser` makes somebody who may use /admin/.
    """
    if not os.environ.get("DATABASE_URL"):
        if not data.is_dir():
            raise Failure(f"there is no {data}: start `ludoteca serve` first, or say --data FOLDER")
        keep_private(data / "web.db")
        os.environ["DATABASE_URL"] = f"sqlite:///{data.resolve() / 'web.db'}"
    if not any(name in os.environ for name in SECRETS):
        if not data.is_dir():
            raise Failure(f"set {SECRETS[0]} (or {SECRETS[1]}), as the servers have it")
        os.environ[SECRETS[0]] = _secret(data / "secret")
    _set_up()
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - it takes its time to load

    execute_from_command_line(["ludoteca manage", *(arguments or ["help"])])


def _serve(  # noqa: PLR0913 - each option is a parameter
    games: Mapping[str, AnyGame],
    own: Sequence[str],
    *,
    data: Path | None,
    lock: int | None,
    redis: str,
    listen: str,
    ops: str,
    log_level: str,
    warnings: Iterable[str] = (),
) -> None:
    configure_logs(log_level)
    tokens = signer()
    assert tokens is not None, "a secret was set above"
    migrate = _set_up()
    from ..web.server.web_process import Web  # noqa: PLC0415 - it takes its time to load

    config = ProcessConfig(
        games=games,
        bots_for=known_bots,
        own_games=own,
        settings=read_settings(),
        tokens=tokens,
        redis=redis,
        data=data,
        lock=lock,
        sockets=address(listen),
        ops=address(ops) if ops else None,
        tables=not redis,
        pages=lambda process: Web.start(process, tokens),
    )
    try:
        migrate()
        for warning in warnings:
            print(warning, file=sys.stderr)
        uvloop.run(_run(config))
    except (OSError, Unavailable, NotAStore, Damaged) as error:
        raise Failure(str(error)) from None


async def _run(config: ProcessConfig) -> None:
    assert config.sockets is not None
    process = await Process.start(config)
    async with until_asked_to_leave():
        for host in _addresses(config.sockets.host):
            shown = f"[{host}]" if ":" in host else host
            print(f"Ludoteca is open: http://{shown}:{process.port}/", flush=True)
        await process.remark()
    await process.leave()


def _set_up() -> Callable[[], None]:
    """Django, ready; what brings the database up to date."""
    from django.conf import settings  # noqa: PLC0415 - it takes its time to load
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415
    from django.db import Error  # noqa: PLC0415

    from ..web.server.database import named  # noqa: PLC0415
    from ..web.server.web_process import migrate, set_up  # noqa: PLC0415

    def bring_up_to_date() -> None:
        try:
            migrate()
        except Error as error:
            reason = " ".join(str(error).split())  # psycopg takes several lines for it
            raise Failure(f"{named(settings.DATABASES['default'])} cannot be used: {reason}") from None

    try:
        set_up()
    except ImproperlyConfigured as error:
        raise Failure(str(error)) from None
    return bring_up_to_date


def _make_folder(data: Path) -> None:
    if is_half_restored(data):
        raise Failure(f"a restore into {data} was cut short; do it again, with --force")
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"cannot make {data}: {error.strerror}") from None


def _missing(data: Path, names: Iterable[str]) -> list[str]:
    """What to say if some of the files lie there and others are gone: then something was lost, which an empty file must
    not hide."""
    sizes = {name: _size(data / name) for name in names}
    return [
        f"ludoteca: {data / name} {'is empty' if size == 0 else 'is missing'} though other files are there: "
        f"{LOST_WITH[name]}. If that is not what you want, stop, and restore a backup (ludoteca restore)."
        for name, size in sizes.items()
        if not size and any(sizes.values())
    ]


def _size(file: Path) -> int | None:
    return file.stat().st_size if file.exists() else None


def _held(tables: Path) -> int:
    try:
        return locked(tables)
    except InUse:
        raise Failure(f"another `ludoteca serve` or `ludoteca service` has {tables} open") from None
    except Unavailable as error:
        raise Failure(str(error)) from None


def _secret(file: Path) -> str:
    """Made at the first start, and kept: sessions and tokens outlive the process. Nobody else may read it."""
    try:
        return _kept_secret(file)
    except OSError as error:
        raise Failure(f"cannot keep a secret in {file.parent}: {error.strerror}") from None


def _kept_secret(file: Path) -> str:
    if not file.exists():
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.write(secrets.token_hex(32))
        with contextlib.suppress(FileExistsError):  # whole or not at all, and the first to make one has made it
            os.link(fresh, file)
        fresh.unlink()
    return file.read_text().strip()


def _addresses(host: str) -> list[str]:
    """Under which addresses we are reached: those to show, and to hand out."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104 - it is only shown
        return [host]
    outward = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        outward.connect(("192.0.2.1", 9))  # nothing is sent: it only tells which of our addresses looks outward
        return ["127.0.0.1", outward.getsockname()[0]]
    except OSError:
        return ["127.0.0.1"]
    finally:
        outward.close()

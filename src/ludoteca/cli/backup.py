"""`ludoteca backup` and `ludoteca restore`: all that a server keeps in one file, and back.

Which server is said by the environment, as to the server itself: with `DATABASE_URL` it is one of several processes;
without, the folder of `ludoteca serve`.

Must not know: what is in it, any game.
"""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from ..backup import BackupError, Manifest, back_up
from ..backup import restore as put_back
from ..console.errors import Failure
from ..runtime.sqlite.database import InUse
from ..runtime.store import Unavailable
from .addresses import DATA
from .backup_folder import finish, next_file
from .scaled_out_backup import back_up_stores, restore_stores, stores

File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup, as ludoteca-2026-11-15.tar.gz.")]
Data = Annotated[Path, typer.Option(metavar="FOLDER", help="Of `ludoteca serve`; without DATABASE_URL.")]
Redis = Annotated[
    str,
    typer.Option(
        metavar="URL", envvar="REDIS_URL", help="Redis or Valkey, as the services have it; with DATABASE_URL."
    ),
]


Keep = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="FILE is a folder: make a new file there, then delete all but the newest N."),
]


def backup(file: File, data: Data = DATA, redis: Redis = "", keep: Keep = None) -> None:
    """Everything that a server keeps into one new FILE, while it runs or while it does not.

    Without DATABASE_URL that is the folder of `ludoteca serve`; with it, the PostgreSQL that it names and the tables in
    the Redis of the services. What was acknowledged when this began is in the FILE: accounts, matches, tables in
    mid-game, and the secret that signs sessions and tokens, if that lies in the folder. So keep it where nobody else
    reads. It needs room for a copy of everything beside the FILE.
    """
    now, where = datetime.now(UTC), stores(redis)
    made = now.isoformat(timespec="seconds")
    if keep is not None:
        if not file.is_dir():
            raise Failure(f"there is no folder {file}, which --keep needs")
        file = next_file(file, now)
    try:
        manifest = back_up(data, file, made) if where is None else back_up_stores(where, file, made)
        if keep is not None:
            finish(file, keep, now)
    except (BackupError, Unavailable) as refused:
        raise Failure(str(refused)) from None
    except OSError as error:
        raise Failure(f"cannot write {file}: {error.strerror}") from None
    print(f"{data if where is None else where} is backed up in {file}: {_told(manifest)}.")


def restore(
    file: File,
    data: Data = DATA,
    redis: Redis = "",
    force: Annotated[bool, typer.Option("--force", help="Replace what a server keeps there.")] = False,
) -> None:
    """The backup in FILE into an empty folder, or into an empty PostgreSQL and an empty Redis.

    Then `ludoteca serve --data FOLDER`, or the services and web processes, go on where the server was. None of them may
    run meanwhile. A FILE that is damaged, or that a newer Ludoteca has made, changes nothing.
    """
    where = stores(redis)
    try:
        manifest = put_back(file, data, force=force) if where is None else restore_stores(file, where, force=force)
    except (BackupError, Unavailable) as refused:
        raise Failure(str(refused)) from None
    except InUse:
        raise Failure(f"a server has {data} open; stop it first") from None
    except OSError as error:
        raise Failure(f"cannot restore {file}: {error.strerror or error}") from None
    print(f"{data if where is None else where} is as it was on {manifest.made}: {_told(manifest)}.")


def _told(manifest: Manifest) -> str:
    return f"{', '.join(part.name for part in manifest.files)}, {manifest.bytes / 1e6:.1f} MB"

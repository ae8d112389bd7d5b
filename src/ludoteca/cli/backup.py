"""`ludoteca backup` and `ludoteca restore`: the folder of `ludoteca serve` in one file, and back.

Must not know: what is in it, any game.
"""

import os
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

File = Annotated[Path, typer.Argument(metavar="FILE", help="The back-up, as ludoteca-2026-11-15.tar.gz.")]
Data = Annotated[Path, typer.Option(metavar="FOLDER", help="Of `ludoteca serve`.")]


def backup(file: File, data: Data = DATA) -> None:
    """Everything in the folder of `ludoteca serve` into one new FILE, while it runs or while it does not.

    What was acknowledged when this began is in it: accounts, matches, tables in mid-game, and the secret that signs
    sessions and tokens, so keep it where nobody else reads. It needs room for a copy of the folder beside the FILE.
    """
    if os.environ.get("DATABASE_URL"):
        raise Failure("DATABASE_URL is set: accounts and matches are in that database, and not in the folder")
    try:
        manifest = back_up(data, file, datetime.now(UTC).isoformat(timespec="seconds"))
    except BackupError as refused:
        raise Failure(str(refused)) from None
    except OSError as error:
        raise Failure(f"cannot write {file}: {error.strerror}") from None
    print(f"{data} is backed up in {file}: {_told(manifest)}.")


def restore(
    file: File,
    data: Data = DATA,
    force: Annotated[bool, typer.Option("--force", help="Replace what a server keeps in the folder.")] = False,
) -> None:
    """The back-up in FILE into an empty folder; then `ludoteca serve --data FOLDER` goes on where it was.

    No server may have the folder. A FILE that is damaged, or that a newer Ludoteca has made, changes nothing.
    """
    try:
        manifest = put_back(file, data, force=force)
    except BackupError as refused:
        raise Failure(str(refused)) from None
    except InUse:
        raise Failure(f"a server has {data} open; stop it first") from None
    except Unavailable as unavailable:
        raise Failure(str(unavailable)) from None
    except OSError as error:
        raise Failure(f"cannot restore {file}: {error.strerror or error}") from None
    print(f"{data} is as it was on {manifest.made}: {_told(manifest)}.")


def _told(manifest: Manifest) -> str:
    return f"{', '.join(part.name for part in manifest.files)}, {manifest.bytes / 1e6:.1f} MB"

"""A folder of backups: the newest are kept, and Prometheus is told when the last one was made.

Laws kept here: an old backup is deleted only when a new one is complete; nothing is deleted that `next_file` has not
named.

Must not know: what is in a backup.
"""

import os
import re
from datetime import datetime
from pathlib import Path
from typing import Final

OURS: Final = re.compile(r"ludoteca-\d{8}T\d{6}Z\.tar\.gz")
METRICS: Final = "ludoteca-backup.prom"
"""As node_exporter's textfile collector reads it."""
TEXT: Final = """\
# HELP ludoteca_backup_time_seconds When the last backup was made.
# TYPE ludoteca_backup_time_seconds gauge
ludoteca_backup_time_seconds {time}
# HELP ludoteca_backup_bytes The size of the last backup.
# TYPE ludoteca_backup_bytes gauge
ludoteca_backup_bytes {bytes}
"""


def next_file(folder: Path, now: datetime) -> Path:
    """Where a backup of this moment goes. `now`: in UTC. The order of the names is that of their times."""
    return folder / f"ludoteca-{now:%Y%m%dT%H%M%SZ}.tar.gz"


def finish(file: Path, keep: int, now: datetime) -> None:
    """The backup is complete: delete all but the newest, and say so."""
    folder = file.parent
    made = sorted(each for each in folder.iterdir() if OURS.fullmatch(each.name))
    for old in made[:-keep]:
        old.unlink()
    fresh = folder / f".{METRICS}"
    fresh.write_text(TEXT.format(time=int(now.timestamp()), bytes=file.stat().st_size))
    fresh.chmod(0o644)
    os.replace(fresh, folder / METRICS)

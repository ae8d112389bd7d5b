"""A public server after its visitors have gone: nothing is left of them that retention does not keep.

`python -m bench.day` is 24 hours of it, with memory and disk.
"""

from pathlib import Path

from .servers import LIVE, served
from .visitors import Visits

HOUR = 3600.0
DAY = 24 * HOUR
TABLES = 5
SEQUENCES = "sqlite_sequence"  # the last id of each table


def test_nothing_is_left_of_visitors_a_day_later(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        before = server.rows()
        Visits(server.url, TABLES).hour()
        assert server.rows()["matches"] > TABLES
        server.move(DAY, step=HOUR / 4)
        member = {"players": 1, "ledger": 1}
        assert server.rows() | {SEQUENCES: 0} == before | member | {SEQUENCES: 0}
        assert server.measured()[LIVE] == 0

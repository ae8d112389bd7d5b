"""Memory that is freed goes back to the system, whichever thread had it."""

import subprocess
import sys

MEGABYTES = 20
THREADS = 8
CHILD = f"""
import psutil
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from ludoteca.runtime.allocator import give_back_large_blocks

give_back_large_blocks()
together = Barrier({THREADS})

def work(_):
    for _ in range(2):
        together.wait()
        block = b"x" * ({MEGABYTES} << 20)
        del block

with ThreadPoolExecutor({THREADS}) as pool:
    before = psutil.Process().memory_info().rss
    list(pool.map(work, range({THREADS})))
    print((psutil.Process().memory_info().rss - before) >> 20)
"""


def test_large_blocks_do_not_stay_with_the_threads_that_had_them() -> None:
    kept = subprocess.run([sys.executable, "-c", CHILD], check=True, capture_output=True, text=True).stdout
    assert int(kept) < MEGABYTES

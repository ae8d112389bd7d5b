"""The C library's allocator: large blocks go back to the system when they are freed.

By itself glibc learns from the first large block that is freed to keep others of that size, in each thread: every
thread that had once checked a password held its 19 MiB for ever.
"""

import ctypes
from contextlib import suppress
from typing import Final

MMAP_THRESHOLD: Final = -3  # M_MMAP_THRESHOLD of <malloc.h>
LARGE: Final = 1 << 20


def give_back_large_blocks() -> None:
    with suppress(AttributeError):  # not glibc
        ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE)

"""Work for the database from outside a request: in threads of its own.

asgiref's way ties such work to the request it was begun in, and what is pushed to readers outlives the request that
caused it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from django.db import close_old_connections

P = ParamSpec("P")
R = TypeVar("R")

_pool: Final = ThreadPoolExecutor(max_workers=4, thread_name_prefix="ludoteca-web")


async def in_thread(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Done elsewhere, with a connection that is alive."""

    def done() -> R:
        close_old_connections()
        try:
            return work(*args, **kwargs)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_pool, done)

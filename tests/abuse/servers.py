"""A server to attack, and an attacker: processes of their own, as on the day it happens."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import psutil

from tests.runtime.valkey import free_port

from .attacks import TABLE

SECRET: Final = "a secret of thirty-two bytes or more, for attacks"


def _start(*words: str, prepare: Callable[[], None] | None = None, **more: str) -> psutil.Popen:
    environ = {**os.environ, "LUDOTECA_SECRET_KEY": SECRET, **more}
    return psutil.Popen([sys.executable, "-m", *words], env=environ, stdout=subprocess.PIPE, preexec_fn=prepare)


@contextmanager
def served(folder: Path, prepare: Callable[[], None] | None = None, **more: str) -> Iterator[tuple[int, psutil.Popen]]:
    """`ludoteca serve` with its limits as they are, and more settings; its port, and its process."""
    port = free_port()
    process = _start(
        "ludoteca", "serve", "--data", str(folder), "--listen", f"127.0.0.1:{port}", prepare=prepare, **more
    )
    with _ended(process):
        while b"http" not in process.stdout.readline():
            pass
        yield port, process


def megabytes(process: psutil.Popen) -> float:
    """What the server and its workers have in memory."""
    return float(sum(each.memory_info().rss for each in (process, *process.children())) / 1e6)


@contextmanager
def attacked(name: str, port: int, table: str, prepare: Callable[[], None] | None = None) -> Iterator[psutil.Popen]:
    """For as long as this is entered, somebody attacks, and looks at this table."""
    process = _start("tests.abuse.attacks", name, str(port), prepare=prepare, **{TABLE: table})
    with _ended(process):
        assert process.stdout.readline(), f"the attack {name} has not begun"
        yield process


@contextmanager
def _ended(process: psutil.Popen) -> Iterator[None]:
    try:
        yield
    finally:
        with suppress(psutil.NoSuchProcess):
            process.kill()
        process.wait()
        process.stdout.close()

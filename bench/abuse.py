"""What players notice while one address attacks the server they play on.

    python -m bench.abuse
    python -m bench.abuse --through caddy

`ludoteca serve` on a core of its own, with its limits as they are; fifty tables of gomoku at which somebody moves once
a second; and one attack after the other, from another address and another process. A move takes from its action to
its result, and one that is due while another is under way waits for it. With `--through caddy` everybody, the
attacker too, comes through a Caddy with `deploy/Caddyfile`, on the server's core.

Fails if, during an attack, the 99th percentile is over three times that of the same run's quiet seconds (and over 5
ms, which nobody notices) or over 50 ms, if the server and its workers have more than 400 MB, if somebody at another
address is refused, or if somebody else's bot takes longer than a bot may.
"""

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import psutil
from tests.abuse.attacks import NAMES, guest
from tests.abuse.bystanders import Bystanders, Latency, bot_answer
from tests.abuse.servers import SECRET, attacked, megabytes, served

from ludoteca.runtime.settings import Settings
from ludoteca.tokens import Tokens

from .caddy import behind_caddy
from .servers import LOAD_CORE, SERVER_CORE, pin

TABLES: Final = 50
ROOMS: Final = 99
ROOMS_OF_ONE: Final = 3  # no more are shown
TIMES_QUIET: Final = 3
LEAST_MS: Final = 5  # what is quicker than this is not told from noise
WORST_MS: Final = 50
MEGABYTES: Final = 400


class Found(NamedTuple):
    name: str
    quiet: Latency
    during: Latency
    megabytes: float
    refused: int
    bot: Latency  # of somebody else's bot, in milliseconds

    @property
    def is_met(self) -> bool:
        allowed = min(WORST_MS, max(LEAST_MS, TIMES_QUIET * self.quiet.p99))
        is_quick = self.during.p99 <= allowed and self.bot.worst <= 1000 * Settings().bot_seconds
        return is_quick and self.megabytes <= MEGABYTES and not self.refused


def open_rooms(port: int) -> None:
    for number in range(ROOMS // ROOMS_OF_ONE):
        owner = guest(port, f"127.0.1.{number}")  # one address may not have so many guests at once
        for _ in range(ROOMS_OF_ONE):
            owner.post("rooms", {"game": "gomoku"})


def give_way() -> None:
    """The attacker shares a core with those who measure, and takes what they leave."""
    pin(LOAD_CORE)
    os.nice(10)


async def refusals(port: int, stopped: asyncio.Event) -> int:
    """How often somebody else who asks for the page once a second does not get it."""
    refused = 0
    while not stopped.is_set():
        refused += not await asyncio.to_thread(_is_served, port)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), 1)
    return refused


def _is_served(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/lobby", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


async def bot_answers(port: int, stopped: asyncio.Event) -> Latency:
    """How long somebody else's bot takes, at one new table after the other."""
    took: list[float] = []
    while not stopped.is_set():
        took.append(await bot_answer(port, Tokens(SECRET), f"ASK{len(took):03}"))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), 0.5)
    return Latency.of(took)


async def largest(process: psutil.Popen, stopped: asyncio.Event) -> float:
    """The most memory that it and its workers have, in megabytes."""
    most = 0.0
    while not stopped.is_set():
        with contextlib.suppress(psutil.NoSuchProcess):  # a worker may end meanwhile
            most = max(most, megabytes(process))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), 0.1)
    return most


@contextlib.contextmanager
def started(folder: Path, through: str | None) -> Iterator[tuple[int, psutil.Popen]]:
    """The port that everybody uses, and the server's process."""
    proxies = "0" if through is None else "1"
    with (
        served(folder, lambda: pin(SERVER_CORE), LUDOTECA_PROXIES=proxies) as (port, process),
        contextlib.nullcontext(port) if through is None else behind_caddy(port) as door,
    ):
        yield door, process


async def under(name: str, seconds: int, through: str | None) -> Found:
    with tempfile.TemporaryDirectory() as folder, started(Path(folder), through) as (port, process):
        await asyncio.to_thread(open_rooms, port)
        bystanders = await Bystanders.sit_down(port, Tokens(SECRET), TABLES)
        await bystanders.play(2)
        quiet = Latency.of(await bystanders.play(seconds))
        stopped = asyncio.Event()
        with attacked(name, port, bystanders.tables[0].game_id, give_way):
            others = asyncio.gather(refusals(port, stopped), largest(process, stopped), bot_answers(port, stopped))
            during = Latency.of(await bystanders.play(seconds))
            stopped.set()
            refused, megabytes, bot = await others
        await bystanders.leave()
        return Found(name, quiet, during, megabytes, refused, bot)


def main() -> int:
    parser = argparse.ArgumentParser(description="What players notice while one address attacks.")
    parser.add_argument("--seconds", type=int, default=20, help="how long each attack lasts (default 20)")
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"which: {', '.join(NAMES)} (default: all)")
    parser.add_argument("--through", choices=["caddy"], help="a proxy in front, which must be on the PATH")
    asked = parser.parse_args()
    if unknown := set(asked.attacks) - set(NAMES):
        parser.error(f"there is no attack {', '.join(sorted(unknown))}")
    pin(LOAD_CORE)
    is_met = True
    print(f"{'attack':<26}{'p99 before':>12}{'p99 during':>12}{'worst':>10}{'MB':>8}{'refused':>9}{'bot':>10}")
    for name in asked.attacks or NAMES:
        found = asyncio.run(under(name, asked.seconds, asked.through))
        is_met = is_met and found.is_met
        print(
            f"{name:<26}{found.quiet.p99:>9.1f} ms{found.during.p99:>9.1f} ms{found.during.worst:>7.0f} ms"
            f"{found.megabytes:>8.0f}{found.refused:>9}{found.bot.worst:>7.0f} ms{'' if found.is_met else '   missed'}",
            flush=True,
        )
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())

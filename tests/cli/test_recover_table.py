"""`ludoteca tables recover`: files damaged as a disk does it, and games that are played on over real sockets."""

import asyncio
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from ludoteca.client import Ended, Seat, connect
from ludoteca.runtime.checksum import DIGITS, add_checksum
from ludoteca.runtime.redis.client import RedisClient
from ludoteca.table.wire import encode
from ludoteca.tokens import Tokens, for_player
from tests.chaos.services import ANY_PORT, SECRET, Service
from tests.runtime.sqlite_files import ask
from tests.runtime.valkey import valkey
from tests.times import PATIENCE, now

from .test_tables import Deployment

TOKENS = Tokens(SECRET)


@pytest.fixture
def deployment(tmp_path: Path) -> Iterator[Deployment]:
    deployment = Deployment(tmp_path)
    yield deployment
    if deployment.service.is_running:
        deployment.service.kill()


async def play(url: str, table: str, moves: int, dice: random.Random) -> int:
    """Both players sit down and make so many moves, or play to the end; the entries that their moves made."""
    async with AsyncExitStack() as stack:
        moment, seats = now(), list[Seat]()
        for number in (0, 1):
            token = TOKENS.mint(for_player(table, number, moment), moment)
            seats.append(await stack.enter_async_context(connect(url, table, token=token)))
            assert (await seats[-1].join(f"p{number}")).ok
        for made in range(moves):
            turns = [await seat.sync() for seat in seats]
            if turns[0].is_over:
                return made
            (mover,) = turns[0].to_act
            assert (await seats[mover].act(dice.choice(turns[mover].legal))).ok
        return moves


async def resign(url: str, table: str) -> None:
    async with connect(url, table, token=TOKENS.mint(for_player(table, 0, now()), now())) as seat:
        assert (await seat.join()).ok
        assert (await seat.resign()).ok


async def is_damaged(url: str, table: str) -> bool:
    try:
        async with connect(url, table, token=TOKENS.mint(for_player(table, 0, now()), now())) as seat:
            await seat.sync()
    except Ended as ended:
        return "damaged" in ended.reason
    return False


def tables(*words: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "LUDOTECA_SECRET_KEY": SECRET}
    command = [sys.executable, "-m", "ludoteca", "tables", *words]
    return subprocess.run(command, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=False)


def stopped(deployment: Deployment) -> None:
    assert deployment.service.leave() == 0


def flip_in_chunks(path: Path, table: str, dice: random.Random, *, after: int) -> int:
    """One bit of one entry after this one; the number of the entry."""
    rows = ask(path, "SELECT rowid, first, body FROM chunks WHERE game_id = ? ORDER BY first", (table,))
    places: list[tuple[int, int, int]] = []
    for rowid, first, body in rows:
        start = body.index(b"\n") + 1
        for number, length in enumerate(json.loads(body[DIGITS : start - 1]), first):
            places += [(number, rowid, start + at) for at in range(length)] if number > after else []
            start += length
    number, rowid, at = dice.choice(places)
    flipped = bytearray(next(body for each, _, body in rows if each == rowid))
    flipped[at] ^= 1 << dice.randrange(8)
    ask(path, "UPDATE chunks SET body = ? WHERE rowid = ?", (bytes(flipped), rowid))
    return number


def verified(deployment: Deployment, table: str) -> str:
    """What `ludoteca verify` says of the table's record."""
    exported = deployment.type("export", table, "--data", str(deployment.data))
    assert exported.returncode == 0, exported.stderr
    record = deployment.data.with_name("record.jsonl")
    record.write_text(exported.stdout, encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "ludoteca", "verify", str(record)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    return checked.stdout


@pytest.mark.parametrize("seed", range(3))
def test_a_table_with_a_flipped_bit_is_recovered_and_played_to_its_end(deployment: Deployment, seed: int) -> None:
    dice, data = random.Random(seed), ("--data", str(deployment.data))
    table = deployment.opened("--preset", "caro")
    asyncio.run(play(deployment.server[1], table, 12, dice))
    stopped(deployment)
    ask(deployment.data, "DELETE FROM snapshots")
    number = flip_in_chunks(deployment.data, table, dice, after=4)
    before = ask(deployment.data, "SELECT body FROM chunks WHERE game_id = ?", (table,))

    deployment.service.start()
    assert asyncio.run(is_damaged(deployment.server[1], table))
    assert re.search(rf"^{table} +damaged .*{table}", deployment.type("list", *deployment.ops).stdout, re.MULTILINE)
    busy = deployment.type("recover", table, *data)
    assert (busy.returncode, "a service has" in busy.stderr) == (2, True)
    stopped(deployment)

    listed = deployment.type("list", *data).stdout
    assert re.search(rf"^{table} +damaged .*entry {number} of \d+ cannot be read$", listed, re.MULTILINE)
    tried = deployment.type("recover", table, *data, "--dry-run")
    assert tried.returncode == 0, tried.stderr
    assert f"entry {number} of " in tried.stdout
    assert ask(deployment.data, "SELECT body FROM chunks WHERE game_id = ?", (table,)) == before
    done = deployment.type("recover", table, *data)
    assert done.stdout.startswith(tried.stdout)
    aside = re.search(rf"as ({table}:damaged:\S+)$", done.stdout.strip())
    assert aside is not None
    assert ask(deployment.data, "SELECT body FROM chunks WHERE game_id = ?", (aside[1],)) == before

    deployment.service.start()
    asyncio.run(play(deployment.server[1], table, 3, dice))
    asyncio.run(resign(deployment.server[1], table))
    stopped(deployment)
    assert f"entry {number - 4} is a recovery" in verified(deployment, table)


def test_stones_on_the_board_are_kept_when_swap_2_is_gone(deployment: Deployment) -> None:
    """The log is damaged at its first move, and the snapshot has lost its `swap2State`."""
    dice, data = random.Random(1), ("--data", str(deployment.data))
    table = deployment.opened("--preset", "caro")
    asyncio.run(play(deployment.server[1], table, 9, dice))
    stopped(deployment)
    flip_in_chunks(deployment.data, table, random.Random(2), after=4)
    ((n, stored),) = ask(deployment.data, "SELECT n, body FROM snapshots WHERE game_id = ?", (table,))
    tree = json.loads(stored[DIGITS:])
    spoilt = {**tree, "state": {**tree["state"], "swap2State": None, "moves": []}}
    body = add_checksum(f"{table} snapshot {n}", encode(spoilt))
    ask(deployment.data, "UPDATE snapshots SET body = ?", (body,))
    for rowid, first, chunk in ask(deployment.data, "SELECT rowid, first, body FROM chunks"):
        if first == 1:  # from the first move on, nothing can be read
            assert chunk.index(b'"fed"') > 0
            cut = chunk[: chunk.index(b'"fed"')]
            ask(deployment.data, "UPDATE chunks SET body = ? WHERE rowid = ?", (cut, rowid))

    done = deployment.type("recover", table, *data)
    assert done.returncode == 0, done.stderr
    assert "a damaged snapshot" in done.stdout
    deployment.service.start()
    seen = json.loads(deployment.type("inspect", table, *deployment.server).stdout)
    opening = seen["view"]["swap2State"]
    assert (opening["phase"], len(opening["tentativeStones"])) == ("swap2_placement", 2)
    asyncio.run(play(deployment.server[1], table, 3, dice))
    asyncio.run(resign(deployment.server[1], table))
    stopped(deployment)
    assert "is a recovery" in verified(deployment, table)


def test_who_opens_a_file_is_told_what_was_torn_off_its_end(deployment: Deployment) -> None:
    """Once: it is gone then, and the service that is started next does not know of it."""
    table = deployment.opened()
    asyncio.run(play(deployment.server[1], table, 3, random.Random(5)))
    deployment.service.kill()
    ((turn, row),) = ask(deployment.data, "SELECT turn, body FROM journal ORDER BY turn DESC LIMIT 1")
    torn = row[: len(row) // 2] + bytes([row[len(row) // 2] ^ 1]) + row[len(row) // 2 + 1 :]
    ask(deployment.data, "UPDATE journal SET body = ? WHERE turn = ?", (torn, turn))
    listed = [deployment.type("list", "--data", str(deployment.data)) for _ in range(2)]
    assert [(done.returncode, table in done.stdout) for done in listed] == [(0, True)] * 2
    assert "cannot be read and is dropped" in listed[0].stderr
    assert not listed[1].stderr


def test_a_table_on_redis_is_recovered_while_its_service_runs() -> None:
    dice = random.Random(4)
    with valkey() as server:
        service = Service("--redis", server.url, listen=ANY_PORT)
        url = f"ws://127.0.0.1:{service.port}"
        try:
            opened = tables("create", "backgammon", "--server", url).stdout
            table = opened.split()[1]
            asyncio.run(play(url, table, 12, dice))
            assert service.leave() == 0
            asyncio.run(flip_in_log(server.url, table, 9))
            service.start()
            assert asyncio.run(is_damaged(url, table))
            assert re.search(rf"^{table} +damaged", tables("list", "--redis", server.url).stdout, re.MULTILINE)
            done = tables("recover", table, "--redis", server.url)
            assert done.returncode == 0, done.stderr
            assert f"kept: game:{table}:log:damaged:" in done.stdout
            asyncio.run(play(url, table, 6, dice))
            asyncio.run(resign(url, table))
        finally:
            service.kill()


async def flip_in_log(url: str, table: str, number: int) -> None:
    client = RedisClient(url)
    try:
        await client.ready()
        log = f"game:{table}:log"
        (entry,) = await client.call("LRANGE", log, number - 1, number - 1)
        await client.call("LSET", log, number - 1, entry[:-2] + b" }")
        await client.call("DEL", f"game:{table}:state")
    finally:
        await client.close()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("zzz",), "'zzz' is no table: six of A-Z and 0-9"),
        (("ZZZZZZ", "--data", "FILE"), "there is no such table"),
        (("TABLE", "--data", "FILE"), "is not recovered: its log is not damaged"),
        (("TABLE",), "say where tables are kept"),
    ],
)
def test_a_table_that_cannot_be_recovered_is_one_clear_line(
    deployment: Deployment, words: tuple[str, ...], reason: str
) -> None:
    named = {"FILE": str(deployment.data), "TABLE": deployment.opened("--preset", "caro")}
    stopped(deployment)
    for dry in ((), ("--dry-run",)):
        done = deployment.type("recover", *(named.get(word, word) for word in words), *dry)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert reason in done.stderr

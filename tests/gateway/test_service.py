"""The gateway as it is run: what attacks cost it, what it writes down, how it leaves (E5, E7, T4, T6)."""

import asyncio
import json
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest

from ludoteca.runtime.redis.client import RedisClient
from tests.runtime.event_loop import run
from tests.runtime.valkey import valkey
from tests.times import PATIENCE

from .lines import PING, Json, Line, Refused, envelope, handshake, hang_up
from .load_scenarios import ATTACKS, attacked
from .places import GAME_ID, PAGE, SECRET, host, observer, player
from .services import Running, command, environ, service
from .test_doors import bad_tokens
from .test_frames import BROKEN, MALFORMED

T = TypeVar("T")

MIB: Final = 1 << 20


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One for all tests that only look at it from outside."""
    with service(tmp_path_factory.mktemp("service"), LUDOTECA_SOCKETS_PER_ADDRESS="10000") as running:
        yield running


def talk(main: Coroutine[Any, Any, T]) -> T:
    async def and_hang_up() -> T:
        try:
            return await main
        finally:
            await hang_up()

    return run(and_hang_up(), "uvloop")


async def opened(port: int, game_id: str = GAME_ID) -> None:
    line = await Line.open(port, host(), path=f"/table/{game_id}")
    result = await line.ask("create", {"game": "gomoku"}, game_id=game_id)
    assert result["status"] == "ok", result
    await line.close()


async def joined(port: int, seat: int, game_id: str = GAME_ID, payload: Json | None = None) -> Line:
    line = await Line.open(port, player(seat, game_id), path=f"/table/{game_id}")
    result = await line.ask("join", payload, game_id=game_id)
    assert result["status"] == "ok", result
    return line


# E5: what it costs


@pytest.mark.skipif(sys.platform != "linux", reason="only /proc tells the peak of another process's memory")
@pytest.mark.parametrize("name", ATTACKS)
def test_a_message_that_is_too_big_costs_next_to_nothing(name: str, here: Running) -> None:
    """Less than 5 MB of the whole process; `bench.overload` tells the processor time."""
    attack, code = ATTACKS[name]
    talk(attacked(here.port, attack))  # once before, so that what is made only once is made
    here.forget_greatest_size()
    size = here.size()
    codes = [talk(attacked(here.port, attack)) for _ in range(4)]
    assert set(codes) <= {code, 1006}
    assert code in codes  # a line closed while much is on its way may be reset before the code is read
    assert here.greatest_size() - size < 5 * MIB


# E7, T6: what it writes down


def test_no_token_and_no_trace_of_a_crash_is_written_down(here: Running) -> None:
    said: list[str] = []

    async def main() -> None:
        await opened(here.port, "LOGGED")
        for name, token in bad_tokens().items():
            said.extend(await _knock(here.port, token))
            assert said, name
        for text in MALFORMED.values():
            line = await Line.open(here.port, player(0, "LOGGED"), path="/table/LOGGED")
            line.say(text)
            line.say(b"", PING)
            await line.when(lambda line=line: line.pongs or None)  # type: ignore[misc]
            said.append(json.dumps(line.heard))
        for data, _ in BROKEN.values():
            line = await Line.open(here.port, player(0, "LOGGED"), path="/table/LOGGED")
            line.transport.write(data)
            await line.ended()
        await _at_the_wrong_place(here.port, player(0, "LOGGED"), said)

    talk(main())
    assert re.search("eyJ", here.log) is None
    assert re.search("eyJ", " ".join(said)) is None
    assert SECRET not in here.log
    assert "Traceback" not in here.log
    _first, *lines = here.log.splitlines()
    assert all("event" in json.loads(line) for line in lines), "every line is an object"
    assert any(json.loads(line)["event"] == "bad_socket" for line in lines)


async def _knock(port: int, token: str) -> list[str]:
    """With a bad token at every door; what is said."""
    said: list[str] = []
    try:
        await Line.open(port, token, path="/table/LOGGED")
    except Refused as refused:
        said.append(str(refused))
    line = await Line.open(port, headers=[("Origin", PAGE)], path="/table/LOGGED")
    line.act("hello", {"token": token}, game_id="LOGGED")
    await line.ended()
    return [*said, json.dumps(line.heard), line.reason]


async def _at_the_wrong_place(port: int, token: str, said: list[str]) -> None:
    """A good token where none belongs."""
    for path in (f"/table/LOGGED?token={token}", f"/{token}", f"/table/{token}"):
        with pytest.raises(Refused) as caught:
            await Line.open(port, path=path, headers=[("Referer", f"https://x/?t={token}")])
        said.append(str(caught.value))
    line = await Line.open(port, player(0, "LOGGED"), path="/table/LOGGED")
    for message in (envelope(token, "a"), envelope("join", token[:60], {"name": token}), {token: token}):
        line.say({**message, "game_id": "LOGGED"})
    await line.ask("sync", game_id="LOGGED")
    await (await Line.dial(port, handshake("/table/LOGGED").replace(b"GET", b"POST"))).ended()


# T4


SECRETS: Final = {  # the tests of tokens have more of them
    "none": {},
    "short": {"LUDOTECA_SECRET_KEY": "tulip"},
    "a template's": {"SECRET_KEY": "django-insecure-0123456789abcdefghijklmnop"},
}


@pytest.mark.parametrize("name", SECRETS)
def test_with_a_weak_secret_it_does_not_start(name: str, tmp_path: Path) -> None:
    kept = {key: value for key, value in environ().items() if key != "LUDOTECA_SECRET_KEY"}
    ended = subprocess.run(
        command("--data", str(tmp_path / "tables.db"), "--listen", "127.0.0.1:0", "--ops", ""),
        env={**kept, **SECRETS[name]},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode != 0
    assert "secret" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "serving" not in ended.stderr
    assert not any(value and value in ended.stderr for value in SECRETS[name].values())


# For operators


def fetched(port: int, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as page:
            return page.status, page.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_health_and_metrics_tell_how_it_is_and_name_nobody(tmp_path: Path) -> None:
    async def main(port: int, ops: int) -> None:
        await opened(port, "NAMED7")
        first = await joined(port, 0, "NAMED7", {"name": "Wilhelmina"})
        status, page = await asyncio.to_thread(fetched, ops, "/metrics")
        assert status == 200
        assert "ludoteca_tables 1.0" in page
        assert "ludoteca_sockets 1.0" in page
        assert not re.search("NAMED7|Wilhelmina|player|gomoku", page)
        status, page = await asyncio.to_thread(fetched, ops, "/health")
        assert (status, json.loads(page)) == (200, {"status": "ok", "tables": 1})
        assert (await asyncio.to_thread(fetched, ops, "/elsewhere"))[0] == 404
        await first.close()

    with service(tmp_path, "--data", str(tmp_path / "tables.db"), "--ops", "127.0.0.1:0") as running:
        talk(main(running.port, running.ops))


def test_health_says_when_the_store_cannot_be_reached_and_when_it_can_again(tmp_path: Path) -> None:
    async def until_status(ops: int, expected: int) -> None:
        while (await asyncio.to_thread(fetched, ops, "/health"))[0] != expected:
            await asyncio.sleep(0.02)

    options, often = ("--ops", "127.0.0.1:0"), {"LUDOTECA_SUPERVISE_SECONDS": "0.1"}
    with valkey() as redis, service(tmp_path, "--redis", redis.url, *options, **often) as running:
        ops = running.ops
        run(until_status(ops, 200))
        redis.kill()
        run(until_status(ops, 503))
        assert json.loads(fetched(ops, "/health")[1])["status"] != "ok"
        assert fetched(ops, "/metrics")[0] == 200
        redis.start()
        run(until_status(ops, 200))


def test_health_says_when_the_store_can_be_read_and_not_written(tmp_path: Path) -> None:
    async def until(ops: int, status: str) -> None:
        while json.loads((await asyncio.to_thread(fetched, ops, "/ready"))[1])["status"] != status:
            await asyncio.sleep(0.02)

    async def require_replicas(url: str, number: int) -> None:
        client = RedisClient(url)
        await client.ready()
        await client.call("CONFIG", "SET", "min-replicas-to-write", number)
        await client.close()

    options, often = ("--ops", "127.0.0.1:0"), {"LUDOTECA_SUPERVISE_SECONDS": "0.1"}
    with valkey() as redis, service(tmp_path, "--redis", redis.url, *options, **often) as running:
        run(until(running.ops, "ok"))
        run(require_replicas(redis.url, 1))
        run(until(running.ops, "store cannot write"))
        assert fetched(running.ops, "/live")[0] == 200
        run(require_replicas(redis.url, 0))
        run(until(running.ops, "ok"))


def test_if_the_ops_port_is_in_use_a_process_says_so_and_claims_no_table(tmp_path: Path) -> None:
    with service(tmp_path) as running:
        talk(opened(running.port))
        assert running.leave() == 0
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ops = f"127.0.0.1:{taken.getsockname()[1]}"
        ended = subprocess.run(
            command("--data", str(tmp_path / "tables.db"), "--listen", "127.0.0.1:0", "--ops", ops),
            env=environ(),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert ended.stderr == f"ludoteca: cannot listen on {ops}: Address already in use (--ops names another)\n"


# Leaving


def test_asked_to_leave_it_loses_nothing_and_is_nobodys_absence(tmp_path: Path) -> None:
    """Moves are sent without a pause while it is told to leave; what it confirmed is there when it is back."""

    async def before(running: Running) -> tuple[int, int]:
        await opened(running.port)
        first, second = await joined(running.port, 0), await joined(running.port, 1)
        playing = asyncio.ensure_future(_play(first, second))
        await first.when(lambda: len(first.told()) >= 20 or None)
        code = await asyncio.to_thread(running.leave)
        await playing
        assert code == 0
        assert [await first.ended(), await second.ended()] == [1001, 1001]
        assert "player.leave" not in first.kinds() + second.kinds()
        confirmed = [each["effects"]["seq"] for line in (first, second) for each in _oks(line)]
        return max(confirmed), len(confirmed)

    async def after(running: Running, confirmed: int) -> list[str]:
        line = await Line.open(running.port, observer())
        assert (await line.ask("sync"))["status"] == "ok"
        [snapshot] = await line.when(lambda: [each for each in line.heard if each["message_type"] == "sync"] or None)
        assert snapshot["seq"] >= confirmed
        assert [seat["present"] for seat in snapshot["payload"]["seats"]] == [True, True]
        kinds = line.kinds()
        first = await joined(running.port, 0)
        assert (await first.ask("sync"))["status"] == "ok"
        return kinds + first.kinds()

    with service(tmp_path) as running:
        confirmed, count = talk(before(running))
        assert count >= 15
    with service(tmp_path) as running:
        kinds = talk(after(running, confirmed))
        assert "player.leave" not in kinds
        assert "player.reconnect" not in kinds


async def _play(first: Line, second: Line) -> None:
    """Stones that never make a row, until the lines are cut."""
    for number in range(200):
        line = (first, second)[number % 2]
        x, y = number % 15, number // 15
        action_id = line.act("place", {"x": (2 * x + 4 * y) % 15 if y % 2 else (2 * x + y) % 15, "y": y})
        await _settled(line, action_id)
        if line.is_over:
            return


async def _settled(line: Line, action_id: str) -> None:
    """Until there is a result, or no line."""
    while not line.is_over and not line.results(action_id):
        await asyncio.sleep(0.001)


def _oks(line: Line) -> list[Json]:
    return [
        each["payload"]
        for each in line.heard
        if each["message_type"] == "action.result" and each["payload"]["status"] == "ok"
    ]

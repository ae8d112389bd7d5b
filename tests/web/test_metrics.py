"""What `/metrics` says of servers that are used: their database, bots, queues and rooms, their process, their Redis."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import requests
from prometheus_client.parser import text_string_to_metric_families

from ludoteca.client import Seat
from tests.times import PATIENCE

from . import deployments
from .browser import eventually
from .table_players import at_table, finished, sit_down

ANY_PORT: Final = "127.0.0.1:0"


class Seen(dict[str, float]):
    """Values by name and labels, as they are written: `ludoteca_rooms{status="open"}`. What is not there is 0."""

    def __missing__(self, name: str) -> float:
        return 0.0


def page(port: int) -> str:
    answer = requests.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE)
    assert answer.status_code == 200
    return answer.text


def seen(port: int) -> Seen:
    samples = [each for family in text_string_to_metric_families(page(port)) for each in family.samples]
    return Seen({f"{each.name}{labels(each.labels)}": each.value for each in samples})


def labels(found: Mapping[str, str]) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in found.items()) + "}" if found else ""


def until(port: int, look: Callable[[Seen], object]) -> Seen:
    """What a server says once it fits."""

    def found() -> Seen | None:
        now = seen(port)
        return now if look(now) else None

    return eventually(found)


def queries(now: Seen, kind: str) -> float:
    return now[f'ludoteca_database_seconds_count{{kind="{kind}"}}']


async def until_the_bot_has_moved(seat: Seat) -> None:
    await seat.turn()


def check_process(port: int) -> None:
    now = until(port, lambda now: now["ludoteca_loop_delay_seconds_count"])
    assert now["process_resident_memory_bytes"] > 1 << 20
    assert now["process_cpu_seconds_total"] > 0
    assert 0 < now["process_open_fds"] < now["process_max_fds"]
    assert now["process_start_time_seconds"] > 0


def test_a_server_in_one_process_measures_what_it_does(tmp_path: Path) -> None:
    with deployments.embedded(tmp_path, "--ops", ANY_PORT) as deployment:
        (ops,) = deployment.ops
        ada, bo, cy = deployment.browsers("Ada", "Bo", "Cyrille")
        code = ada.room(seats=["bot:random", "me"])["code"]
        bo.room()
        cy.live()  # somebody who has a page open waits; others are not paired
        cy.post("queue", {"game": "gomoku", "ranked": False})
        asyncio.run(at_table(deployment.url, ada.table(code), until_the_bot_has_moved))
        now = until(
            ops,
            lambda now: (
                now['ludoteca_job_seconds_count{pool="bots"}']
                and now['ludoteca_queue_waiting{game="gomoku",mode="casual"}']
                and now['ludoteca_rooms{status="playing"}'] == now['ludoteca_rooms{status="open"}'] == 1
            ),
        )
        assert now["ludoteca_tables"] == 1
        assert now['ludoteca_queue_waiting{game="gomoku",mode="ranked"}'] == 0
        assert now['ludoteca_job_wait_seconds_count{pool="bots"}'] == now['ludoteca_job_seconds_count{pool="bots"}']
        assert now['ludoteca_jobs_waiting{pool="bots"}'] == now['ludoteca_workers_replaced_total{pool="bots"}'] == 0
        assert all(queries(now, kind) for kind in ("connect", "select", "insert", "update", "begin", "commit"))
        check_process(ops)
        assert requests.get(f"{deployment.url}/metrics", timeout=PATIENCE).status_code == 404
        text = page(ops)
        assert not [name for name in ("Ada", 'Bo"', "Cyrille", code, "127.0.0.1") if name in text]


def test_processes_that_share_a_redis_measure_it_and_count_its_failures(tmp_path: Path) -> None:
    with deployments.scaled_out(tmp_path, webs=1, services=1, ops=ANY_PORT) as deployment:
        web, service = deployment.ops
        ada, bo = deployment.browsers("Ada", "Bo")
        assert finished(deployment, ada, bo, sit_down(ada, bo))["reason"] == "five"
        before = seen(web)
        assert all(queries(before, kind) for kind in ("connect", "select", "insert", "update", "commit"))
        assert before['ludoteca_redis_seconds_count{command="PUBLISH"}'] > 0
        assert failures(before) == {}
        told = seen(service)
        assert told['ludoteca_redis_seconds_count{command="EVALSHA"}'] > 0
        assert failures(told) == {}
        check_process(web)
        check_process(service)
        deployment.redis.kill()
        until(service, lambda now: failures(now).keys() & {'ludoteca_redis_errors_total{command="EVALSHA"}'})
        deployment.database.kill()
        until(web, lambda now: now['ludoteca_database_errors_total{error="OperationalError",kind="connect"}'])


def failures(now: Seen) -> dict[str, float]:
    errors = ("ludoteca_redis_errors_total", "ludoteca_database_errors_total")
    return {name: value for name, value in now.items() if name.startswith(errors)}

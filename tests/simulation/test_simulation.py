"""The promises of tables, hosts, services and relays under faults, by seed.

`python -m bench.simulate --seeds 1000000` goes further.
"""

import dataclasses

import pytest

from ludoteca.games import GAMES
from tests.toys import TOYS

from .faults import Safeguards, Violation, without
from .promises import simulate

GAMES_AND_TOYS = [*GAMES.values(), *TOYS.values()]
SEEDS, PARTS = 2000, 40
SEEDS_TO_SEE = 200


@pytest.mark.parametrize("part", range(PARTS))
def test_every_promise_is_kept_under_faults(part: int) -> None:
    for seed in range(part, SEEDS, PARTS):
        simulate(GAMES_AND_TOYS, seed)


@pytest.mark.parametrize("safeguard", [field.name for field in dataclasses.fields(Safeguards)])
def test_without_a_safeguard_some_promise_is_broken(safeguard: str) -> None:
    with pytest.raises(Violation):  # noqa: PT012 - one of the seeds must show it
        for seed in range(SEEDS_TO_SEE):
            simulate(GAMES_AND_TOYS, seed, without(safeguard))


def test_a_seed_gives_the_same_run_again_to_the_byte() -> None:
    first, again = (simulate(GAMES_AND_TOYS, 8) for _ in range(2))
    assert {key: row.entries for key, row in first.truth.rows.items()} == {
        key: row.entries for key, row in again.truth.rows.items()
    }
    clients = [[client for table in world.tables for client in table.clients] for world in (first, again)]
    assert [each.frames for each in clients[0]] == [each.frames for each in clients[1]]
    assert [each.results for each in clients[0]] == [each.results for each in clients[1]]

"""The table's promises under faults, by seed. `python -m bench.simulate --seeds 1000000` goes further."""

import dataclasses

import pytest

from ludoteca.games import GAMES
from tests.toys import TOYS

from .promises import simulate
from .simulator import Safeguards, Violation, without

GAMES_AND_TOYS = [*GAMES.values(), *TOYS.values()]
SEEDS, PARTS = 2000, 20
SEEDS_TO_SEE = 200


@pytest.mark.parametrize("part", range(PARTS))
def test_every_promise_is_kept_under_faults(part: int) -> None:
    for seed in range(part, SEEDS, PARTS):
        simulate(GAMES_AND_TOYS[seed % len(GAMES_AND_TOYS)], seed)


@pytest.mark.parametrize("safeguard", [field.name for field in dataclasses.fields(Safeguards)])
def test_without_a_safeguard_some_promise_is_broken(safeguard: str) -> None:
    with pytest.raises(Violation):  # noqa: PT012 - one of the seeds must show it
        for seed in range(SEEDS_TO_SEE):
            simulate(GAMES_AND_TOYS[seed % len(GAMES_AND_TOYS)], seed, without(safeguard))


def test_a_seed_gives_the_same_run_again() -> None:
    first, again = (simulate(GAMES_AND_TOYS[2], 8) for _ in range(2))
    assert first.store.entries == again.store.entries
    assert [client.frames for client in first.clients] == [client.frames for client in again.clients]

"""What fuzzing has found stays mended, and everything that reads bytes from outside still reads its seeds.

`python -m bench.fuzz` searches for more, guided by coverage; a finding is a file in `findings`, in a folder named after
its target.
"""

import json
import random
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from tests.times import TIMES

from .mutation import mutated
from .targets import TARGETS

FINDINGS: Final = sorted(each for each in Path(__file__).with_name("findings").glob("*/*") if each.is_file())
MUTATIONS: Final = 12 * TIMES


def test_a_finding_belongs_to_a_target() -> None:
    assert {finding.parent.name for finding in FINDINGS} <= TARGETS.keys()


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: f"{finding.parent.name}/{finding.name}")
def test_a_finding_stays_mended(finding: Path) -> None:
    TARGETS[finding.parent.name].read(finding.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_and_some_mutations_of_them_are_read(name: str) -> None:
    target, dice = TARGETS[name], random.Random(name)
    seeds = list(target.seeds())
    for seed in seeds:
        target.read(seed)
    for _ in range(MUTATIONS):
        seed = dice.choice(seeds)
        target.read(mutated(seed, dice) or seed[: dice.randrange(len(seed))])


@pytest.mark.parametrize("seed", [b'{"deep":{"list":[1,2]}}', b'header\n{"deep":{"list":[1,2]}}\nno JSON'])
def test_mutation_finds_what_a_careless_reader_forgot(seed: bytes) -> None:
    """It would run for ever if one of these never came."""
    dice, forgotten = random.Random(1), {"no list", "null in it", "three", "none left"}
    for _ in count():
        made = mutated(seed, dice)
        assert made is not None
        deep = json.loads(made.removeprefix(b"header\n").removesuffix(b"\nno JSON")).get("deep")
        part = deep.get("list") if isinstance(deep, dict) else None
        forgotten -= {
            *(["no list"] if not isinstance(part, list) else []),
            *(["null in it"] if isinstance(part, list) and None in part else []),
            *(["three"] if isinstance(part, list) and len(part) == 3 else []),
            *(["none left"] if part == [] else []),
        }
        if not forgotten:
            return


def test_bytes_without_json_are_not_mutated() -> None:
    assert mutated(b"GET / HTTP/1.1\r\n\r\n", random.Random(1)) is None

"""A game's tests find rules broken on purpose. These are a few; `python -m bench.mutants` tries all."""

import pytest
from bench.mutants import MUTANTS, ROOT, survives

TRIED = [
    "the wrong opener",
    "the lower die will do",
    "all know the partner at once",
    "roads past the other player's building",
]


@pytest.mark.parametrize("name", TRIED)
def test_a_broken_rule_is_found(name: str) -> None:
    assert not survives(MUTANTS[name])


def test_no_mutant_is_out_of_date() -> None:
    assert all(mutant.passage in (ROOT / mutant.file).read_text(encoding="utf-8") for mutant in MUTANTS.values())

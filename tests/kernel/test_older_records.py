"""Records that an earlier release wrote are verified to the last digest: hosts keep them for years."""

from pathlib import Path
from typing import Final

import pytest

import ludoteca
from ludoteca.games import GAMES

RECORDS: Final = Path(__file__).parent / "records_of_0_1_0"


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_0_1_0_is_verified(game: str) -> None:
    record = (RECORDS / f"{game}.jsonl").read_bytes()
    verdict = ludoteca.verify(record)
    assert verdict.game == game
    assert verdict.entries >= len(record.splitlines()) - 2  # all but the opening, and the end where there is one

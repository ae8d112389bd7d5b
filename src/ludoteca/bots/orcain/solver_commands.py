"""How Orcain is solved and checked: what `ludoteca orcain solve` works with."""

from pathlib import Path
from typing import Final

from ludoteca.bots import Progress, Solution

from .certificate import Certificate, certify
from .policy_table import decode, encode


def solve(progress: Progress) -> bytes:
    from .solver import solve as solved  # noqa: PLC0415 - an extra: checking and playing do without it

    return encode(solved(progress))


def value(table: bytes) -> Certificate:
    return certify(decode(table))


SOLUTION: Final = Solution(table=Path(__file__).with_name("table.json"), solve=solve, value=value)

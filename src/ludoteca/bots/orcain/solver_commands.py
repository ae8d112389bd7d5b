"""The functions behind `ludoteca orcain solve`: solving Orcain and checking the table."""

from pathlib import Path
from typing import Final

from ludoteca.bots import Progress, Solution

from .certificate import Certificate, certify
from .policy_table import decode, encode


def solve(progress: Progress) -> bytes:
    from .solver import solve as solved  # noqa: PLC0415 - needs an extra that checking and playing do without

    return encode(solved(progress))


def value(table: bytes) -> Certificate:
    return certify(decode(table))


SOLUTION: Final = Solution(table=Path(__file__).with_name("table.json"), solve=solve, value=value)

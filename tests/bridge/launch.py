"""`python -m tests.bridge.launch`: the `ludoteca` command, its tables' seeds known beforehand.

A conversation about cards can be written down and held again only if the same cards are dealt. Everything else is as in
production: the fair dealer deals by this seed, and reveals it at the end.
"""

from typing import Any, cast

from ludoteca import process
from ludoteca.cli import main as ludoteca
from ludoteca.dealers import SEED_BYTES


def main() -> None:
    cast("Any", process).fresh_seed = lambda: bytes(range(SEED_BYTES))
    ludoteca()


if __name__ == "__main__":
    main()

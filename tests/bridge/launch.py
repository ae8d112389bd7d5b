"""`python -m tests.bridge.launch`: the `ludoteca` command, its tables' seeds known beforehand.

A conversation about cards can be written down and held again only if the same cards are dealt. Everything else is as in
production: the fair dealer deals by this seed, and reveals it at the end.
"""

from types import SimpleNamespace
from typing import Any, cast

from ludoteca import process
from ludoteca.cli import main as ludoteca


def main() -> None:
    cast("Any", process).secrets = SimpleNamespace(token_bytes=lambda count: bytes(range(count)))
    ludoteca()


if __name__ == "__main__":
    main()

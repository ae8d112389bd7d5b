"""The `ludoteca` command, also as `python -m ludoteca`. It says what to install where the extra `cli` is missing."""

import sys

from .extras import advice


def main() -> None:
    try:
        from .cli import main as command  # noqa: PLC0415 - it needs an extra
    except ModuleNotFoundError as error:
        told = advice(error)
        if told is None:
            raise
        sys.exit(f"ludoteca: {told}")
    command()


if __name__ == "__main__":
    main()

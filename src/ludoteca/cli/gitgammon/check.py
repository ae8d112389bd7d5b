"""`ludoteca gitgammon check` and `schema`: the files of a table, for people and programs who write or read them.

Must not know: any rule.
"""

import json
from pathlib import Path
from typing import Annotated

import typer

from ...console.errors import CHECK_FAILED, Failure
from ...console.terminal import say
from ...gitplay.errors import GitGammonError
from ...gitplay.player import file_check
from .options import failures


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Any `state.json` or move file.")],
    state: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Check moves against this `state.json`.  [default: that of their folder]"),
    ] = None,
) -> None:
    """Check files against their schemas and every rule, and list all that is wrong.

    A move that was not played yet is checked as the processor will check it, except for who pushes it. What only
    should be otherwise is a warning. Exit code 1 if anything is wrong.
    """
    with failures():
        table = None if state is None else file_check.read_table(state)
    wrong = 0
    for file in files:
        try:
            report = file_check.check_file(file, table)
        except GitGammonError as error:
            say(str(error))
            wrong += 1
            continue
        for line in (*report.violations, *(f"warning: {each}" for each in report.warnings)):
            say(f"{file}: {line}")
        if report.violations:
            wrong += 1
        else:
            say(f"{file}: OK, a {report.kind}")
    if wrong:
        raise Failure(f"{wrong} of {len(files)} files are not as they should be", CHECK_FAILED)


def schema(
    kind: Annotated[file_check.Kind | None, typer.Argument(help="Of one kind of file.  [default: any of them]")] = None,
) -> None:
    """Print the JSON Schema of `state.json`, of a move file or of a resignation."""
    print(json.dumps(file_check.schema(kind), indent=2))

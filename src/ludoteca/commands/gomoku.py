"""`ludoteca gomoku recover`: a state that was kept elsewhere and damaged, made one that can be played on.

For programs that keep states themselves. A table needs none of it: it replays its log, and a damaged log stops it.
"""

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from ..console.arguments import read_whole
from ..console.errors import Failure, complain
from ..games.gomoku.recovery import recover as recovered_from
from ..kernel import Malformed, canonical, decode

STATE_AT_MOST: Final = 1 << 20

app = typer.Typer(rich_markup_mode=None, help="Mend a damaged state of gomoku.")
app.callback()(lambda: None)  # so that one command alone keeps its name


@app.command()
def recover(
    state: Annotated[Path, typer.Argument(metavar="STATE", help="A state as JSON, as `ludoteca referee` tells it.")],
) -> None:
    """Print a state without flaws: the one given, or the best that can be had from what is left of it.

    It is rebuilt by replaying its own history. If that is impossible, Swap 2 starts over with the first two valid
    stones at most. What was wrong and what was done about it is said on stderr.
    """
    try:
        tree: Any = decode(read_whole(state, STATE_AT_MOST), Any)
    except Malformed as error:
        raise Failure(f"{state} is no JSON: {error.reason}") from None
    recovered = recovered_from(tree)
    for note in recovered.notes:
        complain(note)
    print(canonical(recovered.state).decode())

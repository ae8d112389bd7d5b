"""`ludoteca gomoku recover`: repair a damaged state so that the game can continue.

This is for programs that store states themselves. A table replays its log instead; `ludoteca tables recover` is for
a damaged log.
"""

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from ..console.arguments import read_whole
from ..console.errors import Failure, complain
from ..games.gomoku.recovery import recover as recovered_from
from ..kernel import Malformed, canonical, decode

STATE_AT_MOST: Final = 1 << 20

app = typer.Typer(rich_markup_mode=None, help="Repair a damaged gomoku state.")
app.callback()(lambda: None)  # so that a single command keeps its name


@app.command()
def recover(
    state: Annotated[Path, typer.Argument(metavar="STATE", help="A state as JSON, as `ludoteca referee` prints it.")],
) -> None:
    """Print a state without flaws: the given one, or the best that can be rebuilt from it.

    A damaged state is rebuilt by replaying its own history. If that is impossible, Swap 2 starts over with the first
    two valid stones at most. Findings and repairs are printed on stderr.
    """
    try:
        tree: Any = decode(read_whole(state, STATE_AT_MOST), Any)
    except Malformed as error:
        raise Failure(f"{state} is no JSON: {error.reason}") from None
    recovered = recovered_from(tree)
    for note in recovered.notes:
        complain(note)
    print(canonical(recovered.state).decode())

"""What runs inside GNU Backgammon, on the Python that ships with it: it executes `asked.json`, match by match, and
writes the results to `answered.json`.

Must not know: Ludoteca, which is not there.
"""

import json
from pathlib import Path
from typing import Any

import gnubg  # type: ignore[import-not-found]

PLAYS_AT_MOST = 10_000
BY_HAND = (
    "set player 0 human",
    "set player 1 human",
    "set automatic roll off",
    "set automatic game off",
    "set automatic move off",
    "set automatic bearoff off",
    "set automatic crawford on",
    "set automatic doubles 0",
    "set beavers 0",
    "set confirm new off",
    "set confirm save off",
    "set threads 1",
    "set evaluation chequerplay evaluation plies 0",
)
"""Nothing happens by itself, and nothing asks back."""


def played(match: Any) -> dict[str, Any]:
    """A match played along; where each order led, what the match came to, and what our file of it says. That is
    written out again."""
    for command in match["begin"]:
        gnubg.command(command)
    answers = [carried_out(order) for order in match["orders"]]
    followed = gnubg.match(analysis=0)
    gnubg.command(f'import mat "{match["name"]}.mat"')
    gnubg.command(f'export match mat "{match["name"]}.exported.mat"')
    return {"answers": answers, "followed": followed, "imported": gnubg.match(analysis=0)}


def carried_out(order: Any) -> dict[str, Any]:
    plays = None
    for command in order["commands"]:
        if command == "hint":
            plays = [each["move"] for each in gnubg.hint(PLAYS_AT_MOST)["hint"]]
        else:
            gnubg.command(command)
    return {"id": gnubg.gnubgid(), "plays": plays}


def main() -> None:
    for command in BY_HAND:
        gnubg.command(command)
    asked = json.loads(Path("asked.json").read_text())
    Path("answered.json").write_text(json.dumps([played(match) for match in asked]))


main()

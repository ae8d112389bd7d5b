"""`ludoteca playthrough`: print one random game as a transcript, to read or to keep as a golden file."""

from typing import Annotated

import typer

from ..console.arguments import GameName, Preset, find_config, find_game
from ..playthrough import lines


def playthrough(
    game: GameName,
    preset: Preset = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 1,
) -> None:
    """Print one random game, with everything that was told, legal and drawn on the way.

    Golden playthroughs in tests/games/GAME/golden/ are made with it; a test makes them again and compares.
    """
    found = find_game(game)
    find_config(found, preset, ())  # an unknown preset is refused with the known ones
    for line in lines(found, preset, seed):
        print(line)  # one by one: if the rules crash, the game so far has been printed

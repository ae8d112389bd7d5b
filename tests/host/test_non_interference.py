"""No byte that a reader gets from a host depends on what they may not know: events, results, snapshots, refusals.

Two hosts hold the same table in two worlds that look alike to one reader; what the reader gets from them is compared.
"""

import pytest

from ludoteca.kernel import AnyGame
from tests.times import TIMES
from tests.toys import TOYS

from .stand import OBSERVER, every_game, lived, player, started
from .twins import Compared, Twins

GAMES_EACH, PARTS = 60 * TIMES, 2
ENOUGH = 10


def compared(game: AnyGame, seed: int) -> Compared:
    """One game, read by one of those who can read it."""
    seats = len(game.seats(game.types.config()))
    who = [*map(player, range(seats)), OBSERVER][seed % (seats + 1)]

    async def main() -> Compared:
        twins = Twins(game, who, seed)
        async with started(*twins.stands):
            return await twins.play()

    return lived(main)


@every_game
@pytest.mark.parametrize("part", range(PARTS))
def test_worlds_that_look_alike_to_a_reader_sound_alike_to_him_to_the_byte(game: AnyGame, part: int) -> None:
    made: list[Compared] = []
    for seed in range(part, GAMES_EACH, PARTS):
        made.append(compared(game, seed))
        if len(made) == ENOUGH and not any(each.apart for each in made):
            break  # a game that hides nothing
    assert sum(each.steps for each in made) >= len(made)  # so that something was compared
    assert sum(each.frames for each in made) >= 10 * len(made)
    if game.name in TOYS:
        assert sum(each.apart for each in made) >= len(made) // 2

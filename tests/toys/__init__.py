"""Toy games: small, whole, and obedient to the contract, so that laws and tables can be tested before any real game.

`duel` is sealed, simultaneous, timed and staked; `den` has dice, cards, hidden hands and a secret role. `morris` hides
nothing, and describes its board to be played by touching it.
"""

from ludoteca.kernel import AnyGame

from . import den, duel, morris

TOYS: dict[str, AnyGame] = {"duel": duel.GAME, "den": den.GAME}
"""Those that every test of tables is run with."""

LOBBY_TOYS: dict[str, AnyGame] = {**TOYS, "morris": morris.GAME}
"""Those that the server of the browser tests has in its lobby."""

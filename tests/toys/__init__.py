"""Toy games: small, whole, and obedient to the contract, so that laws and tables can be tested before any real game.

`duel` is sealed, simultaneous, timed and staked; `den` has dice, cards, hidden hands and a secret role.
"""

from ludoteca.kernel import AnyGame

from . import den, duel

TOYS: dict[str, AnyGame] = {"duel": duel.GAME, "den": den.GAME}

"""Catan's bots: `greedy` does what brings it closer to its points soonest."""

from typing import Final

from ludoteca.bots import Bot

from .greedy import greedy

BOTS: Final[dict[str, Bot]] = {"greedy": greedy}

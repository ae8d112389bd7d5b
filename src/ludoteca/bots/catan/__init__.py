"""Catan's bots: `greedy` follows the plan that gains the most rounds for its cost."""

from typing import Final

from ludoteca.bots import Bot

from .greedy import greedy

BOTS: Final[dict[str, Bot]] = {"greedy": greedy}

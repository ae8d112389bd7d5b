"""Briscola chiamata's bots: `greedy` plays by heuristics, `pimc` plays out worlds consistent with what it has seen."""

from typing import Final

from ludoteca.bots import Bot

from .bot_adapter import bot
from .greedy import GREEDY
from .pimc import PIMC

BOTS: Final[dict[str, Bot]] = {"greedy": bot(GREEDY), "pimc": bot(PIMC)}

"""Briscola chiamata's bots: `greedy` plays by habit, `pimc` plays worlds out that agree with what it has seen."""

from typing import Final

from ludoteca.bots import Bot

from .plain import GREEDY
from .sampling import PIMC
from .style import bot

BOTS: Final[dict[str, Bot]] = {"greedy": bot(GREEDY), "pimc": bot(PIMC)}

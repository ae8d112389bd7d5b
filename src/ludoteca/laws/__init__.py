"""Laws: one suite that every game must obey, and that any author can run on their own.

    from ludoteca.laws import LAWS, check
    for law in LAWS:
        check(MY_GAME, law)

Needs Hypothesis: `pip install "ludoteca[laws]"`. Must not know: any game.
"""

from .check import Broken, Finding, check, check_all
from .suite import LAWS, Law
from .walks import describe, walk

__all__ = ["LAWS", "Broken", "Finding", "Law", "check", "check_all", "describe", "walk"]

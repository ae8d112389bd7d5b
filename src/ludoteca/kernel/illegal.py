"""The one error of the rules: an input that they refuse.

Must not know: any game.
"""

from typing import Any


class Illegal(Exception):
    """An input the rules refuse: the seat's fault, never ours. `facts` are details for the code that shows it."""

    def __init__(self, code: str, reason: str, **facts: Any) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code
        self.reason = reason
        self.facts = facts

"""When to send a `sync`: soon after something is missing, never two at a time, and again if no answer comes.

Must not know: what is asked, what time it is.
"""

from typing import Literal, TypeAlias

from .outbox import Pace

Need: TypeAlias = Literal["events", "view"]


class Resync:
    def __init__(self, pace: Pace) -> None:
        self.at: int | None = None  # when to ask next
        self.action_id: str | None = None  # of the request under way
        self._pace = pace
        self._need: Need | None = None
        self._tries = 0

    def drop(self) -> None:
        """Forget the request under way: it was answered, or sent too early to be of use."""
        self._need = self.action_id = None

    def rest(self) -> None:
        """Nothing is needed."""
        self.drop()
        self.at = None

    def is_due(self, need: Need, delay: int, now: int) -> bool:
        """Whether to ask now; a new need may wait this long first."""
        if need != self._need:
            self.drop()
            self._tries = 0
            self.at = now + delay if self.at is None else min(now + delay, self.at)
        return self.at is not None and now >= self.at

    def asked(self, need: Need, action_id: str, now: int) -> None:
        self._need, self.action_id = need, action_id
        self._tries += 1
        self.at = now + self._pace.wait(self._tries)

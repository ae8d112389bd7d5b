"""Crashes of tables within the last minute: a table that crashes repeatedly is suspended for that long, and an action
that crashes its table repeatedly is refused.

Must not know: the text of an error, which may contain somebody's cards.
"""

from collections import Counter
from collections.abc import Hashable
from typing import Final

from ..crash_site import crash_site, innermost

MEMORY_MS: Final = 60_000
POISONS_AT_MOST: Final = 1000


def exc_fields(error: BaseException) -> dict[str, str]:
    """A crash as the log has it: what, in which file and line (of the rules, if they crashed); never values."""
    site = crash_site(error) or innermost(error)
    return {"error": type(error).__name__, "where": "" if site is None else f"{site.path}:{site.line}"}


class CrashHistory:
    def __init__(self, at_most: int) -> None:
        self._at_most = at_most
        self._at: dict[str, list[int]] = {}
        self.poison: Counter[Hashable] = Counter()  # actions that have made tables crash, and how often

    def add(self, game_id: str, now: int, action: Hashable = None) -> None:
        """Record a crash; `action` is the action that caused it, if one did."""
        self._at[game_id] = [*self._recent(game_id, now), now]
        if action is not None:
            if len(self.poison) >= POISONS_AT_MOST:
                self.poison.clear()
            self.poison[action] += 1

    def is_poison(self, action: Hashable) -> bool:
        """Whether this action has crashed its table as often as is allowed."""
        return self.poison[action] >= self._at_most

    def suspended(self, game_id: str, now: int) -> int:
        """For how many more milliseconds this table is suspended; 0: it is not."""
        recent = self._recent(game_id, now)
        return recent[-self._at_most] + MEMORY_MS - now if len(recent) >= self._at_most else 0

    def _recent(self, game_id: str, now: int) -> list[int]:
        recent = [at for at in self._at.get(game_id, ()) if now - at < MEMORY_MS]
        if recent:
            self._at[game_id] = recent
        else:
            self._at.pop(game_id, None)
        return recent

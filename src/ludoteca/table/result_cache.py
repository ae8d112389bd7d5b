"""Results of actions, kept so that a repeated action has no second effect and gets the same answer.

Laws kept here: the result of an action that changed something is kept for as long as a long game lasts; of one that did
not (a refusal, a `join` of somebody present), which a player can send without end, only for a while. Nothing is kept
for spectators: they change nothing, and there may be thousands.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from ludoteca.kernel import Value

ACCEPTED_AT_MOST: Final = 4096
PASSING_AT_MOST: Final = 64


class CachedResult(Value, frozen=True):
    """What an action led to. The same result, to the byte, can be made from it."""

    body: int
    seq: int
    at: int
    decision: int | None = None  # the seat's open decision afterwards
    refusal: bytes = b""  # the whole frame of a refusal; empty if accepted


_NONE: Final[Mapping[str, CachedResult]] = {}


class ResultCache:
    """Per reader: action id -> the result."""

    def __init__(self) -> None:
        self._accepted: dict[str, OrderedDict[str, CachedResult]] = {}
        self._passing: dict[str, OrderedDict[str, CachedResult]] = {}

    def find(self, reader: str, action_id: str) -> CachedResult | None:
        accepted = self._accepted.get(reader, _NONE)
        if action_id in accepted:
            return accepted[action_id]
        return self._passing.get(reader, _NONE).get(action_id)

    def keep(self, reader: str, action_id: str, result: CachedResult, *, passing: bool = False) -> None:
        """`passing`: the action changed nothing and is not in the log."""
        all_kept, at_most = (self._passing, PASSING_AT_MOST) if passing else (self._accepted, ACCEPTED_AT_MOST)
        kept = all_kept.get(reader)
        if kept is None:
            kept = all_kept[reader] = OrderedDict()
        kept[action_id] = result
        if len(kept) > at_most:
            kept.popitem(last=False)

    def accepted(self) -> list[tuple[str, str, CachedResult]]:
        """The part that is stored with a snapshot."""
        return [(reader, key, value) for reader, kept in self._accepted.items() for key, value in kept.items()]

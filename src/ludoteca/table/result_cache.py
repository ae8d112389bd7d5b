"""Results remembered, so that an action repeated has no second effect and gets the same answer.

Laws kept here: what has changed something is remembered for as long as a long game lasts; what has not, a refusal or a
`join` of somebody present, which a player can cause without end, only for a while. Of whoever looks on nothing is
remembered: he changes nothing, and there may be thousands of him.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from ludoteca.kernel import Value

ACCEPTED_AT_MOST: Final = 4096
PASSING_AT_MOST: Final = 64


class CachedResult(Value, frozen=True):
    """What an action led to. From it the result can be told again, to the byte."""

    body: int
    seq: int
    at: int
    decision: int | None = None  # the seat's open decision after it
    refusal: bytes = b""  # the whole frame of a refusal; empty for what was accepted


_NONE: Final[Mapping[str, CachedResult]] = {}


class ResultCache:
    """Per reader: action id -> what was answered."""

    def __init__(self) -> None:
        self._accepted: dict[str, OrderedDict[str, CachedResult]] = {}
        self._passing: dict[str, OrderedDict[str, CachedResult]] = {}

    def find(self, reader: str, action_id: str) -> CachedResult | None:
        accepted = self._accepted.get(reader, _NONE)
        if action_id in accepted:
            return accepted[action_id]
        return self._passing.get(reader, _NONE).get(action_id)

    def keep(self, reader: str, action_id: str, remembered: CachedResult, *, passing: bool = False) -> None:
        """`passing`: it has changed nothing, and is in no log."""
        all_kept, at_most = (self._passing, PASSING_AT_MOST) if passing else (self._accepted, ACCEPTED_AT_MOST)
        kept = all_kept.get(reader)
        if kept is None:
            kept = all_kept[reader] = OrderedDict()
        kept[action_id] = remembered
        if len(kept) > at_most:
            kept.popitem(last=False)

    def accepted(self) -> list[tuple[str, str, CachedResult]]:
        """What a snapshot holds of them."""
        return [(reader, key, value) for reader, kept in self._accepted.items() for key, value in kept.items()]

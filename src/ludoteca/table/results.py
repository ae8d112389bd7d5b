"""Results remembered, so that an action repeated has no second effect and gets the same answer.

Laws kept here: what was accepted is remembered for as long as a long game lasts; refusals, which anybody can cause
without end, only for a while.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from ludoteca.kernel import Value

ACCEPTED_AT_MOST: Final = 4096
REFUSED_AT_MOST: Final = 64


class Remembered(Value, frozen=True):
    """What an action led to. From it the result can be told again, to the byte."""

    body: int
    seq: int
    at: int
    decision: int | None = None  # the seat's open decision after it
    refusal: bytes = b""  # the whole frame of a refusal; empty for what was accepted


_NONE: Final[Mapping[str, Remembered]] = {}


class Results:
    """Per reader: action id -> what was answered."""

    def __init__(self) -> None:
        self._accepted: dict[str, OrderedDict[str, Remembered]] = {}
        self._refused: dict[str, OrderedDict[str, Remembered]] = {}

    def find(self, reader: str, action_id: str) -> Remembered | None:
        accepted = self._accepted.get(reader, _NONE)
        if action_id in accepted:
            return accepted[action_id]
        return self._refused.get(reader, _NONE).get(action_id)

    def keep(self, reader: str, action_id: str, remembered: Remembered) -> None:
        all_kept, at_most = (
            (self._refused, REFUSED_AT_MOST) if remembered.refusal else (self._accepted, ACCEPTED_AT_MOST)
        )
        kept = all_kept.get(reader)
        if kept is None:
            kept = all_kept[reader] = OrderedDict()
        kept[action_id] = remembered
        if len(kept) > at_most:
            kept.popitem(last=False)

    def accepted(self) -> list[tuple[str, str, Remembered]]:
        """What a snapshot holds of them."""
        return [(reader, key, value) for reader, kept in self._accepted.items() for key, value in kept.items()]

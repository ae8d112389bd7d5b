"""Results of actions, kept so that a repeated action has no second effect and gets the same answer.

Laws kept here: the result of an action that changed something is kept for as long as a long game lasts; of one that did
not (a refusal, a `join` of somebody present), which a player can send without end, only for a while. Nothing is kept
for spectators: they change nothing, and there may be thousands.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final, TypeAlias

from ludoteca.kernel import Value
from ludoteca.kernel.values import encode

ACCEPTED_AT_MOST: Final = 4096
PASSING_AT_MOST: Final = 64
FRESH_AT_MOST: Final = 256


class CachedResult(Value, frozen=True):
    """What an action led to. The same result, to the byte, can be made from it."""

    body: int
    seq: int
    at: int
    decision: int | None = None  # the seat's open decision afterwards
    refusal: bytes = b""  # the whole frame of a refusal; empty if accepted


SavedResult: TypeAlias = tuple[str, str, int, int, int, int | None]
"""An accepted action's reader, its id, and the fields of its result up to `decision`."""


def saved(reader: str, action_id: str, result: CachedResult) -> SavedResult:
    return reader, action_id, result.body, result.seq, result.at, result.decision


_NONE: Final[Mapping[str, CachedResult]] = {}


class ResultCache:
    """Per reader: action id -> the result."""

    def __init__(self) -> None:
        self._accepted: dict[str, OrderedDict[str, CachedResult]] = {}
        self._passing: dict[str, OrderedDict[str, CachedResult]] = {}
        self._encoded = b""
        self._fresh: list[SavedResult] | None = None  # those not encoded yet; None: encode all of them

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
        if self._fresh is not None and not passing:
            self._note(reader, action_id, result, is_new=action_id not in kept and len(kept) < at_most)
        kept[action_id] = result
        if len(kept) > at_most:
            kept.popitem(last=False)

    def _note(self, reader: str, action_id: str, result: CachedResult, *, is_new: bool) -> None:
        if self._fresh is not None and is_new and len(self._fresh) < FRESH_AT_MOST:
            self._fresh.append(saved(reader, action_id, result))
        else:
            self._fresh, self._encoded = None, b""

    def accepted(self) -> list[SavedResult]:
        """The part that is stored with a snapshot."""
        return [saved(reader, key, result) for reader, kept in self._accepted.items() for key, result in kept.items()]

    def encoded(self) -> bytes:
        """`accepted` as the items of a JSON array. If this is asked after every action, only new ones are encoded."""
        if self._fresh is None:
            self._encoded = b",".join(map(encode, self.accepted()))
        elif self._fresh:
            self._encoded = b",".join((*filter(None, (self._encoded,)), *map(encode, self._fresh)))
        self._fresh = []
        return self._encoded

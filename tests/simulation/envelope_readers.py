"""Reading an envelope: as production does, and as a careless server would."""

import json
from typing import Any

from ludoteca.kernel import Malformed
from ludoteca.kernel.values import convert
from ludoteca.table.wire import Action, read_action


def read_strictly(raw: bytes) -> Action | None:
    try:
        return read_action(raw)
    except Malformed:
        return None


def read_laxly(raw: bytes) -> Action | None:
    """Whatever Python's json takes: of a key given twice, the last one."""
    try:
        tree: Any = json.loads(raw)
        action: Action = convert(tree, Action)
    except (ValueError, RecursionError):
        return None
    return action

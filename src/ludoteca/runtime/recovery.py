"""Recovery of a table whose log is damaged, in a store: what is planned in `recovery_plan.py` is done here.

Laws kept here:
- Nothing is destroyed: the store keeps what there was under another name.
- A table is taken from nobody: only a table that no other process serves is recovered.

Must not know: any game by name, which store it is.
"""

import asyncio
import socket
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from ludoteca.kernel import AnyGame

from .hosted_table import encoded_entry
from .recovery_plan import RecoveryPlan, RecoveryRefused, plan, readable
from .store import Absent, Claimed, HeldElsewhere, Holder, Store


class RecoveredTable(NamedTuple):
    """A table after its recovery, and where its damaged bytes are now."""

    plan: RecoveryPlan
    kept_at: str


async def plan_recovery(store: Store, games: Mapping[str, AnyGame], game_id: str, at: int) -> RecoveryPlan:
    """What a recovery at this time (ms) would do; it changes nothing. RecoveryRefused if the table is not damaged or
    nothing can be saved; KeyError if there is no such table, UnknownGame if its game is not installed."""
    remains = await store.remains(game_id)
    return await asyncio.to_thread(plan, games, game_id, remains, at)  # it replays the log


async def recover(store: Store, games: Mapping[str, AnyGame], game_id: str, at: int) -> RecoveredTable:
    """Carry out what `plan_recovery` plans, and release the table, so that its players find it."""
    await plan_recovery(store, games, game_id, at)  # before it is taken from anybody
    match await store.claim(game_id, Holder(f"{socket.gethostname()}/recovery")):
        case Claimed(epoch):
            try:
                done = await _rebuilt(store, games, game_id, epoch, at)
            finally:
                await store.release([(game_id, epoch)])
        case HeldElsewhere(other):
            raise RecoveryRefused(f"{other.name} serves the table: it can be recovered when it is unloaded")
        case Absent():
            raise KeyError(game_id)
    return done


async def damage_of(store: Store, game_id: str) -> str:
    """What is wrong with the entries of a table, and where; "" if they are what was stored."""
    remains = await store.remains(game_id)
    return await asyncio.to_thread(lambda: readable(game_id, remains).damage)


async def _rebuilt(store: Store, games: Mapping[str, AnyGame], game_id: str, epoch: int, at: int) -> RecoveredTable:
    planned = await plan_recovery(store, games, game_id, at)
    entries = [encoded_entry(game_id, entry) for entry in planned.entries]
    kept_at = await store.rebuild(
        game_id, epoch, entries, f"{datetime.fromtimestamp(at / 1000, UTC):%Y%m%dT%H%M%S.%fZ}"
    )
    if kept_at is None:
        raise RecoveryRefused("another process has taken the table meanwhile; try again")
    return RecoveredTable(planned, kept_at)

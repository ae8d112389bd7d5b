"""After the storm: what the store holds against what the players were told."""

import json
from collections.abc import Sequence

from ludoteca.games import GAMES
from ludoteca.kernel import decode
from ludoteca.runtime.checksum import DIGITS
from ludoteca.runtime.store import Store
from ludoteca.table.entries import LogEntry, Opened
from ludoteca.table.match_record import record_of
from ludoteca.verification import verify

from .players import Witness


async def judge(store: Store, game_id: str, witnesses: Sequence[Witness]) -> None:
    """Nothing acknowledged lost, nothing done twice, one history, and it is a legal game that has ended."""
    kept = await store.load(game_id, whole=True)
    entries: list[LogEntry] = [decode(body[DIGITS:], LogEntry) for body in kept.entries]
    assert [entry.n for entry in entries] == list(range(1, len(entries) + 1)), f"{game_id}: a forked log"
    opened = entries[0].what
    assert isinstance(opened, Opened)
    game = GAMES[opened.terms.game]
    found = verify(record_of(game, game_id, entries), GAMES)
    assert found.outcome is not None, f"{game_id} has not ended"
    for seat, witness in enumerate(witnesses):
        _judge_seat(game_id, seat, witness, entries)


def _judge_seat(game_id: str, seat: int, witness: Witness, entries: Sequence[LogEntry]) -> None:
    log = [entry.action_id for entry in entries if entry.by == f"player:{seat}" and entry.action_id]
    assert len(set(log)) == len(log), f"{game_id}: an action of seat {seat} was done twice"
    acknowledged = witness.acknowledged()
    assert [name for name in log if name in acknowledged] == acknowledged, f"{game_id}: seat {seat} was promised more"
    for name in acknowledged:
        statuses = {json.loads(raw)["payload"]["status"] for raw in witness.results[name]}
        assert statuses == {"ok"}, f"{game_id}: {name} was told different things"

"""A hundred thousand envelopes, nearly all of them wrong: none is an error of ours, none changes what it may not, and
every one that can be read is answered once."""

import json
from collections import Counter
from typing import Any

import pytest

from ludoteca.kernel import AnyGame, Malformed
from ludoteca.runtime.bus_service import ENVELOPE_BYTES, BusService
from ludoteca.runtime.settings import ACTIONS, EVENTS, Settings
from ludoteca.table.wire import BYTES_AT_MOST, Action, FaultyAction, Refusable, read_action
from tests.times import TIMES

from .envelopes import Envelopes
from .stand import ALL, ALL_GAMES, TABLE, Json, Stand, alone, every_game, started

PARTS, BATCH = 2, 250
BATCHES = -(-25_000 * TIMES // (len(ALL_GAMES) * PARTS * BATCH))
UNHURRIED: dict[str, Json] = {"orcain": {"disconnect_grace_ms": 3_600_000}}
"""Settings with which no timer runs out within a batch: its entry would be nobody's action."""


def read(raw: bytes, game_id: str) -> Action | None:
    try:
        return read_action(raw, BYTES_AT_MOST + ENVELOPE_BYTES, game_id)
    except Refusable as refusable:  # answered all the same
        return refusable.action
    except Malformed:  # and nothing else
        return None


def is_malformed(action: Action) -> bool:
    return isinstance(action, FaultyAction) and not action.fault.startswith("protocol ")


class Fuzzed:
    """A table on the bus, fed batch after batch; when its game is over another is opened."""

    def __init__(self, stand: Stand, game: AnyGame) -> None:
        self.stand = stand
        self.game = game
        self.heard: list[Json] = []
        self.answered = 0
        self.malformed = 0
        self.accepted = 0
        self._number = 0
        self._game_id = ""

    async def feed(self, envelopes: Envelopes) -> None:
        if not self._game_id or self.stand.table(self._game_id).match.is_over():
            await self._open()
        game_id, entries = self._game_id, len(self.stand.entries(self._game_id))
        batch = [envelopes.next(game_id) for _ in range(BATCH)]
        actions = [read(raw, game_id) for raw in batch]
        self.stand.bus.publish(ACTIONS.format(game_id), batch)
        await self.stand.quiet()
        self._check_answers(actions)
        self._check_effects(entries)
        self.malformed += sum(action is None or is_malformed(action) for action in actions)
        self.heard.clear()

    async def _open(self) -> None:
        self._number += 1
        self._game_id = f"FUZZ{self._number:02X}"
        await self.stand.seat(self.game, UNHURRIED.get(self.game.name), game_id=self._game_id)
        await self.stand.bus.subscribe(EVENTS.format(self._game_id), self._hear, lambda: None)

    def _hear(self, channel: str, raw: bytes) -> None:
        self.heard.append(json.loads(raw))

    def _check_answers(self, actions: list[Action | None]) -> None:
        """One result each, to the sender."""
        sent = Counter(
            (action.action_id, action.player_id if action.role in (None, "player") else None)
            for action in actions
            if action is not None
        )
        results = [frame for frame in self.heard if frame["message_type"] == "action.result"]
        assert Counter((frame["action_id"], frame["player_id"]) for frame in results) == sent
        self.answered += len(results)

    def _check_effects(self, before: int) -> None:
        """What was not acknowledged has left no trace but a sign of life, which is nobody's action; and what stands is
        what the log leads to."""
        done = {
            frame["action_id"]
            for frame in self.heard
            if frame["message_type"] == "action.result" and frame["payload"]["status"] == "ok"
        }
        kept = [entry.action_id for entry in self.stand.entries(self._game_id)[before:] if entry.action_id]
        assert set(kept) <= done
        assert self.stand.replayed(self._game_id) == self.stand.standing(self._game_id)[2]
        self.accepted += len(kept)


@every_game
@pytest.mark.parametrize("part", range(PARTS))
def test_no_envelope_crashes_a_host_or_changes_what_it_may_not(game: AnyGame, part: int) -> None:
    async def body(stand: Stand) -> Fuzzed:
        service, fuzzed, envelopes = BusService(stand.host), Fuzzed(stand, game), Envelopes(game, part)
        await service.start()
        for _ in range(BATCHES):
            await fuzzed.feed(envelopes)
        await service.stop()
        assert b"ludoteca_crashes_total 0.0" in stand.metrics.text()
        assert f"ludoteca_malformed_total {float(fuzzed.malformed)}".encode() in stand.metrics.text()
        return fuzzed

    fuzzed = alone(body)
    # Of all sorts there were some: unreadable, refused, and taken.
    assert fuzzed.malformed > BATCHES * BATCH // 10
    assert fuzzed.answered > BATCHES * BATCH // 5
    assert fuzzed.accepted > BATCHES // 2


# Actions of another protocol


async def said_on_the_bus(stand: Stand, **envelope: Any) -> list[Json]:
    """What is heard of an action that says so of itself, at two processes of one deployment."""
    heard: list[Json] = []
    another = Stand(bus=stand.bus, store=stand.store, name="another")
    async with started(another):
        services = BusService(stand.host), BusService(another.host)
        for service in services:
            await service.start()
        await stand.bus.subscribe(EVENTS.format(TABLE), lambda _, raw: heard.append(json.loads(raw)), lambda: None)
        action = {"game_id": TABLE, "action_id": "v2", "version": "2.0.0", **envelope}
        stand.bus.publish(ACTIONS.format(TABLE), [json.dumps(action).encode()])
        await stand.quiet()
        await another.quiet()
        for service in services:
            await service.stop()
    return heard


def test_an_action_of_another_protocol_is_answered_once_by_its_id_and_does_nothing() -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(ALL["den"])
        before = stand.standing()
        (frame,) = await said_on_the_bus(stand, message_type="resign", player_id=1)
        assert stand.standing() == before
        assert (frame["message_type"], frame["action_id"], frame["player_id"]) == ("action.result", "v2", 1)
        assert (frame["payload"]["code"], frame["payload"]["recovery"]) == ("invalid_action", "noop")

    alone(body)


def test_an_action_of_another_protocol_is_answered_once_at_an_orphaned_table() -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(ALL["den"])
        before = stand.entries()
        hosted = stand.host.hosted[TABLE]
        stand.host.forget(hosted)
        await stand.store.release([(TABLE, hosted.epoch)], resting=True)
        (frame,) = await said_on_the_bus(stand, message_type="resign", player_id=1)
        assert stand.entries() == before
        assert (frame["message_type"], frame["action_id"], frame["player_id"]) == ("action.result", "v2", 1)
        assert (frame["payload"]["code"], frame["payload"]["recovery"]) == ("invalid_action", "noop")

    alone(body)


def test_a_create_of_another_protocol_is_refused_and_opens_nothing() -> None:
    async def body(stand: Stand) -> None:
        frames = await said_on_the_bus(stand, message_type="create", role="host", payload={"game": "den"})
        assert {frame["payload"]["code"] for frame in frames} == {"invalid_action"}
        assert {frame["action_id"] for frame in frames} == {"v2"}
        assert not await stand.store.tables()

    alone(body)


# Actions that are malformed

FAULTS: dict[str, Json] = {
    "a surplus key": {"surplus": 1},
    "ts as text": {"ts": "now"},
    "a payload that is a list": {"payload": []},
    "a payload that is null": {"payload": None},
    "no message_type": {"message_type": None},
    "another table": {"game_id": "nonsense"},
    "no version": {"version": "1.0"},
    "a role that is none": {"role": "king"},
    "from the game": {"origin": "game"},
    "too many bytes": {"payload": {"x": "y" * 6_000}},
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_malformed_action_is_refused_once_by_its_id(fault: str) -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(ALL["den"])
        before = stand.standing()
        action = {"message_type": "resign", "player_id": 1, "version": "1.0.0", **FAULTS[fault]}
        (frame,) = await said_on_the_bus(stand, **action)
        assert stand.standing() == before
        assert (frame["message_type"], frame["game_id"], frame["player_id"]) == ("action.result", TABLE, 1)
        assert frame["action_id"] == frame["payload"]["action_id"] == "v2"
        assert (frame["payload"]["code"], frame["payload"]["recovery"]) == ("invalid_action", "noop")

    alone(body)


@pytest.mark.parametrize("fault", [{"action_id": 7}, {"action_id": ""}, {"payload": {"x": "y" * 70_000}}], ids=str)
def test_a_malformed_action_without_a_readable_id_is_an_error(fault: Json) -> None:
    async def body(stand: Stand) -> None:
        await stand.seat(ALL["den"])
        (frame,) = await said_on_the_bus(stand, message_type="resign", player_id=1, ts="now", **fault)
        assert (frame["message_type"], frame["payload"]["code"]) == ("error", "invalid_action")
        assert "action_id" not in frame

    alone(body)


def test_a_malformed_join_opens_nothing() -> None:
    async def body(stand: Stand) -> None:
        frames = await said_on_the_bus(stand, message_type="join", player_id=0, ts="now")
        assert {frame["payload"]["code"] for frame in frames} == {"invalid_action"}
        assert not await stand.store.tables()

    alone(body, lambda: Stand(settings=Settings(opens="den")))

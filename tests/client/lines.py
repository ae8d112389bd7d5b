"""Followers at a real table, with a line between them that a test can break: what is under way lies in lists."""

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

from ludoteca.client.follower import Answer, Follower
from ludoteca.client.messages import Event
from ludoteca.kernel import AnyGame, plain
from ludoteca.table.effects import Effects
from ludoteca.table.wire import Who
from tests.table.harness import GAME_ID, OBSERVER, Json, Sitting, player

PATIENT = 100_000


class Reader:
    """A follower, and what is under way to it and from it."""

    def __init__(self, who: Who, since: int | None = None) -> None:
        ids = count()
        self.who = who
        self.follower = Follower(GAME_ID, lambda: f"{who.key}-{next(ids)}", since=since)
        self.arriving: list[bytes] = []
        self.leaving: list[bytes] = []
        self.events: list[Event] = []
        self.answers: list[Answer] = []
        self.sent: list[Json] = []

    def collect(self) -> None:
        """What the follower wants sent and told."""
        self.leaving += self.follower.to_send
        self.sent += [json.loads(raw) for raw in self.follower.to_send]
        self.follower.to_send.clear()
        for news in self.follower.news:
            if isinstance(news, Event):
                self.events.append(news)
            else:
                self.answers.append(news)
        self.follower.news.clear()

    def kinds(self) -> list[str]:
        return [message["message_type"] for message in self.sent]


class Lines:
    def __init__(self, game: AnyGame, config: Json | None = None) -> None:
        self.sitting = Sitting(game, config)
        self.readers = [Reader(player(seat)) for seat in range(self.sitting.seats)]
        self.readers.append(Reader(OBSERVER, since=0))
        self.now = 0

    def start(self) -> None:
        for reader in self.readers:
            reader.follower.connected(self.now)
            reader.follower.join(self.now)
            reader.collect()

    # The line

    def to_table(self, reader: Reader, index: int = 0, *, twice: bool = False) -> None:
        raw = reader.leaving[index] if twice else reader.leaving.pop(index)
        self._spread(self.sitting.send(reader.who, raw), reader)

    def to_reader(self, reader: Reader, index: int = 0, *, twice: bool = False) -> None:
        raw = reader.arriving[index] if twice else reader.arriving.pop(index)
        reader.follower.receive(raw, self.now)
        reader.collect()

    def pass_time(self, ms: int) -> None:
        self.now += ms
        self._spread(self.sitting.tick(ms))
        for reader in self.readers:
            reader.follower.tick(self.now)
            reader.collect()

    def cut(self, reader: Reader) -> None:
        """The line breaks with all that is on it, the table notices, and there is a new one."""
        reader.arriving.clear()
        reader.leaving.clear()
        reader.follower.disconnected()
        if reader.who.seat is not None:
            self._spread(self.sitting.lost(reader.who.seat))
        reader.follower.connected(self.now)
        reader.collect()

    def settle(self) -> None:
        """Everything arrives, until nobody wants anything any more."""
        for _ in range(PATIENT):
            busy = [reader for reader in self.readers if reader.leaving or reader.arriving]
            if not busy:
                return
            for reader in busy:
                if reader.leaving:
                    self.to_table(reader)
                if reader.arriving:
                    self.to_reader(reader)
        raise AssertionError("they never come to rest")

    def calm(self, ms: int = 40_000) -> None:
        """For so long nothing is lost."""
        until = self.now + ms
        self.settle()
        while self.now < until or not all(reader.follower.is_fresh for reader in self.readers):
            assert self.now < until + ms, "they never find out how things stand"
            due = [at for reader in self.readers if (at := reader.follower.next()) is not None]
            self.pass_time(max(1, min([until, *due]) - self.now))
            self.settle()

    def _spread(self, effects: Effects, caller: Reader | None = None) -> None:
        for told in effects.tell:
            for reader in self.readers:
                reader.arriving.append(told.bytes_for(reader.who))
        if caller is not None:
            caller.arriving += [reply.frame for reply in effects.reply]

    # What is right

    def acts(self, reader: Reader, choice: int) -> bool:
        """A legal action of this reader, if it thinks that it may act."""
        snapshot = reader.follower.snapshot
        if snapshot is None or not snapshot.legal:
            return False
        action: dict[str, Any] = dict(snapshot.legal[choice % len(snapshot.legal)])
        kind = action.pop("type")
        reader.follower.say(kind, {**action, "decision": snapshot.decision}, self.now)
        reader.collect()
        return True

    def check(self) -> None:
        """All know what the table knows, and have heard it in order and once."""
        for reader in self.readers:
            assert reader.follower.is_fresh
            shown = plain_snapshot(reader)
            expected = self.sitting.view(reader.who)
            assert {key: shown[key] for key in expected if key != "timers"} == without_timers(expected)
            numbers = [event.seq for event in reader.events]
            assert numbers == sorted(set(numbers))
            told = dict(_told(self.sitting, reader.who))
            assert all((event.kind, event.payload) == told[event.seq] for event in reader.events)


def plain_snapshot(reader: Reader) -> Json:
    shown: Json = plain(reader.follower.snapshot)
    return shown


def without_timers(snapshot: Json) -> Json:
    return {key: value for key, value in snapshot.items() if key != "timers"}


def _told(sitting: Sitting, who: Who) -> Iterator[tuple[int, tuple[str, Any]]]:
    for raw in sitting.frames(who):
        frame = json.loads(raw)
        yield frame["seq"], (frame["message_type"], frame["payload"])

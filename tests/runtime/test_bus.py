"""The laws of every bus, over the one in memory and the one over Redis; then what only the second can suffer."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from ludoteca.runtime.bus import Bus, MemoryBus, Subscription
from ludoteca.runtime.redis.bus import RedisBus
from ludoteca.runtime.redis.client import RedisClient
from ludoteca.runtime.store import Unavailable

from .event_loop import run, until
from .proxy import Proxy
from .valkey import Valkey, valkey


@pytest.fixture(scope="module")
def server() -> Iterator[Valkey]:
    with valkey() as server:
        yield server


@pytest.fixture(params=["memory", "redis"])
def url(request: pytest.FixtureRequest, server: Valkey) -> str:
    """Where the bus of a test is; "": in memory."""
    return server.url if request.param == "redis" else ""


@asynccontextmanager
async def open_bus(url: str, deadline: float = 5.0) -> AsyncIterator[Bus]:
    bus: Bus = MemoryBus()
    if url:
        bus = RedisBus(url, deadline)
        await bus.ready()
    try:
        yield bus
    finally:
        await bus.close()


class Ear:
    """A subscriber that remembers."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self.lost = 0

    async def at(self, bus: Bus, channel: str) -> Subscription:
        return await bus.subscribe(channel, self._hear, self._lose)

    def _hear(self, channel: str, message: bytes) -> None:
        self.heard.append((channel, message))

    def _lose(self) -> None:
        self.lost += 1

    @property
    def messages(self) -> list[bytes]:
        return [message for _, message in self.heard]


async def heard_by(bus: Bus, channel: str, *ears: Ear) -> None:
    """Until all of them have heard what was published on the channel before now."""
    await bus.send(channel, b"end")
    for ear in ears:
        await until(lambda ear=ear: b"end" in ear.messages)  # type: ignore[misc]
        ear.heard.remove((channel, b"end"))


def test_what_is_published_arrives_in_order_and_whole(url: str) -> None:
    async def main() -> None:
        async with open_bus(url) as bus:
            ear, messages = Ear(), [b"%d" % n for n in range(1000)] + [b"", b"\x00\r\n\xff", b"x" * 100_000]
            await ear.at(bus, "a.b")
            bus.publish("a.b", messages[:500])
            bus.publish("a.b", messages[500:])
            await heard_by(bus, "a.b", ear)
            assert ear.heard == [("a.b", message) for message in messages]

    run(main())


def test_a_channel_is_heard_by_those_who_subscribe_to_it(url: str) -> None:
    async def main() -> None:
        async with open_bus(url) as bus:
            here, there = Ear(), Ear()
            await here.at(bus, "game.A.events")
            await there.at(bus, "game.B.events")
            bus.publish("game.A.events", [b"a"])
            bus.publish("game.B.events", [b"b"])
            bus.publish("game.C.events", [b"c"])
            await heard_by(bus, "game.A.events", here)
            await heard_by(bus, "game.B.events", there)
            assert (here.messages, there.messages) == ([b"a"], [b"b"])

    run(main())


def test_sending_tells_how_many_heard(url: str) -> None:
    async def main() -> None:
        async with open_bus(url) as bus:
            assert await bus.send("a", b"nobody") == 0
            await Ear().at(bus, "a")
            await Ear().at(bus, "*")
            assert await bus.send("a", b"two") == 2
            assert bus.wants("a")

    run(main())


@pytest.mark.parametrize(
    ("pattern", "hears", "does_not"),
    [
        ("game.*.actions", ["game.A.actions", "game..actions", "game.A.B.actions"], ["game.A.events", "game.actions"]),
        ("a*", ["a", "ab"], ["b", "A"]),
        ("*z", ["z", "yz"], ["zy"]),
        ("a?[b]^\\.*", ["a?[b]^\\.x"], ["aab^.x", "a?b.x"]),
    ],
)
def test_a_star_stands_for_anything(url: str, pattern: str, hears: list[str], does_not: list[str]) -> None:
    async def main() -> None:
        async with open_bus(url) as bus:
            ear = Ear()
            await ear.at(bus, pattern)
            for channel in [*does_not, *hears]:
                bus.publish(channel, [channel.encode()])
            await heard_by(bus, hears[0], ear)
            assert ear.heard == [(channel, channel.encode()) for channel in hears]

    run(main())


def test_without_a_star_nothing_is_a_pattern(url: str) -> None:
    async def main() -> None:
        async with open_bus(url) as bus:
            ear = Ear()
            await ear.at(bus, "a[bc]?")
            bus.publish("abx", [b"no"])
            bus.publish("a[bc]?", [b"yes"])
            await heard_by(bus, "a[bc]?", ear)
            assert ear.messages == [b"yes"]

    run(main())


def test_several_may_subscribe_and_each_ends_alone(url: str) -> None:
    async def main() -> None:
        async with open_bus(url) as bus:
            ears = [Ear() for _ in range(3)]
            subscriptions = await asyncio.gather(*(ear.at(bus, "a") for ear in ears))
            bus.publish("a", [b"1"])
            await heard_by(bus, "a", *ears)
            await subscriptions[0].end()
            bus.publish("a", [b"2"])
            await heard_by(bus, "a", *ears[1:])
            await subscriptions[1].end()
            await subscriptions[2].end()
            assert await bus.send("a", b"3") == 0
            assert [ear.messages for ear in ears] == [[b"1"], [b"1", b"2"], [b"1", b"2"]]
            again = Ear()
            await again.at(bus, "a")
            bus.publish("a", [b"4"])
            await heard_by(bus, "a", again)
            assert again.messages == [b"4"]

    run(main())


def test_who_ends_while_hearing_hears_no_more(url: str) -> None:
    async def main() -> None:
        async with open_bus(url) as bus:
            ear, other = Ear(), Ear()
            subscription = await ear.at(bus, "a")
            await other.at(bus, "a")
            bus.publish("a", [b"1"])
            await until(lambda: ear.messages == [b"1"])
            await subscription.end()
            bus.publish("a", [b"2"])
            await heard_by(bus, "a", other)
            assert ear.messages == [b"1"]

    run(main())


def test_redis_sends_a_channel_once_to_a_process(server: Valkey) -> None:
    async def main() -> None:
        async with open_bus(server.url) as bus, open_bus(server.url) as other:
            ears = [Ear() for _ in range(5)]
            for ear in ears:
                await ear.at(bus, "a")
            far = Ear()
            await far.at(other, "a")
            assert await bus.send("a", b"x") == 2  # processes
            await until(lambda: all(ear.messages == [b"x"] for ear in [*ears, far]))

    run(main())


def test_a_subscriber_that_fails_harms_nobody_else(server: Valkey) -> None:
    async def main() -> None:
        complaints: list[object] = []
        async with open_bus(server.url) as bus:
            loop = asyncio.get_running_loop()
            loop.set_exception_handler(lambda _, context: complaints.append(context["exception"]))
            await bus.subscribe("a", lambda channel, message: 1 / 0, lambda: None)  # type: ignore[arg-type]
            ear = Ear()
            await ear.at(bus, "a")
            bus.publish("a", [b"1", b"2"])
            await heard_by(bus, "a", ear)
            assert ear.messages == [b"1", b"2"]
            assert ear.lost == 0
            assert all(isinstance(each, ZeroDivisionError) for each in complaints)

    run(main())


def test_a_strange_channel_is_no_trouble(server: Valkey) -> None:
    async def main() -> None:
        client = RedisClient(server.url)
        await client.ready()
        async with open_bus(server.url) as bus:
            ear = Ear()
            await ear.at(bus, "game.*")
            await client.call("PUBLISH", b"game.\xff\xfe", b"?")
            await heard_by(bus, "game.x", ear)
            assert ear.messages == [b"?"]
            assert ear.lost == 0
        await client.close()

    run(main())


def test_when_redis_cuts_the_listeners_each_is_told_and_hears_again(server: Valkey) -> None:
    async def main() -> None:
        client = RedisClient(server.url)
        await client.ready()
        async with open_bus(server.url) as bus:
            ears = [Ear() for _ in range(3)]
            for ear, channel in zip(ears, ["a.b", "a.b", "a.*"], strict=True):
                await ear.at(bus, channel)
            ended = Ear()
            await (await ended.at(bus, "a.b")).end()
            await client.call("CLIENT", "KILL", "TYPE", "pubsub")
            bus.publish("a.b", [b"may be lost"])
            await until(lambda: all(ear.lost for ear in ears))
            bus.publish("a.b", [b"after"])
            await heard_by(bus, "a.b", *ears)
            assert all(ear.messages[-1] == b"after" and ear.messages.count(b"after") == 1 for ear in ears)
            assert [ear.lost for ear in ears] == [1, 1, 1]
            assert (ended.heard, ended.lost) == ([], 0)
        await client.close()

    run(main())


def test_when_redis_restarts_each_is_told_and_hears_again() -> None:
    async def main() -> None:
        with valkey() as server:
            async with open_bus(server.url) as bus:
                assert isinstance(bus, RedisBus)
                ear = Ear()
                await ear.at(bus, "a")
                server.kill()
                await until(lambda: bus.publishing.last_error != "not connected yet")
                bus.publish("a", [b"gone", b"gone"])
                with pytest.raises(Unavailable):
                    await bus.send("a", b"gone")
                with pytest.raises(Unavailable):
                    await Ear().at(bus, "b")
                server.start()
                await bus.ready()
                await until(lambda: ear.lost > 0)
                bus.publish("a", [b"after"])
                await heard_by(bus, "a", ear)
                assert ear.messages == [b"after"]
                assert await bus.send("b", b"nobody") == 0

    run(main())


def test_when_a_publisher_was_cut_off_listeners_elsewhere_are_told(server: Valkey) -> None:
    """The listener's own connection has held: without a word it would wait for ever for what was dropped."""

    async def main() -> None:
        async with open_bus(server.url) as near, Proxy(server.port) as proxy, open_bus(proxy.url) as far:
            ear, everything = Ear(), Ear()
            await ear.at(near, "a")
            await everything.at(near, "*")
            proxy.refuses = True
            proxy.cut()
            assert isinstance(far, RedisBus)
            await until(lambda: far.publishing.last_error != "not connected yet")
            far.publish("a", [b"dropped"])
            assert ear.lost == 0
            proxy.heal()
            await until(lambda: ear.lost == 1)
            await heard_by(near, "a", ear)
            assert ear.messages == []
            assert everything.messages.count(b"") == 0  # the notice itself is nobody's message

    run(main())


def test_a_partition_is_noticed_and_told(server: Valkey) -> None:
    async def main() -> None:
        async with Proxy(server.port) as proxy, open_bus(proxy.url, deadline=0.3) as bus:
            ear = Ear()
            await ear.at(bus, "a")
            proxy.partition()
            with pytest.raises(Unavailable):
                await bus.send("a", b"?")
            proxy.heal()
            proxy.cut()
            await until(lambda: ear.lost > 0)
            assert isinstance(bus, RedisBus)
            await bus.ready()
            assert await bus.send("a", b"after") == 1

    run(main())

"""Frames that no client should send: too big, in too many parts, no text, no JSON (E5-E7)."""

import json
from typing import Final

import pytest

from ludoteca.runtime.settings import Settings
from tests.runtime.event_loop import run, until

from .lines import BINARY, CLOSE, CONTINUATION, PING, PONG, RSV1, RSV2, RSV3, TEXT, Line, envelope, frame
from .places import GAME_ID, PAGE, Place, place, player

KIB: Final = 1024


async def one(here: Place) -> Line:
    return await Line.open(here.port, player(0))


# E5: too much


@pytest.mark.parametrize("size", [4_097, 64 * KIB, KIB * KIB, 17 * KIB * KIB, 1 << 62])
def test_a_message_that_is_too_big_is_refused_by_its_header(size: int) -> None:
    """Not a byte of it is sent, let alone read."""

    async def main() -> None:
        async with place() as here:
            line = await one(here)
            line.transport.write(frame(b"", claimed=size))
            assert await line.ended() == 1009
            assert not line.heard

    run(main())


def test_a_message_of_the_greatest_size_is_read() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            line = await one(here)
            message = envelope("sync", "a", {"last_seq": 0})
            text = json.dumps(message)
            line.say(text + " " * (4_096 - len(text)))
            assert (await line.result("a"))["status"] == "ok"
            line.say(text + " " * (4_097 - len(text)))
            assert await line.ended() == 1009

    run(main())


def test_a_message_in_a_few_parts_is_read_and_a_ping_may_come_between() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            line = await one(here)
            text = json.dumps(envelope("sync", "a"))
            line.say(text[:10], fin=False)
            line.say(b"hi", PING)
            line.say(text[10:20], CONTINUATION, fin=False)
            line.say(text[20:], CONTINUATION)
            assert (await line.result("a"))["status"] == "ok"
            assert line.pongs == 1

    run(main())


@pytest.mark.parametrize("part", [b"", b" ", b" " * 4_000])
def test_ten_thousand_parts_are_refused_at_the_first_few(part: bytes) -> None:
    async def main() -> None:
        async with place() as here:
            line = await one(here)
            line.say(part, fin=False)
            line.transport.write(frame(part, CONTINUATION, fin=False) * 10_000)
            assert await line.ended() == 1009
            assert here.cuts(1009) == 1
            assert not line.heard

    run(main())


def test_compression_is_not_agreed_to() -> None:
    async def main() -> None:
        async with place() as here:
            offer = [("Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits, x-webkit-deflate-frame")]
            line = await Line.open(here.port, player(0), offer)
            assert b"extensions" not in line.answer.lower()
            await line.close()

    run(main())


@pytest.mark.parametrize("rsv", [RSV1, RSV2, RSV3, RSV1 | RSV3])
@pytest.mark.parametrize("opcode", [TEXT, BINARY, PING])
def test_a_frame_of_an_extension_is_refused_and_not_inflated(rsv: int, opcode: int) -> None:
    async def main() -> None:
        async with place() as here:
            line = await one(here)
            line.say(b"\x4a\x04\x05\x00", opcode, rsv=rsv)
            assert await line.ended() == 1002
            assert not line.heard
            assert not line.pongs

    run(main())


# E6: no text


BROKEN: Final = {
    "binary": (frame(b"{}", BINARY), 1003),
    "binary and empty": (frame(b"", BINARY), 1003),
    "binary in parts": (frame(b"{", BINARY, fin=False), 1003),
    "no UTF-8": (frame(b'{"a": "\xff"}'), 1007),
    "overlong UTF-8": (frame(b'{"a": "\xc0\xaf"}'), 1007),
    "a surrogate in UTF-8": (frame(b'{"a": "\xed\xa0\x80"}'), 1007),
    "a character cut in two": (frame(b"\xe2\x82"), 1007),
    "no UTF-8 in parts": (frame(b'"\xe2', fin=False) + frame(b'\x82"', CONTINUATION), 1007),
    "the end of no message": (frame(b"{}", CONTINUATION), 1002),
    "a message within a message": (frame(b"{", fin=False) + frame(b"{}"), 1002),
    "unknown opcode": (frame(b"", 3), 1002),
    "unknown control opcode": (frame(b"", 11), 1002),
    "a ping in parts": (frame(b"", PING, fin=False), 1002),
    "a long ping": (frame(b"x" * 126, PING), 1002),
    "not masked": (b"\x81\x02{}", 1002),
    "a length not in its shortest form": (b"\x81\xfe\x00\x02" + b"\0" * 6, 1002),
    "a negative length": (b"\x81\xff" + b"\xff" * 8 + b"\0" * 4, 1002),
    "a close of one byte": (frame(b"\x03", CLOSE), 1002),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_frames_cost_the_connection_and_nothing_else(name: str) -> None:
    async def main() -> None:
        data, code = BROKEN[name]
        async with place() as here:
            other, line = await here.observer(), await one(here)
            line.transport.write(data)
            assert await line.ended() == code
            assert not line.heard
            await until(lambda: here.sockets() == 1)
            other.say(b"still here", PING)
            await other.when(lambda: other.pongs or None)

    run(main())


UNREAD: Final = {
    "empty": b"",
    "a byte order mark": b"\xef\xbb\xbf" + json.dumps(envelope("sync", "a")).encode(),
    "NUL": b"\0",
    "NUL at the end": json.dumps(envelope("sync", "a")).encode() + b"\0",
    "NUL in an id": json.dumps(envelope("sync", "a\0")).encode(),
}


@pytest.mark.parametrize("name", UNREAD)
def test_what_is_text_and_no_message_is_answered_with_an_error(name: str) -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            line = await one(here)
            line.say(UNREAD[name])
            await line.when(lambda: line.codes() or None)
            assert line.codes() == ["invalid_action"]
            assert (await line.ask("sync"))["status"] == "ok"

    run(main())


@pytest.mark.parametrize("opcode", [PING, PONG])
def test_a_flood_of_pings_is_cut_off(opcode: int) -> None:
    async def main() -> None:
        async with place(Settings(rate_burst=50, rate_per_second=10)) as here:
            line = await one(here)
            line.transport.write(frame(b"x", opcode) * 1_000)
            assert await line.ended() == 1008
            assert line.pongs <= 60

    run(main())


@pytest.mark.parametrize("payload", [b"", (1000).to_bytes(2, "big"), (4000).to_bytes(2, "big") + b"bye"])
def test_a_close_is_answered_with_a_code_that_may_be_sent(payload: bytes) -> None:
    async def main() -> None:
        async with place() as here:
            line = await one(here)
            line.say(payload, CLOSE)
            assert await line.ended() == 1000
            await until(lambda: here.sockets() == 0)

    run(main())


# E7: no JSON, or not of ours


def altered(**more: object) -> str:
    return json.dumps({**envelope("sync", "a"), **more})


def with_payload(text: str) -> str:
    return altered().replace('"payload": {}', f'"payload": {text}')


MALFORMED: Final[dict[str, str]] = {
    "cut short": '{"message_type": "sync"',
    "no object": "[]",
    "a word": "null",
    "two values": altered() + altered(),
    "single quotes": "{'message_type': 'sync'}",
    "a comment": "/* */" + altered(),
    "nested 100 000 deep, as far as it goes": "[" * 4_096,
    "nested in the payload": with_payload('{"a":' * 500 + "1" + "}" * 500),
    "a key twice": altered()[:-1] + ', "action_id": "b"}',
    "a key twice in the payload": with_payload('{"last_seq": 1, "last_seq": 2}'),
    "NaN": with_payload('{"last_seq": NaN}'),
    "Infinity": with_payload('{"last_seq": Infinity}'),
    "-Infinity": with_payload('{"last_seq": -Infinity}'),
    "1e400": with_payload('{"last_seq": 1e400}'),
    "a number of 4 000 digits": altered(ts=0).replace('"ts": 0', '"ts": ' + "9" * 3_900),
    "a number of 3 900 digits in the payload": with_payload('{"last_seq": ' + "9" * 3_900 + "}"),
    "ts 1.0": altered(ts=1.0),
    "ts true": altered(ts=True),
    "ts negative": altered(ts=-1),
    "ts as text": altered(ts="1"),
    "player_id 0.0": altered(player_id=0.0),
    "player_id true": altered(player_id=True),
    "player_id below": altered(player_id=-1),
    "a lone surrogate": altered(action_id="\ud800"),
    "a lone surrogate in the payload": altered(payload={"name": "\udfff"}),
    "__proto__": altered(__proto__={}),
    "an unknown key": altered(surplus=1),
    "no id": json.dumps({"message_type": "sync", "game_id": "TABLE7"}),
    "an empty id": altered(action_id=""),
    "a long id": altered(action_id="x" * 65),
    "an id that does not print": altered(action_id="a\u202e"),
    "no version": altered(version="x"),
    "from the game": altered(origin="game"),
    "no such role": altered(role="king"),
    "a table that is none": altered(game_id="../etc"),
}


WITHOUT_ID: Final = {
    "cut short",
    "no object",
    "a word",
    "two values",
    "single quotes",
    "a comment",
    "nested 100 000 deep, as far as it goes",
    "NaN",
    "Infinity",
    "-Infinity",
    "a lone surrogate",
    "a lone surrogate in the payload",
    "no id",
    "an empty id",
    "a long id",
    "an id that does not print",
}
"""Those of whose id nothing can be read."""


@pytest.mark.parametrize("name", MALFORMED)
def test_what_cannot_be_read_is_an_error_and_the_connection_is_kept(name: str) -> None:
    """An `error` only where no id can be read; else the action is refused by its id."""

    async def main() -> None:
        async with place() as here:
            await here.opens()
            line = await one(here)
            before = here.entries()
            line.say(MALFORMED[name])
            await line.when(lambda: line.raw or None)
            frame = json.loads(line.raw[0])
            assert frame["message_type"] == ("error" if name in WITHOUT_ID else "action.result")
            assert frame.get("action_id") == (None if name in WITHOUT_ID else "b" if name == "a key twice" else "a")
            assert frame["payload"]["code"] == "invalid_action"
            assert frame["game_id"] == GAME_ID
            assert len(line.raw[0]) < KIB
            assert (await line.ask("sync"))["status"] == "ok"
            assert here.entries() == before

    run(main())


def test_an_action_of_another_protocol_is_refused_and_the_connection_kept() -> None:
    async def main() -> None:
        async with place() as here:
            await here.opens()
            line = await one(here)
            before = here.entries()
            for kind in ("sync", "join", "hello"):
                line.say(altered(version="2.0.0", message_type=kind, action_id=kind))
                refused = await line.result(kind)
                assert (refused["code"], refused["recovery"]) == ("invalid_action", "noop")
            assert line.codes() == []
            assert (await line.ask("sync"))["status"] == "ok"
            assert here.entries() == before

    run(main())


ODD_NAMES: Final = {
    "right to left": ("שלום", "ok"),
    "four bytes": ("🎲🎲", "ok"),
    "zalgo": ("Z" + "\u0335\u0321" * 20, "error"),
    "not composed": ("Zoe\u0308", "ok"),
    "turned around": ("abc\u202e", "error"),
    "minus nought": (-0.0, "error"),
    "an escape sequence": ("\x1b[2J", "error"),
    "a page": ("<script>alert(1)</script>", "ok"),
    "too long": ("x" * 33, "error"),
}


@pytest.mark.parametrize("name", ODD_NAMES)
def test_an_odd_name_is_taken_as_text_or_refused(name: str) -> None:
    async def main() -> None:
        text, status = ODD_NAMES[name]
        async with place() as here:
            await here.opens()
            line = await one(here)
            result = await line.ask("join", {"name": text})
            assert result["status"] == status
            assert result.get("code", "invalid_action") == "invalid_action"

    run(main())


def test_after_five_unreadable_messages_a_minute_the_connection_is_closed() -> None:
    async def main() -> None:
        async with place() as here:
            line = await one(here)
            for _ in range(6):
                line.say("no JSON")
            assert await line.ended() == 1008
            assert line.codes() == ["invalid_action"] * 5
            assert here.metric("ludoteca_malformed_total") == 6

    run(main())


def test_unreadable_messages_are_forgiven_in_time() -> None:
    async def main() -> None:
        async with place(Settings(origins=PAGE, errors_per_minute=3_000)) as here:
            line = await one(here)
            for expected in range(1, 11):
                line.say("no JSON")
                await line.when(lambda expected=expected: len(line.codes()) == expected or None)  # type: ignore[misc]
            assert not line.is_over

    run(main())

"""docs/protocol-transcripts.md is true: whole games with nothing but PUBLISH and SUBSCRIBE, and no library of ours.

`python -m tests.bridge.test_by_hand` writes the conversations anew. What differs every time, the clock and the dealer's
seed and its hash, is written as if it did not; long lists are cut, and an ellipsis stands for the rest. Where cards are
dealt the seed is known beforehand; and a hand is played without such help as well.
"""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.chaos.services import Service
from tests.runtime.valkey import valkey
from tests.times import PATIENCE

PATH = Path(__file__).parents[2] / "docs" / "protocol-transcripts.md"
CHANNEL = re.compile(r"^> PUBLISH game\.(\w{6})\.actions '(\{.*\})'$")
STEADY = {"ts": 1_790_000_000_000, "commitment": "d7c2391357207a1a…", "reveal": "0001020304050607…"}


class Told(NamedTuple):
    """How a game's conversation is written down: from what length on lists are cut, and what is left out of frames."""

    table: str
    long: int = 6
    without: tuple[str, ...] = ()
    module: str = "ludoteca"


GAMES = {
    "gomoku": Told("RAW001"),
    "briscola": Told("RAW002", 3, ("game_id", "role", "ts", "version", "origin"), "tests.bridge.launch"),
}


class Wire:
    """A connection to Redis, by hand: a command is an array of strings, an answer is read as it is written."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._answers = self._socket.makefile("rb")

    def say(self, *words: str) -> Any:
        data = b"".join(b"$%d\r\n%b\r\n" % (len(word.encode()), word.encode()) for word in words)
        self._socket.sendall(b"*%d\r\n%b" % (len(words), data))
        return self.hear()

    def hear(self) -> Any:
        line = self._answers.readline().rstrip()
        match line[:1]:
            case b"*":
                return [self.hear() for _ in range(int(line[1:]))]
            case b"$":
                return self._answers.read(int(line[1:]) + 2)[:-2]
            case b":":
                return int(line[1:])
            case b"+":
                return line[1:]
            case _:
                raise AssertionError(line)

    def close(self) -> None:
        self._answers.close()
        self._socket.close()


def spoken(transcript: str, port: int, how: Told) -> str:
    """The transcript as the service has it: what is published is taken as it is, what comes back is written anew."""
    lines: list[str] = []
    publisher, subscriber = Wire(port), Wire(port)
    for line in transcript.splitlines():
        if line.startswith("> SUBSCRIBE"):
            subscriber.say(*line[2:].split())
            lines.append(line)
        elif sent := CHANNEL.match(line):
            lines.append(line)
            assert publisher.say("PUBLISH", f"game.{sent[1]}.actions", sent[2]) == 1, "nobody listens"
            lines += [f"< {_short(frame, how)}" for frame in _answers(subscriber, json.loads(sent[2]))]
        elif not line.startswith("< "):
            lines.append(line)
    publisher.close()
    subscriber.close()
    return "\n".join(lines) + "\n"


def _answers(subscriber: Wire, action: dict[str, Any]) -> list[dict[str, Any]]:
    """Everything up to what ends the answer: the result, or after a join the snapshot."""
    last = "sync" if action["message_type"] in ("join", "sync") else "action.result"
    heard: list[dict[str, Any]] = []
    while not (heard and heard[-1]["message_type"] == last and heard[-1]["action_id"] == action["action_id"]):
        heard.append(json.loads(subscriber.hear()[2]))
    return heard


def _short(frame: dict[str, Any], how: Told) -> str:
    shown = {key: value for key, value in frame.items() if key not in how.without}
    return json.dumps(_cut(shown, how.long), ensure_ascii=False, separators=(",", ":"))


def _cut(tree: Any, long: int) -> Any:
    if isinstance(tree, dict):
        return {key: STEADY[key] if key in STEADY and value else _cut(value, long) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_cut(value, long) for value in tree] if len(tree) < long else [_cut(tree[0], long), "…"]
    return "…" if isinstance(tree, int) and tree > 50_000 else tree


def transcript_in(manual: str, game: str) -> str:
    found = re.findall(r"^```redis\n(.*?)^```", manual, re.DOTALL | re.MULTILINE)
    (transcript,) = [each for each in found if f"> SUBSCRIBE game.{GAMES[game].table}.events" in each]
    return str(transcript)


@contextmanager
def serving(game: str, module: str) -> Iterator[int]:
    """A service on a real Valkey, whose port this is; the first join opens a table of the game."""
    with valkey() as server:
        service = Service("--redis", server.url, "--opens", game, module=module)
        try:
            yield server.port
        finally:
            service.kill()


def by_hand(transcript: str, game: str) -> str:
    with serving(game, GAMES[game].module) as port:
        return spoken(transcript, port, GAMES[game])


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_publish_and_subscribe_alone(game: str) -> None:
    transcript = transcript_in(PATH.read_text(encoding="utf-8"), game)
    assert by_hand(transcript, game) == transcript
    assert '"match.end"' in transcript


if __name__ == "__main__":
    for name in GAMES:
        was = PATH.read_text(encoding="utf-8")
        PATH.write_text(
            was.replace(transcript_in(was, name), by_hand(transcript_in(was, name), name)), encoding="utf-8"
        )

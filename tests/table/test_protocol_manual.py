"""docs/protocol.md names everything of the wire; docs/protocol-transcripts.md is replayed at a real table.

`python -m tests.table.test_protocol_manual` writes the conversation anew.

A line `1 > {…}` is what reader 1 sends, `0 1 o < {…}` what these readers get. A second passes between two actions.
Long lists are cut, and an ellipsis stands for the rest.
"""

import json
import re
from pathlib import Path
from typing import Any, get_args

from ludoteca.dealers import commitment, fair_deal
from ludoteca.games import GAMES
from ludoteca.table.effects import Effects, Now
from ludoteca.table.entries import TableTerms
from ludoteca.table.match import Match
from ludoteca.table.messages import ACTIONS, EVENTS, Snapshot
from ludoteca.table.table import Table
from ludoteca.table.wire import RECOVERY, Action, ErrorCode, Frame, Who, read_action

DOCS = Path(__file__).parents[2] / "docs"
MANUAL = (DOCS / "protocol.md").read_text(encoding="utf-8")
PATH = DOCS / "protocol-transcripts.md"
APPENDIX = PATH.read_text(encoding="utf-8")
READERS = {"0": Who("player", 0), "1": Who("player", 1), "o": Who("observer", None, "Olga")}
GAME, GAME_ID, SEED = GAMES["gomoku"], "ABC123", bytes(range(32))
WALL = 1_790_000_000_000
LONG = 6


class Room:
    """The table and its listeners: readers who have sent something, until they leave."""

    def __init__(self) -> None:
        terms = TableTerms(GAME.name, GAME.version, {}, (None, None), commitment(GAME_ID, SEED), SEED.hex())
        deal = fair_deal(GAME, GAME_ID, SEED.hex())
        self.now = Now(0, WALL)
        self.table, _ = Table.opened(Match(GAME, GAME_ID), terms, deal, self.now)
        self.listening: list[str] = []

    def say(self, reader: str, envelope: str) -> list[str]:
        """What everyone gets for it: events first, then the sender's own replies."""
        action = read_action(envelope.encode())
        before = [each for each in self.listening if each != reader or action.message_type != "leave"]
        effects = self.table.submit(READERS[reader], action, self.now)
        self.listening = sorted({*before, reader}) if action.message_type != "leave" else before
        self.now = Now(self.now.mono + 1000, self.now.wall + 1000)
        return _told(effects, before) + [f"{reader} < {_short(reply.frame)}" for reply in effects.reply]


def _told(effects: Effects, listening: list[str]) -> list[str]:
    everyone = " ".join(listening)  # nothing is hidden in this game, so all get the same frame
    return [f"{everyone} < {_short(told.shown)}" for told in effects.tell] if everyone else []


def _short(frame: bytes) -> str:
    return json.dumps(_cut(json.loads(frame)), ensure_ascii=False, separators=(",", ":"))


def _cut(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _cut(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [_cut(value) for value in tree] if len(tree) < LONG else [_cut(tree[0]), "…"]
    return tree


def replayed(transcript: str) -> str:
    """The transcript as the table has it: the lines sent are taken as they are, the others made anew."""
    room, lines = Room(), []
    for line in transcript.splitlines():
        if sent := re.fullmatch(r"(\w) > (\{.*)", line):
            lines += [line, *room.say(sent[1], sent[2])]
        elif " < " not in line:
            lines.append(line)
    return "\n".join(lines) + "\n"


def transcripts(page: str = APPENDIX) -> list[str]:
    return re.findall(r"^```text\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


def test_the_conversation_of_the_manual_is_true() -> None:
    (transcript,) = transcripts()
    assert transcript.count(" > ") > 10
    assert replayed(transcript) == transcript


def test_the_conversation_shows_an_ended_game_and_both_kinds_of_results() -> None:
    (transcript,) = transcripts()
    assert all(word in transcript for word in ("match.end", '"ok"', '"error"', "player.reconnect", "desync"))


def test_the_example_of_the_manual_is_part_of_the_conversation() -> None:
    (example,), (transcript,) = transcripts(MANUAL), transcripts()
    assert set(example.splitlines()) < set(transcript.splitlines())


def test_the_manual_names_everything_of_the_wire() -> None:
    named = {*Action.__struct_fields__, *Frame.__struct_fields__, *ACTIONS, *EVENTS, "action.result"}
    named |= set(Snapshot.__struct_fields__)
    assert not {name for name in named if f"`{name}`" not in MANUAL}


def test_the_manual_explains_every_error_code_and_its_recovery() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| ([^|]+) \|$", MANUAL, re.MULTILINE))
    for code in get_args(ErrorCode):
        assert RECOVERY[code] in rows[code], code


if __name__ == "__main__":
    (was,) = transcripts()
    PATH.write_text(APPENDIX.replace(was, replayed(was)), encoding="utf-8")

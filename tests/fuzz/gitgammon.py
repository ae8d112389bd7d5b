"""Fuzz targets of GitGammon and of backgammon's own files: what anybody can push, or hand to an importer."""

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final

from ludoteca.dealers import PyRandom
from ludoteca.games.backgammon import GAME, mat_conversion, mat_format
from ludoteca.games.backgammon.gnubg_ids import match_id, position_id, read_match_id, read_position_id
from ludoteca.games.backgammon.picture import picture as board_picture
from ludoteca.games.backgammon.state_file import Players
from ludoteca.games.backgammon.state_file_check import violations, warnings
from ludoteca.games.backgammon.types import Config
from ludoteca.games.backgammon.view import view
from ludoteca.gitplay.format import commit_trailers, history_json, move_file, state_json
from ludoteca.gitplay.format.commit_trailers import CommitMessage
from ludoteca.gitplay.format.history_json import GameHistory
from ludoteca.gitplay.format.move_file import CheckerStep, MoveFile, PushedFile, Reading, Resignation
from ludoteca.gitplay.format.names import MoveName, is_table, move_name, recorded_actor, shown
from ludoteca.gitplay.format.state_json import TableState
from ludoteca.gitplay.format.tree import (
    parse_move_path,
    quote_move_path,
    read_index,
    summary,
    with_table,
    write_index,
)
from ludoteca.gitplay.git_objects import PLAIN
from ludoteca.gitplay.processor.validation import AcceptedMove, apply_move, file_faults, new_game, validate
from ludoteca.gitplay.repository_config import RepositoryConfig
from ludoteca.kernel import Illegal, Malformed, advance, begin, random_input
from ludoteca.kernel.values import canonical, decode, replace
from tests.games.backgammon.examples import INITIAL, MIDGAME

from .target import Target

WHEN: Final = "2026-01-31T12:00:00.000Z"
LATER: Final = datetime(2026, 1, 31, 13, tzinfo=UTC)


@cache
def _table() -> TableState:
    return new_game(Players("alice", "bob"), "standard", PyRandom(3), WHEN).now


def read_state(data: bytes) -> None:
    try:
        now = state_json.read(data)
    except Malformed:
        with suppress(Malformed):
            tree: Any = decode(data, Any, at_most=state_json.BYTES_AT_MOST)
            assert violations(tree), "what is refused has a reason"
            warnings(tree)
        return
    warnings(now.tree)
    assert state_json.read(state_json.write(now.tree)).hash == now.hash
    with suppress(Malformed):
        state_json.later_timestamp(now.table.updated_at, LATER)
    assert not GAME.flaws(now.state), GAME.flaws(now.state)
    with suppress(Illegal):
        state_json.table_state(now.state, now.table)
    if not now.is_over:
        for seat in GAME.to_act(now.state):
            GAME.legal(now.state, seat)
    with_table((), summary("alice-vs-bob", now))


def state_seeds() -> Iterator[bytes]:
    for tree in (INITIAL, MIDGAME, _table().tree):
        yield json.dumps(tree).encode()


# Moves


def read_move(data: bytes) -> None:
    """A move file; the bytes before an empty line, if there is one, are its name."""
    first, separator, rest = data.partition(b"\n\n")
    name, content = (first, rest) if separator else (b"", data)
    for is_resignation in (False, True):
        reading = move_file.read(content, is_resignation=is_resignation)
        if reading.file is not None:
            assert move_file.read(move_file.write(reading.file), is_resignation=is_resignation) == reading
        _judge(name or _own_name(reading, is_resignation), content)
    shown(name)
    is_table(name)
    recorded_actor(name.decode("utf-8", "replace"))


def _own_name(reading: Reading, is_resignation: bool) -> bytes:
    file = reading.file
    return b"" if file is None else str(MoveName(1, file.player, move_file.sha6(file), is_resignation)).encode()


def _judge(name: bytes, content: bytes) -> None:
    pushed = PushedFile(name, PLAIN, len(content), content, "alice")
    found = move_name(name)
    assert found is None or str(found).encode() == name
    file_faults(pushed)
    file_faults(pushed, _table())
    for actor in ("alice", "bob"):
        verdict = validate(_table(), pushed._replace(actor=actor))
        if isinstance(verdict, AcceptedMove):
            after = apply_move(_table(), verdict, PyRandom(5), WHEN).now
            assert state_json.read(state_json.write(after.tree)).hash == after.hash


def move_seeds() -> Iterator[bytes]:
    now = _table()
    for seed in range(3):
        state, steps = now.state, list[CheckerStep]()
        while len(steps) < 2 and (given := random_input(GAME, state, PyRandom(seed))) is not None:
            action: Any = getattr(given, "action", None)
            if action is None or not hasattr(action, "to"):
                break
            steps.append(CheckerStep(action.from_, action.to, action.die))
            state = advance(GAME, state, given, PyRandom(1)).state
        file = MoveFile(now.active, tuple(steps), WHEN, now.hash, now.state.dice, "good luck", None)
        yield move_file.write(file)
        yield str(MoveName(1, now.active, move_file.sha6(file), False)).encode() + b"\n\n" + move_file.write(file)
    yield move_file.write(Resignation(now.active, WHEN, now.hash, None, "0" * 40))


# What else lies in a repository


def read_repository(data: bytes) -> None:
    """A commit's text, an index, a history, a configuration: whichever it may be."""
    text = data.decode("utf-8", "replace")
    signed = commit_trailers.parse(text)
    if signed is not None:
        assert commit_trailers.unsigned_text(signed.message) == signed.signed
        for path in signed.message.pending:
            quote_move_path(parse_move_path(path))
    with suppress(Malformed):
        index = read_index(data)
        assert read_index(write_index(index)) == index
    with suppress(Malformed):
        history = history_json.read(data)
        assert history_json.read(history_json.write(history)) == history
        last = history_json.last_turn(history)
        board_picture(view(replace(_table().state, last=last), None))
    with suppress(Malformed):
        canonical(decode(data, RepositoryConfig))


def repository_seeds() -> Iterator[bytes]:
    message = CommitMessage(
        *("apply", "[GitGammon] Apply move 12 by black", 31, "5" * 40, "alice-vs-bob", "0012-black-a1b2c3.json", "bob"),
        *("7" * 40, ((3, 3), (5, 2)), "0f1e2d3c4b5a6978", ("alice-vs-bob/a%20b",), 2),
    )
    yield commit_trailers.signed_text(commit_trailers.unsigned_text(message), "ab" * 32).encode()
    yield write_index(with_table((), summary("alice-vs-bob", _table())))
    made = begin(GAME, Config(), PyRandom(2))
    history, told, state = GameHistory(made.state.position), [*made.events], made.state
    for seed in range(9):
        given = random_input(GAME, state, PyRandom(seed))
        assert given is not None
        made = advance(GAME, state, given, PyRandom(seed))
        state = made.state
        told += made.events
    yield history_json.write(history_json.extended(history, [event.payload for event in told]))
    yield b'{"format":"gitgammon/1","club":"%b","key":"%b"}' % (b"c" * 32, b"ab" * 32)


# Matches and positions of other programs


def read_mat(data: bytes) -> None:
    """A match as other programs write it, or an id of GNU Backgammon."""
    text = data.decode("utf-8", "replace")
    with suppress(Malformed):
        match = mat_format.read(text)
        mat_format.write(match)
        mat_conversion.replayed(match)
    for side in (0, 1):
        with suppress(Malformed):
            position = read_position_id(text.strip(), side)
            assert read_position_id(position_id(position, side), side) == position
    with suppress(Malformed):
        key = read_match_id(text.strip())
        assert read_match_id(match_id(key)) == key


def mat_seeds() -> Iterator[bytes]:
    yield b"4HPwATDgc/ABMA"
    yield b"cAkAAAAAAAAA"
    yield (
        b" 3 point match\n\n Game 1\n Alice : 0                          Bob : 0\n"
        b"  1) 51: 13/8 6/5                     62: 24/18 13/11\n"
        b"  2)  Doubles => 2                      Takes\n  3) 33: 8/5*(2) 6/3(2)               Drops\n"
        b"      Wins 1 point\n"
    )


TARGETS: Final = {
    "gitgammon-state": Target("state.json of a GitGammon table", read_state, state_seeds),
    "gitgammon-move": Target("a pushed move file, and its name", read_move, move_seeds),
    "gitgammon-repository": Target("commits, index, history and configuration", read_repository, repository_seeds),
    "backgammon-files": Target("matches in .mat, and ids of GNU Backgammon", read_mat, mat_seeds),
}

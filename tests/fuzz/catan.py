"""Fuzz targets of Catan's documents: snapshots as JSON, MsgPack and NPZ, and whole games."""

import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any, Final

from ludoteca.dealers import resumed
from ludoteca.games.catan import GAME
from ludoteca.games.catan.structures import (
    BadRecord,
    StateSnapshot,
    deserialize,
    from_json,
    from_msgpack,
    is_msgpack,
    read_course,
    replayed,
    state_hash,
    to_json,
    to_msgpack,
    write_course,
)
from ludoteca.kernel import Malformed, plain
from ludoteca.kernel.values import packed
from ludoteca.sim.catan import decode, encode, from_npz, to_npz
from tests.structures.catan.random_games import PRESETS, QUIET, recorded_game

from .target import Target

STEPS: Final = (0, 30, 200, 4_000)
STEPS_AT_MOST: Final = 40  # of a game that is replayed: each takes as long as the one before


@cache
def _games() -> tuple[Any, ...]:
    presets = [QUIET[name] for name in PRESETS]
    return tuple(recorded_game(presets[n % len(presets)], n, at_most=steps) for n, steps in enumerate(STEPS))


def _check(snapshot: StateSnapshot) -> None:
    """A snapshot of the right shape: it is written in every form and read again, and its state is one or is refused."""
    assert from_json(to_json(snapshot)) == snapshot
    assert from_msgpack(to_msgpack(snapshot)) == snapshot
    state_hash(snapshot)
    try:
        state, _ = deserialize(snapshot)
    except Malformed:
        return
    for seat in GAME.to_act(state):
        GAME.legal(state, seat)
    with suppress(Malformed):  # its log, names and generator may be too long for arrays
        arrays = encode(snapshot)
        assert encode(decode(arrays)).arrays().keys() == arrays.arrays().keys()


def read_json(data: bytes) -> None:
    with suppress(Malformed):
        _check(from_json(data))


def json_seeds() -> Iterator[bytes]:
    yield from (to_json(game.snapshot) for game in _games())
    old: dict[str, Any] = {**plain(_games()[2].snapshot), "schema_version": "0.1.0"}
    for name in ("titles", "winner_id", "is_game_over"):
        old.pop(name, None)
    yield json.dumps(old).encode()


def read_msgpack(data: bytes) -> None:
    """MsgPack; or JSON, to be packed first."""
    if data[:1] == b"{":
        try:
            data = packed(json.loads(data))
        except (ValueError, RecursionError, OverflowError, TypeError):
            return
    is_msgpack(data)
    with suppress(Malformed):
        _check(from_msgpack(data))


def msgpack_seeds() -> Iterator[bytes]:
    for game in _games():
        yield to_msgpack(game.snapshot)
        yield to_msgpack(game.snapshot, deflated=True)
        yield json.dumps({**plain(game.snapshot), "compressed": True}, separators=(",", ":")).encode()


# NPZ


@cache
def _members() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(to_npz(_games()[1].snapshot))) as file:
        return {entry.filename: file.read(entry) for entry in file.infolist()}


def read_npz(data: bytes) -> None:
    """A file; or, after `members`, what its members hold, one after the other."""
    if data.startswith(b"members"):
        data = _zipped(data.removeprefix(b"members"))
    with suppress(Malformed):
        _check(from_npz(data))


def _zipped(whole: bytes) -> bytes:
    made, at = io.BytesIO(), 0
    with zipfile.ZipFile(made, "w") as file:
        for name, like in _members().items():
            file.writestr(name, whole[at : at + len(like)])
            at += len(like)
    return made.getvalue()


def npz_seeds() -> Iterator[bytes]:
    for game in _games():
        data = to_npz(game.snapshot)
        yield data
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            yield b"members" + b"".join(file.read(entry) for entry in file.infolist())


# Whole games


def read_game(data: bytes) -> None:
    try:
        course = read_course(data)
    except Malformed:
        return
    assert read_course(write_course(course)) == course
    with suppress(BadRecord):
        for _ in islice(replayed(course, lambda rng_state: resumed(rng_state, GAME)), STEPS_AT_MOST):
            pass


def game_seeds() -> Iterator[bytes]:
    for game in _games()[1:3]:
        yield b"".join(write_course(game.course).splitlines(keepends=True)[:20])


TARGETS: Final = {
    "catan-json": Target("a StateSnapshot as JSON", read_json, json_seeds),
    "catan-msgpack": Target("a StateSnapshot as MsgPack", read_msgpack, msgpack_seeds),
    "catan-npz": Target("a StateSnapshot as NPZ", read_npz, npz_seeds),
    "catan-records": Target("a game of Catan as ActionRecords", read_game, game_seeds),
}

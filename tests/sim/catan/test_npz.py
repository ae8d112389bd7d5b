"""NPZ from anywhere: whatever its members hold, it is a snapshot or Malformed, and NumPy reads what we write."""

import io
import random
import struct
import warnings
import zipfile
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ludoteca.games.catan.structures import About, game_id_from, serialize
from ludoteca.games.catan.types import Config
from ludoteca.kernel import Malformed
from ludoteca.sim.catan import encode, from_npz, to_npz

from ...games.catan.helpers import position
from ...structures.catan.random_games import recorded_game

ABOUT = About(game_id_from("a game"))
SNAPSHOT = recorded_game(Config(dice="balanced"), 3, at_most=200).snapshot


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(parts: list[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """With the checksums right."""
    whole = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a name comes twice is meant
        with zipfile.ZipFile(whole, "w", method) as file:
            for name, part in parts:
                file.writestr(name, part)
    return whole.getvalue()


def with_member(name: str, part: bytes) -> bytes:
    return zipped(list({**members(to_npz(SNAPSHOT)), name: part}.items()))


def npy(array: NDArray[Any]) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def test_numpy_loads_every_array_by_its_name() -> None:
    arrays = encode(SNAPSHOT).arrays()
    with np.load(io.BytesIO(to_npz(SNAPSHOT)), allow_pickle=False) as loaded:
        assert loaded["compressed"]
        assert set(loaded) == {*arrays, "compressed"}
        for name, array in arrays.items():
            assert np.array_equal(loaded[name], array)
            assert loaded[name].dtype == array.dtype


def test_what_numpy_has_loaded_and_saved_again_is_the_same_snapshot() -> None:
    again = io.BytesIO()
    with np.load(io.BytesIO(to_npz(SNAPSHOT))) as loaded:
        np.savez(again, **loaded)
    assert from_npz(again.getvalue()) == SNAPSHOT


def header(text: str) -> bytes:
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text) + 1) + text.encode() + b"\n"


WRONG: dict[str, bytes] = {
    "no zip": b"PK\x03\x04 and so on",
    "a member more": zipped([*members(to_npz(SNAPSHOT)).items(), ("more.npy", npy(np.zeros(3)))]),
    "a member less": zipped(list(members(to_npz(SNAPSHOT)).items())[1:]),
    "a member twice": zipped([*members(to_npz(SNAPSHOT)).items()] * 2),
    "another method": zipped([*members(to_npz(SNAPSHOT)).items()], zipfile.ZIP_LZMA),
    "an object to unpickle": with_member("board.npy", npy(np.array([{}], dtype=object))),
    "no array": with_member("context.npy", b"x"),
    "nothing": with_member("context.npy", b""),
    "an array of text": with_member("board.npy", npy(np.array(b"text"))),
    "floats": with_member("context.npy", npy(np.zeros(200))),
    "a short context": with_member("context.npy", npy(np.zeros(92, dtype=np.int16))),
    "a context of zeros": with_member("context.npy", npy(np.zeros(94, dtype=np.int16))),
    "a giant shape": with_member(
        "context.npy", header("{'descr': '<i2', 'fortran_order': False, 'shape': (9999999,), }") + b"\x00" * 200
    ),
    "a header that does not end": with_member("board.npy", header("{'descr': [(") + b"\x00" * 200),
    "a header to evaluate": with_member("board.npy", header("9" * 5_000)),
    "not compressed": with_member("compressed.npy", npy(np.array(False))),
    "much out of little": with_member("context.npy", npy(np.zeros(1 << 22, dtype=np.int16))),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_snapshot_is_malformed(name: str) -> None:
    with pytest.raises(Malformed):
        from_npz(WRONG[name])


def test_an_encrypted_member_is_malformed() -> None:
    data = bytearray(to_npz(SNAPSHOT))
    for mark, flags in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        data[data.find(mark) + flags] |= 1
    with pytest.raises(Malformed):
        from_npz(bytes(data))


@pytest.mark.parametrize("seed", range(4))
def test_members_with_changed_bytes_are_the_same_snapshot_or_malformed(seed: int) -> None:
    """Their checksums are right, so that nothing but the reader of arrays looks at them."""
    dice, parts = random.Random(seed), members(to_npz(serialize(position(), ABOUT)))
    for _ in range(250):
        name = dice.choice(sorted(parts))
        part = bytearray(parts[name])
        for _ in range(dice.randint(1, 3)):
            part[dice.randrange(dice.choice((128, len(part))))] = dice.randrange(256)
        if dice.random() < 0.1:
            del part[dice.randrange(len(part)) :]
        data = zipped(list({**parts, name: bytes(part)}.items()), zipfile.ZIP_STORED)
        try:
            snapshot = from_npz(data)
        except Malformed:
            continue
        assert members(to_npz(snapshot))[name] == part

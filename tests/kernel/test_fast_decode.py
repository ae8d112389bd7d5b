"""Reading at a glance: what the cheap look lets pass, the thorough look lets pass too, and both read the same."""

import json
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ludoteca.kernel import Malformed, decode, values
from ludoteca.kernel.values import _UNSURE, _tree_at_a_glance, _tree_looked_through
from ludoteca.table.wire import Action, read_action

NUMBERS = [
    *("0", "-0", "1", "-1", "01", "1.0", "-0.0", "1e2", "1E+2", "1e400", "1e-400", "0.1", "1."),
    *(".5", "+1", "-", "0x1", "1_0", "NaN", "Infinity", "-Infinity"),
    "99999999999999999",
    "999999999999999999",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "00000000000000000001",
    "123456789012345678901234567890",
]
PIECES = [
    *(number.encode() for number in NUMBERS),
    *b'{ } [ ] , : " \\ \\u0041 \\ud800 \\ud83d\\ude00 \\n \\/ \\"'.split(),
    *b'null true false "" "a" "x":1 "x":1, ,"x":1 [1] {}'.split(),
    *(b" ", b"\t", b"\r", b"\n", b"\x00", b"\x1f", b"\x7f", b"\x0b", b"\xa0", b"\xc2\xa0", b"\xef\xbb\xbf"),
    *(b"\xff", b"\xc0\x80", b"\xed\xa0\x80", "é".encode(), "😀".encode(), b"[" * 40, b'{"a":' * 33),
]
FIELDS: dict[str, list[Any]] = {
    "message_type": ["place", "join", "", "a\n", 'say "x"', 7],
    "game_id": ["TABLE7", "table7", "TABLE77", "TABLE\n", None],
    "action_id": ["00000000-0000-4000-8000-000000000001", "123456789012345678901", "", "é", "a b", "\u2028"],
    "player_id": [0, 63, 64, -1, 1.0, True, None, "0"],
    "role": ["player", "host", "king", None],
    "ts": [0, 1_790_000_000_000, -1, 2**63, 1.5, 10**17, 10**18],
    "version": ["1.0.0", "1.2.3", "2.0.0", "1.0.0\n", "1", 1],
    "origin": ["web", "game", ""],
    "colour": ["red"],
}

scalars = st.none() | st.booleans() | st.integers(-(2**66), 2**66) | st.floats() | st.text(max_size=4)
keys = st.sampled_from(["x", "y", "decision", "type", ""]) | st.text(max_size=3)
trees = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=8
)
payloads = st.dictionaries(keys, st.integers(0, 14) | trees, max_size=3)


@st.composite
def envelopes(draw: st.DrawFn) -> bytes:
    """Mostly good ones, in any order, with any keys left out, as compact or as spacious as their sender likes."""
    usual = draw(st.booleans())
    tree: dict[str, Any] = {}
    for key in draw(st.permutations([*FIELDS, "payload"])):
        if draw(st.booleans()) or key in ("message_type", "game_id", "action_id"):
            choices = FIELDS[key][:1] if usual and key in FIELDS else FIELDS.get(key, [])
            tree[key] = draw(payloads if key == "payload" else st.sampled_from(choices))
    if usual:
        tree.pop("colour", None)
    spacing: Any = draw(st.sampled_from([{"separators": (",", ":")}, {}, {"indent": 1}]))
    return json.dumps(tree, ensure_ascii=draw(st.booleans()), **spacing).encode("utf-8", "surrogatepass")


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    data = draw(envelopes())
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + draw(st.sampled_from([0, 0, 1, 8])))))
        # A copy of a part of itself is how keys come twice.
        first, last = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
        data = data[:start] + draw(st.sampled_from([data[first:last], *PIECES])) + data[end:]
    return data


@st.composite
def doubled(draw: st.DrawFn) -> bytes:
    """A key given twice, at the top or in the payload, with the same value or another."""
    key, first, second = draw(keys), draw(trees), draw(trees)
    pairs = [(key, first), *draw(payloads).items(), (key, draw(st.sampled_from([first, second])))]
    inner = "{" + ",".join(f"{json.dumps(name)}:{json.dumps(value)}" for name, value in pairs) + "}"
    return draw(st.sampled_from([inner, f"[{inner}]", f'{{"payload":{inner}}}'])).encode()


def outcome(reading: Callable[[], Any]) -> Any:
    """What is read, written out with its types, or the words of the refusal."""
    try:
        return repr(reading())
    except Malformed as error:
        return error.reason, error.where


def both_look_alike(raw: bytes) -> None:
    tree = _tree_at_a_glance(raw)
    if tree is not _UNSURE:
        assert repr(tree) == outcome(lambda: _tree_looked_through(raw))
    for reading in (lambda: read_action(raw), lambda: decode(raw, Action), lambda: decode(raw, Any)):
        with patch.object(values, "_tree_at_a_glance", return_value=_UNSURE):
            thorough = outcome(reading)
        assert outcome(reading) == thorough


@given(envelopes())
def test_an_envelope_is_read_the_same_either_way(raw: bytes) -> None:
    both_look_alike(raw)


@given(damaged())
def test_a_damaged_envelope_is_read_or_refused_the_same_either_way(raw: bytes) -> None:
    both_look_alike(raw)


@given(doubled())
@example(b'{"x":1,"x":1}')
@example(b'{"":"", "":""}')
@example(b'[{"x":[{"y":1,"y":1}]}]')
def test_a_key_given_twice_is_never_let_pass(raw: bytes) -> None:
    both_look_alike(raw)
    with pytest.raises(Malformed):
        decode(raw, Any)


def test_keys_that_differ_by_space_alone_are_two() -> None:
    assert _tree_at_a_glance(b'{"a b": 1, "ab": 1}') == {"a b": 1, "ab": 1}


@given(st.text('[]{}",:\\ue0123456789+-.Ed8ntrufalsx \n\x00', max_size=40).map(str.encode) | st.binary(max_size=20))
def test_anything_is_read_or_refused_the_same_either_way(raw: bytes) -> None:
    both_look_alike(raw)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("around", ["%s", "[%s]", '{"payload":{"x":%s}}', '{"x":%s, "y":1}', '"%s"', '{"%s":1}'])
def test_every_number_is_read_or_refused_the_same_either_way(number: str, around: str) -> None:
    both_look_alike((around % number).encode())


@pytest.mark.parametrize("piece", PIECES)
def test_every_odd_piece_is_read_or_refused_the_same_either_way(piece: bytes) -> None:
    good = b'{"message_type":"place","game_id":"TABLE7","action_id":"a","payload":{"x":7}}'
    for at in range(len(good) + 1):
        both_look_alike(good[:at] + piece + good[at:])


@pytest.mark.parametrize("spacing", [{"separators": (",", ":")}, {}, {"indent": 2}])
@pytest.mark.parametrize("text", ["plain", "with space", 'quoted "x"'])
def test_what_clients_usually_send_needs_one_glance(spacing: Any, text: str) -> None:
    tree = {"message_type": "place", "ts": 1_790_000_000_000, "payload": {"x": 7, "y": 0, "name": text, "more": [{}]}}
    assert _tree_at_a_glance(json.dumps(tree, **spacing).encode()) == tree

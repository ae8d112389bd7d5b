"""Values: one byte string per value going out, whole and checked values or `Malformed` coming in."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from ludoteca.kernel import Malformed, Meta, Value, canonical, decode, digest, plain, replace, schema
from ludoteca.kernel.values import (
    BYTES_AT_MOST,
    DEPTH_AT_MOST,
    build,
    convert,
    encode,
    fields_of,
    packed,
    tree_of,
    unpacked,
)
from tests.times import PATIENCE


class Stone(Value, frozen=True, tag="stone"):
    x: int
    colour: Literal["black", "white"] = "black"


class Pass(Value, frozen=True, tag="pass"):
    pass


class Hand(Value, frozen=True, tag="hand"):
    cards: tuple[Annotated[int, Meta(ge=0, le=39)], ...]
    trumps: frozenset[int] = frozenset()
    name: Annotated[str, Meta(max_length=9)] = ""
    last: Stone | Pass | None = None


Thing: TypeAlias = Stone | Pass | Hand

stones = st.builds(Stone, st.integers(-(2**63) + 1, 2**63 - 1), st.sampled_from(["black", "white"]))
things = st.one_of(
    stones,
    st.builds(Pass),
    st.builds(
        Hand,
        st.lists(st.integers(0, 39), max_size=6).map(tuple),
        st.frozensets(st.integers(-5, 5)),
        st.text(st.characters(codec="utf-8"), max_size=8),
        st.none() | stones,
    ),
)
texts = st.text(st.characters(codec="utf-8"))
trees: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


def refusal(data: bytes | str, kind: Any = Thing, **limits: int) -> Malformed:
    with pytest.raises(Malformed) as caught:
        decode(data, kind, **limits)
    return caught.value


def dumped(tree: object) -> bytes:
    return json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


# Going out


@given(trees)
def test_canonical_is_sorted_json_without_spaces(tree: Any) -> None:
    assert canonical(tree) == dumped(tree)


@given(things)
def test_a_value_is_written_as_the_json_of_its_fields(thing: Thing) -> None:
    assert canonical(thing) == dumped(plain(thing))


@given(things)
def test_what_is_written_reads_back_as_the_same_value_and_the_same_bytes(thing: Thing) -> None:
    read: Thing = decode(canonical(thing), Thing)
    assert read == thing
    assert type(read) is type(thing)
    assert canonical(read) == canonical(thing)


@given(things)
def test_text_reads_as_its_bytes_do(thing: Thing) -> None:
    assert decode(canonical(thing).decode(), Thing) == thing


@given(things)
def test_a_plain_tree_converts_back(thing: Thing) -> None:
    assert convert(plain(thing), Thing) == thing


@given(st.permutations(range(12)))
def test_a_set_is_written_in_one_order_however_it_was_filled(order: list[int]) -> None:
    # 0 and 8 fall into one slot of a small hash table, so insertion order would show.
    assert canonical(Hand((), frozenset(order))) == canonical(Hand((), frozenset(range(12))))


def test_names_of_every_script_are_written_as_themselves() -> None:
    names = ("Đặng", "e\u0301", "\u00e9", "\u202eevil", "😀", "Z͑ͫ", "\x00\x1f\x7f", "__proto__", '"\\/')
    for name in names:
        hand = Hand((), name=name)
        assert decode(canonical(hand), Hand) == hand
    assert len({digest(Hand((), name=name)) for name in names}) == len(names)


@given(trees)
def test_a_digest_is_the_sha256_of_the_canonical_bytes(tree: Any) -> None:
    assert digest(tree) == "sha256:" + hashlib.sha256(dumped(tree)).hexdigest()


# Coming in: wrong shapes, and where


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ('{"type":"stone","x":true}', "$.x"),
        ('{"type":"stone","x":1.0}', "$.x"),
        ('{"type":"stone","x":1e2}', "$.x"),
        ('{"type":"stone","x":-0.0}', "$.x"),
        ('{"type":"stone","x":"1"}', "$.x"),
        ('{"type":"stone","x":null}', "$.x"),
        ('{"type":"stone","x":[1]}', "$.x"),
        ('{"type":"stone","x":1e400}', "$.x"),
        ('{"type":"stone","x":-1e400}', "$.x"),
        ('{"type":"stone","x":1,"colour":"red"}', "$.colour"),
        ('{"type":"stone","x":1,"y":2}', "$"),
        ('{"type":"stone","x":1,"__proto__":{}}', "$"),
        ('{"type":"stone"}', "$"),
        ('{"type":"queen","x":1}', "$.type"),
        ('{"type":null,"x":1}', "$.type"),
        ('{"x":1}', "$"),
        ('{"type":"hand","cards":[0,40]}', "$.cards[1]"),
        ('{"type":"hand","cards":[-1]}', "$.cards[0]"),
        ('{"type":"hand","cards":{}}', "$.cards"),
        ('{"type":"hand","cards":[],"trumps":[1,2,"3"]}', "$.trumps[2]"),
        ('{"type":"hand","cards":[],"name":"ten chars!"}', "$.name"),
        ('{"type":"hand","cards":[],"last":{"type":"stone","x":false}}', "$.last.x"),
        ('{"type":"hand","cards":[],"last":{"type":"hand","cards":[]}}', "$.last.type"),
        ("[]", "$"),
        ("null", "$"),
        ('"stone"', "$"),
    ],
)
def test_a_wrong_shape_is_refused_and_its_place_told(data: str, where: str) -> None:
    assert refusal(data).where == where


@pytest.mark.parametrize(
    ("data", "key", "where"),
    [
        ('{"type":"stone","x":1,"x":1}', "x", "$"),
        ('{"type":"stone","type":"pass","x":1}', "type", "$"),
        ('{"type":"stone","x":1,"\\u0078":2}', "x", "$"),
        ('{"type":"hand","cards":[],"last":{"type":"stone","x":1,"x":2}}', "x", "$.last"),
        ('[1,[{"a":[{"b":1,"c":2,"b":3}]}]]', "b", "$[1][0].a[0]"),
        ('{"":1,"":1}', "", "$"),
    ],
)
def test_a_key_given_twice_is_refused_and_its_object_told(data: str, key: str, where: str) -> None:
    error = refusal(data)
    assert repr(key) in error.reason
    assert error.where == where


def test_with_duplicate_keys_the_reported_place_fits_the_reported_key() -> None:
    error = refusal('{"a":{"x":1,"x":2},"a":3}')
    assert (repr("a") in error.reason, error.where) in {(True, "$"), (False, "$.a")}


def test_a_refusal_can_always_be_told_to_the_sender() -> None:
    error = refusal('{"\\ud800":{"a":1,"a":2}}')
    assert canonical({"reason": error.reason, "where": error.where})


# Coming in: numbers


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("kind", [Any, float, int, Thing])
def test_numbers_that_json_does_not_know_are_refused(number: str, kind: Any) -> None:
    for data in (number, f"[{number}]", f'{{"type":"stone","x":{number}}}'):
        assert number in refusal(data, kind).reason


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1E+999999", "9" * 400 + ".0"])
@pytest.mark.parametrize("kind", [Any, float])
def test_numbers_beyond_a_float_are_refused(number: str, kind: Any) -> None:
    refusal(number, kind)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 2**64, 10**19, -(10**19)])
@pytest.mark.parametrize("kind", [Any, int])
def test_integers_beyond_63_bits_are_refused(number: int, kind: Any) -> None:
    refusal(str(number), kind)


@pytest.mark.parametrize("number", ["1" * 5_000, "-" + "9" * 5_000, "1" * 1_000_000])
@pytest.mark.parametrize("kind", [Any, int, float])
def test_endless_integers_are_refused(number: str, kind: Any) -> None:
    refusal(number, kind)


@pytest.mark.parametrize("number", ["NaN", str(2**63), "1" * 5_000])
def test_the_place_of_an_impossible_number_is_told(number: str) -> None:
    assert refusal(f'{{"type":"stone","x":{number}}}').where == "$.x"


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63) + 1, 0, -1])
def test_integers_of_63_bits_are_read(number: int) -> None:
    assert decode(str(number), int) == number


def test_minus_zero_is_zero() -> None:
    stone: Stone = decode('{"type":"stone","x":-0}', Stone)
    assert canonical(stone) == canonical(Stone(0))


# Coming in: broken text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"\x00",
        b'{"type":"pass"}\x00',
        b'{"type":"pass"} x',
        b'{"type":"pass"}{"type":"pass"}',
        b'{"type":"pass"},',
        b'\xef\xbb\xbf{"type":"pass"}',
        b'\xff\xfe{\x00"\x00',
        b'{"type":"pass\xff"}',
        b'{"type":"hand","cards":[],"name":"\xed\xa0\x80"}',
        b'{"type":"hand","cards":[],"name":"\xc0\x80"}',
        b'{"type":"hand","cards":[],"name":"\x00"}',
        b'{"type":"hand","cards":[],"name":"\n"}',
        b"{'type':'pass'}",
        b'{"type":"pass",}',
        b'{type:"pass"}',
        b'// no\n{"type":"pass"}',
        b'{"type":"stone","x":01}',
        b'{"type":"stone","x":+1}',
        b'{"type":"stone","x":0x1}',
        b'{"type":"stone","x":1_000}',
        b'{"type":"pass"',
        b'{"type":"pas',
        b"[",
        b'"',
        b"\\",
    ],
)
def test_what_is_not_json_is_refused(data: bytes) -> None:
    refusal(data)


@pytest.mark.parametrize("text", [r'"\ud800"', r'"\udc00"', r'"a\ud83d"', r'"\udc00\ud800"', '"\ud800"', '"a\udfffb"'])
@pytest.mark.parametrize("kind", [Any, str])
def test_half_a_surrogate_pair_is_refused(text: str, kind: Any) -> None:
    refusal(text, kind)


def test_half_a_surrogate_pair_is_no_key_either() -> None:
    refusal(r'{"\ud800":1}', Any)
    refusal(r'{"\ud800":1}', dict[str, int])


@pytest.mark.parametrize("space", [b" ", b"\t", b"\r", b"\n"])
def test_space_around_a_value_is_no_fault(space: bytes) -> None:
    assert decode(space + b'{"type":"pass"}' + space, Thing) == Pass()


# Coming in: too much


def test_more_bytes_than_allowed_are_refused_and_just_as_many_are_not() -> None:
    data = canonical("x" * 98)
    assert decode(data, str, at_most=100) == "x" * 98
    assert "101" in refusal(data + b" ", str, at_most=100).reason


def test_bytes_are_counted_not_characters() -> None:
    refusal('"' + "é" * 60 + '"', str, at_most=100)


def test_the_usual_limit_is_a_mebibyte() -> None:
    assert decode(canonical("x" * (BYTES_AT_MOST - 2)), str)
    refusal(canonical("x" * (BYTES_AT_MOST - 1)), str)


def test_nesting_is_read_to_its_limit_and_refused_beyond() -> None:
    assert decode(nested(DEPTH_AT_MOST), Any)
    assert "deep" in refusal(nested(DEPTH_AT_MOST + 1), Any).reason


@pytest.mark.parametrize("kind", [Any, Thing, int])
@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'[{"a":', b"[ "])
def test_bottomless_nesting_is_refused(opening: bytes, kind: Any) -> None:
    assert "deep" in refusal(opening * 100_000, kind).reason
    assert "deep" in refusal(opening * (DEPTH_AT_MOST + 1), kind).reason


@pytest.mark.parametrize("text", ["[" * 500, "{" * 500, '\\"' + "[" * 500, "\\\\", '\\\\\\"[{' * 100, '"' * 33])
def test_brackets_inside_strings_are_no_nesting(text: str) -> None:
    assert decode(canonical([text, "[" * 40]), list[str]) == [text, "[" * 40]
    assert decode(canonical({text: "[" * 40}), dict[str, str]) == {text: "[" * 40}


def test_brackets_after_a_string_with_escapes_are_nesting() -> None:
    refusal(b'["\\\\",' + nested(DEPTH_AT_MOST) + b"]", Any)
    refusal(b'["\\"",' + nested(DEPTH_AT_MOST) + b"]", Any)


def test_many_brackets_side_by_side_are_no_nesting() -> None:
    assert decode(canonical([[]] * 10_000), list[list[int]]) == [[]] * 10_000


LONGEST = r"""
from typing import Any
from ludoteca.kernel.values import BYTES_AT_MOST, DEPTH_AT_MOST, Malformed, decode

opening = b"[" * (DEPTH_AT_MOST + 1)
for unit in (b'\\"', b'"\\', b'"', b'\\\\"', b'[\\"', b'{"a":"\\"'):
    try:
        decode(opening + unit * ((BYTES_AT_MOST - len(opening)) // len(unit)), Any)
    except Malformed as malformed:
        print("refused" if "deep" in malformed.reason else malformed.reason, flush=True)
"""


def test_the_work_to_refuse_grows_no_faster_than_the_length() -> None:
    """The longest there may be, in a process of its own: work that grew with the square would take it hours."""
    done = subprocess.run(
        [sys.executable, "-c", LONGEST], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.stdout.split() == ["refused"] * 6, done.stderr


# Coming in: anything at all


def either_read_or_malformed(data: bytes | str, kind: Any) -> None:
    try:
        value: Any = decode(data, kind)
    except Malformed:
        return
    assert decode(canonical(value), kind) == value


@given(st.binary(), st.sampled_from([Any, Thing, int, str, Hand]))
def test_any_bytes_are_a_value_or_malformed(data: bytes, kind: Any) -> None:
    either_read_or_malformed(data, kind)


@given(st.text(), st.sampled_from([Any, Thing, int, str, Hand]))
def test_any_text_is_a_value_or_malformed(data: str, kind: Any) -> None:
    either_read_or_malformed(data, kind)


@given(st.text('[]{}",:\\ue0123456789+-.Ed8ntrufalsx \n\x00\ud800', max_size=60), st.sampled_from([Any, Thing]))
def test_any_text_that_looks_like_json_is_a_value_or_malformed(data: str, kind: Any) -> None:
    either_read_or_malformed(data, kind)


@given(things, st.data())
def test_any_damage_to_good_bytes_leaves_a_value_or_malformed(thing: Thing, data: st.DataObject) -> None:
    good = canonical(thing)
    start = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(start, min(len(good), start + 3)))
    either_read_or_malformed(good[:start] + data.draw(st.binary(max_size=3)) + good[end:], Thing)


@given(trees, st.sampled_from([Thing, Hand, Stone, int, tuple[int, ...]]))
def test_any_tree_converts_or_is_malformed(tree: Any, kind: Any) -> None:
    either_read_or_malformed(json.dumps(tree), kind)


@pytest.mark.parametrize("tree", [float("nan"), float("inf"), {1, 2}, object(), b"1", 2**63, [1.5], {"x": 1}, "\ud800"])
def test_trees_that_json_cannot_hold_do_not_convert(tree: object) -> None:
    with pytest.raises(Malformed):
        convert(tree, tuple[int, ...])


def test_a_tree_that_holds_itself_does_not_convert() -> None:
    tree: list[Any] = []
    tree.append(tree)
    with pytest.raises(Malformed):
        convert(tree, Any)


# Trees


@given(trees, st.sampled_from([Thing, Hand, Stone, int, tuple[int, ...], frozenset[int], dict[str, int]]))
def test_a_tree_that_was_decoded_builds_exactly_what_its_bytes_would(tree: Any, kind: Any) -> None:
    whole: Any = decode(canonical(tree), Any)
    assert outcome_of(lambda: build(whole, kind)) == outcome_of(lambda: decode(canonical(tree), kind))


@given(things, st.data())
def test_a_damaged_tree_builds_exactly_what_its_bytes_would(thing: Thing, data: st.DataObject) -> None:
    tree = {**plain(thing), **data.draw(st.dictionaries(st.sampled_from(["type", "x", "cards", "last"]), trees))}
    assert outcome_of(lambda: build(tree, Thing)) == outcome_of(lambda: decode(canonical(tree), Thing))


def outcome_of(reading: Callable[[], Any]) -> Any:
    """What is read, or that it is refused; which of several faults is told first does not matter."""
    try:
        return reading()
    except Malformed:
        return Malformed


@given(things)
def test_a_value_goes_to_a_tree_and_back(thing: Thing) -> None:
    assert build(tree_of(thing), Thing) == thing
    assert canonical(tree_of(thing)) == canonical(thing)


@given(things)
def test_fields_are_the_tree_without_the_tag(thing: Thing) -> None:
    tree = plain(thing)
    del tree["type"]
    assert canonical(fields_of(thing)) == canonical(tree)


@given(things)
def test_what_is_encoded_for_the_wire_holds_the_same(thing: Thing) -> None:
    assert decode(encode(thing), Thing) == thing
    assert json.loads(encode(thing)) == plain(thing)


def test_the_place_of_a_fault_is_told_within_the_whole() -> None:
    for reading in (convert, build):
        with pytest.raises(Malformed) as caught:
            reading({"type": "stone", "x": "1"}, Thing, "$.payload")
        assert caught.value.where == "$.payload.x"


def test_the_place_of_a_wrong_key_is_its_object() -> None:
    assert refusal('{"long":1}', dict[Annotated[str, Meta(max_length=2)], int]).where == "$"
    assert refusal('[{"x":1}]', list[dict[int, int]]).where == "$[0]"


# Frozen


@pytest.mark.parametrize("value", [Stone(1), Hand((1, 2)), Pass()])
def test_a_value_cannot_be_changed(value: Value) -> None:
    before = canonical(value)
    for name in ("x", "cards", "new"):
        with pytest.raises(AttributeError):
            setattr(value, name, 2)
        with pytest.raises(AttributeError):
            delattr(value, name)
        with pytest.raises((AttributeError, TypeError)):
            object.__setattr__(value, name, 2)
    assert canonical(value) == before


@given(things)
def test_a_value_can_be_a_key(thing: Thing) -> None:
    copy: Thing = decode(canonical(thing), Thing)
    assert {thing: 1}[copy] == 1


def test_replace_makes_another_value_and_leaves_the_first() -> None:
    stone = Stone(1)
    assert replace(stone, x=2) == Stone(2)
    assert stone == Stone(1)


def test_values_of_different_kinds_are_never_equal() -> None:
    assert len({Pass(), Stone(0), Hand(())}) == 3
    assert len({digest(thing) for thing in (Pass(), Stone(0), Hand(()))}) == 3


# Schema

DOCUMENT = schema({"thing": Thing, "stone": Stone, "names": dict[str, int]})
VALIDATOR = Draft202012Validator(DOCUMENT)


def test_the_schema_is_a_schema() -> None:
    assert DOCUMENT["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(DOCUMENT)


def test_the_schema_is_json_itself_and_always_the_same() -> None:
    again = schema({"thing": Thing, "stone": Stone, "names": dict[str, int]})
    assert canonical(DOCUMENT) == canonical(again)
    assert set(DOCUMENT["properties"]) == {"thing", "stone", "names"}


@given(things)
def test_the_schema_accepts_every_value(thing: Thing) -> None:
    VALIDATOR.validate({"thing": plain(thing)})


@pytest.mark.parametrize(
    "tree",
    [
        {"type": "stone", "x": "1"},
        {"type": "stone", "x": True},
        {"type": "stone", "x": 1.5},
        {"type": "stone"},
        {"x": 1},
        {"type": "queen", "x": 1},
        {"type": "stone", "x": 1, "y": 2},
        {"type": "stone", "x": 1, "colour": "red"},
        {"type": "hand", "cards": [40]},
        {"type": "hand", "cards": [], "name": "ten chars!"},
        {"type": "hand", "cards": [], "last": {"type": "hand", "cards": []}},
        [],
        None,
    ],
)
def test_the_schema_refuses_what_decode_refuses(tree: Any) -> None:
    assert not VALIDATOR.is_valid({"thing": tree})
    refusal(json.dumps(tree))


@pytest.mark.parametrize("kind", [Stone, Pass, Hand])
def test_a_value_without_its_tag_is_refused_by_schema_and_decode_alike(kind: Any) -> None:
    tree = {"x": 1, "cards": []}
    bare = {name: tree[name] for name in tree if name in kind.__struct_fields__}
    assert not Draft202012Validator(schema({"it": kind})).is_valid({"it": bare})
    refusal(json.dumps(bare), kind)


# MsgPack


@given(things)
def test_a_value_comes_back_from_msgpack(thing: Thing) -> None:
    assert convert(unpacked(packed(thing)), Thing) == thing
    assert unpacked(packed(thing)) == plain(thing)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x01\x01",  # something follows
        b"\x82\xa1a\x01\xa1a\x02",  # a key twice
        b"\x82\xa1b\x01\xa1a\x02",  # keys not in order
        b"\xcc\x01",  # a number longer than it need be
        b"\xa1\xff",  # not UTF-8
        b"\x82\x01\x01\xa1a\x01",  # keys that cannot be sorted
        b"\xdd\xff\xff\xff\xff",  # says it is long
        b"\x91" * 100_000,
    ],
)
def test_msgpack_that_we_would_not_write_is_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        unpacked(data)


def test_msgpack_is_bounded() -> None:
    with pytest.raises(Malformed, match="at most"):
        unpacked(packed("x" * BYTES_AT_MOST))

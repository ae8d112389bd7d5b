"""TEST-002, as properties: no id is lost or doubled on the way, generators go on as they were, and whatever is done to
a document it is a snapshot or Malformed."""

import copy
import json
import random
from collections import Counter
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.dealers import Fair, PyRandom, resumed, rules_label
from ludoteca.games.catan import GAME
from ludoteca.games.catan.geometry import COASTAL_EDGES, PORT_EDGES
from ludoteca.games.catan.structures import (
    About,
    deserialize,
    from_json,
    from_msgpack,
    game_id_from,
    serialize,
    state_hash,
    to_json,
    to_msgpack,
    violations,
)
from ludoteca.games.catan.structures.snapshot_reader import state_of
from ludoteca.games.catan.types import State
from ludoteca.games.catan.view import open_view
from ludoteca.kernel import Dice, Malformed, Pick, Shuffle, digest, plain, replace
from ludoteca.kernel.generator_state import Generator
from ludoteca.sim.catan import decode, encode, from_npz, to_npz

from .random_games import PRESETS, QUIET, states

ABOUT = About(game_id_from("a game"))
DRAWS = (Dice(2), Shuffle(19), Pick(5, (1, 0, 2, 3, 1)), Dice(2), Pick(36))
SETTINGS = settings(max_examples=150, deadline=None)


@cache
def walked(preset: str, seed: int) -> list[State]:
    return list(states(QUIET[preset], seed, 3_000))


port_edges = st.just(PORT_EDGES) | st.permutations(COASTAL_EDGES).map(lambda edges: tuple(edges[:9]))
reached = st.builds(
    lambda preset, seed, part, edges: with_ports_on(
        edges, walked(preset, seed)[int(part * (len(walked(preset, seed)) - 1))]
    ),
    st.sampled_from(PRESETS),
    st.integers(0, 3),
    st.floats(0, 1),
    port_edges,
)
"""Some state that play reaches, open draws and ends included, with the standard ports or others."""


def with_ports_on(edges: tuple[int, ...], state: State) -> State:
    return replace(state, board=replace(state.board, port_edges=edges))


generators = st.builds(
    lambda seed, drawn, fair: _drawn(
        Fair(seed.to_bytes(32, "big"), "TABLE7", rules_label(GAME), ("x",)) if fair else PyRandom(seed), drawn
    ),
    st.integers(0, 2**62),
    st.integers(0, 700),
    st.booleans(),
)


def _drawn(generator: Any, count: int) -> Generator:
    for number in range(count):
        generator.answer(DRAWS[number % len(DRAWS)])
    made: Generator = generator
    return made


def ids_in(tree: dict[str, Any]) -> Counter[tuple[str, int]]:
    """Every id in a document, by what it is the id of."""
    found: Counter[tuple[str, int]] = Counter()
    found.update(("tile", tile["tile_id"]) for tile in tree["board"]["tiles"])
    found.update(("port", port["port_id"]) for port in tree["board"]["ports"])
    for player in tree["players"]:
        found[("player", player["player_id"])] += 1
        found.update(("vertex", vertex) for vertex in player["settlements"] + player["cities"])
        found.update(("edge", edge) for edge in player["roads"])
    return found


@given(reached)
@SETTINGS
def test_no_id_is_lost_or_doubled_in_any_form(state: State) -> None:
    expected = Counter([("tile", tile) for tile in range(19)] + [("port", port) for port in range(9)])
    expected.update([("player", 0), ("player", 1)])
    for player in state.players:
        expected.update(("vertex", vertex) for vertex in player.settlements + player.cities)
        expected.update(("edge", edge) for edge in player.roads)
    assert max(expected.values()) == 1
    snapshot = serialize(state, ABOUT)
    forms = (from_json(to_json(snapshot)), from_msgpack(to_msgpack(snapshot)), from_npz(to_npz(snapshot)))
    for form in (snapshot, *forms, decode(encode(snapshot))):
        assert ids_in(plain(form)) == expected


@given(reached, generators)
@SETTINGS
def test_a_snapshot_goes_on_with_the_same_draws(state: State, generator: Generator) -> None:
    about = ABOUT._replace(rng_state=generator.rng_state)
    snapshot = from_json(to_json(serialize(state, about)))
    restored = deserialize(snapshot)
    assert restored == (state, about)
    assert restored.about.rng_state is not None
    woken = resumed(restored.about.rng_state, GAME)
    assert [woken.answer(draw) for draw in DRAWS * 3] == [generator.answer(draw) for draw in DRAWS * 3]
    assert woken.rng_state == generator.rng_state != about.rng_state


@given(reached, reached)
@SETTINGS
def test_two_states_have_one_hash_only_if_they_are_one(one: State, other: State) -> None:
    same = state_hash(serialize(one, ABOUT)) == state_hash(serialize(other, ABOUT))
    assert same == (digest(one) == digest(other)) == (one == other)


NONSENSE: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 19, 54, 72, 1.5, 1 << 40, "", "ORE", "KNIGHT", "ACTION", "GAME_OVER", [], {}),
    *([0], [0, 1], [3, 3], {"BRICK": 1}, "0.1.0", "7e3a2c2c-9a1f-4c4a-8d8a-1ef6adf1b4c3"),
)


def mutated(tree: Any, dice: random.Random) -> Any:
    """A copy with something put elsewhere, taken away or added, anywhere."""
    copied = copy.deepcopy(tree)
    holder = copied
    while True:
        key = dice.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        if not isinstance(holder[key], dict | list) or not holder[key] or dice.random() < 0.15:
            break
        holder = holder[key]
    match dice.randrange(4):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder["more"] = dice.choice(NONSENSE)
        case _:
            holder[key] = dice.choice(NONSENSE)
    return copied


@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_document_is_a_whole_state_or_malformed_and_nothing_else_happens(seed: int) -> None:
    dice, accepted = random.Random(seed), 0
    for number in range(500):
        state = dice.choice(walked(PRESETS[number % len(PRESETS)], 1))
        tree = plain(serialize(state, ABOUT))
        for _ in range(1 + number % 3):
            tree = mutated(tree, dice)
        try:
            restored = deserialize(from_json(json.dumps(tree).encode())).state
        except Malformed:
            continue
        accepted += 1
        assert GAME.flaws(restored) == ()
        assert deserialize(serialize(restored, ABOUT)).state == restored
    assert 0 < accepted < 250


@pytest.mark.parametrize("seed", range(2))
def test_a_document_of_the_right_shape_is_drawn_whatever_it_breaks(seed: int) -> None:
    dice, drawn = random.Random(seed), 0
    for number in range(400):
        tree = plain(serialize(dice.choice(walked(PRESETS[number % len(PRESETS)], 1)), ABOUT))
        for _ in range(1 + number % 3):
            tree = mutated(tree, dice)
        with suppress(Malformed):
            snapshot = from_json(json.dumps(tree).encode())
            violations(snapshot)
            drawn += bool(GAME.text.picture(open_view(state_of(snapshot))))
    assert drawn > 15


@given(st.binary(max_size=200))
@SETTINGS
def test_bytes_that_are_no_snapshot_are_malformed(data: bytes) -> None:
    for reader in (from_json, from_msgpack, from_npz):
        with pytest.raises(Malformed):
            reader(data)


@given(reached, st.integers(0, 10_000), st.integers(1, 255))
@SETTINGS
def test_a_changed_byte_of_a_compact_form_never_does_more_than_be_refused(state: State, at: int, by: int) -> None:
    snapshot = serialize(state, ABOUT)
    for writer, reader in ((to_msgpack, from_msgpack), (to_npz, from_npz)):
        data = bytearray(writer(snapshot))
        data[at % len(data)] ^= by
        with suppress(Malformed):
            reader(bytes(data))

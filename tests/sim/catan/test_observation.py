"""ObservationTensor: shapes and contents as specified, exact both ways, nothing hidden in a seat's arrays; the mask."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.dealers import PyRandom
from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import Resources, TradePlayer
from ludoteca.games.catan.catalogue import CATALOGUE
from ludoteca.games.catan.geometry import PORT_EDGES
from ludoteca.games.catan.layout import STANDARD
from ludoteca.games.catan.structures import About, game_id_from, serialize
from ludoteca.games.catan.types import State
from ludoteca.kernel import Malformed, replace
from ludoteca.kernel.generator_state import FairState
from ludoteca.sim.catan import (
    CONTEXT,
    N_ACTIONS,
    UNKNOWN,
    ObservationTensor,
    action_at,
    decode,
    encode,
    index_of,
    mask_of,
    observe,
    observed,
)
from ludoteca.sim.catan.observation_tensor import CONTEXT_LENGTH, TAIL_LENGTH

from ...games.catan.helpers import BLUE, ORANGE, cards, player, position, with_hand
from ...structures.catan.random_games import CONFIGS, PRESETS, QUIET, recorded_game, states

ABOUT = About(game_id_from("a game"))
SHAPES = {
    "board": ((19, 6), np.float32),
    "roads": ((72,), np.int8),
    "settlements": ((54,), np.int8),
    "hands": ((2, 5), np.float32),
    "dev": ((2, 5), np.float32),
    "bank": ((5,), np.float32),
    "metadata": ((10,), np.float32),
    "legal_actions_mask": ((N_ACTIONS,), np.bool_),
    "context": ((CONTEXT_LENGTH,), np.int16),
}


def seen_by(state: State, seat: int) -> ObservationTensor:
    return observe(state, seat)


def test_shapes_and_types_are_the_specifications() -> None:
    arrays = seen_by(position(), 0).arrays()
    assert {name: (array.shape, array.dtype.type) for name, array in arrays.items()} == SHAPES


def test_the_arrays_say_what_stands_where() -> None:
    blue = player("2 brick, ore", settlements=(0,), cities=(16,), ways=("0-1", "15-16"), dev="knight", new="2 monopoly")
    state = position(blue, turn=41, robber=5)
    tensor = encode(serialize(state, ABOUT))
    assert tensor.board[0].tolist() == [0] * 6
    assert tensor.board[1].tolist() == pytest.approx([0, 0, 0, 0, 1, 5 / 12])
    assert [int(tensor.settlements[vertex]) for vertex in (0, 16, 28, 43, 1)] == [0, 2, 1, 1, -1]
    assert sorted(tensor.roads.tolist()) == [-1] * 68 + [0, 0, 1, 1]
    assert tensor.hands[0].tolist() == pytest.approx([2 / 19, 0, 0, 0, 1 / 19])
    assert tensor.dev[0].tolist() == pytest.approx([1 / 14, 0, 0, 1, 0])
    assert tensor.bank.tolist() == pytest.approx([17 / 19, 1, 1, 1, 18 / 19])
    assert tensor.metadata.tolist() == pytest.approx(
        [0, 3 / 15, 2 / 15, -1, -1, 3 / 95, 0, 41 / 200, 22 / 25, 5 / 18], rel=1e-6
    )
    assert tensor.read("new_dev_cards")[:5] == [0, 0, 0, 2, 0]
    assert tensor.read("deck") == [13, 2, 2, 0, 5]
    assert tensor.read("port_edges") == seen_by(state, 0).read("port_edges") == list(PORT_EDGES)
    elsewhere = replace(state, board=replace(STANDARD, port_edges=PORT_EDGES[::-1]))
    assert seen_by(elsewhere, 0).read("port_edges") == list(PORT_EDGES[::-1])


def test_what_a_seat_may_not_know_is_unknown() -> None:
    blue = player("ore", settlements=(0, 16), ways=("0-1", "15-16"), dev="knight", new="victory point")
    theirs = seen_by(position(blue), 1)
    assert theirs.hands[0].tolist() == theirs.dev[0].tolist() == [UNKNOWN] * 5
    assert theirs.hands[1].tolist() == [0] * 5
    assert theirs.read("deck") == theirs.read("new_dev_cards")[:5] == [UNKNOWN] * 5
    assert (theirs.read("hidden_victory_points"), theirs.read("dev_card_count")) == ([UNKNOWN, 0], [2, 0])
    assert theirs.metadata[5] == pytest.approx(1 / 95)


@pytest.mark.parametrize("preset", PRESETS)
def test_worlds_that_differ_in_what_a_seat_cannot_know_look_the_same_to_it(preset: str) -> None:
    dealer, different = PyRandom(7), 0
    for seed in range(6):
        for state in list(states(QUIET[preset], seed, 2_500))[::25]:
            for seat in (0, 1):
                world = GAME.resample(state, seat, dealer)
                different += world != state
                assert seen_by(world, seat) == seen_by(state, seat)
    assert different > 20


def test_another_hand_of_the_same_size_looks_the_same_to_the_other_player() -> None:
    """Stricter than the law: a player could count the cards, but the arrays do not count for them."""
    one = player("2 ore", settlements=(0, 16), ways=("0-1", "15-16"), dev="knight")
    other = player("brick, wool", settlements=(0, 16), ways=("0-1", "15-16"), dev="monopoly")
    same_bank = replace(position(other), bank=position(one).bank, deck=position(one).deck)
    assert seen_by(same_bank, 1) == seen_by(position(one), 1)
    assert seen_by(same_bank, 0) != seen_by(position(one), 0)


@given(st.sampled_from(PRESETS), st.integers(0, 30), st.integers(0, 600))
@settings(max_examples=80, deadline=None)
def test_a_whole_snapshot_comes_back_from_its_arrays(preset: str, seed: int, steps: int) -> None:
    snapshot = recorded_game(QUIET[preset], seed, at_most=steps, fair=seed % 2 == 0).snapshot
    assert decode(encode(snapshot)) == snapshot
    assert decode(encode(snapshot, seat=1)) == snapshot


@pytest.mark.parametrize("preset", PRESETS)
def test_open_draws_come_back_too(preset: str) -> None:
    some = list(states(CONFIGS[preset], 1, 3_000))[::7]
    for snapshot in (serialize(state, ABOUT) for state in some):
        assert decode(encode(snapshot)) == snapshot
    assert len({state.asked for state in some}) > 1


@pytest.mark.parametrize(
    ("name", "place", "new"),
    [
        *(("bank", 0, 0.5), ("roads", 3, 7), ("settlements", 3, 0), ("context", 0, 9), ("metadata", 3, 1)),
        *(
            ("board", (4, 5), 0),
            ("hands", (0, 1), np.nan),
            ("context", CONTEXT_LENGTH, 77),
            ("metadata", 0, 7),
            ("metadata", 5, 1),
        ),
    ],
)
def test_arrays_that_are_no_snapshot_are_malformed(name: str, place: int, new: float) -> None:
    tensor = encode(serialize(position(), ABOUT))
    array = tensor.arrays()[name].copy()
    array[place] = new
    with pytest.raises(Malformed):
        decode(ObservationTensor(**{**tensor.arrays(), name: array}))


def test_the_mask_of_a_snapshot_is_that_of_the_seat_it_names() -> None:
    """Each of two players who must discard has their own mask; a mask of neither is refused."""
    both = with_hand(BLUE, "9 ore, wool"), with_hand(ORANGE, "9 brick, grain")
    snapshot = serialize(position(*both, phase="DISCARD", owes=(5, 5)), ABOUT)
    masks = [encode(snapshot, seat).legal_actions_mask for seat in (0, 1)]
    assert not np.array_equal(masks[0], masks[1])
    assert encode(snapshot) == encode(snapshot, 0)
    for seat in (0, 1):
        tensor = encode(snapshot, seat)
        assert decode(tensor) == snapshot
        for wrong in (masks[1 - seat], np.zeros_like(masks[0]), ~masks[seat]):
            with pytest.raises(Malformed, match="legal_actions_mask"):
                decode(ObservationTensor(**{**tensor.arrays(), "legal_actions_mask": wrong}))


def test_a_seat_observes_its_view_with_its_own_actions() -> None:
    state = position(with_hand(BLUE, "brick, lumber"))
    for seat in (0, 1):
        assert observe(state, seat) == observed(GAME.view(state, seat), GAME.legal(state, seat))
    assert observe(state, 0).legal_actions_mask.any()
    assert not observe(state, 1).legal_actions_mask.any()


def mirrored(state: State) -> State:
    """The same position with the players' places exchanged."""
    return replace(
        state,
        players=state.players[::-1],
        current=1 - state.current,
        longest_road=None if state.longest_road is None else 1 - state.longest_road,
        largest_army=None if state.largest_army is None else 1 - state.largest_army,
    )


def test_an_ego_centric_observation_has_the_seat_itself_as_player_0() -> None:
    blue = player(
        "2 brick, ore", settlements=(0,), cities=(16,), ways=("0-1", "15-16"), dev="knight", played="3 knight"
    )
    state = position(blue, turn=41, largest_army=0)
    for seat in (0, 1):
        ego = observe(state, seat, ego=True).arrays()
        absolute = observe(state if seat == 0 else mirrored(state), 0).arrays()
        for name in SHAPES:
            if name != "legal_actions_mask":
                assert np.array_equal(ego[name], absolute[name]), name
        assert np.array_equal(ego["legal_actions_mask"], observe(state, seat).legal_actions_mask)
    assert observe(state, 1, ego=True).settlements[0] == 1


def test_a_seats_observation_is_not_a_snapshot() -> None:
    with pytest.raises(Malformed, match="one seat observes"):
        decode(seen_by(position(), 0))


def test_whole_snapshots_have_one_shape_and_can_be_stacked() -> None:
    snapshots = [
        recorded_game(QUIET[preset], seed, at_most=40 * seed, fair=seed % 2 == 0).snapshot
        for seed, preset in enumerate(PRESETS)
    ]
    for name, (shape, kind) in SHAPES.items():
        stacked = np.stack([encode(snapshot).arrays()[name] for snapshot in snapshots])
        wanted = (CONTEXT_LENGTH + TAIL_LENGTH,) if name == "context" else shape
        assert (stacked.shape, stacked.dtype.type) == ((len(snapshots), *wanted), kind)


def test_a_generator_that_does_not_fit_into_the_arrays_is_refused() -> None:
    many_seeds = FairState("TABLE7", "00" * 32, 0, ("x" * 64,) * 130)
    with pytest.raises(Malformed, match="8192 fit into arrays"):
        encode(serialize(position(), ABOUT._replace(rng_state=many_seeds)))


def test_an_action_is_an_index_and_back() -> None:
    assert len(CATALOGUE) == N_ACTIONS
    assert [index_of(action_at(index)) for index in range(N_ACTIONS)] == list(range(N_ACTIONS))
    for index in (-1, N_ACTIONS, True):
        with pytest.raises(ValueError, match="the catalogue has indices 0 to"):
            action_at(index)


def test_an_offer_that_is_not_listed_has_no_index() -> None:
    with pytest.raises(ValueError, match="not in the catalogue"):
        index_of(TradePlayer(1, Resources(ore=3), Resources(wool=1)))


def test_the_mask_has_what_is_listed_and_nothing_else() -> None:
    state = position(player("brick, lumber", settlements=(0, 16), ways=("0-1", "15-16")))
    legal = GAME.legal(state, 0)
    mask = mask_of(legal)
    assert [action_at(int(index)) for index in np.flatnonzero(mask)] == list(legal)
    assert not mask_of(()).any()


def test_context_is_laid_out_as_its_table_says() -> None:
    tensor = encode(serialize(position(player(settlements=(0, 16), ways=("0-1", "15-16"), played="2 knight")), ABOUT))
    assert sum(len(tensor.read(name)) for name in CONTEXT) == CONTEXT_LENGTH
    assert tensor.read("played_dev_cards") == [*cards("2 knight"), *cards("")]
    assert (tensor.read("vp_to_win"), tensor.read("turn_limit"), tensor.read("phase")) == ([15], [1000], [4])

"""Dealers: the published vector of the fair scheme, what binds its draws, and a generator that can be put to sleep."""

import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.dealers import Fair, Given, PyRandom, chooser, commitment, random_seed, resumed, rules_label
from ludoteca.games import GAMES
from ludoteca.kernel import Deal, Dealer, Dice, Draw, Illegal, Malformed, Pick, Shuffle, canonical, decode, plain
from ludoteca.kernel.generator_state import FairState, RngState
from ludoteca.kernel.record import CommittedTo, SeededBy

from . import coin

SEED = bytes(range(32))
COMMITMENT = "d7c2391357207a1aa748fc70254e45e86b05a953250c36802e9adab0f2e43aef"
KEY = bytes.fromhex("6cd161a4877aa2bfe01b90c41995c349af32267ec833bc70ddfa84812be300d3")
ROLLS = [(2, 2), (4, 2), (6, 3), (2, 6), (6, 5), (5, 4), (3, 4), (6, 1), (1, 1), (6, 3)]

DRAWS: list[Draw] = [Dice(2), Pick(7), Pick(3, (1, 2, 3)), Deal(40, (8, 8)), Shuffle(20), Dice(5, 100), Pick(300)]


def vector(
    seed: bytes = SEED,
    game_id: str = "ABC123",
    rules: str = "backgammon/1",
    client_seeds: tuple[str, ...] = ("alice-seed", "bob-seed"),
) -> Fair:
    return Fair(seed, game_id, rules, client_seeds)


def rolls(dealer: Dealer, times: int = 20) -> list[tuple[int, ...]]:
    return [dealer.answer(Dice(2)) for _ in range(times)]


def sequence(dealer: Dealer) -> list[tuple[int, ...]]:
    return [dealer.answer(draw) for draw in DRAWS]


# The fair scheme


def test_the_published_answers_to_other_draws_come_one_after_the_other() -> None:
    """The browser's own dealer (front/src/fairness) was written from the same page, and gives the same."""
    dealer = vector()
    assert [dealer.answer(draw) for draw in (Pick(1000), Pick(4, (0, 3, 1, 6)))] == [(114,), (1,)]
    assert dealer.answer(Deal(40, (8, 8))) == (30, 3, 36, 31, 15, 7, 0, 13, 26, 20, 9, 17, 38, 25, 35, 23)
    assert dealer.answer(Shuffle(6)) == (1, 5, 4, 3, 2, 0)
    assert dealer.answer(Dice(3, 20)) == (1, 10, 20)
    assert dealer.answer(Deal(300, (3,))) == (147, 220, 281)
    assert dealer.answer(Pick(5, (2**45, 2**46, 2**45 - 1, 2**46, 2**46 + 1))) == (2,)


def test_the_published_commitment() -> None:
    assert commitment("ABC123", SEED) == COMMITMENT
    assert vector().source == CommittedTo("ABC123", COMMITMENT, ("alice-seed", "bob-seed"))


def test_the_published_rolls() -> None:
    assert rolls(vector(), 10) == ROLLS


def byte_stream(draw_kind: str, number: int, blocks: int = 4) -> list[int]:
    """The bytes of one draw, from the scheme's description and the published key alone."""
    fields = (b"tables-fair/1", draw_kind.encode(), number.to_bytes(8, "big"))
    label = hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in fields)).digest()
    return [byte for block in range(blocks) for byte in hmac.digest(KEY, label + block.to_bytes(4, "big"), "sha256")]


def test_dice_follow_from_the_published_key_by_the_description_alone() -> None:
    dealer = vector()
    for number in range(50):
        dice = [1 + byte % 6 for byte in byte_stream("dice", number) if byte < 252]
        assert dealer.answer(Dice(2)) == tuple(dice[:2])


def test_a_shuffle_follows_from_the_published_key_by_the_description_alone() -> None:
    stream = iter(byte_stream("shuffle", 0))
    pack = list(range(40))
    for last in range(39, -1, -1):
        limit = 256 - 256 % (last + 1)
        byte = next(byte for byte in stream if byte < limit)
        other = byte % (last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    assert vector().answer(Shuffle(40)) == tuple(reversed(pack))


def test_a_pick_of_many_takes_two_bytes_and_throws_away_what_would_be_unfair() -> None:
    dealer = vector()
    for number in range(50):
        stream = byte_stream("pick", number)
        pairs = [256 * high + low for high, low in zip(stream[::2], stream[1::2], strict=True)]
        assert dealer.answer(Pick(10_000)) == (next(pair for pair in pairs if pair < 60_000) % 10_000,)


def test_a_draw_may_need_more_than_one_block() -> None:
    assert vector().answer(Dice(100)) == tuple([1 + byte % 6 for byte in byte_stream("dice", 0, 8) if byte < 252][:100])


def test_a_commitment_binds_the_game_and_the_seed() -> None:
    others = [commitment("ABC124", SEED), commitment("ABC12", SEED), commitment("ABC123", bytes(32))]
    assert len({COMMITMENT, *others}) == 4


def test_a_commitment_cannot_be_read_in_two_ways() -> None:
    assert commitment("AB", b"C" + SEED) != commitment("ABC", SEED)


@pytest.mark.parametrize(
    "other",
    [
        vector(seed=bytes(32)),
        vector(game_id="ABC124"),
        vector(rules="backgammon/2"),
        vector(client_seeds=("alice-seed", "bob-see")),
        vector(client_seeds=("bob-seed", "alice-seed")),
        vector(client_seeds=("alice-seedbob-seed",)),
        vector(client_seeds=("alice-seed", "bob-seed", "")),
        vector(client_seeds=("alice-seed",)),
        vector(client_seeds=("", "")),
        vector(client_seeds=()),
    ],
)
def test_everything_the_key_is_made_of_changes_the_draws(other: Fair) -> None:
    assert rolls(other) != rolls(vector())


def test_client_seeds_do_not_change_the_commitment_that_came_before_them() -> None:
    assert vector(client_seeds=("x",)).source.commitment == COMMITMENT


def test_draws_depend_on_their_number() -> None:
    dealer = vector()
    first = [dealer.answer(Shuffle(40)) for _ in range(30)]
    assert len(set(first)) == 30


def test_draws_depend_on_their_kind() -> None:
    as_dice = tuple(die - 1 for die in vector().answer(Dice(1, 256)))
    as_pick = vector().answer(Pick(256))
    as_deal = vector().answer(Deal(256, (1,)))
    assert len({as_dice, as_pick, as_deal}) == 3


def test_a_dealer_goes_on_from_the_number_of_its_draws() -> None:
    dealer = vector()
    rolls(dealer, 7)
    woken = Fair(SEED, "ABC123", "backgammon/1", ("alice-seed", "bob-seed"), drawn=dealer.drawn)
    assert sequence(woken) == sequence(dealer)


def test_a_draw_does_not_depend_on_what_the_draws_before_it_were() -> None:
    one, other = vector(), vector()
    one.answer(Shuffle(1_000))
    other.answer(Pick(2))
    assert one.answer(Dice(20)) == other.answer(Dice(20))


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32"):
        Fair(bytes(length), "T", "coin/1")


def test_fresh_seeds_are_never_the_same() -> None:
    seeds = {Fair.fresh("T", "coin/1").seed for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(seed) == 32 for seed in seeds)
    assert len({random_seed() for _ in range(50)}) == 50


def test_the_rules_label_is_the_game_and_its_major_version() -> None:
    assert rules_label(coin.GAME) == "coin/1"
    assert rules_label(GAMES["gomoku"]).startswith("gomoku/")


@pytest.mark.parametrize("game_id", ["", "x" * 65], ids=["none", "long"])
def test_a_fair_dealer_takes_no_game_id_its_record_could_not_hold(game_id: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        vector(game_id=game_id)


@pytest.mark.parametrize("client_seed", ["x" * 65, "\ud800"], ids=["long", "surrogate"])
def test_a_fair_dealer_takes_no_client_seed_its_record_could_not_hold(client_seed: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        vector(client_seeds=(client_seed,))


@pytest.mark.parametrize("seed", [2**63, -(2**63), 10**30])
def test_a_seeded_dealer_takes_no_seed_its_record_could_not_hold(seed: int) -> None:
    with pytest.raises(ValueError, match=r"."):
        PyRandom(seed)


# Same seed, same sequence


@given(st.integers(0, 2**53))
def test_a_seed_gives_one_sequence(seed: int) -> None:
    assert sequence(PyRandom(seed)) == sequence(PyRandom(seed))
    assert PyRandom(seed).source == SeededBy(seed)


@given(st.binary(min_size=32, max_size=32), st.lists(st.text(st.characters(codec="utf-8"), max_size=64)).map(tuple))
def test_a_secret_gives_one_sequence(seed: bytes, client_seeds: tuple[str, ...]) -> None:
    assert sequence(vector(seed, client_seeds=client_seeds)) == sequence(vector(seed, client_seeds=client_seeds))


def test_other_seeds_give_other_sequences() -> None:
    assert len({tuple(sequence(PyRandom(seed))) for seed in range(200)}) == 200


def test_choosers_are_seeded_apart_from_the_dealer_and_from_each_other() -> None:
    dealers: list[Dealer] = [PyRandom(7), *(chooser(7, of) for of in range(5)), chooser(8), chooser(71)]
    assert len({tuple(sequence(dealer)) for dealer in dealers}) == len(dealers)
    assert sequence(chooser(7, 3)) == sequence(chooser(7, 3))


# A generator put to sleep


@given(st.integers(0, 2**53), st.lists(st.sampled_from(DRAWS), max_size=8))
def test_a_generator_goes_on_from_its_state_as_if_nothing_had_been(seed: int, before: list[Draw]) -> None:
    dealer = PyRandom(seed)
    for draw in before:
        dealer.answer(draw)
    stored = json.dumps(plain(dealer.rng_state))
    woken = PyRandom.resume(json.loads(stored))
    assert woken.rng_state == dealer.rng_state
    assert sequence(woken) == sequence(dealer)


@given(st.binary(min_size=32, max_size=32), st.lists(st.sampled_from(DRAWS), max_size=8))
def test_a_fair_dealer_goes_on_from_its_state_too(seed: bytes, before: list[Draw]) -> None:
    dealer = Fair(seed, "ABC123", rules_label(coin.GAME), ("alice-seed", "bob-seed"))
    for draw in before:
        dealer.answer(draw)
    stored: RngState = decode(canonical(dealer.rng_state), RngState)
    assert stored == FairState("ABC123", seed.hex(), len(before), ("alice-seed", "bob-seed"))
    assert sequence(resumed(stored, coin.GAME)) == sequence(dealer)


def test_either_generator_is_found_by_its_state() -> None:
    dealer = PyRandom(4)
    assert rolls(resumed(dealer.rng_state, coin.GAME)) == rolls(dealer)


@pytest.mark.parametrize(
    "state",
    [
        *([2, [1] * 625, None], [3, [1], None], [3, [], None], [3, [1] * 624 + [625], None]),
        *(
            [3, [0] * 624 + [1], None],
            [3, [1] * 626, None],
            [3, [-1] * 625, None],
            [3, [1 << 32] * 625, None],
            [3, [1] * 625, "0"],
        ),
    ],
)
def test_a_state_that_no_generator_can_be_in_is_malformed(state: list[Any]) -> None:
    with pytest.raises(Malformed):
        decode(json.dumps({"type": "py_random", "state": state}), RngState)


def test_a_state_goes_to_json_and_back_at_every_point_of_the_twister() -> None:
    dealer = PyRandom(1)
    for _ in range(700):  # more than the 624 words between two twists
        tree = json.loads(canonical(dealer.rng_state))
        assert rolls(PyRandom.resume(tree), 2) == rolls(PyRandom.resume(tree), 2)
        following = PyRandom.resume(tree).answer(Pick(2**31))
        assert dealer.answer(Pick(2**31)) == following


def test_a_state_that_was_taken_stays_as_it_was() -> None:
    dealer = PyRandom(5)
    state = plain(dealer.rng_state)
    expected = rolls(dealer)
    assert rolls(PyRandom.resume(state)) == expected
    assert rolls(PyRandom.resume(state)) == expected


def test_a_woken_generator_does_not_claim_a_seed_that_would_give_other_draws() -> None:
    dealer = PyRandom(5)
    rolls(dealer)
    woken = PyRandom.resume(plain(dealer.rng_state))
    source = getattr(woken, "source", None)
    assert not isinstance(source, SeededBy) or rolls(PyRandom(source.seed)) == rolls(woken)


def with_word(index: int, word: Any) -> Callable[[Any], object]:
    return lambda tree: tree["state"][1].__setitem__(index, word)


def with_part(index: int, part: Any) -> Callable[[Any], object]:
    return lambda tree: tree["state"].__setitem__(index, part)


@pytest.mark.parametrize(
    "damage",
    [
        with_word(0, -1),
        with_word(0, 2**32),
        with_word(0, 2**62),
        with_word(0, 1.0),
        with_word(0, "1"),
        with_word(0, True),
        with_word(0, None),
        with_word(624, 625),
        with_word(624, -1),
        with_part(0, 1),
        with_part(0, 4),
        with_part(0, "3"),
        with_part(0, None),
        with_part(1, []),
        with_part(1, [0] * 624),
        with_part(1, [0] * 626),
        with_part(1, [0] * 624 + [624]),  # a twister of zeros gives zeros for ever
        with_part(2, "x"),
        with_part(2, False),
        lambda tree: tree["state"].pop(),
        lambda tree: tree["state"].append(None),
        lambda tree: tree["state"][1].pop(),
        lambda tree: tree.update(type="hmac_sha256"),
        lambda tree: tree.update(more=1),
        lambda tree: tree.pop("state"),
        lambda tree: tree.clear(),
    ],
)
def test_a_damaged_state_is_refused(damage: Callable[[Any], object]) -> None:
    tree = plain(PyRandom(1).rng_state)
    damage(tree)
    with pytest.raises(Malformed):
        PyRandom.resume(tree)


@pytest.mark.parametrize("tree", [None, [], {}, 0, "py_random", float("nan"), object(), [3, [0] * 625, None]])
def test_what_is_no_state_is_refused(tree: object) -> None:
    with pytest.raises(Malformed):
        PyRandom.resume(tree)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner, max_size=4)))
def test_any_tree_in_a_states_place_is_refused(tree: Any) -> None:
    with pytest.raises(Malformed):
        PyRandom.resume({"type": "py_random", "state": tree})


# Answers given


def test_given_answers_come_one_after_the_other_and_run_out() -> None:
    dealer = Given([(1, 2), (3, 4)])
    assert rolls(dealer, 2) == [(1, 2), (3, 4)]
    for _ in range(2):
        with pytest.raises(Illegal) as caught:
            dealer.answer(Dice(2))
        assert caught.value.code == "no_answer"


def test_when_given_answers_run_out_another_dealer_goes_on() -> None:
    dealer = Given([(1, 1)], PyRandom(3))
    assert rolls(dealer, 6) == [(1, 1), *rolls(PyRandom(3), 5)]


def test_an_empty_answer_is_an_answer() -> None:
    assert Given([()], PyRandom(3)).answer(Deal(5, ())) == ()


def test_answers_left_over_are_counted() -> None:
    dealer = Given([(1, 1), (2, 2), (3, 3)])
    rolls(dealer, 1)
    assert dealer.unused() == 2

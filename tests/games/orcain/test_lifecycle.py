"""The specification's "Terminology" and "Match Lifecycle": phases, their order, their timing, what is announced."""

import pytest

from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.layouts import DEFAULT_HAND
from ludoteca.games.orcain.types import Config, MatchFound, PrepStart, RoundEnd, Told
from ludoteca.kernel import Illegal, Malformed, Reader, Timer
from ludoteca.kernel.values import convert

from .helpers import (
    READERS,
    SPECIFIED,
    TWINS,
    after,
    confirm,
    draft,
    finalized,
    only,
    played,
    refusal,
    revealed,
    started,
    tags,
    told_in_all,
    wait,
)

BOTH = frozenset({0, 1})
ROUND = (confirm(0, "adh"), confirm(1, "dhc"))


def announced(config: Config, reader: Reader) -> list[Told]:
    return [event.payload for event in GAME.setup(config).events if event.is_for(reader)]


@pytest.mark.parametrize("reader", READERS)
def test_match_found_then_prep_start(reader: Reader) -> None:
    found, prep = announced(SPECIFIED, reader)
    assert (type(found), type(prep)) == (MatchFound, PrepStart)


def test_a_match_starts_at_10_hit_points_each_in_round_1() -> None:
    state = started()
    assert (state.hp, state.config.max_hp, state.round_index, state.phase) == ((10, 10), 10, 1, "PREP")


def test_prep_has_a_20_second_deadline_for_both() -> None:
    assert GAME.timers(started()) == (Timer("prep-1", 20_000, BOTH),)


def test_the_deadline_is_configurable() -> None:
    state = started(Config(prep_ms=1234))
    assert GAME.timers(state) == (Timer("prep-1", 1234, BOTH),)


def test_a_round_is_prep_then_reveal_then_the_next_prep() -> None:
    state = started()
    phases = [(state.phase, state.round_index)]
    for given in (*ROUND, None, None, None):
        state = after(state, given or wait(state))
        phases.append((state.phase, state.round_index))
    assert phases == [("PREP", 1), ("PREP", 1), ("REVEAL", 1), ("REVEAL", 1), ("REVEAL", 1), ("PREP", 2)]


@pytest.mark.parametrize("reader", READERS)
def test_step_reveal_three_times_then_round_end_then_prep_start_of_the_next_round(reader: Reader) -> None:
    heard = told_in_all(started(), reader, draft(0, "a--"), *ROUND, None, None, None)
    assert tags(heard) == [
        "confirm_ok",
        "confirm_ok",
        "reveal_start",
        "step_reveal",
        "step_reveal",
        "step_reveal",
        "round_end",
        "prep_start",
    ]


@pytest.mark.parametrize("reader", READERS)
def test_the_last_round_is_followed_by_match_end_instead(reader: Reader) -> None:
    state = finalized(after(started(Config(rounds=1)), confirm(0, "a--"), confirm(1, "---")))
    heard = told_in_all(state, reader, None, None, None)
    assert tags(heard) == ["step_reveal", "step_reveal", "step_reveal", "round_end", "match_end"]


def test_the_first_step_comes_after_250_ms_and_the_others_900_ms_apart() -> None:
    state = finalized(started(), *ROUND)
    waits = []
    while state.phase == "REVEAL":
        (timer,) = GAME.timers(state)
        waits.append((timer.name, timer.ms, timer.seats))
        state = after(state, wait(state))
    none = frozenset[int]()
    assert waits == [("reveal-1-1", 250, none), ("reveal-1-2", 900, none), ("reveal-1-3", 900, none)]


def test_the_pace_of_the_reveal_is_configurable() -> None:
    state = finalized(started(Config(first_reveal_ms=1, step_ms=2)), *ROUND)
    assert GAME.timers(state)[0].ms == 1
    assert GAME.timers(after(state, wait(state)))[0].ms == 2


def test_each_deadline_has_a_name_of_its_own_and_an_old_one_is_refused() -> None:
    state = played(started(), "adh", "dhc")
    assert [timer.name for timer in GAME.timers(state)] == ["prep-2"]
    assert refusal(state, wait(started())).code == "no_timer"


def test_in_prep_both_must_act_until_they_have_confirmed_and_in_reveal_nobody() -> None:
    state = started()
    assert GAME.to_act(state) == BOTH
    state = after(state, confirm(1, "dhc"))
    assert GAME.to_act(state) == {0}
    state = after(state, confirm(0, "adh"))
    assert GAME.to_act(state) == frozenset()


def test_a_draft_leaves_the_clock_and_who_must_act_as_they_were() -> None:
    before = started()
    drafted = after(before, draft(0, "adh"), draft(1, "c--"))
    assert (GAME.timers(drafted), GAME.to_act(drafted)) == (GAME.timers(before), GAME.to_act(before))


def test_the_hand_is_default_hand_and_stable_across_rounds() -> None:
    heard = [payload for payload in announced(SPECIFIED, 0) if isinstance(payload, PrepStart)]
    state = started()
    for _ in range(2):
        state = finalized(state, draft(0, "adh"), draft(1, "adh"))
        heard += [each for each in told_in_all(state, 0, None, None, None) if isinstance(each, PrepStart)]
        state = revealed(state)
    assert [prep.round_index for prep in heard] == [1, 2, 3]
    assert {prep.your_hand for prep in heard} == {("attack", "defense", "heal", "counter")}


@pytest.mark.parametrize(
    "hand", [(), DEFAULT_HAND[:3], (*DEFAULT_HAND, "heal"), ("attack", "defense", "heal", "GRASS")]
)
def test_a_hand_is_exactly_4_card_ids(hand: tuple[str, ...]) -> None:
    assert convert({"hands": [TWINS, DEFAULT_HAND]}, Config).hands == (TWINS, DEFAULT_HAND)
    with pytest.raises(Malformed):
        convert({"hands": [hand, DEFAULT_HAND]}, Config)


def test_each_is_told_his_own_hand() -> None:
    config = Config(hands=(TWINS, DEFAULT_HAND))
    assert [only(announced(config, seat), MatchFound).your_hand for seat in (0, 1)] == [TWINS, DEFAULT_HAND]
    assert [only(announced(config, seat), PrepStart).your_hand for seat in (0, 1)] == [TWINS, DEFAULT_HAND]


def test_cards_laid_out_in_one_round_are_there_in_the_next() -> None:
    state = played(played(started(), "adh", "---"), "adh", "---")
    assert [step.cards[0] for step in state.history[1].steps] == ["attack", "defense", "heal"]


def test_round_end_tells_the_hit_points_that_the_next_round_begins_with() -> None:
    state = finalized(started(), confirm(0, "a--"), confirm(1, "---"))
    heard = told_in_all(state, 1, None, None, None)
    ended, prep = only(heard, RoundEnd), only(heard, PrepStart)
    assert (ended.your_hp, ended.opp_hp) == (prep.your_hp, prep.opp_hp) == (8, 10)


def test_nobody_starts_above_the_most_hit_points() -> None:
    with pytest.raises(Illegal, match="bad_config"):
        GAME.setup(Config(start_hp=11))

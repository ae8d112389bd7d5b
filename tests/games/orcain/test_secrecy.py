"""Non-interference: states that differ only in what a reader cannot know give that reader the same bytes."""

from collections import Counter

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.layouts import layouts
from ludoteca.games.orcain.types import Config, State
from ludoteca.kernel import canonical
from tests.times import TIMES

from .helpers import READERS, TWINS, after, confirm, draft, finalized, played, started, wait
from .twins import Twins

GAMES, PARTS = 1_250 * TIMES, 2
CONFIGS = [*GAME.presets.values(), Config(rounds=1, disconnect_grace_ms=1_000)]


@pytest.mark.parametrize("part", range(PARTS))
def test_what_a_reader_cannot_know_changes_no_byte_he_gets(part: int) -> None:
    apart = reveals = 0
    for seed in range(part, GAMES, PARTS):
        twins = Twins(CONFIGS[seed % len(CONFIGS)], READERS[seed // len(CONFIGS) % 3], seed)
        twins.play()
        apart, reveals = apart + twins.apart, reveals + twins.reveals
    # The worlds did differ most of the time, and the rules did show it in the end.
    assert apart > 5 * GAMES // PARTS
    assert reveals > GAMES // PARTS


def imagined(state: State, reader: int | None, times: int = 2_000) -> Counter[tuple[object, ...]]:
    """What of seat 1 the reader imagines, and how often."""
    worlds = (GAME.resample(state, reader, PyRandom(seed)) for seed in range(times))
    return Counter((world.layouts[1], world.had_draft[1]) for world in worlds)


# What resample varies: all that is hidden, and nothing else


def test_of_a_seat_that_has_not_confirmed_any_draft_can_be_imagined_and_none() -> None:
    nothing, every_draft = ((None, None, None), False), {(layout, True) for layout in layouts()}
    for state in (started(), after(started(), draft(1, "adh"))):
        assert set(imagined(state, 0)) == {nothing, *every_draft}


def test_of_a_seat_that_has_confirmed_any_layout() -> None:
    assert set(imagined(after(started(), confirm(1, "adh")), 0)) == {(layout, True) for layout in layouts()}


def test_a_revealed_card_is_known_and_the_rest_is_what_the_hand_still_holds() -> None:
    state = finalized(started(Config(hands=(TWINS, TWINS))), confirm(0, "aha"), confirm(1, "aha"))
    state = after(state, wait(state))
    assert set(imagined(state, 0)) == {(layout, True) for layout in layouts(TWINS) if layout[0] == "attack"}
    state = after(state, wait(state))
    assert {layout for layout, _ in imagined(state, 0)} == {
        ("attack", "heal", third) for third in ("attack", "counter", None)
    }


def test_who_did_not_confirm_and_shows_nothing_may_have_been_afk_or_not() -> None:
    state = finalized(started(), confirm(0, "adh"))
    state = after(state, wait(state))
    assert {had_draft for layout, had_draft in imagined(state, 0) if layout == (None, None, None)} == {True, False}


def test_who_did_confirm_was_not() -> None:
    state = finalized(started(), confirm(0, "adh"), confirm(1, "---"))
    assert {had_draft for _, had_draft in imagined(state, 0)} == {True}


def test_nor_was_who_would_have_lost_by_it() -> None:
    state = finalized(played(started(), "---", None), confirm(0, "adh"), draft(1, "---"))
    assert {had_draft for _, had_draft in imagined(state, 0)} == {True}


def test_a_spectator_knows_neither_layout_and_a_player_his_own() -> None:
    state = after(started(), draft(0, "adh"), draft(1, "c--"))
    worlds = [GAME.resample(state, None, PyRandom(seed)) for seed in range(300)]
    assert len({world.layouts[0] for world in worlds}) > 30
    assert {GAME.resample(state, 0, PyRandom(seed)).layouts[0] for seed in range(300)} == {
        ("attack", "defense", "heal")
    }


def test_a_match_that_is_over_has_no_secrets() -> None:
    state = played(played(started(), "adh", None), "adh", None)
    assert state.phase == "END"
    for reader in READERS:
        assert canonical(GAME.resample(state, reader, PyRandom(1))) == canonical(state)

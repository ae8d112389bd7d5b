"""What is said, as JSON: the specification's names and fields, each reader's own side, and what is in no byte."""

from typing import Any

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.layouts import DEFAULT_HAND
from ludoteca.games.orcain.types import Config, State, Told
from ludoteca.kernel import Illegal, Left, MatchInfo, Reader, Resigned, canonical, choose, plain, random_input, step

from .helpers import (
    READERS,
    SPECIFIED,
    TWINS,
    after,
    at,
    confirm,
    draft,
    finalized,
    played,
    started,
    told,
    told_in_all,
    wait,
)

MATCH_INFO = MatchInfo("ABC123", ("Grom", "Zug"), (9, 4))
INTRODUCED = GAME.hosting.with_match_info(SPECIFIED, MATCH_INFO)
HAND = ["attack", "defense", "heal", "counter"]


def found(config: Config, reader: Reader) -> list[Any]:
    return [plain(event.payload) for event in GAME.setup(config).events if event.is_for(reader)]


def said(payloads: list[Told], kind: str) -> Any:
    (payload,) = (tree for tree in map(plain, payloads) if tree["type"] == kind)
    return payload


def ending(state: State, reader: Reader) -> Any:
    """The `match_end` that seat 1's resignation brings."""
    return said(told(state, Resigned(1), reader), "match_end")


# Fields


def test_match_found() -> None:
    assert found(INTRODUCED, 1)[0] == {
        "type": "match_found",
        "matchId": "ABC123",
        "yourNickname": "Zug",
        "oppNickname": "Grom",
        "yourHand": HAND,
        "yourTokens": 4,
        "pot": 2,
    }


def test_prep_start_carries_the_hand_twice_and_how_long_there_is_for_it() -> None:
    assert found(INTRODUCED, 0)[1] == {
        "type": "prep_start",
        "roundIndex": 1,
        "prepMs": 20_000,
        "yourNickname": "Grom",
        "oppNickname": "Zug",
        "yourHp": 10,
        "oppHp": 10,
        "pot": 2,
        "yourHand": HAND,
        "cards": HAND,
        "suddenDeath": False,
    }


@pytest.mark.parametrize("reader", READERS)
def test_confirm_ok_tells_who_and_not_what(reader: Reader) -> None:
    heard = [plain(payload) for payload in told(started(), confirm(1, "adh"), reader)]
    assert heard == [{"type": "confirm_ok", "roundIndex": 1, "seat": 1}]


@pytest.mark.parametrize(
    ("reader", "yours", "theirs"),
    [(0, ("attack", 8), (None, 6)), (1, (None, 6), ("attack", 8)), (None, ("attack", 8), (None, 6))],
)
def test_step_reveal_from_each_side_with_null_for_an_empty_slot(
    reader: Reader, yours: tuple[str | None, int], theirs: tuple[str | None, int]
) -> None:
    state = finalized(at((8, 8)), confirm(0, "a--"), confirm(1, "---"))
    assert said(told(state, wait(state), reader), "step_reveal") == {
        "type": "step_reveal",
        "roundIndex": 1,
        "stepIndex": 1,
        "yourCard": yours[0],
        "oppCard": theirs[0],
        "yourHp": yours[1],
        "oppHp": theirs[1],
    }


@pytest.mark.parametrize(("reader", "yours", "theirs"), [(0, 10, 8), (1, 8, 10), (None, 10, 8)])
def test_round_end_from_each_side(reader: Reader, yours: int, theirs: int) -> None:
    state = finalized(started(), confirm(0, "a--"), confirm(1, "---"))
    assert said(told_in_all(state, reader, None, None, None), "round_end") == {
        "type": "round_end",
        "roundIndex": 1,
        "yourHp": yours,
        "oppHp": theirs,
        "yourAfkStreak": 0,
        "oppAfkStreak": 0,
    }


@pytest.mark.parametrize(("reader", "winner", "tokens"), [(0, "YOU", 11), (1, "OPPONENT", 4), (None, "YOU", None)])
def test_match_end_from_each_side(reader: Reader, winner: str, tokens: int | None) -> None:
    assert ending(started(INTRODUCED), reader) == {
        "type": "match_end",
        "matchId": "ABC123",
        "winner": winner,
        "winnerId": 0,
        "loserId": 1,
        "yourHp": 10,
        "oppHp": 10,
        "yourTokens": tokens,
        "reason": "disconnect",
        "pot": 2,
        "potBurned": False,
        "nicknames": ["Grom", "Zug"],
    }


@pytest.mark.parametrize("reader", READERS)
def test_match_end_of_a_draw_names_no_winner_and_gives_the_stakes_back(reader: Reader) -> None:
    state = after(started(INTRODUCED), Left(0))
    end = said(told(state, Left(1), reader), "match_end")
    assert (end["winner"], end["winnerId"], end["loserId"], end["potBurned"]) == ("NONE", None, None, False)
    assert end["yourTokens"] == {0: 10, 1: 5, None: None}[reader]


@pytest.mark.parametrize("reader", READERS)
def test_match_end_of_both_afk_says_that_the_pot_burned(reader: Reader) -> None:
    state = played(started(INTRODUCED), None, None)
    end = said(told(state, wait(state), reader), "match_end")
    assert (end["winner"], end["winnerId"], end["loserId"], end["potBurned"]) == ("NONE", None, None, True)
    assert (end["reason"], end["yourTokens"]) == ("timeout", {0: 9, 1: 4, None: None}[reader])


# MatchInfo


def test_without_match_info_nicknames_are_the_seats_names_and_tokens_are_unknown() -> None:
    first = found(SPECIFIED, 0)[0]
    assert (first["matchId"], first["yourNickname"], first["oppNickname"], first["yourTokens"]) == ("", "a", "b", None)


def test_where_no_stakes_were_taken_there_is_no_pot() -> None:
    config = GAME.hosting.with_match_info(SPECIFIED, MatchInfo("ABC123", ("Grom", "practice"), (10, 0), staked=False))
    assert (GAME.hosting.stakes(config), found(config, 0)[0]["pot"]) == ((), 0)


@pytest.mark.parametrize(
    "match_info", [MatchInfo(), MatchInfo("A", ("x",), (1, 2)), MatchInfo("A", ("x", "y", "z"), (1, 2))]
)
def test_match_info_for_another_number_of_players_is_refused(match_info: MatchInfo) -> None:
    with pytest.raises(Illegal, match="bad_config"):
        GAME.setup(Config(company=match_info))


def test_a_view_tells_ones_own_tokens_with_what_came_out_of_the_pot_and_nobody_elses() -> None:
    state = started(INTRODUCED)
    assert [GAME.view(state, reader).tokens for reader in READERS] == [9, 4, None]
    assert [GAME.view(after(state, Resigned(1)), reader).tokens for reader in READERS] == [11, 4, None]


# Views


def test_a_view_shows_ones_own_draft_and_of_the_opponent_only_readiness() -> None:
    state = after(started(), draft(0, "a-h"), confirm(1, "dca"))
    mine, theirs, spectators = (GAME.view(state, reader) for reader in READERS)
    assert (mine.layout, mine.had_draft) == (("attack", None, "heal"), True)
    assert (theirs.layout, theirs.had_draft) == (("defense", "counter", "attack"), True)
    assert (spectators.layout, spectators.had_draft) == (None, None)
    assert {view.confirmed for view in (mine, theirs, spectators)} == {(False, True)}


def test_a_view_shows_the_cards_of_both_as_far_as_they_are_revealed() -> None:
    state = finalized(started(), confirm(0, "ad-"), confirm(1, "-ca"))
    for cards in ([("attack", None)], [("attack", None), ("defense", "counter")]):
        state = after(state, wait(state))
        assert [[shown.cards for shown in GAME.view(state, reader).steps] for reader in READERS] == [cards] * 3


def test_a_view_keeps_the_rounds_that_are_over() -> None:
    state = played(played(started(), "a--", "-d-"), "---", "h--")
    history = GAME.view(state, None).history
    assert [[shown.cards for shown in finished.steps] for finished in history] == [
        [("attack", None), (None, "defense"), (None, None)],
        [(None, "heal"), (None, None), (None, None)],
    ]


def test_a_view_has_the_last_twenty_rounds_and_says_which_they_are() -> None:
    state = played(started(Config(start_hp=50, max_hp=50, rounds=100)), "a--", "---")
    for _ in range(24):
        state = played(state, "---", "---")
    view = GAME.view(state, None)
    assert (len(state.history), len(view.history), view.history_from) == (25, 20, 6)
    assert (view.history, view.history_hp) == (state.history[5:], (50, 48))
    assert "round 25" in GAME.text.picture(view)


# GRASS


def heard_in(config: Config, seed: int) -> bytes:
    """All bytes that all readers get in a random match: views, events, lists, timers, pictures, lines."""
    dealer, state = PyRandom(seed), started(config)
    parts: list[object] = [event.payload for event in GAME.setup(config).events]
    while (given := random_input(GAME, state, dealer)) is not None:
        state, events = step(GAME, state, wait(state) if seed % 3 == 0 and choose(dealer, range(4)) == 0 else given)
        parts += [event.payload for event in events]
        for reader in READERS:
            view = GAME.view(state, reader)
            parts += [view, GAME.text.picture(view), [GAME.text.tell(event.payload, view) for event in events]]
        parts += [GAME.legal(state, 0), GAME.timers(state), GAME.outcome(state)]
    return canonical(parts)


def test_grass_never_leaves_the_server() -> None:
    for seed in range(300):
        config = Config(hands=(TWINS, DEFAULT_HAND)) if seed % 2 else SPECIFIED
        assert b"grass" not in heard_in(config, seed).lower()

"""How Orcain is written: layouts, hints, the drawn table, and what is told."""

import pytest

from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.types import Action, Config, LayoutConfirm, LayoutDraft, State
from ludoteca.kernel import Elapsed, Illegal, Input, Left, MatchInfo, Reader, Resigned

from .helpers import (
    DEADLINE,
    GRACE,
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
    wait,
)

ADH = ("attack", "defense", "heal")
STAKED = GAME.hosting.with_match_info(SPECIFIED, MatchInfo("T", ("Grom", "Zug"), (9, 4)))


def read(text: str) -> Action:
    action: Action = GAME.text.read(text, GAME.view(started(), 0))
    return action


def lines_of(state: State, reader: Reader = 0) -> list[str]:
    return GAME.text.picture(GAME.view(state, reader)).splitlines()


def lines_told(state: State, reader: Reader, *inputs: Input[Action] | None) -> list[str]:
    """What is told of these inputs, in words; None is the round's own timer."""
    lines: list[str] = []
    for given in inputs:
        chosen = wait(state) if given is None else given
        heard, state = told(state, chosen, reader), after(state, chosen)
        lines += [GAME.text.tell(payload, GAME.view(state, reader)) for payload in heard]
    return lines


# Notation


@pytest.mark.parametrize("text", ["adh", "ADH", " adh ", "a d h", "attack defense heal", "Attack d HEAL"])
def test_a_confirm_is_three_initials_or_three_words(text: str) -> None:
    assert read(text) == LayoutConfirm(ADH)


@pytest.mark.parametrize("text", ["a-h", "a - h", "attack - heal"])
def test_a_dash_is_an_empty_slot(text: str) -> None:
    assert read(text) == LayoutConfirm(("attack", None, "heal"))


def test_draft_before_it_drafts() -> None:
    assert read("draft ---") == LayoutDraft((None, None, None))
    assert read("Draft attack d h") == LayoutDraft(ADH)


@pytest.mark.parametrize(
    "text", ["", "a", "ad", "adhc", "axh", "attack defense", "draft", "adh adh", "draft draft adh", "grass - -"]
)
def test_what_is_no_layout_is_unreadable_with_a_hint(text: str) -> None:
    with pytest.raises(Illegal, match="adh") as caught:
        read(text)
    assert caught.value.code == "unreadable"


def test_actions_are_written_as_they_are_read() -> None:
    view = GAME.view(started(), 0)
    assert GAME.text.write(LayoutConfirm(("counter", None, "attack")), view) == "c-a"
    assert GAME.text.write(LayoutDraft(ADH), view) == "draft adh"


def test_what_holds_no_cards_has_no_notation() -> None:
    with pytest.raises(Illegal, match="unreadable"):
        GAME.text.write(LayoutDraft(("GRASS", None, None)), GAME.view(started(), 0))


# The picture


def test_the_table_of_a_player_who_lays_out() -> None:
    state = after(at((7, 10)), draft(0, "a-c"), confirm(1, "adh"))
    assert lines_of(state, 0) == [
        "Orcain, round 1 of 3, PREP",
        "",
        "b        ██████████ 10/10 HP, confirmed",
        "         [   ?   ] [   ?   ] [   ?   ]",
        "         [attack ] [   -   ] [counter]",
        "a (you)  ███████░░░ 7/10 HP, laying out",
        "",
        "The round closes when both have confirmed, or when its time is up.",
        "Your hand: attack (a), defense (d), heal (h), counter (c).",
    ]


def test_the_other_side_sees_its_own_cards_and_not_those() -> None:
    state = after(at((7, 10)), draft(0, "a-c"), confirm(1, "adh"))
    assert lines_of(state, 1)[2:] == [
        "a        ███████░░░ 7/10 HP, laying out",
        "         [   ?   ] [   ?   ] [   ?   ]",
        "         [attack ] [defense] [ heal  ]",
        "b (you)  ██████████ 10/10 HP, confirmed",
        "",
        "The round closes when both have confirmed, or when its time is up.",
        "Still laying out: a.",
    ]


def test_a_spectator_sees_both_layouts_only_as_revealed() -> None:
    state = finalized(started(), confirm(0, "ad-"), confirm(1, "-ca"))
    state = after(state, wait(state))
    assert lines_of(state, None) == [
        "Orcain, round 1 of 3, REVEAL",
        "",
        "b  ████████░░ 8/10 HP",
        "   [   -   ] [   ?   ] [   ?   ]",
        "   [attack ] [   ?   ] [   ?   ]",
        "a  ██████████ 10/10 HP",
        "",
        "Step 2 of 3 is about to be revealed.",
    ]


def test_rounds_that_are_over_are_listed_with_what_was_left() -> None:
    state = played(played(started(), "ad-", None), "---", "h--")
    assert lines_of(state, 0)[-5:] == [
        "",
        "round 1   b    -       -       -        8 HP, AFK",
        "          you  attack  defense -        10 HP",
        "round 2   b    heal    -       -        9 HP",
        "          you  -       -       -        10 HP",
    ]


def test_the_last_three_rounds_are_listed() -> None:
    state = started()
    for _ in range(5):
        state = played(state, "---", "---")
    assert [line.split()[1] for line in lines_of(state) if line.startswith("round")] == ["3", "4", "5"]


def test_who_was_afk_is_warned() -> None:
    state = played(started(), None, "---")
    assert "You were AFK: another round without a draft loses." in lines_of(state, 0)
    assert "a (you)  ██████████ 10/10 HP, laying out, AFK 1 of 2" in lines_of(state, 0)
    assert not any("You were" in line for line in lines_of(state, 1))
    assert not any("You were" in line for line in lines_of(after(state, draft(0, "---")), 0))


def test_who_is_away_is_shown() -> None:
    assert "b        ██████████ 10/10 HP, laying out, away" in lines_of(after(started(GRACE), Left(1)), 0)


def test_sudden_death_is_titled_so() -> None:
    assert lines_of(at((7, 7), 4))[0] == "Orcain, sudden death, round 4, PREP"


def test_the_title_has_the_pot_where_somebody_keeps_one() -> None:
    assert lines_of(started(STAKED))[0] == "Orcain, round 1 of 3, PREP; pot 2"
    free = GAME.hosting.with_match_info(SPECIFIED, MatchInfo("T", ("Grom", "practice"), (10, 0), staked=False))
    assert lines_of(started(free))[0] == "Orcain, round 1 of 3, PREP"


def test_where_the_deadline_is_waited_for_it_alone_is_told() -> None:
    state = after(started(DEADLINE), confirm(0, "adh"), confirm(1, "adh"))
    assert lines_of(state)[7:] == ["The round closes when its time is up."]


def test_a_card_held_twice_stands_twice_in_the_hand() -> None:
    twins = started(Config(hands=(TWINS, TWINS)))
    assert lines_of(twins)[-1] == "Your hand: attack (a), attack (a), heal (h), counter (c)."


def test_many_hit_points_are_drawn_as_twenty_and_the_last_one_still_shows() -> None:
    state = at((1, 100), 1, Config(start_hp=100, max_hp=100))
    assert lines_of(state)[5] == "a (you)  █░░░░░░░░░░░░░░░░░░░ 1/100 HP, laying out"
    assert lines_of(state)[2] == "b        ████████████████████ 100/100 HP, laying out"


def test_when_the_match_is_over_the_last_round_lies_open() -> None:
    state = played(started(Config(rounds=1)), "a--", "-d-")
    assert lines_of(state, 1)[2:8] == [
        "a        ██████████ 10/10 HP",
        "         [attack ] [   -   ] [   -   ]",
        "         [   -   ] [defense] [   -   ]",
        "b (you)  ████████░░ 8/10 HP",
        "",
        "The match is over, a wins: by hit points.",
    ]


def test_what_was_not_revealed_stays_hidden_when_the_match_is_over() -> None:
    state = after(finalized(started(), confirm(0, "adh"), confirm(1, "adh")), Elapsed("reveal-1-1"), Resigned(1))
    assert lines_of(state, 0)[3:5] == ["         [attack ] [   ?   ] [   ?   ]"] * 2


# What is told


def test_a_round_in_words() -> None:
    assert lines_told(started(), 0, draft(0, "a--"), confirm(0, "ah-"), confirm(1, "-ca"), None, None, None) == [
        "you: confirmed.",
        "b: confirmed.",
        "Round 1 is laid out.",
        "Step 1: you attack, b -; 10–8.",
        "Step 2: you heal, b counter; 10–8.",
        "Step 3: you -, b attack; 8–8.",
        "Round 1 is over: you 8 HP, b 8 HP.",
        "Round 2: you 8 HP, b 8 HP.",
    ]


def beginning(config: Config, at: int | None = None) -> list[str]:
    """What the first seat is told, by a table whose clock shows `at`, or by one that has none."""
    state, events = GAME.setup(config)
    heard = [event.payload for event in events if event.is_for(0)]
    dated = heard if at is None else [GAME.hosting.timestamped(payload, at) for payload in heard]
    return [GAME.text.tell(payload, GAME.view(state, 0)) for payload in dated]


def test_the_beginning_in_words() -> None:
    assert beginning(STAKED, at=1_700_000_000_000) == [
        "Match found, you against Zug: the pot is 2, which leaves you 9 tokens.",
        "Round 1: 20 s to lay out; you 10 HP, Zug 10 HP.",
    ]


def test_without_a_clock_no_seconds_are_told_and_without_a_server_no_pot() -> None:
    assert beginning(SPECIFIED) == ["Match found, you against b.", "Round 1: you 10 HP, b 10 HP."]


@pytest.mark.parametrize(
    ("reader", "line"),
    [
        (0, "Over, b wins: the other side is gone; 10–10."),
        (1, "Over, you win: the other side is gone; 10–10."),
        (None, "Over, b wins: the other side is gone; 10–10."),
    ],
)
def test_the_end_in_words(reader: Reader, line: str) -> None:
    assert lines_told(started(), reader, Resigned(0)) == [line]


def test_who_was_afk_has_lost_by_it() -> None:
    line = "Over, you win: the other side was AFK 2 rounds in a row; 10–10."
    assert lines_told(after(played(started(), None, "---"), draft(1, "---")), 1, None) == [line]


def test_a_draw_in_words() -> None:
    both_left = lines_told(after(started(), Left(0)), 0, Left(1))
    assert both_left == ["Over, a draw: both are gone; 10–10."]
    equal = lines_told(finalized(at((2, 2)), confirm(0, "a--"), confirm(1, "a--")), 0, None, None, None)
    assert equal[-1] == "Over, a draw: equal hit points; 0–0."


def test_where_the_pot_goes_in_words() -> None:
    won = lines_told(started(STAKED), None, Resigned(1))
    assert won == ["Over, Grom wins: the other side is gone; 10–10. The pot of 2 goes to the winner."]
    drawn = lines_told(after(started(STAKED), Left(0)), None, Left(1))
    assert drawn == ["Over, a draw: both are gone; 10–10. The pot of 2 goes back."]
    both_afk = lines_told(played(started(STAKED), None, None), None, None)
    assert both_afk == ["Over, both lose: AFK 2 rounds in a row; 10–10. The pot of 2 is lost."]


def test_tokens_are_told_to_whoever_has_some() -> None:
    assert lines_told(started(STAKED), 0, Resigned(1))[0].endswith("You have 11 tokens.")
    assert lines_told(started(STAKED), None, Resigned(1))[0].endswith("The pot of 2 goes to the winner.")


def test_afk_sudden_death_and_presence_in_words() -> None:
    state = finalized(at((7, 7), 3, GRACE), draft(1, "---"))
    assert lines_told(state, 1, None, None, None)[-2:] == [
        "Round 3 is over: you 7 HP, a 7 HP. a: AFK 1 of 2.",
        "Sudden death, round 4: you 7 HP, a 7 HP.",
    ]
    assert lines_told(started(GRACE), 1, Left(0)) == ["a: away."]

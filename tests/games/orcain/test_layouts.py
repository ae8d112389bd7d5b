"""The specification's "Data Formats" and "Layout Finalization Rules": what can be laid out, and what is played."""

import pytest

from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.layouts import DEFAULT_HAND, Hand, layouts
from ludoteca.games.orcain.types import Action, Config, LayoutConfirm, LayoutDraft, RevealStart, Slots, State
from ludoteca.kernel import Malformed, Move, decode, step

from .helpers import (
    DEADLINE,
    TWINS,
    after,
    confirm,
    draft,
    finalized,
    played,
    refusal,
    revealed,
    slots,
    started,
    told,
    wait,
)

BAD: list[tuple[Slots, Slots]] = [  # what is sent, and what a draft makes of it
    (("attack", "attack", None), ("attack", None, None)),
    (("heal", "heal", "heal"), ("heal", None, None)),
    (("ATTACK", "defense", None), (None, "defense", None)),
    (("GRASS", "heal", None), (None, "heal", None)),
    (("grass", "", "counter "), (None, None, None)),
    (("fireball", "counter", "attack"), (None, "counter", "attack")),
    ((None, "attack", "attack"), (None, "attack", None)),
    ((5, True, "heal"), (None, None, "heal")),
    ((7, "a" * 65, None), (None, None, None)),
]


def cards_of(state: State, seat: int) -> list[str | None]:
    """What the seat played in the last round."""
    return [shown.cards[seat] for shown in state.history[-1].steps]


# The format


@pytest.mark.parametrize("kind", ["layout_draft", "layout_confirm"])
@pytest.mark.parametrize(
    "layout", ["[]", '["attack","heal"]', '["attack","heal",null,null]', '"adh"', "[[],null,null]"]
)
def test_a_layout_is_an_array_of_exactly_3_elements(kind: str, layout: str) -> None:
    with pytest.raises(Malformed):
        decode(f'{{"type":"{kind}","layout":{layout}}}', GAME.types.action)


def test_the_client_sends_card_ids_and_nulls() -> None:
    sent = decode('{"type":"layout_confirm","layout":["attack",null,"counter"]}', GAME.types.action)
    assert sent == LayoutConfirm(("attack", None, "counter"))


# Drafts


def test_a_draft_can_be_sent_any_number_of_times_and_the_last_one_counts() -> None:
    state = played(after(started(), draft(0, "adh"), draft(0, "---"), draft(0, "c-a"), draft(0, "h--")), None, "---")
    assert cards_of(state, 0) == ["heal", None, None]


@pytest.mark.parametrize(("sent", "kept"), BAD)
def test_invalid_cards_in_a_draft_are_sanitized_to_null(sent: Slots, kept: Slots) -> None:
    state = after(started(), Move(0, LayoutDraft(sent)))
    assert GAME.view(state, 0).layout == kept


@pytest.mark.parametrize(("sent", "kept"), BAD)
def test_they_are_logged_as_invalid_card_from_client(sent: Slots, kept: Slots) -> None:
    state = after(started(), confirm(1, "adh"))
    emptied = sum(slot is not None for slot in sent) - sum(slot is not None for slot in kept)
    remark = f"[INVALID_CARD_FROM_CLIENT] seat 0, {emptied} of 3 slots"
    assert GAME.hosting.operator_notes(state, Move(0, LayoutDraft(sent))) == (remark,)
    assert GAME.hosting.operator_notes(state, Move(0, LayoutDraft(kept))) == ()
    assert GAME.hosting.operator_notes(state, Move(1, LayoutDraft(sent))) == ()  # too late: it changes nothing


def test_a_draft_is_told_to_nobody() -> None:
    assert step(GAME, started(), draft(0, "adh")).events == ()


# Confirms


@pytest.mark.parametrize(("sent", "_kept"), BAD)
def test_invalid_cards_in_a_confirm_are_rejected_with_error_msg(sent: Slots, _kept: Slots) -> None:
    refused = refusal(started(), Move(0, LayoutConfirm(sent)))
    assert (refused.code, GAME.refusals[refused.code]) == ("error_msg", "invalid_card")
    assert refused.facts == {"hand": list(DEFAULT_HAND)}


def test_a_rejected_confirm_can_be_corrected() -> None:
    state = after(started(), draft(0, "a--"))
    refusal(state, Move(0, LayoutConfirm(("attack", "attack", "attack"))))
    assert GAME.view(after(state, confirm(0, "adc")), 0).confirmed == (True, False)


@pytest.mark.parametrize("text", ["adh", "a--", "--c", "---"])
def test_a_confirm_may_hold_nulls(text: str) -> None:
    state = after(started(), confirm(0, text))
    assert (state.confirmed, GAME.view(state, 0).layout) == ((True, False), slots(text))


def test_duplicates_are_allowed_up_to_the_hands_count() -> None:
    state = started(Config(hands=(TWINS, DEFAULT_HAND)))
    assert GAME.view(after(state, confirm(0, "aha")), 0).layout == ("attack", "heal", "attack")
    assert refusal(state, Move(0, LayoutConfirm(("attack", "attack", "attack")))).code == "error_msg"
    assert refusal(state, confirm(1, "aha")).code == "error_msg"


def test_cards_outside_the_hand_are_rejected_though_they_are_cards() -> None:
    state = started(Config(hands=(TWINS, DEFAULT_HAND)))
    assert refusal(state, confirm(0, "ad-")).code == "error_msg"
    assert GAME.view(after(state, draft(0, "ad-")), 0).layout == ("attack", None, None)


@pytest.mark.parametrize("again", [draft(0, "---"), confirm(0, "ccc"), confirm(0, "dah"), confirm(0, "adh")])
def test_after_a_confirm_drafts_and_further_confirms_of_that_round_are_ignored(again: Move[Action]) -> None:
    state = after(started(), confirm(0, "adh"))
    assert step(GAME, state, again) == (state, ())


@pytest.mark.parametrize("late", [draft(0, "---"), draft(1, "dah"), confirm(0, "ccc"), confirm(1, "dah")])
@pytest.mark.parametrize("steps", [0, 1, 2])
def test_late_messages_change_nothing(late: Move[Action], steps: int) -> None:
    state = finalized(started(), draft(0, "adh"))
    for _ in range(steps):
        state = after(state, wait(state))
    assert step(GAME, state, late) == (state, ())


def test_a_new_round_can_be_drafted_and_confirmed_anew() -> None:
    state = played(after(started(), confirm(0, "adh")), None, "---")
    state = after(state, draft(0, "h--"), confirm(0, "-h-"))
    assert (state.round_index, GAME.view(state, 0).layout) == (2, (None, "heal", None))


@pytest.mark.parametrize("hand", [DEFAULT_HAND, TWINS])
def test_every_layout_of_the_hand_is_legal_as_a_confirm_and_drafts_are_not_listed(hand: Hand) -> None:
    listed = GAME.legal(started(Config(hands=(hand, DEFAULT_HAND))), 0)
    assert listed == tuple(LayoutConfirm(layout) for layout in layouts(hand))


def test_nothing_is_legal_for_whoever_has_confirmed_and_for_nobody_in_reveal() -> None:
    state = after(started(), confirm(0, "adh"))
    assert GAME.legal(state, 0) == ()
    state = finalized(state)
    assert (GAME.legal(state, 0), GAME.legal(state, 1)) == ((), ())


# What is played


def test_a_confirmed_layout_is_used_as_it_is() -> None:
    state = played(after(started(), draft(0, "hhh"), draft(0, "dca"), confirm(0, "a-d")), None, "---")
    assert cards_of(state, 0) == ["attack", None, "defense"]


def test_a_draft_with_at_least_one_real_card_is_played_with_its_empty_slots() -> None:
    state = played(started(), "a--", "-h-")
    assert (cards_of(state, 0), cards_of(state, 1)) == (["attack", None, None], [None, "heal", None])
    assert state.history[0].afk == (False, False)


def test_a_draft_of_nulls_plays_nothing() -> None:
    state = played(started(), "---", "a--")
    assert cards_of(state, 0) == [None, None, None]


def test_no_draft_plays_nothing() -> None:
    state = played(started(), None, "a--")
    assert cards_of(state, 0) == [None, None, None]


def test_an_empty_slot_blocks_nothing_and_does_nothing() -> None:
    state = played(started(), "---", "ahd")
    assert [shown.hp for shown in state.history[0].steps] == [(8, 10), (8, 10), (8, 10)]


def test_a_layout_of_one_round_is_not_carried_into_the_next() -> None:
    state = played(started(), "ahd", "ahd")
    assert GAME.view(state, 0).layout == (None, None, None)
    assert cards_of(played(state, None, "---"), 0) == [None, None, None]


# finalizeRound


def test_a_round_is_finalized_as_soon_as_both_have_confirmed() -> None:
    state = after(started(), confirm(0, "adh"), confirm(1, "---"))
    assert state.phase == "REVEAL"


@pytest.mark.parametrize("inputs", [(), (draft(0, "adh"), draft(1, "adh")), (confirm(1, "adh"),)])
def test_or_else_at_the_deadline(inputs: tuple[Move[Action], ...]) -> None:
    state = after(started(), *inputs)
    assert state.phase == "PREP"
    assert after(state, wait(state)).phase == "REVEAL"


def test_with_finalize_deadline_it_waits_for_the_deadline_though_both_have_confirmed() -> None:
    state = after(started(DEADLINE), confirm(0, "adh"), confirm(1, "---"))
    assert (state.phase, GAME.to_act(state)) == ("PREP", frozenset())
    assert GAME.timers(state) == GAME.timers(started(DEADLINE))
    assert after(state, wait(state)).phase == "REVEAL"


@pytest.mark.parametrize("inputs", [(), (confirm(0, "adh"), confirm(1, "---"))])
def test_a_round_is_finalized_exactly_once(inputs: tuple[Move[Action], ...]) -> None:
    deadline = wait(started())
    state = finalized(started(), *inputs)
    while state.phase == "REVEAL":
        assert refusal(state, deadline).code == "no_timer"
        state = after(state, wait(state))
    assert refusal(state, deadline).code == "no_timer"
    assert len(state.history) == 1


@pytest.mark.parametrize("reader", [0, 1, None])
def test_that_a_round_is_finalized_is_told_without_a_card(reader: int | None) -> None:
    state = after(started(), draft(0, "adh"))
    (payload,) = told(state, wait(state), reader)
    assert payload == RevealStart(1)


# Steps


def test_a_step_reveals_one_card_of_each_and_applies_their_effects() -> None:
    # 10–10; attack against counter: 8–10; heal against attack: 9, then 7–10; nothing against heal: 7–10
    state = finalized(started(), confirm(0, "ah-"), confirm(1, "cah"))
    shown = []
    for _ in range(3):
        state = after(state, wait(state))
        latest = (state.steps or state.history[-1].steps)[-1]
        shown.append((latest.cards, latest.hp))
    assert shown == [
        (("attack", "counter"), (8, 10)),
        (("heal", "attack"), (7, 10)),
        ((None, "heal"), (7, 10)),
    ]
    assert revealed(state).hp == (7, 10)

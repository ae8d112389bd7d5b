"""Orcain bots. `optimal` plays the exact solution of the game: no opponent has a positive expected result against it.

It is exact if both hands hold one card of each kind, `max_hp` is 10, and at most three rounds are left; elsewhere it
looks one round ahead (see `lookahead`). `practice` is for beginners: three cards of its hand in any order, all equally
likely, whatever has happened. Unlike `random`, it never leaves a slot empty.
"""

from collections.abc import Sequence
from typing import Any, Final

from ludoteca.bots import Bot
from ludoteca.games.orcain.layouts import DEFAULT_HAND, Hand
from ludoteca.games.orcain.types import LayoutConfirm, View
from ludoteca.kernel import Dealer, Pick, choose

from .lookahead import looked_ahead
from .match_state import MatchState
from .policy_table import MAX_HP, ROUNDS, Mix, shipped


def optimal(view: Any, legal: Sequence[Any], dealer: Dealer) -> Any:
    mix = mix_for(view)
    (drawn,) = dealer.answer(Pick(len(mix.weights), mix.weights))
    action = LayoutConfirm(mix.layouts[drawn])
    assert action in legal
    return action


def practice(view: Any, legal: Sequence[Any], dealer: Dealer) -> Any:
    del view
    full = [action for action in legal if None not in action.layout]
    return choose(dealer, full)


def mix_for(view: View) -> Mix:
    """The mixed strategy of `optimal` for this view."""
    assert view.you is not None
    own, other = view.you, 1 - view.you
    left = max(1, view.rounds - view.round_index + 1)
    state = MatchState(left, view.hp[own], view.hp[other])
    if left <= ROUNDS and view.max_hp == MAX_HP and all(map(_is_default, view.hands)):
        return shipped()[state].mix
    return looked_ahead(state, view.hands[own], view.hands[other], view.max_hp)


def _is_default(hand: Hand) -> bool:
    return sorted(hand) == sorted(DEFAULT_HAND)


BOTS: Final[dict[str, Bot]] = {"optimal": optimal, "practice": practice}

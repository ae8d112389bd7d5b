"""`greedy`: finds the plan that gains the most rounds for its cost, and takes its next step.

It counts cards, trades with the bank towards its plan, and does something else on the way if that delays the plan
little. It makes no offers, since between two players what helps one hurts the other; it accepts an offer that helps it
more than the other player.

It is deterministic: the same view gives the same action.
"""

from collections.abc import Sequence
from typing import Any

from ludoteca.games.catan import catalogue
from ludoteca.games.catan.actions import Action
from ludoteca.games.catan.resources import has
from ludoteca.games.catan.types import View
from ludoteca.kernel import Dealer

from . import developments, robber, setup_phase, trade
from .income import waiting
from .knowledge import BoardKnowledge, look
from .plans import SLOWNESS, Plan, Race, earns, race, ranked


def greedy(view: Any, legal: Sequence[Any], dealer: Dealer) -> Any:
    del dealer
    return legal[0] if len(legal) == 1 else _chosen(look(view), legal)


def _chosen(seen: BoardKnowledge, legal: Sequence[Any]) -> Any:
    here: View = seen.view
    match here.phase:
        case "SETUP" if len(here.players[seen.own.seat].settlements) > len(here.players[seen.own.seat].roads):
            return setup_phase.begin_road(seen, legal)
        case "SETUP":
            return setup_phase.settle(seen, legal)
        case "ROLL":
            return _before_the_roll(seen, legal)
        case "DISCARD":
            return robber.discard(seen, legal)
        case "MOVE_ROBBER":
            return robber.rob(seen, legal)
        case "TRADE_RESPONSE":
            return catalogue.ACCEPT if trade.is_welcome(seen) else catalogue.DECLINE
        case _:
            return _in_a_turn(seen, legal)


def _before_the_roll(seen: BoardKnowledge, legal: Sequence[Action]) -> Action:
    """A knight, unless another card may be worth more after the roll."""
    knight = None if developments.holds_progress(seen) else developments.knight(seen, legal)
    return knight or catalogue.ROLL


def _in_a_turn(seen: BoardKnowledge, legal: Sequence[Action]) -> Action:
    run = race(seen)
    plans = ranked(run, seen.hand)
    card = developments.play(seen, legal, plans)
    if card is not None:
        return card
    for plan in plans:
        if plan is plans[0] or _is_worth_it(seen, run, plan, plans[0]):
            step = _step(seen, run, legal, plan)
            if step is not None:
                return step
    return catalogue.END


def _step(seen: BoardKnowledge, run: Race, legal: Sequence[Action], plan: Plan) -> Action | None:
    """The next action of a plan; None if there is none now."""
    if has(seen.hand, plan.step_price):
        return plan.step
    comes, rates = earns(run)
    trades = trade.exchanges(seen.hand, plan.price, rates, comes)
    return trade.listed(legal, trades[0]) if trades else None


def _is_worth_it(seen: BoardKnowledge, run: Race, plan: Plan, best: Plan) -> bool:
    """Whether doing this plan now, and then the best one, is better than waiting for the best one."""
    comes, rates = earns(run)
    trades = trade.exchanges(seen.hand, plan.price, rates, comes)
    if trades is None:
        return False
    if sum(seen.hand) > seen.view.discard_threshold:
        return True
    left = trade.after(seen.hand, plan.price, rates, trades)
    sooner = best.gain / (waiting(best.price, seen.hand, comes, rates) + SLOWNESS)
    return (plan.gain + best.gain) / (waiting(best.price, left, comes, rates) + SLOWNESS) > sooner

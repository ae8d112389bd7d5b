"""Catan's rules, put together: who must act, what is legal, and what each input does. RULES.md has them in words.

Each phase has its own module; this one holds the transitions. After every step `victory.judged` updates titles and
points and detects the end.

Must not know: text, views, clocks, dealers.
"""

from typing import Final, assert_never

from ludoteca.kernel import (
    Answer,
    Chance,
    Draw,
    Elapsed,
    Event,
    Illegal,
    Input,
    Left,
    Move,
    Pick,
    Resigned,
    Returned,
    Seat,
    Shuffle,
    Step,
    Timer,
    replace,
)

from . import balanced_dice, catalogue, clocks, construction, development, production, robber, setup_phase, trade
from .actions import (
    Action,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopment,
    Discard,
    EndTurn,
    MoveRobber,
    PlayKnight,
    PlayProgress,
    RollDice,
    SetupPlaceRoad,
    SetupPlaceSettlement,
    TradeAccept,
    TradeBank,
    TradeDecline,
    TradePlayer,
    TradePort,
)
from .events import TimeOver, TurnEnded
from .layout import NUMBERS, STANDARD, desert
from .resources import NONE, plus
from .types import COLOURS, Asked, Config, Made, Phase, State, changed, other
from .victory import ended, judged, leader, outcome

__all__ = ["apply", "draw", "legal", "outcome", "seats", "setup", "timers", "to_act"]

REFUSALS: Final = {
    "wrong_player": "invalid_turn",
    "wrong_phase": "invalid_action",
    "wrong_round": "invalid_action",
    "forced_dice": "invalid_action",
    "bad_site": "invalid_action",
    "no_piece_left": "invalid_action",
    "not_free": "invalid_action",
    "wrong_price": "invalid_action",
    "cannot_pay": "invalid_action",
    "bank_is_short": "invalid_action",
    "bad_tile": "invalid_action",
    "bad_victim": "invalid_action",
    "no_card_left": "invalid_card",
    "no_such_card": "invalid_card",
    "one_card_a_turn": "invalid_card",
    "bad_payload": "invalid_action",
    "bad_trade": "invalid_action",
    "no_such_port": "invalid_action",
    "no_offer_left": "invalid_action",
}
_NOBODY: Final[frozenset[Seat]] = frozenset()
_BOTH: Final = frozenset({0, 1})
_EXPECTED: Final[dict[Phase, str]] = {
    "SETUP": "the first settlements and roads are placed",
    "ROLL": "the dice are to be rolled; before that only a knight may be played",
    "DISCARD": "cards are to be discarded",
    "MOVE_ROBBER": "the robber is to be moved",
    "ACTION": "the dice are rolled: build, buy, play, trade, or end the turn",
    "TRADE_RESPONSE": "an offer is to be accepted or declined",
}


def seats(_config: Config) -> tuple[str, str]:
    return COLOURS


def setup(config: Config) -> Made:
    dice_left = balanced_dice.full_deck() if config.dice == "balanced" else ()
    asked: Asked | None = "tiles" if config.layout == "random" else None
    return Step(State(config, STANDARD, desert(STANDARD), asked=asked, dice_left=dice_left))


def draw(state: State) -> Draw | None:
    match state.asked:
        case None:
            return None
        case "dice":
            return production.roll_drawn(state)
        case "theft":
            return robber.theft_drawn(state)
        case "card":
            return development.card_drawn(state)
        case "tiles":
            return Shuffle(len(STANDARD.tiles))
        case "numbers":
            return Shuffle(len(NUMBERS))
        case "ports":
            return Shuffle(len(STANDARD.ports))
        case "choice":
            return Pick(len(_listed(state, _late(state))))
        case _:
            assert_never(state.asked)


def to_act(state: State) -> frozenset[Seat]:
    if state.asked is not None:
        return _NOBODY
    match state.phase:
        case "GAME_OVER":
            return _NOBODY
        case "DISCARD":
            return _BOTH if all(state.owes) else clocks.ALONE[0 if state.owes[0] else 1]
        case "TRADE_RESPONSE":
            return clocks.ALONE[other(state.current)]
        case _:
            return clocks.ALONE[state.current]


def legal(state: State, seat: Seat) -> list[Action]:
    return _listed(state, seat) if seat in to_act(state) else []


def timers(state: State) -> tuple[Timer, ...]:
    return clocks.timers(state, to_act(state))


def apply(state: State, given: Input[Action]) -> Made:
    match given:
        case Move(seat=seat, action=action):
            return judged(state, _acted(state, seat, action))
        case Chance(outcome=answer):
            return judged(state, _answered(state, answer))
        case Elapsed(timer=timer):
            return _elapsed(state, timer)
        case Left(seat=seat):
            return clocks.left(state, seat)
        case Returned(seat=seat):
            return clocks.returned(state, seat)
        case Resigned(seat=seat):
            return ended(state, other(seat), "resigned")
        case _:
            assert_never(given)


def _listed(state: State, seat: Seat) -> list[Action]:
    """This seat's listed actions, in the order of the catalogue."""
    match state.phase:
        case "SETUP":
            return setup_phase.listed(state)
        case "ROLL":
            return [catalogue.ROLL, *development.listed_knights(state, seat)]
        case "DISCARD":
            return robber.listed_discards(state, seat)
        case "MOVE_ROBBER":
            return robber.listed(state)
        case "TRADE_RESPONSE":
            return trade.listed_answers(state, seat)
        case _:
            return [
                *construction.listed(state, seat),
                *development.listed_purchase(state, seat),
                *development.listed_knights(state, seat),
                *development.listed_progress(state, seat),
                *trade.listed(state, seat),
                catalogue.END,
            ]


def _acted(state: State, seat: Seat, action: Action) -> Made:
    if seat not in to_act(state):
        active = min(to_act(state))
        raise Illegal("wrong_player", f"it is {COLOURS[active]}'s turn to act", player=active)
    match state.phase, action:
        case "ACTION", _:
            return _in_a_turn(state, seat, action)
        case "ROLL", RollDice():
            return production.roll(state, action)
        case "ROLL", PlayKnight():
            return development.play_knight(state, seat, action)
        case "SETUP", SetupPlaceSettlement():
            return setup_phase.place_settlement(state, seat, action)
        case "SETUP", SetupPlaceRoad():
            return setup_phase.place_road(state, seat, action)
        case "DISCARD", Discard():
            return robber.discard(state, seat, action)
        case "MOVE_ROBBER", MoveRobber():
            return robber.move_robber(state, seat, action)
        case "TRADE_RESPONSE", TradeAccept():
            return trade.accept(state, seat)
        case "TRADE_RESPONSE", TradeDecline():
            return trade.decline(state, seat)
        case _:
            raise _out_of_place(state)


def _in_a_turn(state: State, seat: Seat, action: Action) -> Made:
    match action:
        case EndTurn():
            return _end_turn(state)
        case BuildRoad():
            return construction.build_road(state, seat, action)
        case BuildSettlement():
            return construction.build_settlement(state, seat, action)
        case BuildCity():
            return construction.build_city(state, seat, action)
        case BuyDevelopment():
            return development.buy(state, seat)
        case PlayKnight():
            return development.play_knight(state, seat, action)
        case PlayProgress():
            return development.play_progress(state, seat, action)
        case TradeBank():
            return trade.trade_bank(state, seat, action)
        case TradePort():
            return trade.trade_port(state, seat, action)
        case TradePlayer():
            return trade.trade_player(state, seat, action)
        case _:
            raise _out_of_place(state)


def _out_of_place(state: State) -> Illegal:
    return Illegal("wrong_phase", _EXPECTED[state.phase], phase=state.phase)


def _answered(state: State, answer: Answer) -> Made:
    match state.asked:
        case "dice":
            return production.roll_answered(state, answer)
        case "theft":
            return robber.theft_answered(state, answer)
        case "card":
            return development.card_answered(state, answer)
        case "tiles" | "numbers" | "ports":
            return setup_phase.laid(state, answer)
        case "choice":
            return _chosen(state, answer[0])
        case None:
            raise AssertionError("the kernel lets only answers to the draw pass")
        case _:
            assert_never(state.asked)


def _end_turn(state: State) -> Made:
    """Make the cards bought this turn playable, and let the other player roll."""
    seat, told = state.current, (Event(TurnEnded(state.current, state.turn)),)
    if state.turn >= state.config.turn_limit:
        return ended(state, leader(state), "turn_limit", told)
    own = state.players[seat]
    if own.new_dev_cards != NONE:
        own = replace(own, dev_cards=plus(own.dev_cards, own.new_dev_cards), new_dev_cards=NONE)
    after = replace(
        state,
        phase="ROLL",
        players=changed(state.players, seat, own),
        turn=state.turn + 1,
        current=other(seat),
        dice=None,
        has_played_card=False,
        offers_made=0,
    )
    return Step(after, told)


def _elapsed(state: State, timer: str) -> Made:
    seat = clocks.who_is_late(state, to_act(state), timer)
    if seat is None:
        return ended(state, other(clocks.who_stayed_away(state, timer)), "abandoned")
    if state.config.on_timeout == "forfeit":
        return ended(state, other(seat), "timeout")
    after, told = _without_him(state, seat)
    return Step(after, (Event(TimeOver(seat)), *told))


def _without_him(state: State, seat: Seat) -> Made:
    """A player timed out: roll the dice, decline the offer, or end the turn; chance makes any other choice."""
    match state.phase:
        case "ROLL":
            return production.roll(state, catalogue.ROLL)
        case "ACTION":
            return _end_turn(state)
        case "TRADE_RESPONSE":
            return trade.decline(state, seat)
        case _:
            return Step(replace(state, asked="choice", late=seat))


def _chosen(state: State, index: int) -> Made:
    """Apply one choice made by chance; several discards are chosen one by one."""
    seat = _late(state)
    choice = _listed(state, seat)[index]
    after, told = _acted(replace(state, asked=None, late=None), seat, choice)
    if after.phase == "DISCARD" and after.owes[seat]:
        after = replace(after, asked="choice", late=seat)
    return Step(after, told)


def _late(state: State) -> Seat:
    assert state.late is not None, "chance chooses for nobody"
    return state.late

"""Briscola as text: a line per event, and the table as a reader sees it.

Must not know: states, only views.
"""

from typing import Final, assert_never

from ludoteca.kernel import Seat

from .notation import bid_name, card_name, rank_name
from .types import (
    CARDS_EACH,
    PASS,
    SEATS,
    HandEnded,
    HandResult,
    HandUpdate,
    PhaseChange,
    PlayedCard,
    PlayerAway,
    PlayerBack,
    PlayerResigned,
    Points,
    ScoreUpdate,
    Told,
    TrickPlayed,
    TrickSeen,
    TrickWon,
    View,
)

_OUT_OF_TIME: Final = {False: "", True: ", out of time"}


def tell(told: Told, _view: View) -> str:
    match told:
        case HandUpdate(hand=hand):
            return f"your hand: {' '.join(map(card_name, hand)) or 'empty'}"
        case TrickPlayed(player_id=seat, card=card, auto=auto):
            return f"{_name(seat)} plays {card_name(card)}{_OUT_OF_TIME[auto]}"
        case TrickWon(winner_id=seat, points=points):
            return f"{_name(seat)} takes the trick: {points} points"
        case ScoreUpdate(scores=scores):
            return f"card points: {_counts(scores)}"
        case PhaseChange():
            return _contract(told)
        case HandEnded(result=result, match_points=totals):
            return f"{_result(result)}; match points: {_counts(totals)}"
        case PlayerAway(player_id=seat):
            return f"{_name(seat)} is away"
        case PlayerBack(player_id=seat):
            return f"{_name(seat)} is back"
        case PlayerResigned(player_id=seat, match_points=totals):
            return f"{_name(seat)} resigns; match points: {_counts(totals)}"
        case _:
            assert_never(told)


def _contract(told: PhaseChange) -> str:
    """A change of phase in words; within the auction, a bid."""
    late = _OUT_OF_TIME[told.auto]
    dealer, caller = _name(told.dealer_id), _name(told.caller_id)
    match told.phase:
        case "ready":
            return f"{dealer} deals" if not told.deals else f"the cards are thrown in; {dealer} deals"
        case "bid":
            return "the auction begins" if told.bid is None else f"{caller} {_bids(told.bid)}{late}"
        case "call-partner-rank":
            return f"{caller} has won the auction with {told.bid}, and calls a rank"
        case "play-first-trick":
            return f"{caller} calls {_a_rank(told.partner_rank)}{late}; the first trick is played blind"
        case "call-partner-suit":
            return f"{caller} has called {_a_rank(told.partner_rank)}{late}, and names the suit"
        case "play-tricks":
            called = f"{caller} has called {rank_name(told.partner_rank or 0)}-{told.trump_suit}{late}"
            shown = "" if told.partner_id is None else f"; {_name(told.partner_id)} is the partner"
            return f"{called}: {told.trump_suit} are trump{shown}"
        case "end":
            return "the hand is over"
        case _:
            assert_never(told.phase)


def _bids(bid: int) -> str:
    return "passes" if bid == PASS else f"bids {bid_name(bid)}"


def picture(view: View) -> str:
    lines = [_heading(view), *_knowledge(view), ""]
    lines += [_player_line(view, seat) for seat in range(len(SEATS))]
    lines += ["", *_below(view)]
    return "\n".join(lines).rstrip()


def _heading(view: View) -> str:
    dealt = "" if view.dealer_id is None else f", {_name(view.dealer_id)} dealt"
    again = f", thrown in {view.deals} times" if view.deals > 1 else ", thrown in once" if view.deals else ""
    return f"hand {view.hand_number} of {view.hands_to_play}{dealt}{again}"


def _knowledge(view: View) -> list[str]:
    """What this reader knows of the caller and the contract, and which trick it is."""
    if view.phase == "bid":
        bids = ", ".join(f"{_name(made.player_id)} {bid_name(made.bid)}" for made in view.bids)
        return [f"bids: {bids or 'none yet'}"]
    if view.caller_id is None:
        return []
    rank = "" if view.partner_rank is None else f", with {_a_rank(view.partner_rank)} of a suit to be named"
    called = rank if view.called is None else f", with {card_name(view.called)}: {view.trump_suit} are trump"
    return [f"{_name(view.caller_id)} calls for {view.contract} points{called}", *_partner(view), *_trick(view)]


def _partner(view: View) -> list[str]:
    if view.called is None:
        return []
    if view.plays_alone:
        return ["you play alone" if view.you == view.caller_id else f"{_name(view.caller_id)} plays alone"]
    if view.partner_id is not None:
        return [f"{_name(view.partner_id)} is the partner, as all can see"]
    return ["you are the partner, and nobody knows"] if view.you_are_partner else ["nobody has shown the called card"]


def _trick(view: View) -> list[str]:
    if view.phase not in ("play-first-trick", "play-tricks") and not view.trick:
        return []
    leader = view.trick[0].player_id if view.trick else view.current_player_id
    return [f"trick {len(view.tricks) + 1} of {CARDS_EACH}, led by {_name(leader)}"]


def _player_line(view: View, seat: Seat) -> str:
    player, turn = view.players[seat], ">" if seat == view.current_player_id else " "
    card = next((card_name(played.card) for played in view.trick if played.player_id == seat), "")
    match = f"match {view.match_points[seat].points:+}" if view.hands_to_play > 1 else ""
    marks = [
        "you" if seat == view.you else "",
        "caller" if seat == view.caller_id and view.phase != "bid" else "",
        "partner" if seat == view.partner_id or (seat == view.you and view.you_are_partner) else "",
        "passed" if player.has_passed and view.phase == "bid" else "",
        "away" if player.is_away else "",
        "resigned" if seat == view.resigned else "",
    ]
    line = f"{turn} {_name(seat):<6} {card:<10} {player.cards} in hand  {view.scores[seat].points:>3} points"
    return "  ".join([line, *filter(None, [match, *marks])])


def _below(view: View) -> list[str]:
    lines = [f"last trick: {_trick_line(view.tricks[-1])}"] if view.tricks else []
    if view.phase == "end" and view.results and view.resigned is None:
        lines.append(_result(view.results[-1]))
    if view.hand:
        lines.append(f"your hand:  {'  '.join(map(card_name, view.hand))}")
    return lines


def _trick_line(trick: TrickSeen) -> str:
    return f"{_cards(trick.cards)}; {_name(trick.winner_id)} took {trick.points}"


def _cards(played: tuple[PlayedCard, ...]) -> str:
    return ", ".join(f"{_name(each.player_id)} {card_name(each.card)}" for each in played)


def _result(result: HandResult) -> str:
    side = _name(result.caller_id) + (" alone" if result.partner_id is None else f" and {_name(result.partner_id)}")
    return f"{side} took {result.taken} of {result.contract}: {'made' if result.made else 'failed'}"


def _a_rank(rank: int | None) -> str:
    name = rank_name(rank or 0)
    return f"{'an' if name == 'A' else 'a'} {name}"


def _counts(points: tuple[Points, ...]) -> str:
    return " ".join(str(each.points) for each in points)


def _name(seat: Seat | None) -> str:
    return "nobody" if seat is None else SEATS[seat]

"""Briscola told in words: a line for each event, and the table as whoever looks at it sees it.

Must not know: states, only views.
"""

from typing import Final, assert_never

from ludoteca.kernel import Seat

from .notation import bid_name, card_name, rank_name
from .types import (
    CARDS_EACH,
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


def tell(told: Told, view: View) -> str:
    match told:
        case HandUpdate(hand=hand):
            return f"your hand: {' '.join(map(card_name, hand)) or 'empty'}"
        case TrickPlayed(player_id=seat, card=card, auto=auto):
            return f"{_name(seat, view)}: {card_name(card)}{_OUT_OF_TIME[auto]}"
        case TrickWon(winner_id=seat, points=points):
            return f"{_name(seat, view)}: the trick, {points} points"
        case ScoreUpdate(scores=scores):
            return f"card points: {_counts(scores)}"
        case PhaseChange():
            return _contract(told, view)
        case HandEnded(result=result, match_points=totals):
            return f"{_result(result)}; match points: {_counts(totals)}"
        case PlayerAway(player_id=seat):
            return f"{_name(seat, view)}: away"
        case PlayerBack(player_id=seat):
            return f"{_name(seat, view)}: back"
        case PlayerResigned(player_id=seat, match_points=totals):
            return f"{_name(seat, view)}: resigns; match points: {_counts(totals)}"
        case _:
            assert_never(told)


def _contract(told: PhaseChange, view: View) -> str:
    """What a change of phase says; within the auction, a bid."""
    late = _OUT_OF_TIME[told.auto]
    dealer, caller = _name(told.dealer_id, view), _name(told.caller_id, view)
    match told.phase:
        case "ready":
            return f"{dealer}: the deal" if not told.deals else f"thrown in; {dealer}: the deal"
        case "bid":
            return f"{caller}: {bid_name(told.bid)}{late}" if told.bid is not None else "the auction begins"
        case "call-partner-rank":
            return f"{caller} has won the auction with {told.bid}, and calls a rank"
        case "play-first-trick":
            return f"{caller} calls {_a_rank(told.partner_rank)}{late}; the first trick is played blind"
        case "call-partner-suit":
            return f"{caller} has called {_a_rank(told.partner_rank)}{late}, and names the suit"
        case "play-tricks":
            called = f"{caller} has called {rank_name(told.partner_rank or 0)}-{told.trump_suit}{late}"
            shown = "" if told.partner_id is None else f"; {_name(told.partner_id, view)} is the partner"
            return f"{called}: {told.trump_suit} are trump{shown}"
        case "end":
            return "the hand is over"
        case _:
            assert_never(told.phase)


def picture(view: View) -> str:
    lines = [_heading(view), *_knowledge(view), ""]
    lines += [_player_line(view, seat) for seat in range(len(SEATS))]
    lines += ["", *_table(view)]
    if view.you is not None and view.hand:
        lines.append(f"your hand:  {'  '.join(map(card_name, view.hand))}")
    return "\n".join(lines)


def _heading(view: View) -> str:
    dealt = "" if view.dealer_id is None else f", {_name(view.dealer_id, view)} dealt"
    again = f", thrown in {view.deals} times" if view.deals > 1 else ", thrown in once" if view.deals else ""
    return f"hand {view.hand_number} of {view.hands_to_play}{dealt}{again}"


def _knowledge(view: View) -> list[str]:
    """What this reader knows of the caller and his contract."""
    if view.phase == "bid":
        bids = ", ".join(f"{_name(made.player_id, view)} {bid_name(made.bid)}" for made in view.bids)
        return [f"bids: {bids or 'none'}"]
    if view.caller_id is None or view.bid is None:
        return []
    rank = "" if view.partner_rank is None else f", with {_a_rank(view.partner_rank)}"
    called = rank if view.called is None else f", with {card_name(view.called)}: {view.trump_suit} are trump"
    return [f"{_name(view.caller_id, view)} calls for {view.contract} points{called}", *_partner(view)]


def _partner(view: View) -> list[str]:
    if view.called is None:
        return []
    if view.plays_alone:
        return ["you play alone" if view.you == view.caller_id else f"{_name(view.caller_id, view)} plays alone"]
    if view.partner_id is not None:
        return [f"{_name(view.partner_id, view)} is the partner, as all can see"]
    return ["you are the partner, and nobody knows"] if view.you_are_partner else ["nobody knows the partner yet"]


def _player_line(view: View, seat: Seat) -> str:
    player, turn = view.players[seat], ">" if seat == view.current_player_id else " "
    marks = [
        "caller" if seat == view.caller_id and view.phase != "bid" else "",
        "partner" if seat == view.partner_id or (seat == view.you and view.you_are_partner) else "",
        "passed" if player.has_passed and view.phase == "bid" else "",
        "away" if player.is_away else "",
        "resigned" if seat == view.resigned else "",
    ]
    taken, match = view.scores[seat].points, view.match_points[seat].points
    line = f"{turn} {_name(seat, view):<6} {player.cards} cards  {taken:>3} points  match {match:>+3}"
    return "  ".join([line, *filter(None, marks)])


def _table(view: View) -> list[str]:
    lines = [f"last trick: {_trick_line(view, view.tricks[-1])}"] if view.tricks else []
    number = len(view.tricks) + 1
    if view.trick:
        lines.append(f"trick {number}:    {_cards(view, view.trick)}")
    elif view.phase in ("play-first-trick", "play-tricks") and number <= CARDS_EACH:
        lines.append(f"trick {number}:    {_name(view.current_player_id, view)} leads")
    if view.phase == "end" and view.results and view.resigned is None:
        lines.append(_result(view.results[-1]))
    return lines


def _trick_line(view: View, trick: TrickSeen) -> str:
    return f"{_cards(view, trick.cards)}; {_name(trick.winner_id, view)} took {trick.points}"


def _cards(view: View, played: tuple[PlayedCard, ...]) -> str:
    return ", ".join(f"{_name(each.player_id, view)} {card_name(each.card)}" for each in played)


def _result(result: HandResult) -> str:
    alone = result.partner_id is None
    side = SEATS[result.caller_id] + (" alone" if alone else f" and {SEATS[result.partner_id or 0]}")
    return f"{side} took {result.taken} of {result.contract}: {'made' if result.made else 'failed'}"


def _a_rank(rank: int | None) -> str:
    name = rank_name(rank or 0)
    return f"{'an' if name == 'A' else 'a'} {name}"


def _counts(points: tuple[Points, ...]) -> str:
    return " ".join(str(each.points) for each in points)


def _name(seat: Seat | None, view: View) -> str:
    if seat is None:
        return "nobody"
    return "you" if seat == view.you else SEATS[seat]

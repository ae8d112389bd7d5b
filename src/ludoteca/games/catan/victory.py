"""Points, the two titles, and the end.

Laws kept here: a title goes to a player with strictly more, is kept in a tie, and needs a minimum to be held. A player
wins on their own turn, as soon as an action brings the points. A result is never changed.

Must not know: how points are gained.
"""

from typing import Final

from ludoteca.kernel import Event, Outcome, Seat, Step, replace

from .events import GameEnded, LargestArmyMoved, LongestRoadMoved, Reason, Telling, VictoryPointsUpdated
from .resources import KNIGHT, VICTORY_POINT
from .types import Made, Player, Result, State, other

LONGEST_ROAD_AT_LEAST: Final = 5
LARGEST_ARMY_AT_LEAST: Final = 3
TITLE_POINTS: Final = 2


def visible_points(state: State, seat: Seat) -> int:
    """The points that the other player can see."""
    player = state.players[seat]
    titles = (state.longest_road == seat) + (state.largest_army == seat)
    return len(player.settlements) + 2 * len(player.cities) + TITLE_POINTS * titles


def hidden_points(player: Player) -> int:
    return player.dev_cards[VICTORY_POINT] + player.new_dev_cards[VICTORY_POINT]


def points(state: State, seat: Seat) -> int:
    return visible_points(state, seat) + hidden_points(state.players[seat])


def has_won(state: State, seat: Seat) -> bool:
    """Whether the seat has enough points; a title from a knight does not count until the knight's theft is done."""
    is_stealing = state.asked == "theft" and seat == state.current == state.largest_army
    return points(state, seat) - TITLE_POINTS * is_stealing >= state.config.vp_to_win


def titled(state: State) -> State:
    """Update both titles."""
    roads = (state.players[0].longest_road_len, state.players[1].longest_road_len)
    knights = (state.players[0].played_dev_cards[KNIGHT], state.players[1].played_dev_cards[KNIGHT])
    longest_road = _holder(state.longest_road, roads, LONGEST_ROAD_AT_LEAST)
    largest_army = _holder(state.largest_army, knights, LARGEST_ARMY_AT_LEAST)
    if longest_road == state.longest_road and largest_army == state.largest_army:
        return state
    return replace(state, longest_road=longest_road, largest_army=largest_army)


def judged(before: State, made: Made) -> Made:
    """The consequences of a step for titles, points and victory."""
    state, told = made
    if state.players is before.players or state.result is not None:
        return made
    state = titled(state)
    told += _told_of(before, state)
    if state.asked is None and points(state, before.current) >= state.config.vp_to_win:
        return ended(state, before.current, "points", told)
    return Step(state, told)


def ended(state: State, winner: Seat | None, reason: Reason, told: Telling = ()) -> Made:
    over = replace(
        state, phase="GAME_OVER", asked=None, offer=None, owes=(0, 0), late=None, result=Result(winner, reason)
    )
    return Step(over, (*told, Event(GameEnded(winner, reason, (points(state, 0), points(state, 1))))))


def leader(state: State) -> Seat | None:
    """The player with more points, hidden ones included; None on a tie."""
    ours, theirs = points(state, 0), points(state, 1)
    return None if ours == theirs else 0 if ours > theirs else 1


def outcome(state: State) -> Outcome | None:
    if state.result is None:
        return None
    winner = state.result.winner
    scores = (0, 0) if winner is None else (1, -1) if winner == 0 else (-1, 1)
    return Outcome(scores, state.result.reason)


def _holder(holder: Seat | None, counts: tuple[int, int], at_least: int) -> Seat | None:
    if holder is not None and counts[holder] >= max(at_least, counts[other(holder)]):
        return holder
    if counts[0] == counts[1] or max(counts) < at_least:
        return None
    return 0 if counts[0] > counts[1] else 1


def _told_of(before: State, after: State) -> Telling:
    told: Telling = ()
    if before.longest_road != after.longest_road:
        told += (Event(LongestRoadMoved(after.longest_road)),)
    if before.largest_army != after.largest_army:
        told += (Event(LargestArmyMoved(after.largest_army)),)
    seen = (visible_points(after, 0), visible_points(after, 1))
    if seen != (visible_points(before, 0), visible_points(before, 1)):
        told += (Event(VictoryPointsUpdated(seen)),)
    return told

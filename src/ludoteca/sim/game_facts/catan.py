"""The facts of a game of Catan: points and their sources, turns, the dice of either kind."""

from ludoteca.games.catan.resources import KNIGHT
from ludoteca.games.catan.types import State
from ludoteca.games.catan.victory import hidden_points, points

from . import Facts


def facts(state: State) -> Facts:
    one, two = state.players
    return Facts(
        of_seats={
            "points": (points(state, 0), points(state, 1)),
            "settlements": (len(one.settlements), len(two.settlements)),
            "cities": (len(one.cities), len(two.cities)),
            "roads": (len(one.roads), len(two.roads)),
            "longest road": (one.longest_road_len, two.longest_road_len),
            "holds longest road": (int(state.longest_road == 0), int(state.longest_road == 1)),
            "knights played": (one.played_dev_cards[KNIGHT], two.played_dev_cards[KNIGHT]),
            "holds largest army": (int(state.largest_army == 0), int(state.largest_army == 1)),
            "victory point cards": (hidden_points(one), hidden_points(two)),
        },
        of_game={"turns": state.turn},
        histograms={"dice": tuple((number, count) for number, count in enumerate(state.rolled, start=2) if count)},
    )

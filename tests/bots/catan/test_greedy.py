"""Catan's `greedy`: it uses nothing but its view, does what is plainly right, and beats random play."""

import statistics
from typing import Any

import pytest

from ludoteca.bots import bots_for
from ludoteca.bots.catan.income import NEVER, waiting
from ludoteca.bots.catan.knowledge import income, look, rates
from ludoteca.bots.catan.plans import plans, race
from ludoteca.dealers import PyRandom, chooser
from ludoteca.games.catan import GAME
from ludoteca.games.catan.geometry import VERTEX_TILES
from ludoteca.games.catan.resources import SETTLEMENT_PRICE
from ludoteca.games.catan.types import Config, Offer, State, View
from ludoteca.kernel import Move, advance, begin, canonical, decode
from tests.counting import calls
from tests.games.catan.helpers import BLUE, ORANGE, player, position, to_roll, with_hand
from tests.sim.batches import batch, played

GREEDY = bots_for("catan")["greedy"]


def asked(config: Config, seed: int) -> list[tuple[State, int]]:
    """The states in which greedy had to choose, in a game of its own against random, and its seat there."""
    dealer, dice, found = PyRandom(seed), chooser(seed), []
    state = begin(GAME, config, dealer).state
    while GAME.outcome(state) is None:
        seat = min(GAME.to_act(state))
        if seat == seed % 2:
            found.append((state, seat))
        bot = GREEDY if seat == seed % 2 else bots_for("catan")["random"]
        action = bot(GAME.view(state, seat), GAME.legal(state, seat), dice)
        state = advance(GAME, state, Move(seat, action), dealer).state
    return found


def chosen(state: State, seat: int | None = None) -> Any:
    seat = min(GAME.to_act(state)) if seat is None else seat
    return GREEDY(GAME.view(state, seat), GAME.legal(state, seat), PyRandom(1))


def said(state: State) -> str:
    """What it does, in notation."""
    seat = min(GAME.to_act(state))
    return GAME.text.write(chosen(state), GAME.view(state, seat))


# Nothing but the view


def test_its_choice_is_the_same_whatever_it_cannot_know() -> None:
    """The same seat in another world that it could believe in: it does the same."""
    other_worlds = 0
    for seed in range(4):
        for state, seat in asked(Config(), seed):
            twin = GAME.resample(state, seat, PyRandom(seed))
            other_worlds += twin != state
            assert chosen(twin, seat) == chosen(state, seat)
    assert other_worlds > 50


def test_it_chooses_by_what_goes_over_a_wire() -> None:
    for state, seat in asked(Config(), 5)[::5]:
        read: View = decode(canonical(GAME.view(state, seat)), View)
        assert GREEDY(read, GAME.legal(state, seat), PyRandom(1)) == chosen(state, seat)


def test_it_counts_the_other_players_cards() -> None:
    state = position(with_hand(BLUE, "2 brick, 1 ore"), with_hand(ORANGE, "3 wool, 1 ore"))
    assert look(GAME.view(state, 0)).their_hand == (0, 0, 3, 0, 1)


@pytest.mark.parametrize("preset", [*GAME.presets])
def test_it_plays_every_preset_to_the_end_by_legal_actions(preset: str) -> None:
    for state, seat in asked(GAME.presets[preset], 3):
        assert chosen(state, seat) in GAME.legal(state, seat)


# How it reckons


def test_what_is_missing_comes_in_by_itself_or_by_trading() -> None:
    every_fourth_roll = (9, 0, 0, 0, 0)
    assert waiting((1, 0, 0, 0, 0), (1, 0, 0, 0, 0), every_fourth_roll, (4,) * 5) == 0
    assert waiting((2, 0, 0, 0, 0), (1, 0, 0, 0, 0), every_fourth_roll, (4,) * 5) == pytest.approx(4)
    assert waiting((0, 1, 0, 0, 0), (0, 0, 0, 0, 0), every_fourth_roll, (4,) * 5) == pytest.approx(16)
    assert waiting((0, 1, 0, 0, 0), (0, 0, 0, 0, 0), every_fourth_roll, (2,) * 5) == pytest.approx(8)
    assert waiting((1, 0, 0, 0, 0), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0), (4,) * 5) == NEVER


def test_income_is_what_36_rounds_bring() -> None:
    """Vertex 0 lies between the desert, ore on 5 (four rolls of 36) and grain on 10 (three); a round has two rolls."""
    state = position(BLUE)
    seen = look(GAME.view(state, 0))
    assert sorted(VERTEX_TILES[0]) == [0, 1, 6]
    assert income(seen.island, (0,), ()) == (0, 0, 0, 6, 8)
    assert income(seen.island, (), (0,)) == (0, 0, 0, 12, 16)
    robbed = look(GAME.view(position(BLUE, robber=1), 0)).island
    assert income(robbed, (0,), ()) == (0, 0, 0, 6, 4)


def test_ports_make_trading_cheaper() -> None:
    island = look(GAME.view(position(), 0)).island
    assert rates(island, (0,)) == (4, 4, 4, 4, 4)
    assert rates(island, (36,)) == (3, 3, 3, 3, 3)
    assert rates(island, (32,)) == (2, 4, 4, 4, 4)
    assert rates(island, (32, 36)) == (2, 3, 3, 3, 3)
    elsewhere = island._replace(port_edges=(island.port_edges[1], island.port_edges[0], *island.port_edges[2:]))
    assert (rates(elsewhere, (32,)), rates(elsewhere, (36,))) == ((3, 3, 3, 3, 3), (2, 4, 4, 4, 4))


def test_of_like_plans_the_nearer_site_is_the_cheaper_one() -> None:
    run = race(look(GAME.view(position(player(settlements=(0, 16), ways=("0-1-2", "15-16"))), 0)))
    prices = {plan.price for plan in plans(run)}
    assert SETTLEMENT_PRICE in prices  # vertex 2 can be settled at once
    assert (2, 2, 1, 1, 0) in prices  # others after a road


# What it does


def test_it_wins_when_it_can() -> None:
    blue = player("brick, lumber, wool, grain, ore", settlements=(0, 16), ways=("0-1-2", "15-16"), played="knight")
    assert said(position(blue, config=Config(vp_to_win=3, offers_per_turn=0), has_played_card=True)) == "settlement 2"


def test_it_builds_a_city_when_it_can_pay_for_it() -> None:
    assert said(position(with_hand(BLUE, "2 grain, 3 ore"))).startswith("city ")


def test_it_trades_with_the_bank_for_the_last_card_of_a_city() -> None:
    assert said(position(with_hand(BLUE, "4 wool, 2 grain, 2 ore"))) == "bank: 4 wool for 1 ore"


def test_it_ends_its_turn_when_it_can_do_nothing() -> None:
    assert said(position(with_hand(BLUE, "1 wool"))) == "end"


def test_it_robs_the_other_and_not_itself() -> None:
    orange = player("1 ore", settlements=(28, 43), ways=("27-28", "43-44"))
    choice = chosen(position(orange=orange, phase="MOVE_ROBBER"))
    assert choice.steal_from == 1
    assert not set(VERTEX_TILES[0] + VERTEX_TILES[16]) & {choice.tile_id}


def test_it_discards_what_it_can_best_do_without() -> None:
    blue = with_hand(BLUE, "7 wool, 2 grain, 3 ore")
    state = position(blue, phase="DISCARD", owes=(6, 0))
    assert said(state) == "discard wool"


def test_it_plays_a_knight_to_chase_the_robber_from_its_tile_before_the_roll() -> None:
    blue = player(settlements=(0, 16), ways=("0-1", "15-16"), dev="knight")
    assert said(to_roll(blue, robber=1)).startswith("knight ")


def test_it_monopolises_what_the_other_has_most_of() -> None:
    blue = player("1 wool", settlements=(0, 16), ways=("0-1", "15-16"), dev="monopoly")
    assert said(position(blue, with_hand(ORANGE, "5 grain, 1 ore"))) == "monopoly grain"


def test_it_takes_the_two_cards_that_its_plan_misses() -> None:
    blue = player("1 grain, 2 ore", settlements=(0, 16), ways=("0-1", "15-16"), dev="year of plenty")
    assert said(position(blue)) == "plenty grain ore"


def answer(give: str, receive: str, blue: str, orange: str) -> str:
    """What orange says to blue's offer."""
    offered = Offer(with_hand(BLUE, give).resources, with_hand(BLUE, receive).resources)
    return said(position(with_hand(BLUE, blue), with_hand(ORANGE, orange), phase="TRADE_RESPONSE", offer=offered))


def test_it_accepts_an_offer_that_helps_it_more_than_the_other() -> None:
    assert answer("1 ore", "1 wool", blue="1 ore", orange="1 wool, 2 grain, 2 ore") == "accept"


def test_it_declines_to_give_the_other_what_he_misses() -> None:
    assert answer("1 wool", "1 ore", blue="1 wool, 2 grain, 2 ore", orange="1 ore") == "decline"


# How well it plays


def test_it_beats_random_play_from_either_seat() -> None:
    """Of 1,000 games it loses none (docs/figures.md); here are a few."""
    results = played(batch("catan", "greedy", "random", seed=11), range(30))
    won = [result.outcome.scores[result.bots.index("greedy")] for result in results if result.outcome is not None]
    assert won == [1] * 30
    assert max(result.facts.of_game["turns"] for result in results) < 2 * 60


def test_a_choice_is_little_work() -> None:
    """In calls of functions; `bench.catan_bot` times it. A game in which it has a hard choice now and then."""
    work = [calls(lambda given=given: chosen(*given)) for given in asked(Config(), 4)]  # type: ignore[misc]
    assert statistics.mean(work) < 3_000
    assert max(work) < 300_000

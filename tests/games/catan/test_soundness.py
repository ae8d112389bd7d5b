"""Conservation after every action of random games; the catalogue; and what is wrong with a damaged state."""

import json
import os
import random
from collections.abc import Sequence
from operator import lt

import numpy as np
import pytest

from ludoteca.dealers import PyRandom
from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import ACTION_TYPES, Action, TradeBank, TradePort
from ludoteca.games.catan.catalogue import CATALOGUE, PLACE
from ludoteca.games.catan.resources import BANK, DECK, plus
from ludoteca.games.catan.types import Config, Memory, Offer, State
from ludoteca.kernel import Chance, Illegal, Move, canonical, decode, plain, replace, step
from ludoteca.sim.catan import mask_of
from tests.times import TIMES

from .helpers import BLUE, hand, player, position, random_game, roads, say, with_hand

GAMES_OF_EACH = int(os.environ.get("CATAN_GAMES", 50 * TIMES))
PRESETS = sorted({"": Config(), **GAME.presets})
PLACE_OF = {id(action): place for place, action in enumerate(CATALOGUE)}
"""By identity, which is quick: what is listed are the catalogue's own values."""


def check_conserved(state: State) -> None:
    """Counted here by hand, and not by the rules: 19 of each resource, 25 cards, the pieces of each player."""
    resources, developments = state.bank, state.deck
    for who in state.players:
        resources = plus(resources, who.resources)
        for some in (who.dev_cards, who.new_dev_cards, who.played_dev_cards):
            developments = plus(developments, some)
            assert min(some) >= 0
        assert min(who.resources) >= 0
        assert (len(who.roads) <= 15, len(who.settlements) <= 5, len(who.cities) <= 4) == (True, True, True)
    assert min(state.bank) >= 0
    assert (resources, developments) == (BANK, DECK)
    standing = [vertex for who in state.players for vertex in who.settlements + who.cities]
    laid = [road for who in state.players for road in who.roads]
    assert len(set(standing)) == len(standing)
    assert len(set(laid)) == len(laid)


def check_masked(state: State, legal: Sequence[Action]) -> None:
    """What is listed are actions of the catalogue, in its order, each once: so the mask says the same as the list."""
    places = [PLACE_OF[id(action)] for action in legal]
    assert all(map(lt, places, places[1:])), (state, legal)


def check_mask_itself(legal: Sequence[Action]) -> None:
    assert [CATALOGUE[index] for index in np.flatnonzero(mask_of(legal))] == list(legal)


def check_game(config: Config, seed: int) -> int:
    """Walk through one random game, checking after every input; how many there were."""
    dealer, dice, number = PyRandom(seed), random.Random(seed), 0
    state = GAME.setup(config).state
    while state.result is None:
        number += 1
        draw = GAME.draw(state)
        if draw is not None:
            state = step(GAME, state, Chance(dealer.answer(draw))).state
        else:
            seats = sorted(GAME.to_act(state))
            lists = [GAME.legal(state, seat) for seat in seats]
            for legal in lists:
                check_masked(state, legal)
            which = dice.randrange(len(seats))
            if number % 100 == 0:
                check_mask_itself(lists[which])
                assert GAME.flaws(state) == ()
            state = step(GAME, state, Move(seats[which], dice.choice(lists[which]))).state
        check_conserved(state)
    return number


@pytest.mark.parametrize("preset", PRESETS)
def test_cards_and_pieces_are_conserved_and_the_mask_is_the_list_after_every_action(preset: str) -> None:
    """2,000 games in all; most of them end after a hundred turns, which are enough to build nearly everything."""
    config = GAME.presets.get(preset, Config())
    for seed in range(GAMES_OF_EACH):
        assert check_game(config if seed % 8 == 0 else replace(config, turn_limit=100), seed) > 100


@pytest.mark.parametrize("preset", PRESETS)
def test_what_the_mask_leaves_out_is_refused_but_for_dearer_trades(preset: str) -> None:
    for before, given, _ in random_game(GAME.presets.get(preset, Config()), 99)[::150]:
        if not isinstance(given, Move):
            continue
        listed = set(GAME.legal(before, given.seat))
        for action in CATALOGUE:
            if accepts(before, given.seat, action) != (action in listed):
                assert isinstance(action, TradeBank | TradePort)
                assert action not in listed


def accepts(state: State, seat: int, action: Action) -> bool:
    try:
        step(GAME, state, Move(seat, action))
    except Illegal:
        return False
    return True


def test_the_catalogue_has_no_action_twice_and_follows_the_enum() -> None:
    assert len(PLACE) == len(CATALOGUE)
    kinds = list(dict.fromkeys(plain(action)["type"] for action in CATALOGUE))
    assert tuple(kinds) == ACTION_TYPES


def test_the_enum_is_the_specifications_and_then_three() -> None:
    table = """ROLL_DICE MOVE_ROBBER BUILD_ROAD BUILD_SETTLEMENT BUILD_CITY BUY_DEVELOPMENT PLAY_KNIGHT PLAY_PROGRESS
        TRADE_BANK TRADE_PORT TRADE_PLAYER END_TURN SETUP_PLACE_SETTLEMENT SETUP_PLACE_ROAD"""
    assert (*table.split(), "DISCARD", "TRADE_ACCEPT", "TRADE_DECLINE") == ACTION_TYPES


@pytest.mark.parametrize(
    "payload",
    [
        '{"type":"ROLL_DICE","forced_value":[3,4]}',
        '{"type":"ROLL_DICE"}',
        '{"type":"MOVE_ROBBER","tile_id":5,"steal_from":1}',
        '{"type":"MOVE_ROBBER","tile_id":5}',
        '{"type":"BUILD_ROAD","edge_id":19,"free":false}',
        '{"type":"BUILD_SETTLEMENT","vertex_id":34,"pay_with":{"BRICK":1,"LUMBER":1,"WOOL":1,"GRAIN":1},"free":false}',
        '{"type":"BUILD_CITY","vertex_id":34}',
        '{"type":"BUY_DEVELOPMENT"}',
        '{"type":"PLAY_KNIGHT","tile_id":5,"steal_from":0}',
        '{"type":"PLAY_PROGRESS","card":"ROAD_BUILDING","edges":[1,2]}',
        '{"type":"PLAY_PROGRESS","card":"YEAR_OF_PLENTY","resources":{"WOOL":1,"ORE":1}}',
        '{"type":"PLAY_PROGRESS","card":"MONOPOLY","resource":"GRAIN"}',
        '{"type":"TRADE_BANK","give":{"BRICK":4},"receive":{"ORE":1}}',
        '{"type":"TRADE_PORT","port_id":3,"give":{"ORE":2},"receive":{"WOOL":1}}',
        '{"type":"TRADE_PLAYER","partner":1,"offer":{"ORE":2},"request":{"WOOL":1}}',
        '{"type":"END_TURN"}',
        '{"type":"SETUP_PLACE_SETTLEMENT","vertex_id":3,"turn":1}',
        '{"type":"SETUP_PLACE_ROAD","edge_id":3,"turn":2}',
        '{"type":"DISCARD","resource":"WOOL"}',
        '{"type":"TRADE_ACCEPT"}',
        '{"type":"TRADE_DECLINE"}',
    ],
)
def test_payloads_are_those_of_the_specification(payload: str) -> None:
    action = decode(payload, GAME.types.action)
    assert plain(action) == json.loads(payload)


DAMAGED = {
    "there are not 19 of ORE": replace(position(), bank=(19, 19, 19, 19, 18)),
    "the development cards are not those of the game": replace(position(), deck=(14, 2, 2, 2, 4)),
    "two roads lie on one edge": replace(position(), players=(BLUE, BLUE)),
    "phase and result do not agree": replace(position(), phase="GAME_OVER"),
    "phase and turn do not agree": replace(position(), turn=0),
    "phase and offer do not agree": replace(position(), offer=Offer(hand("ore"), hand("wool"))),
    "phase and discards do not agree": replace(position(), owes=(1, 0)),
    "chance chooses for nobody": replace(position(), asked="choice"),
    "there is nothing to steal": replace(position(), asked="theft"),
    "dice and rolls left do not agree": replace(position(), dice_left=(1, 2)),
    "what balanced dice remember was never rolled": replace(position(), dice_memory=Memory((6,))),
    "the longest road of blue is not as long as it says": replace(
        position(), players=(replace(BLUE, longest_road_len=4), position().players[1])
    ),
    "a title is not where it belongs": replace(position(), longest_road=1),
    "somebody has the points, and the game goes on": replace(
        position(player(settlements=(0, 2, 4), ways=("0-1-2-3-4",))), config=Config(vp_to_win=3)
    ),
    "away does not fit departures": replace(position(), away=(3, None)),
    "the tiles are not those of the game": replace(position(), board=replace(position().board, tiles=("ORE",) * 19)),
}


@pytest.mark.parametrize("flaw", DAMAGED)
def test_a_damaged_state_is_found(flaw: str) -> None:
    assert flaw in GAME.flaws(DAMAGED[flaw])


def test_buildings_too_near_and_without_a_road_are_found() -> None:
    state = position()
    near = replace(
        state, players=(replace(BLUE, settlements=(0, 1), roads=roads("0-1"), longest_road_len=1), state.players[1])
    )
    assert "the building on 1 is too near to another" in GAME.flaws(near)
    alone = replace(state, players=(replace(BLUE, settlements=(0, 20), longest_road_len=1), state.players[1]))
    assert "a building of blue stands on none of its roads" in GAME.flaws(alone)


def test_more_offered_than_there_is_is_found() -> None:
    state = say(position(with_hand(BLUE, "ore"), with_hand(position().players[1], "wool")), "offer: 1 ore for 1 wool")
    assert GAME.flaws(state) == ()
    assert GAME.flaws(replace(state, offer=Offer(hand("2 ore"), hand("wool")))) == (
        "such an offer cannot be made: you do not have these cards",
    )


def test_a_state_is_small() -> None:
    """It is stored and sent: the last state of a long game is a few kilobytes of JSON."""
    assert len(canonical(random_game(Config(), 4)[-1][2])) < 4_000

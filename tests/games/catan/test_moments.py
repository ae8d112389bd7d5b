"""What cannot be, at one moment of a game: each such state is told; and what is not told can be played on from."""

import json
import random
from typing import Any

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import PlayKnight
from ludoteca.games.catan.construction import measured
from ludoteca.games.catan.structures import About, deserialize, from_json, game_id_from, serialize, to_json
from ludoteca.games.catan.types import Config, Offer, Player, Result, State
from ludoteca.kernel import Chance, Elapsed, Malformed, Resigned, random_input, replace, step

from ...structures.catan.random_games import CONFIGS, PRESETS, QUIET, states
from .helpers import BLUE, ORANGE, act, answer, cards, hand, player, position, roads, say, to_roll, with_hand

ABOUT = About(game_id_from("a game"))
BEGUN = GAME.setup(Config()).state
BALANCED = Config(dice="balanced")
ROBBED = with_hand(ORANGE, "ore")
STEALING = replace(position(BLUE, ROBBED, robber=8, dice=(3, 4)), asked="theft")
OFFERED = say(position(with_hand(BLUE, "ore"), with_hand(ORANGE, "wool")), "offer: 1 ore for 1 wool")
OWING = position(with_hand(BLUE, "9 ore, wool"), phase="DISCARD", owes=(5, 0))


def founded(blue: Player = player(), orange: Player = player(), current: int = 0) -> State:  # noqa: B008
    """In the setup; whether it can be, is not asked."""
    state = replace(BEGUN, players=(blue, orange), current=current)
    return measured(measured(state, 0), 1)


def holding(state: State, seat: int, words: str) -> State:
    """With cards of the setup, taken from the bank."""
    given = hand(words)
    players = tuple(replace(who, resources=given) if at == seat else who for at, who in enumerate(state.players))
    bank = tuple(left - taken for left, taken in zip(state.bank, given, strict=True))
    return replace(state, players=players, bank=bank)


def ended(state: State, winner: int | None, reason: Any) -> State:
    return replace(state, phase="GAME_OVER", asked=None, late=None, result=Result(winner, reason))


IMPOSSIBLE: dict[str, tuple[State, str]] = {
    "a road and no settlement": (founded(player(ways=("0-1",))), "the pieces of blue are not those"),
    "two settlements, no road": (founded(player(settlements=(0, 20)), current=1), "the pieces of blue are not those"),
    "orange places first": (founded(orange=player(settlements=(0,))), "the pieces of orange are not those"),
    "a road elsewhere": (
        founded(player(settlements=(0,), ways=("43-44",)), current=1),
        "a road of blue does not begin at a settlement",
    ),
    "a city in the setup": (founded(player(cities=(0,))), "the pieces of blue are not those"),
    "a hand in the setup": (holding(BEGUN, 0, "5 brick"), "blue does not hold the cards of the second settlement"),
    "blue places third": (
        founded(player(settlements=(0,), ways=("0-1",)), player(settlements=(28,), ways=("27-28",))),
        "it is another player's turn in it",
    ),
    "a card in the setup": (
        replace(founded(player(dev="knight")), deck=(13, 2, 2, 2, 5)),
        "there are no development cards in the setup",
    ),
    "the robber abroad in the setup": (replace(BEGUN, robber=4), "in the setup the robber is in the desert"),
    "tiles asked in a turn": (replace(position(), asked="tiles"), "chance is asked for tiles in ACTION"),
    "tiles asked of the standard island": (replace(BEGUN, asked="tiles"), "the island is laid out already"),
    "dice asked in a turn": (replace(position(), asked="dice"), "chance is asked for dice in ACTION"),
    "a card asked before the roll": (replace(to_roll(), asked="card"), "chance is asked for card in ROLL"),
    "a card asked of an empty deck": (
        replace(
            position(
                replace(BLUE, dev_cards=cards("2 road building, 2 year of plenty, 2 monopoly, 5 victory point")),
                replace(ORANGE, played_dev_cards=cards("14 knight")),
            ),
            asked="card",
        ),
        "there is no card left to draw",
    ),
    "a theft in the setup": (replace(BEGUN, asked="theft"), "chance is asked for theft in SETUP"),
    "a theft from nobody's tile": (replace(STEALING, robber=9), "nobody is robbed where the robber stands"),
    "a theft by nothing": (replace(STEALING, dice=(1, 2)), "neither a seven nor a knight has moved the robber"),
    "chance chooses in a turn": (replace(position(), asked="choice", late=0), "chance is asked for choice in ACTION"),
    "chance chooses for the other": (replace(OWING, asked="choice", late=1), "who has nothing to choose"),
    "too many offers": (replace(position(), offers_made=4), "there were more offers than"),
    "offers before the roll": (replace(to_roll(), offers_made=1), "there were more offers than"),
    "an offer that was not made": (replace(OFFERED, offers_made=0), "an offer is open, and none was made"),
    "an offer of nothing": (replace(OFFERED, offer=Offer(hand(""), hand("wool"))), "such an offer cannot be made"),
    "a turn beyond the limit": (replace(position(), turn=1001), "the turn is not one of this game"),
    "the other player's turn": (replace(position(), turn=8), "it is the other player's turn"),
    "no dice after the roll": (replace(position(), dice=None), "phase and dice do not agree"),
    "dice before the roll": (replace(to_roll(), dice=(1, 2)), "phase and dice do not agree"),
    "discards after a three": (replace(OWING, dice=(1, 2)), "phase and dice do not agree"),
    "a roll of this turn before it": (replace(to_roll(), rolled=(7, *(0,) * 10)), "more rolls than turns"),
    "few rolls left": (replace(position(config=BALANCED), dice_left=tuple(range(12))), "dice and rolls left"),
    "a roll left twice": (replace(position(config=BALANCED), dice_left=(3, *range(15))), "dice and rolls left"),
    "a roll that is none": (replace(position(config=BALANCED), dice_left=tuple(range(1, 37))), "dice and rolls left"),
    "too many discards": (replace(OWING, owes=(6, 0)), "more or less is to be discarded"),
    "discards by who has few": (replace(OWING, owes=(5, 1)), "more or less is to be discarded"),
    "new cards of the other": (
        replace(position(BLUE, replace(ORANGE, new_dev_cards=cards("knight")), current=1), turn=7, current=0),
        "cards are new that nobody can have bought",
    ),
    "new cards before the roll": (
        replace(position(replace(BLUE, new_dev_cards=cards("knight"))), phase="ROLL", dice=None),
        "cards are new that nobody can have bought",
    ),
    "a card played, and none there": (replace(position(), has_played_card=True), "and none lies open"),
    "a road at no building": (
        measured(replace(position(), players=(replace(BLUE, roads=roads("0-1", "15-16", "40-41")), ORANGE)), 0),
        "a road of blue leads to none of its buildings",
    ),
    "a victory without the points": (ended(position(), 0, "points"), "cannot have ended like this: points"),
    "a draw by resignation": (ended(position(), None, "resigned"), "cannot have ended like this: resigned"),
    "a limit too early": (ended(position(), None, "turn_limit"), "cannot have ended like this: turn_limit"),
    "a winner at the limit with as few": (
        ended(position(config=Config(turn_limit=7)), 1, "turn_limit"),
        "cannot have ended like this: turn_limit",
    ),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_cannot_be_is_told(name: str) -> None:
    state, words = IMPOSSIBLE[name]
    assert any(words in flaw for flaw in GAME.flaws(state)), GAME.flaws(state)


@pytest.mark.parametrize("state", [STEALING, OFFERED, OWING, replace(OWING, asked="choice", late=0)])
def test_what_can_be_is_not(state: State) -> None:
    assert GAME.flaws(state) == ()


@pytest.mark.parametrize("preset", PRESETS)
def test_no_state_on_the_way_has_a_flaw_whoever_goes_or_gives_up(preset: str) -> None:
    """Also that of a resignation, which is possible wherever chance has nothing to answer."""
    for config in (CONFIGS[preset], replace(QUIET[preset], vp_to_win=5)):
        for number, state in enumerate(states(config, 2, 600)):
            assert GAME.flaws(state) == ()
            if number % 10 == 0 and GAME.draw(state) is None and state.result is None:
                assert GAME.flaws(step(GAME, state, Resigned(number % 2)).state) == ()


def test_a_knight_that_brings_the_last_points_steals_first() -> None:
    """Such a state has no flaw, and `resample` terminates on it."""
    blue = replace(BLUE, dev_cards=cards("knight"), played_dev_cards=cards("2 knight"))
    state = act(position(blue, ROBBED, Config(vp_to_win=4)), PlayKnight(8, 1))
    assert (state.asked, GAME.flaws(state)) == ("theft", ())
    assert GAME.resample(state, 1, PyRandom(1)).asked == "theft"
    assert answer(state, 4).result == Result(0, "points")


def test_in_the_setup_a_spectator_has_seen_whose_cards_are_whose() -> None:
    state = next(each for each in states(Config(), 3) if all(any(who.resources) for who in each.players))
    assert state.phase == "SETUP"
    assert all(GAME.resample(state, None, PyRandom(seed)) == state for seed in range(20))


# Whatever is let in can be played on from


CHANGES: dict[tuple[str, str], tuple[Any, ...]] = {
    ("further", "asked"): ("tiles", "numbers", "ports", "dice", "card", "theft", "choice"),
    ("further", "late"): (0, 1),
    ("further", "owes"): ([1, 0], [0, 1], [2, 2]),
    ("further", "has_played_card"): (True, False),
    ("further", "offers_made"): (0, 1, 3, 4, 50),
    ("further", "dice_left"): ([0], [35] * 13, list(range(36))),
    ("further", "away"): ([1, None], [None, 2]),
    ("further", "departures"): (1, 2),
    ("turn", "phase"): ("SETUP", "ROLL", "DISCARD", "MOVE_ROBBER", "ACTION", "TRADE_RESPONSE"),
    ("turn", "current_player"): (0, 1),
    ("turn", "number"): (0, 1, 5, 6, 999, 1000, 1001, 5000),
    ("turn", "dice"): (
        {"last_roll": None, "robber_triggered": False},
        {"last_roll": [3, 4], "robber_triggered": True},
        {"last_roll": [3, 4], "robber_triggered": False},
        {"last_roll": [1, 1], "robber_triggered": False},
    ),
}


def changed(state: State, dice: random.Random) -> State | None:
    """The state with up to three things of its moment put elsewhere; None if it is refused then."""
    tree = json.loads(to_json(serialize(state, ABOUT)))
    for part, name in dice.sample(list(CHANGES), dice.randint(1, 3)):
        tree.setdefault(part, {})[name] = dice.choice(CHANGES[part, name])
    try:
        return deserialize(from_json(json.dumps(tree).encode())).state
    except Malformed:
        return None


def walk(state: State, seed: int) -> None:
    """Forty steps from here, in which nothing breaks and nothing becomes impossible."""
    dealer = PyRandom(seed)
    for _ in range(40):
        assert GAME.flaws(state) == ()
        GAME.view(state, seed % 2)
        timers = [timer for timer in GAME.timers(state) if not timer.paused]
        draw = GAME.draw(state)
        given: Any = Chance(dealer.answer(draw)) if draw is not None else random_input(GAME, state, dealer)
        if given is None:
            assert state.result is not None
            return
        if draw is None and timers and seed % 5 == 0:
            given = Elapsed(timers[0].name)
        state = step(GAME, state, given).state


@pytest.mark.parametrize("seed", range(3))
def test_every_snapshot_that_is_let_in_can_be_played_on_from(seed: int) -> None:
    dice, accepted = random.Random(seed), 0
    reached = [state for preset in PRESETS for state in list(states(QUIET[preset], seed, 300))[::20]]
    for number in range(600):
        state = dice.choice(reached)
        made = changed(state, dice)
        if made is not None and made != state:
            accepted += 1
            walk(made, number)
    assert accepted > 10

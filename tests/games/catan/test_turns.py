"""RULES.md, "A turn", "A seven" and "Dice", sentence by sentence."""

from collections import Counter

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import Action, BuyDevelopment, Discard, EndTurn, MoveRobber, PlayKnight, RollDice
from ludoteca.games.catan.balanced_dice import ROLLS
from ludoteca.games.catan.events import (
    DiceRolled,
    ResourceDiscarded,
    ResourcesProduced,
    ResourceStolen,
    RobberMoved,
    TurnEnded,
)
from ludoteca.games.catan.resources import RESOURCES
from ludoteca.games.catan.robber import discards_of
from ludoteca.games.catan.types import Config, State
from ludoteca.kernel import Chance, Dice, Move, Pick, replace, step

from .helpers import (
    BLUE,
    ORANGE,
    PLAIN,
    act,
    acting,
    after,
    answer,
    hand,
    may,
    player,
    position,
    refusal,
    roll,
    say,
    to_roll,
    told_by,
    with_hand,
    written,
)

FRIENDLY = Config(friendly_robber=True)
SEVENED = position(phase="MOVE_ROBBER")


# The roll


def test_two_dice_are_rolled() -> None:
    state = act(to_roll(), RollDice())
    assert (GAME.draw(state), GAME.to_act(state)) == (Dice(2), frozenset())
    rolled, told = told_by(state, Chance((6, 4)))
    assert (rolled.dice, rolled.phase, told[0]) == ((6, 4), "ACTION", DiceRolled(0, (6, 4)))


def test_how_often_each_number_came_is_public() -> None:
    state = to_roll()
    for dice in ((1, 1), (6, 4), (5, 5)):
        state = act(answer(act(state, RollDice()), *dice), EndTurn())
    for reader in (0, 1, None):
        assert GAME.view(state, reader).rolled == (1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0)


def test_before_the_roll_a_knight_may_be_played_and_nothing_else_done() -> None:
    rich = player((5, 5, 5, 5, 5), settlements=(0, 16), ways=("0-1", "15-16"), dev="knight, monopoly")
    state = to_roll(rich)
    assert {line.split()[0] for line in written(state)} == {"roll", "knight"}
    for line in ("end", "buy", "monopoly ore", "road 1-2", "city 0", "bank: 4 ore for 1 wool", "robber 3"):
        assert refusal(state, line).code == "wrong_phase"


def test_after_a_knight_the_dice_are_still_to_be_rolled() -> None:
    state = act(to_roll(player(settlements=(0, 16), ways=("0-1", "15-16"), dev="2 knight")), PlayKnight(18))
    assert (state.phase, state.robber, written(state)) == ("ROLL", 18, ["roll"])


def test_the_dice_are_rolled_once() -> None:
    assert refusal(roll(to_roll(), 6, 4), "roll").code == "wrong_phase"


# Production


def test_a_settlement_brings_one_card_and_a_city_two() -> None:
    blue = player(settlements=(0, 13), cities=(16,), ways=("0-1", "15-16", "13-14"))
    state, told = told_by(act(to_roll(blue), RollDice()), Chance((2, 6)))  # 8: tiles 5 (lumber) and 11 (grain)
    assert state.players[0].resources == hand("2 grain")
    assert told[1] == ResourcesProduced((hand("2 grain"), hand("")))
    assert roll(to_roll(blue), 3, 3).players[0].resources == hand("wool")  # 6: tiles 3 (wool) and 16


def test_every_building_on_a_tile_brings_cards() -> None:
    blue = player(settlements=(0, 2), cities=(4,), ways=("0-1", "2-3", "4-5"))
    assert roll(to_roll(blue, robber=9), 2, 1).players[0].resources == hand("2 brick")  # 3: tiles 4 and 17
    assert roll(to_roll(blue, robber=9), 1, 1).players[0].resources == hand("grain")  # 2: tile 2


def test_both_players_get_what_is_theirs_whoever_rolls() -> None:
    state = roll(to_roll(current=1), 6, 6)  # 12: tile 8, orange on 28
    assert [who.resources for who in state.players] == [hand(""), hand("brick")]


def test_the_tile_with_the_robber_brings_none() -> None:
    assert roll(to_roll(robber=8), 6, 6).players[1].resources == hand("")


def test_what_nobody_has_built_on_brings_nothing() -> None:
    state, told = told_by(act(to_roll(), RollDice()), Chance((5, 4)))  # 9: tiles 7 and 13
    assert (state.bank, told) == ((19,) * 5, (DiceRolled(0, (5, 4)),))


# The bank's shortage


def short_of_brick(*, blue_owed: bool, left: int) -> State:
    """A roll of 3 (tile 4, brick) owes orange two, and blue one or none; the bank has so many left."""
    settlement, way = (3, "2-3") if blue_owed else (26, "25-26")
    blue = player((19 - left, 0, 0, 0, 0), settlements=(0, settlement), ways=("0-1", way))
    orange = player(settlements=(28,), cities=(17,), ways=("27-28", "16-17"))
    return to_roll(blue, orange, robber=9)


def test_if_the_bank_cannot_give_both_players_all_they_are_owed_nobody_gets_any() -> None:
    state = roll(short_of_brick(blue_owed=True, left=2), 2, 1)
    assert (state.players[0].resources[0], state.players[1].resources[0], state.bank[0]) == (17, 0, 2)


def test_if_it_can_both_get_it() -> None:
    state = roll(short_of_brick(blue_owed=True, left=3), 2, 1)
    assert (state.players[0].resources[0], state.players[1].resources[0], state.bank[0]) == (17, 2, 0)


def test_if_only_one_is_owed_he_gets_what_is_left() -> None:
    state = roll(short_of_brick(blue_owed=False, left=1), 2, 1)
    assert (state.players[0].resources[0], state.players[1].resources[0], state.bank[0]) == (18, 1, 0)


def test_a_shortage_of_one_resource_does_not_touch_another() -> None:
    blue = player((19, 0, 0, 0, 0), settlements=(0, 22), ways=("0-1", "22-23"))
    orange = player(settlements=(17, 28), ways=("16-17", "27-28"))
    state = roll(to_roll(blue, orange, robber=9), 2, 1)  # 3: brick of tile 4 for orange, wool of tile 17 for blue
    assert [who.resources for who in state.players] == [hand("19 brick, wool"), hand("")]


# The end of a turn


def test_a_turn_goes_on_until_it_is_ended_then_the_other_player_rolls() -> None:
    state, told = told_by(position(), Move(0, EndTurn()))
    assert (state.phase, state.current, state.turn, state.dice, acting(state)) == ("ROLL", 1, 8, None, [1])
    assert told == (TurnEnded(0, 7),)


def test_whoevers_turn_it_is_not_can_do_nothing() -> None:
    assert GAME.legal(position(), 1) == []
    found = refusal(position(), Move(1, EndTurn()))
    assert (found.code, found.facts) == ("wrong_player", {"player": 0})


# A seven: discards


def test_on_a_seven_nothing_is_produced() -> None:
    assert roll(to_roll(), 3, 4).bank == (19,) * 5


@pytest.mark.parametrize(
    ("cards", "half", "to_threshold"), [(0, 0, 0), (9, 0, 0), (10, 5, 1), (11, 5, 2), (13, 6, 4), (20, 10, 11)]
)
def test_who_has_more_than_nine_cards_discards_half_rounded_down_or_down_to_nine(
    cards: int, half: int, to_threshold: int
) -> None:
    assert discards_of(PLAIN, cards) == half
    assert discards_of(Config(discard_mode="to_threshold"), cards) == to_threshold


def test_the_base_game_lets_keep_seven() -> None:
    base = GAME.presets["base"]
    assert (base.vp_to_win, discards_of(base, 7), discards_of(base, 8)) == (10, 0, 4)


def test_discards_are_card_by_card_and_open() -> None:
    state = roll(to_roll(with_hand(BLUE, "8 wool, 3 ore")), 3, 4)
    assert (state.phase, state.owes, acting(state)) == ("DISCARD", (5, 0), [0])
    assert written(state) == ["discard wool", "discard ore"]
    once, told = told_by(state, Move(0, Discard("WOOL")))
    assert (told, once.owes, once.players[0].resources) == (
        (ResourceDiscarded(0, "WOOL"),),
        (4, 0),
        hand("7 wool, 3 ore"),
    )
    done = say(once, "discard ore", "discard ore", "discard ore", "discard wool")
    assert (done.phase, done.players[0].resources, done.bank) == ("MOVE_ROBBER", hand("6 wool"), (19, 19, 13, 19, 19))


def test_only_what_one_has_is_discarded() -> None:
    state = roll(to_roll(with_hand(BLUE, "10 wool")), 3, 4)
    assert refusal(state, "discard brick").code == "cannot_pay"


def test_both_players_discard_at_the_same_time() -> None:
    state = roll(to_roll(with_hand(BLUE, "10 wool"), with_hand(ORANGE, "12 ore")), 3, 4)
    assert (state.owes, acting(state)) == ((5, 6), [0, 1])
    other_first = after(state, Move(1, Discard("ORE")))
    assert GAME.legal(other_first, 0) == GAME.legal(state, 0)
    both = after(other_first, *[Move[Action](0, Discard("WOOL"))] * 5)
    assert (both.owes, acting(both), both.phase) == ((0, 5), [1], "DISCARD")
    assert after(both, *[Move[Action](1, Discard("ORE"))] * 5).phase == "MOVE_ROBBER"


def test_who_owes_nothing_discards_nothing() -> None:
    state = roll(to_roll(with_hand(BLUE, "10 wool"), with_hand(ORANGE, "9 ore")), 3, 4)
    assert refusal(state, Move(1, Discard("ORE"))).code == "wrong_player"


# A seven: the robber


def test_then_the_robber_moves_to_another_tile() -> None:
    state = roll(to_roll(), 3, 4)
    assert state.phase == "MOVE_ROBBER"
    assert may(state, "robber") == [str(tile) for tile in range(1, 19)]
    assert refusal(state, MoveRobber(0)).code == "bad_tile"
    moved, told = told_by(state, Move(0, MoveRobber(18)))
    assert (moved.robber, moved.phase, told) == (18, "ACTION", (RobberMoved(0, 18),))


def test_robber_triggered_from_the_seven_until_the_robber_stands() -> None:
    state = roll(to_roll(with_hand(BLUE, "10 wool")), 3, 4)
    assert GAME.view(state, 1).robber_triggered
    state = act(state, *[Discard("WOOL")] * 5)
    assert GAME.view(state, 1).robber_triggered
    assert not GAME.view(act(state, MoveRobber(18)), 1).robber_triggered


def test_the_other_player_is_robbed_where_he_has_built_if_he_has_cards() -> None:
    state = replace(position(BLUE, with_hand(ORANGE, "ore, wool")), phase="MOVE_ROBBER")
    robbed = [line.split()[0] for line in may(state, "robber") if line.endswith("rob orange")]
    assert robbed == ["8", "14"]  # orange has built on 28 and 43, both on the coast
    assert not any("rob" in line for line in may(SEVENED, "robber"))


def test_a_stolen_card_is_any_of_his_each_equally_likely() -> None:
    state = replace(position(BLUE, with_hand(ORANGE, "3 ore, wool")), phase="MOVE_ROBBER")
    asked = act(state, MoveRobber(8, 1))
    assert GAME.draw(asked) == Pick(5, hand("3 ore, wool"))
    stolen = answer(asked, RESOURCES.index("ORE"))
    assert [who.resources for who in stolen.players] == [hand("ore"), hand("2 ore, wool")]
    assert stolen.phase == "ACTION"


def test_he_cannot_be_spared_nor_robbed_elsewhere() -> None:
    state = replace(position(BLUE, with_hand(ORANGE, "ore")), phase="MOVE_ROBBER")
    for action in (MoveRobber(8), MoveRobber(3, 1), MoveRobber(8, 0)):
        assert refusal(state, action).code == "bad_victim"
    assert refusal(SEVENED, MoveRobber(8, 1)).code == "bad_victim"


def test_both_know_which_card_it_was_and_nobody_else() -> None:
    state = act(replace(position(BLUE, with_hand(ORANGE, "ore")), phase="MOVE_ROBBER"), MoveRobber(8, 1))
    _, events = step(GAME, state, Chance((4,)))
    heard = {reader: [event.payload for event in events if event.is_for(reader)] for reader in (0, 1, None)}
    assert heard[0] == heard[1] == [ResourceStolen(0, 1, "ORE")]
    assert heard[None] == [ResourceStolen(0, 1, None)]


def test_the_robber_must_move_before_anything_else() -> None:
    for action in (EndTurn(), BuyDevelopment(), RollDice()):
        assert refusal(SEVENED, action).code == "wrong_phase"


# The friendly robber


def test_the_friendly_robber_spares_players_below_three_visible_points() -> None:
    state = position(config=FRIENDLY, phase="MOVE_ROBBER", robber=9)
    assert may(state, "robber") == ["2", "3", "5", "7", "10", "13", "15", "16", "17", "18"]
    assert refusal(state, MoveRobber(8)).code == "bad_tile"


def test_be_it_either_player_and_only_while_he_has_so_few() -> None:
    blue = player(settlements=(0,), cities=(16,), ways=("0-1", "15-16"))
    state = position(blue, config=FRIENDLY, phase="MOVE_ROBBER", robber=9)
    free = {int(line) for line in may(state, "robber")}
    assert set(range(19)) - free == {9, 8, 14}


def test_hidden_points_do_not_count_for_it() -> None:
    orange = player(settlements=(28, 43), ways=("27-28", "43-44"), dev="2 victory point")
    state = position(BLUE, orange, FRIENDLY, phase="MOVE_ROBBER", robber=9)
    assert "8" not in may(state, "robber")


def test_it_binds_a_knight_too() -> None:
    blue = player(settlements=(0, 16), ways=("0-1", "15-16"), dev="knight")
    state = position(blue, config=FRIENDLY, robber=9)
    assert "8" not in may(state, "knight")
    assert refusal(state, PlayKnight(8)).code == "bad_tile"


# Dice


def cards_in(state: State) -> int:
    """Of how many cards the roll is drawn."""
    draw = GAME.draw(state)
    assert isinstance(draw, Pick)
    return draw.options


def test_balanced_dice_draw_each_of_the_36_rolls_once() -> None:
    state = to_roll(config=Config(dice="balanced"))
    asked = act(state, RollDice())
    assert cards_in(asked) == 36
    rolled = answer(asked, 35)
    assert (rolled.dice, len(rolled.dice_left)) == ((6, 6), 35)
    again = act(act(rolled, EndTurn()), RollDice())
    assert cards_in(again) == 35
    assert answer(again, 34).dice == (6, 5)


def test_when_twelve_are_left_all_are_shuffled_together_again() -> None:
    state, dealer = to_roll(config=Config(dice="balanced", discard_threshold=95)), PyRandom(3)
    drawn: list[object] = []
    for _ in range(24):
        asked = act(state, RollDice())
        assert cards_in(asked) == 36 - len(drawn)
        rolled = after(asked, Chance(dealer.answer(Pick(36 - len(drawn)))))
        drawn.append(rolled.dice)
        state = replace(rolled, phase="ACTION")
        state = act(state, EndTurn())
    assert max(Counter(drawn).values()) == 1
    assert len(state.dice_left) == 36


def test_which_rolls_are_left_is_public() -> None:
    state = answer(act(to_roll(config=Config(dice="balanced")), RollDice()), 35)
    for reader in (0, 1, None):
        assert GAME.view(state, reader).rolls_left == (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 0)
    assert GAME.view(to_roll(), 0).rolls_left == ()


def test_the_36_rolls_are_those_of_two_dice() -> None:
    assert sorted(set(ROLLS)) == [(one, two) for one in range(1, 7) for two in range(1, 7)]


def test_a_forced_value_is_refused() -> None:
    assert refusal(to_roll(), RollDice((3, 3))).code == "forced_dice"


def test_unless_the_game_was_set_up_for_it() -> None:
    state = act(to_roll(config=Config(forced_dice=True)), RollDice((6, 6)))
    assert (state.dice, state.phase, state.players[1].resources) == ((6, 6), "ACTION", hand("brick"))

"""RULES.md, "Trading" and what of it is listed, sentence by sentence."""

import pytest

from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import Resources, TradeBank, TradePlayer, TradePort
from ludoteca.games.catan.events import BankTraded, TradeAccepted, TradeDeclined, TradeOffered
from ludoteca.games.catan.geometry import PORT_EDGES
from ludoteca.games.catan.layout import STANDARD
from ludoteca.games.catan.types import Config, Offer, State
from ludoteca.kernel import Move, replace

from .helpers import BLUE, ORANGE, acting, edge, hand, may, player, position, refusal, say, told_by, with_hand, written

AT_ANY = player("3 brick, 4 ore", settlements=(0, 36), ways=("0-1", "16-36"))  # port 0
AT_BRICK = player("2 brick, 4 ore", settlements=(0, 32), ways=("0-1", "31-32"))  # port 1
AT_BOTH = player("2 brick, 3 ore", settlements=(0, 32), cities=(36,), ways=("0-1", "31-32", "16-36"))


def offered(blue: str = "wool", orange: str = "ore", line: str = "offer: 1 wool for 1 ore") -> State:
    return say(position(with_hand(BLUE, blue), with_hand(ORANGE, orange)), line)


# With the bank


def test_four_cards_of_one_resource_for_one_of_another() -> None:
    state = position(with_hand(BLUE, "4 brick"))
    assert may(state, "bank") == [f"4 brick for 1 {kind}" for kind in ("lumber", "wool", "grain", "ore")]
    traded, told = told_by(state, Move(0, TradeBank(Resources(brick=4), Resources(ore=1))))
    assert (traded.players[0].resources, traded.bank) == (hand("ore"), (19, 19, 19, 19, 18))
    assert told == (BankTraded(0, hand("4 brick"), hand("ore")),)


@pytest.mark.parametrize(
    ("give", "receive"),
    [
        ("3 brick", "1 ore"),
        ("5 brick", "1 ore"),
        ("2 brick, 2 wool", "1 ore"),
        ("4 brick", "2 ore"),
        ("4 brick", "1 brick"),
        ("8 brick", "2 ore"),
    ],
)
def test_no_other_trade_is_made_with_the_bank(give: str, receive: str) -> None:
    state = position(with_hand(BLUE, "9 brick, 2 wool"))
    assert refusal(state, f"bank: {give} for {receive}").code == "bad_trade"


def test_one_trades_only_what_one_has() -> None:
    assert refusal(position(with_hand(BLUE, "3 brick")), "bank: 4 brick for 1 ore").code == "cannot_pay"


def test_the_bank_gives_only_what_it_has() -> None:
    state = position(with_hand(BLUE, "4 brick"), with_hand(ORANGE, "19 ore"))
    assert [line.split()[-1] for line in may(state, "bank")] == ["lumber", "wool", "grain"]
    assert refusal(state, "bank: 4 brick for 1 ore").code == "bank_is_short"


# Ports


def test_at_an_any_port_three_for_one() -> None:
    state = position(AT_ANY)
    assert len(may(state, "port")) == 8
    assert say(state, "port 0: 3 brick for 1 wool").players[0].resources == hand("4 ore, wool")
    assert refusal(state, "port 0: 2 brick for 1 wool").code == "bad_trade"


def test_at_a_port_of_a_resource_two_for_one_of_it() -> None:
    state = position(AT_BRICK)
    traded, told = told_by(state, Move(0, TradePort(1, Resources(brick=2), Resources(wool=1))))
    assert traded.players[0].resources == hand("4 ore, wool")
    assert told == (BankTraded(0, hand("2 brick"), hand("wool"), 1),)
    assert refusal(state, "port 1: 2 ore for 1 wool").code == "bad_trade"
    assert refusal(state, "port 1: 1 brick, 1 ore for 1 wool").code == "bad_trade"


def test_only_with_a_building_there() -> None:
    for line in ("port 0: 3 ore for 1 wool", "port 8: 2 lumber for 1 ore"):
        assert refusal(position(AT_BRICK), line).code == "no_such_port"


def test_ports_lie_where_the_board_has_them() -> None:
    """Port 1 (brick) moved away from 32 to the coast at 27 and 28; port 0 beside it, so that 27 has both."""
    edges = (edge("26-27"), edge("27-28"), *PORT_EDGES[2:])
    elsewhere = replace(STANDARD, port_edges=edges)
    assert may(position(AT_BRICK, board=elsewhere), "port") == []
    blue = player("3 brick, 3 ore", settlements=(0, 27), ways=("0-1", "26-27"))
    state = position(blue, player(settlements=(16, 43), ways=("43-44", "15-16")), board=elsewhere)
    assert {line.split(" for ")[0] for line in may(state, "port")} == {"0: 3 ore", "1: 2 brick"}
    assert say(state, "port 1: 2 brick for 1 wool").players[0].resources == hand("brick, 3 ore, wool")
    assert refusal(state, "port 2: 3 ore for 1 wool").code == "no_such_port"
    assert GAME.view(state, 1).port_edges == edges
    assert "Ports: 0 ANY 26-27, 1 BRICK 27-28, 2 ANY 28-29" in GAME.text.picture(GAME.view(state, 0))


def test_a_city_holds_a_port_as_a_settlement_does() -> None:
    assert "0: 3 ore for 1 wool" in may(position(AT_BOTH), "port")


def test_a_port_of_the_other_player_is_of_no_use() -> None:
    state = position(with_hand(BLUE, "4 grain"), ORANGE)  # orange is at ports 2 and 7
    assert may(state, "port") == []
    assert refusal(state, "port 7: 2 grain for 1 ore").code == "no_such_port"


# What is listed


def test_listed_is_the_cheapest_way_for_each_resource() -> None:
    """Brick by its own port, the rest by the ANY port, nothing by the bank itself."""
    state = position(with_hand(AT_BOTH, "4 brick, 4 ore"))
    assert may(state, "bank") == []
    assert {line.split(" for ")[0] for line in may(state, "port")} == {"0: 3 ore", "1: 2 brick"}


def test_a_dearer_trade_is_accepted_though_not_listed() -> None:
    state = position(with_hand(AT_BOTH, "4 brick, 4 ore"))
    assert say(state, "bank: 4 ore for 1 wool").players[0].resources == hand("4 brick, wool")
    assert say(state, "port 0: 3 brick for 1 wool").players[0].resources == hand("brick, 4 ore, wool")


def test_of_several_like_ports_the_lowest_is_listed_and_the_other_accepted() -> None:
    state = position(
        player("3 ore", settlements=(29, 36), ways=("11-29", "16-36")),
        player(settlements=(0, 43), ways=("0-1", "43-44")),
    )
    assert {line[0] for line in may(state, "port")} == {"0"}
    assert say(state, "port 2: 3 ore for 1 wool").players[0].resources == hand("wool")


# With the other player


def test_an_offer_waits_for_the_other_players_answer() -> None:
    state, told = told_by(
        position(with_hand(BLUE, "wool"), with_hand(ORANGE, "ore")),
        Move(0, TradePlayer(1, Resources(wool=1), Resources(ore=1))),
    )
    assert (state.phase, acting(state), state.offer) == ("TRADE_RESPONSE", [1], Offer(hand("wool"), hand("ore")))
    assert told == (TradeOffered(0, hand("wool"), hand("ore")),)
    assert written(state) == ["accept", "decline"]


def test_accepted_the_cards_change_hands_and_the_turn_goes_on() -> None:
    state, told = told_by(offered(), Move(1, GAME.legal(offered(), 1)[0]))
    assert [who.resources for who in state.players] == [hand("ore"), hand("wool")]
    assert (state.phase, state.current, state.offer) == ("ACTION", 0, None)
    assert told == (TradeAccepted(1, hand("ore"), hand("wool")),)


def test_declined_nothing_changes_hands() -> None:
    state, told = told_by(offered(), Move(1, GAME.legal(offered(), 1)[1]))
    assert [who.resources for who in state.players] == [hand("wool"), hand("ore")]
    assert (state.phase, told) == ("ACTION", (TradeDeclined(1),))


def test_who_does_not_have_the_cards_can_only_decline() -> None:
    state = offered(orange="grain")
    assert written(state) == ["decline"]
    assert refusal(state, "accept").code == "cannot_pay"


def test_both_sides_give_something_and_not_of_the_same_resource() -> None:
    state = position(with_hand(BLUE, "3 wool"), with_hand(ORANGE, "3 ore"))
    for offer, request in (
        (Resources(), Resources(ore=1)),
        (Resources(wool=1), Resources()),
        (Resources(wool=2), Resources(wool=1)),
        (Resources(wool=1), Resources(wool=1, ore=1)),
    ):
        assert refusal(state, TradePlayer(1, offer, request)).code == "bad_trade"


def test_nobody_offers_what_he_does_not_have() -> None:
    state = position(with_hand(BLUE, "wool"), with_hand(ORANGE, "ore"))
    assert refusal(state, "offer: 2 wool for 1 ore").code == "cannot_pay"


def test_more_cards_than_the_other_player_holds_cannot_be_asked_for() -> None:
    state = position(with_hand(BLUE, "wool"), with_hand(ORANGE, "ore"))
    assert refusal(state, "offer: 1 wool for 2 ore").code == "bad_trade"
    assert all("for 2" not in line for line in may(state, "offer"))


def test_one_trades_with_the_other_player() -> None:
    state = position(with_hand(BLUE, "wool"), with_hand(ORANGE, "ore"))
    assert refusal(state, TradePlayer(0, Resources(wool=1), Resources(ore=1))).code == "bad_trade"


def test_listed_are_one_for_one_one_for_two_and_two_for_one() -> None:
    state = position(with_hand(BLUE, "2 wool"), with_hand(ORANGE, "3 ore"))
    kinds = ("brick", "lumber", "grain", "ore")
    assert may(state, "offer") == [
        f"{give} wool for {receive} {kind}" for give, receive in ((1, 1), (1, 2), (2, 1)) for kind in kinds
    ]


def test_other_offers_are_accepted_though_not_listed() -> None:
    state = offered("3 wool, grain", "2 ore, 2 brick", "offer: 3 wool, 1 grain for 2 ore, 2 brick")
    assert [who.resources for who in say(state, "accept").players] == [hand("2 ore, 2 brick"), hand("3 wool, grain")]


def test_what_the_other_player_holds_does_not_show_in_what_is_listed() -> None:
    one, two = (position(with_hand(BLUE, "2 wool"), with_hand(ORANGE, theirs)) for theirs in ("2 ore", "brick, grain"))
    assert written(one) == written(two)


def test_a_turn_has_three_offers() -> None:
    state = position(with_hand(BLUE, "wool"), with_hand(ORANGE, "ore"))
    state = say(state, *["offer: 1 wool for 1 ore", "decline"] * 3)
    assert may(state, "offer") == []
    assert refusal(state, "offer: 1 wool for 1 ore").code == "no_offer_left"
    assert GAME.view(state, 0).offers_left == 0
    assert say(state, "end").offers_made == 0


def test_with_no_offers_players_do_not_trade() -> None:
    state = position(with_hand(BLUE, "wool"), with_hand(ORANGE, "ore"), Config(offers_per_turn=0))
    assert may(state, "offer") == []
    assert refusal(state, "offer: 1 wool for 1 ore").code == "no_offer_left"


def test_only_whoevers_turn_it_is_offers() -> None:
    state = offered()
    assert refusal(state, TradePlayer(0, Resources(ore=1), Resources(wool=1))).code == "wrong_phase"
    assert (
        refusal(
            replace(state, phase="ACTION", offer=None), Move(1, TradePlayer(0, Resources(ore=1), Resources(wool=1)))
        ).code
        == "wrong_player"
    )

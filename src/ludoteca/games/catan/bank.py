"""Transfers of cards between a player and the bank, and between players. No card is ever created or lost.

Must not know: the reason of a transfer.
"""

from ludoteca.kernel import Illegal, Seat, replace

from .resources import RESOURCES, Hand, has, minus, plus
from .types import State, changed, other


def took(state: State, seat: Seat, cards: Hand) -> State:
    player = state.players[seat]
    player = replace(player, resources=plus(player.resources, cards))
    return replace(state, players=changed(state.players, seat, player), bank=minus(state.bank, cards))


def paid(state: State, seat: Seat, cards: Hand) -> State:
    player = state.players[seat]
    player = replace(player, resources=minus(player.resources, cards))
    return replace(state, players=changed(state.players, seat, player), bank=plus(state.bank, cards))


def handed(state: State, giver: Seat, cards: Hand) -> State:
    """Move cards from one player to the other."""
    giving, taking = state.players[giver], state.players[other(giver)]
    giving = replace(giving, resources=minus(giving.resources, cards))
    taking = replace(taking, resources=plus(taking.resources, cards))
    return replace(state, players=(giving, taking) if giver == 0 else (taking, giving))


def check_payable(state: State, seat: Seat, price: Hand) -> None:
    if not has(state.players[seat].resources, price):
        wanted = {name: count for name, count in zip(RESOURCES, price, strict=True) if count}
        raise Illegal("cannot_pay", "you do not have these cards", price=wanted)


def check_in_bank(state: State, cards: Hand) -> None:
    if not has(state.bank, cards):
        raise Illegal("bank_is_short", "the bank does not have these cards", bank=list(state.bank))

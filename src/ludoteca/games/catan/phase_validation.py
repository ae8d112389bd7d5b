"""Whether the parts of a state are consistent with each other: phase, turn, dice, open draw, offer, result.

Play reaches unusual states too: a player resigns in any phase, the setup included; a timer runs out; chance still has
to answer. None of these is a flaw.

Must not know: whether cards and pieces are complete, which `validation` checks.
"""

from collections.abc import Iterator
from typing import Final, assert_never

from ludoteca.kernel import Illegal, Seat, replace

from .balanced_dice import KEPT_BACK, NUMBERS, REMEMBERED, SEVEN, full_deck
from .geometry import EDGE_VERTICES, TILE_VERTICES
from .layout import Board, desert
from .resources import DECK, NONE, Hand
from .robber import discards_of
from .rules import to_act
from .setup_phase import ORDER, first_cards, placements
from .trade import check_offer
from .types import COLOURS, Asked, Memory, Phase, State, buildings, other
from .victory import leader, points

_CARDS_IN_ALL: Final = 95
_ASKED_IN: Final[dict[Asked, tuple[Phase, ...]]] = {
    "tiles": ("SETUP",),
    "numbers": ("SETUP",),
    "ports": ("SETUP",),
    "dice": ("ROLL",),
    "card": ("ACTION",),
    "theft": ("ROLL", "ACTION"),
    "choice": ("SETUP", "DISCARD", "MOVE_ROBBER"),
}


def moment_flaws(state: State) -> Iterator[str]:
    yield from _turn_flaws(state)
    yield from _dice_flaws(state)
    yield from _asked_flaws(state)
    yield from _discard_flaws(state)
    yield from _offer_flaws(state)
    yield from _card_flaws(state)
    yield from _end_flaws(state)


def setup_flaws(state: State) -> Iterator[str]:
    """The flaws of a state before the first turn, whose board and pieces are known to be complete."""
    placed = placements(state)
    if placed >= len(ORDER) or state.current != ORDER[placed]:
        yield "the setup is over, or it is another player's turn in it"
    for seat, (colour, player) in enumerate(zip(COLOURS, state.players, strict=True)):
        pieces = (len(player.settlements), len(player.roads))
        if player.cities or pieces != (ORDER[:placed:2].count(seat), ORDER[1:placed:2].count(seat)):
            yield f"the pieces of {colour} are not those of this place in the setup"
        elif not _roads_fit(state, seat):
            yield f"a road of {colour} does not begin at a settlement of its own"
        if player.resources not in _first_hands(state.board, player.settlements):
            yield f"{colour} does not hold the cards of the second settlement"
    if state.deck != DECK:
        yield "there are no development cards in the setup"
    if state.robber != desert(state.board):
        yield "in the setup the robber is in the desert"


def _first_hands(board: Board, settlements: tuple[int, ...]) -> set[Hand]:
    """Either settlement may have been the second."""
    return {first_cards(board, vertex) for vertex in settlements} if len(settlements) > 1 else {NONE}


def _roads_fit(state: State, seat: Seat) -> bool:
    """Whether each road is at another settlement. No road touches two, since buildings are two edges apart."""
    player = state.players[seat]
    beside = [vertex for road in player.roads for vertex in EDGE_VERTICES[road] if vertex in player.settlements]
    return len(set(beside)) == len(player.roads)


def _turn_flaws(state: State) -> Iterator[str]:
    if (state.phase == "SETUP") != (state.turn == 0) and state.phase != "GAME_OVER":
        yield "phase and turn do not agree"
    if not 0 <= state.turn <= state.config.turn_limit:
        yield "the turn is not one of this game"
    if state.turn > 0 and state.current != (state.turn - 1) % 2:
        yield "it is the other player's turn"


def _dice_flaws(state: State) -> Iterator[str]:
    if not _do_dice_fit(state):
        yield "phase and dice do not agree"
    if min(state.rolled) < 0 or sum(state.rolled) > max(0, state.turn - (state.dice is None)):
        yield "there were more rolls than turns"
    left, all_rolls = state.dice_left, full_deck()
    if state.config.dice == "balanced":
        fits = len(left) > KEPT_BACK and list(left) == sorted(set(left)) and set(all_rolls).issuperset(left)
    else:
        fits = not left
    if not fits:
        yield "dice and rolls left do not agree"
    if not _does_memory_fit(state):
        yield "what balanced dice remember was never rolled"


def _does_memory_fit(state: State) -> bool:
    memory = state.dice_memory
    if memory == Memory():
        return True
    seen = [state.rolled[number - 2] for number in memory.recent if number in NUMBERS]
    his_own = 0 if memory.last_seven is None else memory.sevens[memory.last_seven]
    return (
        state.config.dice == "balanced"
        and len(seen) == len(memory.recent) <= REMEMBERED
        and all(seen)
        and min(memory.sevens) >= 0
        and sum(memory.sevens) <= state.rolled[SEVEN - 2]
        and (memory.last_seven is None) == (memory.streak == 0)
        and 0 <= memory.streak <= his_own
    )


def _do_dice_fit(state: State) -> bool:
    match state.phase:
        case "SETUP" | "ROLL":
            return state.dice is None
        case "DISCARD" | "MOVE_ROBBER":
            return state.dice is not None and sum(state.dice) == 7
        case "ACTION" | "TRADE_RESPONSE":
            return state.dice is not None
        case "GAME_OVER":
            return state.dice is None or state.turn > 0
        case _:
            assert_never(state.phase)


def _asked_flaws(state: State) -> Iterator[str]:
    if (state.asked == "choice") != (state.late is not None):
        yield "chance chooses for nobody"
    if state.asked is None:
        return
    if state.phase not in _ASKED_IN[state.asked]:
        yield f"chance is asked for {state.asked} in {state.phase}"
    match state.asked:
        case "tiles" | "numbers" | "ports":
            if state.config.layout == "standard" or placements(state):
                yield "the island is laid out already"
        case "card":
            if not any(state.deck):
                yield "there is no card left to draw"
        case "theft":
            yield from _theft_flaws(state)
        case "choice":
            if state.late not in to_act(replace(state, asked=None)):
                yield "chance chooses for somebody who has nothing to choose"
        case "dice":
            pass
        case _:
            assert_never(state.asked)


def _theft_flaws(state: State) -> Iterator[str]:
    victim = state.players[other(state.current)]
    if not any(victim.resources):
        yield "there is nothing to steal"
    if not set(TILE_VERTICES[state.robber]).intersection(buildings(victim)):
        yield "nobody is robbed where the robber stands"
    if not state.has_played_card and (state.dice is None or sum(state.dice) != 7):
        yield "neither a seven nor a knight has moved the robber"


def _discard_flaws(state: State) -> Iterator[str]:
    if (state.phase == "DISCARD") != any(state.owes):
        yield "phase and discards do not agree"
    if state.phase == "DISCARD" and not all(_may_owe(state, seat) for seat in (0, 1)):
        yield "more or less is to be discarded than the rules want"


def _may_owe(state: State, seat: Seat) -> bool:
    """Whether some number of discards leads from the rules' count to this one."""
    cards, owed = sum(state.players[seat].resources), state.owes[seat]
    return any(discards_of(state.config, cards + gone) - gone == owed >= 0 for gone in range(_CARDS_IN_ALL - cards + 1))


def _offer_flaws(state: State) -> Iterator[str]:
    made = state.offers_made
    if (state.phase == "TRADE_RESPONSE") != (state.offer is not None):
        yield "phase and offer do not agree"
    if not 0 <= made <= state.config.offers_per_turn or (made and not _may_have_acted(state)):
        yield "there were more offers than the turn has had so far"
    if state.offer is None:
        return
    if not made:
        yield "an offer is open, and none was made"
    if min(*state.offer.give, *state.offer.receive) < 0:
        yield "an offer has fewer than no cards"
    try:
        check_offer(state, state.current, state.offer)
    except Illegal as refusal:
        yield f"such an offer cannot be made: {refusal.reason}"


def _card_flaws(state: State) -> Iterator[str]:
    for seat, player in enumerate(state.players):
        if any(player.new_dev_cards) and not (seat == state.current and _may_have_acted(state)):
            yield "cards are new that nobody can have bought this turn"
    if state.has_played_card and not any(state.players[state.current].played_dev_cards):
        yield "a card was played this turn, and none lies open"


def _may_have_acted(state: State) -> bool:
    """Whether building, buying and trading were possible this turn."""
    return state.phase in ("ACTION", "TRADE_RESPONSE", "GAME_OVER") and state.dice is not None


def _end_flaws(state: State) -> Iterator[str]:
    if (state.phase == "GAME_OVER") != (state.result is not None):
        yield "phase and result do not agree"
    if state.result is None:
        return
    winner = state.result.winner
    match state.result.reason:
        case "points":
            follows = winner == state.current and points(state, winner) >= state.config.vp_to_win
        case "turn_limit":
            at_limit = state.turn == state.config.turn_limit and state.dice is not None
            follows = at_limit and winner == leader(state)
        case "resigned" | "timeout" | "abandoned":
            follows = winner is not None
        case _:
            assert_never(state.result.reason)
    if not follows:
        yield f"the game cannot have ended like this: {state.result.reason}"

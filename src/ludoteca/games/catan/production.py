"""The roll of the dice, and what the tiles produce.

Laws kept here: the bank never gives more than it has. If it cannot pay both players what they are owed of a resource,
neither gets any; a player who alone is owed some gets what is left.

Must not know: what follows a seven.
"""

from typing import Final, cast

from ludoteca.kernel import Answer, Dice, Draw, Event, Illegal, Pick, Seat, Step, replace

from . import balanced_dice
from .actions import RollDice
from .bank import took
from .events import DiceRolled, ResourcesProduced, Telling
from .geometry import TILE_VERTICES
from .resources import INDEX, NONE, Hand
from .robber import seven
from .types import Made, Rolled, State

TWO_DICE: Final = Dice(2)
RINGS: Final = tuple(map(frozenset, TILE_VERTICES))
"""The vertices around each tile."""


def roll(state: State, action: RollDice) -> Made:
    if action.forced_value is None:
        return Step(replace(state, asked="dice"))
    if not state.config.forced_dice:
        raise Illegal("forced_dice", "dice are only forced in tests and replays")
    return rolled(state, action.forced_value)


def roll_drawn(state: State) -> Draw:
    if state.config.dice == "fair":
        return TWO_DICE
    return Pick(len(state.dice_left), balanced_dice.weights(state.dice_left, state.dice_memory, state.current))


def roll_answered(state: State, answer: Answer) -> Made:
    if state.config.dice == "fair":
        return rolled(state, (answer[0], answer[1]))
    drawn = balanced_dice.ROLLS[state.dice_left[answer[0]]]
    memory = balanced_dice.remembered(state.dice_memory, state.current, sum(drawn))
    return rolled(
        replace(state, dice_left=balanced_dice.without(state.dice_left, answer[0]), dice_memory=memory), drawn
    )


def rolled(state: State, dice: tuple[int, int]) -> Made:
    told: Telling = (Event(DiceRolled(state.current, dice)),)
    state = replace(state, asked=None, dice=dice, rolled=_counted(state.rolled, sum(dice)))
    if sum(dice) == 7:
        return seven(state, told)
    gains = gains_for(state, sum(dice))
    for seat, cards in enumerate(gains):
        if cards != NONE:
            state = took(state, seat, cards)
    if gains != (NONE, NONE):
        told += (Event(ResourcesProduced(gains)),)
    return Step(replace(state, phase="ACTION"), told)


def gains_for(state: State, number: int) -> tuple[Hand, Hand]:
    """What each player gets for this roll, given what the bank has."""
    owed = ([0] * 5, [0] * 5)
    for tile, on_it in enumerate(state.board.numbers):
        if on_it == number and tile != state.robber:
            resource = INDEX[state.board.tiles[tile]]
            for seat in (0, 1):
                owed[seat][resource] += _yield_of(state, seat, tile)
    for resource, left in enumerate(state.bank):
        if owed[0][resource] + owed[1][resource] > left:
            is_one_alone = 0 in (owed[0][resource], owed[1][resource])
            for share in owed:
                share[resource] = min(share[resource], left) if is_one_alone else 0
    return _hand(owed[0]), _hand(owed[1])


def _counted(rolled: Rolled, number: int) -> Rolled:
    counts = list(rolled)
    counts[number - 2] += 1
    return cast(Rolled, tuple(counts))


def _yield_of(state: State, seat: Seat, tile: int) -> int:
    """One card per settlement on the tile, two per city."""
    player, ring = state.players[seat], RINGS[tile]
    return len(ring.intersection(player.settlements)) + 2 * len(ring.intersection(player.cities))


def _hand(counts: list[int]) -> Hand:
    brick, lumber, wool, grain, ore = counts
    return brick, lumber, wool, grain, ore

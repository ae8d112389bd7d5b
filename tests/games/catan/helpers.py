"""Playing Catan in tests: positions in a line, actions, what they lead to, and what is refused."""

from itertools import pairwise
from typing import Any

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import Action, RollDice
from ludoteca.games.catan.construction import measured
from ludoteca.games.catan.events import Told
from ludoteca.games.catan.geometry import EDGES
from ludoteca.games.catan.layout import STANDARD
from ludoteca.games.catan.resources import BANK, DECK, DEVELOPMENTS, RESOURCES, Hand, minus
from ludoteca.games.catan.types import Config, Player, State
from ludoteca.games.catan.victory import titled
from ludoteca.kernel import Chance, Illegal, Input, Move, random_input, replace, step

PLAIN = Config()
RICH: Hand = (5, 5, 5, 5, 5)


def counts(words: str, kinds: tuple[str, ...]) -> Hand:
    """Five counts out of `2 brick, 1 ore`; a kind without a number is one."""
    found = dict.fromkeys(kinds, 0)
    for part in filter(None, words.split(", ")):
        number, name = part.split(" ", 1) if part[0].isdigit() else ("1", part)
        found[name.upper().replace(" ", "_")] += int(number)
    a, b, c, d, e = found.values()
    return a, b, c, d, e


def hand(words: str) -> Hand:
    return counts(words, RESOURCES)


def cards(words: str) -> Hand:
    return counts(words, DEVELOPMENTS)


def roads(*names: str) -> tuple[int, ...]:
    """EdgeIds of roads that are named by their vertices; `1-2-3` is two roads."""
    found: list[int] = []
    for name in names:
        way = [int(vertex) for vertex in name.split("-")]
        found += [EDGES[min(ends), max(ends)] for ends in pairwise(way)]
    return tuple(sorted(found))


def edge(name: str) -> int:
    (found,) = roads(name)
    return found


def player(
    hand_: str | Hand = "",
    *,
    settlements: tuple[int, ...] = (),
    cities: tuple[int, ...] = (),
    ways: tuple[str, ...] = (),
    dev: str = "",
    new: str = "",
    played: str = "",
) -> Player:
    return Player(
        resources=hand(hand_) if isinstance(hand_, str) else hand_,
        dev_cards=cards(dev),
        new_dev_cards=cards(new),
        played_dev_cards=cards(played),
        settlements=settlements,
        cities=cities,
        roads=roads(*ways),
    )


BLUE = player(settlements=(0, 16), ways=("0-1", "15-16"))
ORANGE = player(settlements=(28, 43), ways=("27-28", "43-44"))


def with_hand(who: Player, words: str | Hand) -> Player:
    return replace(who, resources=hand(words) if isinstance(words, str) else words)


def position(blue: Player = BLUE, orange: Player = ORANGE, config: Config = PLAIN, **more: Any) -> State:
    """Blue's turn, the dice rolled, unless it is said otherwise. What nobody has is in the bank and in the deck."""
    bank, deck = BANK, DECK
    for who in (blue, orange):
        bank = minus(bank, who.resources)
        for some in (who.dev_cards, who.new_dev_cards, who.played_dev_cards):
            deck = minus(deck, some)
    dice_left = tuple(range(36)) if config.dice == "balanced" else ()
    given = {"phase": "ACTION", "turn": 7 + more.get("current", 0), "dice_left": dice_left, **more}
    given.setdefault("dice", (3, 4) if given["phase"] in ("DISCARD", "MOVE_ROBBER") else (1, 2))
    given.setdefault("offers_made", int("offer" in given))
    state = State(
        config,
        given.pop("board", STANDARD),
        given.pop("robber", 0),
        players=(blue, orange),
        bank=bank,
        deck=deck,
        **given,
    )
    state = titled(measured(measured(state, 0), 1))
    assert not GAME.flaws(state), GAME.flaws(state)
    return state


def to_roll(blue: Player = BLUE, orange: Player = ORANGE, config: Config = PLAIN, **more: Any) -> State:
    return position(blue, orange, config, **{"phase": "ROLL", "dice": None, **more})


def told_by(state: State, *inputs: Input[Action]) -> tuple[State, tuple[Told, ...]]:
    """The state after these inputs, and all that they told blue."""
    told: list[Told] = []
    for given in inputs:
        state, events = step(GAME, state, given)
        told += [event.payload for event in events if event.is_for(0)]
    return state, tuple(told)


def after(state: State, *inputs: Input[Action]) -> State:
    return told_by(state, *inputs)[0]


def act(state: State, *actions: Action) -> State:
    """Act for the seat that must act; if both must, for blue."""
    for action in actions:
        state = after(state, Move(min(GAME.to_act(state)), action))
    return state


def acting(state: State) -> list[int]:
    return sorted(GAME.to_act(state))


def answer(state: State, *drawn: int) -> State:
    return after(state, Chance(drawn))


def roll(state: State, *dice: int) -> State:
    return answer(act(state, RollDice()), *dice)


def written(state: State) -> list[str]:
    """What the seat to act may do, in notation."""
    seat = min(GAME.to_act(state))
    view = GAME.view(state, seat)
    return [GAME.text.write(action, view) for action in GAME.legal(state, seat)]


def may(state: State, word: str) -> list[str]:
    """Those that begin with this word, without it."""
    return [line.removeprefix(word).strip(" :") for line in written(state) if line.split(" ")[0].strip(":") == word]


def say(state: State, *lines: str) -> State:
    """Act by notation, each line for the seat that must act."""
    for line in lines:
        seat = min(GAME.to_act(state))
        state = after(state, Move(seat, GAME.text.read(line, GAME.view(state, seat))))
    return state


def refusal(state: State, given: Input[Action] | Action | str) -> Illegal:
    seat = min(GAME.to_act(state))
    if isinstance(given, str):
        given = GAME.text.read(given, GAME.view(state, seat))
    if isinstance(given, Action):
        given = Move(seat, given)
    with pytest.raises(Illegal) as caught:
        step(GAME, state, given)
    return caught.value


def random_game(config: Config, seed: int) -> list[tuple[State, Input[Action] | None, State]]:
    """Every step of one random game: before, what was given, after."""
    dealer, steps = PyRandom(seed), []
    state = GAME.setup(config).state
    while GAME.outcome(state) is None:
        draw = GAME.draw(state)
        given: Any = random_input(GAME, state, dealer) if draw is None else Chance(dealer.answer(draw))
        made = step(GAME, state, given)
        steps.append((state, given, made.state))
        state = made.state
    return steps

"""Matches of ours as orders to GNU Backgammon: the commands it gets, and the positions they must lead to.

Two bots move the checkers; doubling, taking and resigning are random, so that all of it occurs.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from ludoteca.bots import Bot, bots_for
from ludoteca.dealers import PyRandom, chooser
from ludoteca.games.backgammon import GAME
from ludoteca.games.backgammon.notation import write_play
from ludoteca.games.backgammon.types import (
    BAR,
    OFF,
    Action,
    Config,
    DiceRolled,
    Double,
    Doubled,
    Drop,
    Dropped,
    GameStarted,
    GameWon,
    OpeningRolled,
    Roll,
    State,
    Take,
    Taken,
    Told,
    TurnEnded,
    TurnPassed,
)
from ludoteca.kernel import Chance, Input, Move, Resigned, Seat, step

CONFIGS: Final = (
    Config(points=3, cube=True),
    Config(),
    Config(points=5, cube=True),
    Config(cube=True, jacoby=True),
    Config(points=7, cube=True),
    Config(cube=True),
)
PAIRS: Final = (("greedy", "greedy"), ("random", "random"), ("greedy", "random"), ("random", "greedy"))
DOUBLES, TAKES, RESIGNS = 0.06, 0.75, 0.002
"""How likely each of them is, whenever it may be."""

SORTS: Final = (
    "games",
    "played out",
    "turns",
    "from the bar",
    "borne off",
    "doubles rolled",
    "passes",
    "cubes turned",
    "cubes taken",
    "cubes dropped",
    "gammons",
    "backgammons",
    "given up",
    "Crawford games",
)


class Order(NamedTuple):
    """Commands, and the state of ours that they lead to; None where a game ends, or has yet to begin."""

    commands: tuple[str, ...]
    state: State | None


class Played(NamedTuple):
    """A match of ours."""

    config: Config
    told: tuple[Told, ...]
    orders: tuple[Order, ...]

    @property
    def results(self) -> list[GameWon]:
        return [told for told in self.told if isinstance(told, GameWon)]


def matches(games: int, seed: int) -> Iterator[Played]:
    """Matches, and games that are no match's, until so many games are played out to the last checker."""
    number = 0
    while games > 0:
        played = one_match(CONFIGS[number % len(CONFIGS)], PAIRS[number // 2 % len(PAIRS)], seed * 1_000_000 + number)
        games, number = games - sorts(played.told)["played out"], number + 1
        yield played


def one_match(config: Config, names: tuple[str, str], seed: int) -> Played:
    dealer, luck = PyRandom(seed), Random(seed)
    bots = [bots_for(GAME.name)[name] for name in names]
    state, told, orders = GAME.setup(config).state, list[Told](), list[Order]()
    while state.result is None:
        draw = GAME.draw(state)
        given = Chance(dealer.answer(draw)) if draw is not None else _chosen(state, bots, luck, seed)
        state, events = step(GAME, state, given)
        news = [event.payload for event in events]
        told += news
        commands = tuple(command for each in news for command in commands_of(each, state))
        if commands:
            orders.append(Order(commands, None if state.phase in ("opening", "over") else state))
    return Played(config, tuple(told), tuple(orders))


def beginning(config: Config) -> list[str]:
    if config.points:
        return [f"new match {config.points}"]
    return [f"set jacoby {'on' if config.jacoby else 'off'}", "new session"]


def commands_of(told: Told, state: State) -> list[str]:
    """What GNU Backgammon must do to have seen the same. The plays are asked for where there is one to make."""
    match told:
        case OpeningRolled(starter=int(starter), dice=dice):
            return [f"set turn {starter}", f"set dice {dice[0]} {dice[1]}", "hint"]
        case DiceRolled(seat=seat, dice=dice):
            can_move = state.phase == "moving" and state.active == seat
            return [f"set dice {dice[0]} {dice[1]}", *["hint"] * can_move]
        case TurnEnded(seat=seat, moves=moves):
            return [f"move {write_play(moves, seat)}"]
        case TurnPassed():
            return ["move"]
        case Doubled():
            return ["double"]
        case Taken():
            return ["take"]
        case Dropped():
            return ["drop"]
        case GameWon(reason="resigned", kind=kind):
            return [f"resign {kind}", "accept"]
        case GameStarted():
            return ["new game"]
        case _:
            return []


def sorts(told: tuple[Told, ...]) -> Counter[str]:
    """How often everything occurred."""
    found: Counter[str] = Counter()
    for each in told:
        match each:
            case TurnEnded(dice=dice, moves=moves):
                found.update(turns=1)
                found["doubles rolled"] += len(dice) == 4
                found["from the bar"] += any(move.from_ == BAR for move in moves)
                found["borne off"] += any(move.to == OFF for move in moves)
            case TurnPassed():
                found.update(turns=1, passes=1)
            case Doubled():
                found["cubes turned"] += 1
            case Taken():
                found["cubes taken"] += 1
            case Dropped():
                found["cubes dropped"] += 1
            case GameWon(kind=kind, reason=reason):
                found.update(games=1)
                found["played out"] += reason == "borne_off"
                found["given up"] += reason == "resigned"
                found[f"{kind}s"] += kind != "single"
            case GameStarted(crawford=True):
                found["Crawford games"] += 1
            case _:
                pass
    return found


def _chosen(state: State, bots: list[Bot], luck: Random, seed: int) -> Input[Action]:
    (seat,) = GAME.to_act(state)
    if state.phase != "answer" and not state.moves and luck.random() < RESIGNS:
        return Resigned(seat)
    match state.phase:
        case "cube":
            return Move[Action](seat, Double() if _is_alive(state, seat) and luck.random() < DOUBLES else Roll())
        case "answer":
            return Move[Action](seat, Take() if luck.random() < TAKES else Drop())
        case _:
            return Move(seat, _moved(state, bots[seat], seat, seed))


def _is_alive(state: State, seat: Seat) -> bool:
    """Whether this side could use what the cube would give it. Otherwise GNU Backgammon refuses to double; the rules
    allow it, though nobody gains by it."""
    return not state.config.points or state.score[seat] + state.cube.value < state.config.points


def _moved(state: State, bot: Bot, seat: Seat, seed: int) -> Action:
    dealer = chooser(seed + state.turn * 100 + len(state.moves), seat)
    action: Action = bot(GAME.view(state, seat), GAME.legal(state, seat), dealer)
    return action

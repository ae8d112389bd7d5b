"""Games of ours and their mirrors in lockstep, compared after every action.

Most are played at random. In some the players start in the middle of the island and build when they can, so that they
meet; in some they hoard cards and never discard, so that the bank runs short.
"""

from collections import Counter
from typing import Final, Literal, NamedTuple, TypeAlias

from ludoteca.dealers import PyRandom
from ludoteca.games.catan import GAME
from ludoteca.games.catan.actions import Action, BuildCity, BuildRoad, BuildSettlement, EndTurn, SetupPlaceSettlement
from ludoteca.games.catan.types import Config, State
from ludoteca.kernel import Move, Seat, advance, begin, choose, replace

from .mirror import Mirror
from .position import Choice, choice_of, choices, position
from .random_actions import any_action, has_counterpart, is_accepted

Listed: TypeAlias = Counter[Choice]
Manner: TypeAlias = Literal["random", "crowded", "hoarding"]


class Sort(NamedTuple):
    config: Config
    manner: Manner


# Players do not trade with each other: in catanatron they do not.
PLAIN: Final = Config(offers_per_turn=0, turn_ms=0)
BASE: Final = replace(PLAIN, vp_to_win=10, discard_threshold=7)
SORTS: Final = (
    *(Sort(replace(config, layout="standard"), "random") for config in (PLAIN, BASE)),
    *(Sort(replace(config, layout="random"), manner) for config in (PLAIN, BASE) for manner in ("random", "crowded")),
    Sort(replace(PLAIN, layout="random", discard_threshold=95), "hoarding"),
)
TRIED: Final = "actions out of the blue"
CUT: Final = "longest roads cut"
MOVED: Final = "titles moved"
MIDDLE: Final = range(24)
"""The vertices of the seven tiles in the middle."""


class Disagreement(Exception):
    """The two engines differ; the text says where."""


def compare(games: int, seed: int) -> Counter[str]:
    """Play so many games on both; how many choices of each kind agreed, and how often each known difference was set
    right."""
    found: Counter[str] = Counter()
    for number in range(games):
        try:
            found += one_game(SORTS[number % len(SORTS)], seed + number)
        except Disagreement as error:
            raise Disagreement(f"game {number} of seed {seed}, {error}") from None
    return found


def one_game(sort: Sort, seed: int) -> Counter[str]:
    dealer, found = PyRandom(seed), Counter(games=1)
    state = begin(GAME, sort.config, dealer).state
    mirror = Mirror(state)
    check(state, mirror, "the beginning")
    while (move := _next_move(state, dealer, sort.manner)) is not None:
        choice, before = choice_of(move.action), state
        state, _, drawn = advance(GAME, state, move, dealer)
        mirror.follow(move.seat, choice, drawn)
        found[str(choice[0])] += 1
        found.update(_sights(before, state))
        if state.result is not None and state.result.reason == "turn_limit":
            found["unfinished"] += 1  # the limit of turns is no rule of catanatron's: there the game goes on
            break
        listed = check(state, mirror, f"turn {state.turn}, {move.seat} {choice} {drawn}")
        found[TRIED] += tried(state, listed, dealer)
    return found + mirror.differences


def check(state: State, mirror: Mirror, name: str) -> dict[Seat, Listed]:
    """Compare everything on the table, and all legal actions; returns these as catanatron lists them."""
    ours, theirs = position(state), mirror.position()
    wrong = [f"{what}: {ours[what]} here, {theirs[what]} there" for what in ours if ours[what] != theirs[what]]
    listed = {seat: Counter(mirror.choices(seat)) for seat in sorted(GAME.to_act(state))}
    for seat, there in listed.items():
        here = Counter(choices(state, seat))
        if here != there:
            wrong.append(f"only here {sorted(map(str, here - there))}, only there {sorted(map(str, there - here))}")
    if wrong:
        raise Disagreement(f"{name}: {'; '.join(wrong)}")
    return listed


def tried(state: State, listed: dict[Seat, Listed], dealer: PyRandom) -> int:
    """Any action of the catalogue, by each seat that must act: we accept it if catanatron lists it, and only then. How
    many such there were."""
    action, count = any_action(dealer), 0
    for seat, there in listed.items():
        if has_counterpart(state, action, there):
            count += 1
            if is_accepted(state, seat, action) != (choice_of(action) in there):
                raise Disagreement(f"turn {state.turn}, {seat} {action}: only one of the two accepts it")
    return count


def _sights(before: State, after: State) -> list[str]:
    """What is rare enough to be counted."""
    pairs = zip(before.players, after.players, strict=True)
    sights = {
        CUT: any(then.longest_road_len > now.longest_road_len for then, now in pairs),
        MOVED: (before.longest_road, before.largest_army) != (after.longest_road, after.largest_army),
    }
    return [sight for sight, is_seen in sights.items() if is_seen]


def _next_move(state: State, dealer: PyRandom, manner: Manner) -> Move[Action] | None:
    """Three times of four what the manner likes, if there is such a thing; else anything."""
    if GAME.outcome(state) is not None:
        return None
    seats = sorted(GAME.to_act(state))
    seat = choose(dealer, seats)
    actions = GAME.legal(state, seat)
    liked = [action for action in actions if _is_liked(action, manner)]
    if liked and choose(dealer, range(4)) > 0:
        actions = liked
    return Move(seat, choose(dealer, actions))


def _is_liked(action: Action, manner: Manner) -> bool:
    match action:
        case SetupPlaceSettlement(vertex_id=vertex):
            return manner == "crowded" and vertex in MIDDLE
        case BuildSettlement() | BuildCity():
            return manner != "random"
        case BuildRoad():
            return manner == "crowded"
        case EndTurn():
            return manner == "hoarding"
        case _:
            return False

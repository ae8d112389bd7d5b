"""A staked game on the web: Orcain's casual queue takes the stakes, its rules say who gets what, the ledger pays."""

from typing import Any

import pytest

from ludoteca.games.orcain import GAME
from ludoteca.games.orcain.types import Config, MatchEnd, MatchFound, State
from ludoteca.kernel import Elapsed, Left, Resigned, step
from ludoteca.kernel.values import build
from ludoteca.web import matches, queue
from ludoteca.web.matches import Record
from ludoteca.web.models import Match, Player
from ludoteca.web.shapes import JoinQueue

from .people import balances, latest, people, refused, room_of

pytestmark = pytest.mark.usefixtures("database")

CASUAL = JoinQueue(game="orcain")


def paired(*players: Player) -> Match:
    for player in players:
        queue.join(player, CASUAL)
    queue.pair()
    return Match.objects.order_by("-pk")[0]


def begun(match: Match) -> State:
    config: Config = build(match.config, GAME.types.config)
    return GAME.setup(config).state


def played(state: State, *inputs: Any) -> tuple[State, list[MatchEnd]]:
    """The state after these inputs, and the ends that seat 0 and seat 1 were told."""
    ends: list[MatchEnd] = []
    for given in inputs:
        state, events = step(GAME, state, given)
        ends += [event.payload for event in events if isinstance(event.payload, MatchEnd) and not event.spectators]
    return state, ends


def paid(match: Match, state: State) -> bool:
    """The end of the match comes to the database; whether that was news."""
    outcome = GAME.outcome(state)
    assert outcome is not None
    return matches.end(match.game_id, Record("{}\n", outcome, "", "", (), None))


NOBODY_CAME = [Elapsed(name) for name in ("prep-1", "reveal-1-1", "reveal-1-2", "reveal-1-3", "prep-2")]


@pytest.mark.parametrize(
    ("inputs", "after"),
    [
        ([Resigned(1)], [11, 9]),
        ([Left(0), Elapsed("disconnect-0-1")], [9, 11]),
        ([Left(0), Left(1)], [10, 10]),
        (NOBODY_CAME, [9, 9]),
    ],
    ids=["won", "lost", "refunded", "burned"],
)
def test_what_the_rules_say_is_paid_once_and_is_what_the_players_were_told(inputs: list[Any], after: list[int]) -> None:
    ada, bo = people("Ada", "Bo")
    match = paired(ada, bo)
    assert balances(ada, bo) == [9, 9]
    state, ends = played(begun(match), *inputs)
    assert paid(match, state)
    assert not paid(match, state)
    assert balances(ada, bo) == after
    assert [end.your_tokens for end in ends] == after


def test_the_players_are_introduced_to_each_other() -> None:
    match = paired(*people("Ada", "Bo"))
    found = [each.payload for each in GAME.setup(begun(match).config).events if isinstance(each.payload, MatchFound)]
    assert found[1] == MatchFound(match.game_id, "Bo", "Ada", ("attack", "defense", "heal", "counter"), 9, 2)


def test_whoever_has_no_token_left_cannot_queue() -> None:
    ada, bo = people("Ada", "Bo")
    for _ in range(10):
        match = paired(ada, bo)
        paid(match, played(begun(match), Resigned(1))[0])
    assert balances(ada, bo) == [20, 0]
    with refused("not_enough_tokens"):
        queue.join(bo, CASUAL)


def test_practice_against_a_bot_is_free_and_pot_0() -> None:
    (ada,) = people("Ada")
    match = latest(room_of(ada, "orcain", seats=("me", "bot:practice")))
    state = begun(match)
    assert (GAME.view(state, 0).pot, GAME.view(state, 0).nicknames, balances(ada)) == (0, ("Ada", "practice"), [10])
    assert paid(match, played(state, Resigned(1))[0])
    assert balances(ada) == [10]

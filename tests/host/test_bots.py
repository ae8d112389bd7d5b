"""Bots of a host: they play whole games, and one that is broken does not stop anybody's."""

from concurrent.futures import Future
from typing import Any

import pytest

from ludoteca.kernel import AnyGame
from ludoteca.runtime.bot_runner import BotQuestion
from ludoteca.table.entries import Applied

from .logs import captured, events
from .stand import ALL_GAMES, HOST, TABLE, Stand, Thinkers, alone, every_game


def raises(view: Any, legal: Any, dealer: Any) -> Any:
    raise ValueError("out of ideas")


def nothing(view: Any, legal: Any, dealer: Any) -> Any:
    return None


def text(view: Any, legal: Any, dealer: Any) -> Any:
    return "resign"


def another_game(view: Any, legal: Any, dealer: Any) -> Any:
    """A move of some other game."""
    others = (game.presets.get("", game.types.config()) for game in ALL_GAMES)
    return next(config for config in others if not isinstance(config, type(legal[0])))


def unhashable(view: Any, legal: Any, dealer: Any) -> Any:
    return {"type": [legal]}


BROKEN = {"raises": raises, "nothing": nothing, "text": text, "another": another_game, "unhashable": unhashable}


def by_bots(stand: Stand) -> list[int]:
    """Which seats moved, by the log."""
    return [
        entry.what.input["seat"]
        for entry in stand.entries()
        if isinstance(entry.what, Applied) and entry.by.startswith("bot:")
    ]


async def play_out(stand: Stand, game: AnyGame, bots: list[str]) -> None:
    """To the end; a table of bots alone needs nobody."""
    assert (await stand.open(game.name, bots=bots))["status"] == "ok"
    for _ in range(400):
        if stand.finished:
            break
        await stand.wait()
    assert stand.finished == ["TABLE7"]
    assert stand.table().match.outcome is not None


@every_game
def test_bots_alone_play_whole_games(game: AnyGame) -> None:
    async def body(stand: Stand) -> None:
        seats = len(game.seats(game.types.config()))
        await play_out(stand, game, ["random"] * seats)
        assert set(by_bots(stand)) == set(range(seats))
        assert stand.replayed() == stand.standing()[2]

    alone(body)


@every_game
@pytest.mark.parametrize("broken", BROKEN)
def test_a_bot_that_raises_or_answers_nonsense_plays_the_first_move_there_is(game: AnyGame, broken: str) -> None:
    async def body(stand: Stand) -> None:
        seats = len(game.seats(game.types.config()))
        await play_out(stand, game, ["random"] * (seats - 1) + [broken])
        assert seats - 1 in by_bots(stand)
        assert b"ludoteca_crashes_total 0.0" in stand.metrics.text()

    with captured() as lines:
        alone(body, lambda: Stand(bot_runner=Thinkers(BROKEN)))
    assert "bot_refused" in events(lines)
    assert ("bot_failed" in events(lines)) == (broken == "raises")


class Asking(Thinkers):
    """Remembers whose bots were asked."""

    def __init__(self) -> None:
        super().__init__({})
        self.owners: set[str] = set()

    def choose(self, question: BotQuestion) -> "Future[Any]":
        self.owners.add(question.owner)
        return super().choose(question)


@pytest.mark.parametrize(("owner", "asked_for"), [({"owner": "ada"}, "ada"), ({}, TABLE)])
def test_bots_are_asked_on_behalf_of_who_opened_the_table(owner: dict[str, str], asked_for: str) -> None:
    asking = Asking()

    async def body(stand: Stand) -> None:
        opened = await stand.ask(HOST, "create", {"game": "gomoku", "bots": ["random", "random"], **owner})
        assert opened.result["status"] == "ok"
        while not stand.finished:
            await stand.wait()

    alone(body, lambda: Stand(bot_runner=asking))
    assert asking.owners == {asked_for}

"""Rules that crash hurt their own table only: it is brought back, and after too many crashes left alone for a while."""

import asyncio
import dataclasses
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from ludoteca.kernel import AnyGame, Resigned
from ludoteca.runtime.bot_runner import BotQuestion
from ludoteca.table.wire import Who

from .logs import captured, events
from .stand import ALL, OBSERVER, Stand, Thinkers, alone, every_game, player

POISONED, SOUND = "POISON", "SOUND1"


class Poison:
    """Rules that stumble over a resignation while they are poisoned, and over everything while they are broken."""

    def __init__(self, game: AnyGame) -> None:
        self.sound = game
        self.game = dataclasses.replace(game, apply=self.apply, name=f"{game.name}-poisoned")
        self.is_on = True
        self.is_broken = False

    def apply(self, state: Any, given: Any) -> Any:
        if self.is_broken or (self.is_on and isinstance(given, Resigned)):
            raise ZeroDivisionError("poisoned")
        return self.sound.apply(state, given)

    def stand(self) -> Stand:
        return Stand({**ALL, self.game.name: self.game})


async def both_seated(stand: Stand, poison: Poison, config: dict[str, Any] | None = None) -> None:
    await stand.seat(poison.game, config, game_id=POISONED)
    await stand.seat(poison.sound, config, game_id=SOUND)


async def resigned(stand: Stand, game_id: str = POISONED) -> dict[str, Any]:
    return (await stand.ask(player(0), "resign", game_id=game_id)).result


async def synced(stand: Stand, who: Who = OBSERVER, game_id: str = POISONED) -> dict[str, Any]:
    return (await stand.ask(who, "sync", game_id=game_id)).result


@every_game
def test_a_crash_changes_nothing_and_the_table_comes_back(game: AnyGame) -> None:
    poison = Poison(game)

    async def body(stand: Stand) -> None:
        await both_seated(stand, poison)
        before, sound = stand.standing(POISONED), stand.table(SOUND)
        refused = await resigned(stand)
        assert (refused["code"], refused["recovery"]) == ("game_unavailable", "retry")
        assert POISONED not in stand.host.hosted
        await asyncio.sleep(0.1)
        assert stand.standing(POISONED) == before
        assert stand.table(SOUND) is sound

    alone(body, poison.stand)


def test_a_crash_is_answered_though_the_working_directory_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison = Poison(ALL["den"])
    monkeypatch.chdir(tmp_path)

    async def body(stand: Stand) -> None:
        await both_seated(stand, poison)
        tmp_path.rmdir()
        assert (await resigned(stand))["code"] == "game_unavailable"
        assert POISONED not in stand.host.hosted
        await asyncio.sleep(0.1)
        assert POISONED in stand.host.hosted

    with captured() as lines:
        alone(body, poison.stand)
    assert events(lines).count("table_crashed") == 1


@every_game
def test_an_action_that_comes_while_a_table_is_brought_back_is_answered(game: AnyGame) -> None:
    poison = Poison(game)

    async def body(stand: Stand) -> None:
        await both_seated(stand, poison)
        await resigned(stand)
        assert (await synced(stand))["status"] == "ok"

    alone(body, poison.stand)


@every_game
@pytest.mark.parametrize("pause", [0.0, 0.3, 20.0])
def test_after_three_crashes_within_a_minute_a_table_is_suspended_and_others_go_on(game: AnyGame, pause: float) -> None:
    poison = Poison(game)

    async def body(stand: Stand) -> None:
        await both_seated(stand, poison)
        began = asyncio.get_running_loop().time()
        for _ in range(3):
            await asyncio.sleep(pause)
            assert (await resigned(stand))["code"] == "game_unavailable"
        refused = await synced(stand)
        assert refused["code"] == "game_unavailable"
        assert "suspended" in refused["reason"]
        assert POISONED not in stand.host.hosted
        assert (await synced(stand, game_id=SOUND))["status"] == "ok"
        await asyncio.sleep(began + pause + 59.9 - asyncio.get_running_loop().time())
        assert POISONED not in stand.host.hosted
        await asyncio.sleep(0.2)
        assert POISONED in stand.host.hosted  # without anybody asking for it: its clocks must go on
        assert b"ludoteca_crashes_total 3.0" in stand.metrics.text()

    alone(body, poison.stand)


@every_game
def test_a_suspended_table_whose_rules_were_mended_goes_on_as_if_nothing_had_been(game: AnyGame) -> None:
    poison = Poison(game)

    async def body(stand: Stand) -> None:
        await both_seated(stand, poison)
        for _ in range(3):
            await resigned(stand)
        poison.is_on = False
        await asyncio.sleep(61)
        assert (await resigned(stand))["status"] == "ok"
        assert stand.table(POISONED).match.outcome is not None
        assert stand.replayed(POISONED) == stand.standing(POISONED)[2]

    alone(body, poison.stand)


@pytest.mark.parametrize(("name", "unhurried"), [("den", {"turn_ms": 0}), ("duel", {"deadline_ms": 10_000_000})])
def test_crashes_further_apart_do_not_add_up(name: str, unhurried: dict[str, Any]) -> None:
    poison = Poison(ALL[name])

    async def body(stand: Stand) -> None:
        await both_seated(stand, poison, unhurried)
        for _ in range(5):
            poison.is_on = True
            assert (await resigned(stand))["reason"] == "the table crashed on this action"
            poison.is_on = False
            await asyncio.sleep(31)
            assert POISONED in stand.host.hosted

    alone(body, poison.stand)


@every_game
def test_a_table_that_cannot_be_restored_is_tried_a_few_times_and_then_suspended(game: AnyGame) -> None:
    poison = Poison(game)

    async def body(stand: Stand) -> None:
        await both_seated(stand, poison)
        action = game.legal(stand.state(POISONED), seat := stand.table(POISONED).match.acting()[0])[0]
        assert (await stand.act(seat, action, game_id=POISONED)).result["status"] == "ok"
        before = stand.standing(POISONED)
        poison.is_broken = True
        stand.host.forget(stand.host.hosted[POISONED])
        assert (await synced(stand))["reason"] == "the table could not be restored"
        await asyncio.sleep(30)
        assert b"ludoteca_crashes_total 3.0" in stand.metrics.text()
        assert "suspended" in (await synced(stand))["reason"]
        assert (await synced(stand, game_id=SOUND))["status"] == "ok"
        poison.is_broken = False
        await asyncio.sleep(31)
        assert stand.standing(POISONED) == before

    alone(body, poison.stand)


def test_a_crash_of_a_timer_counts_once_and_leaves_the_table_as_it_was_stored() -> None:
    poison = Poison(ALL["duel"])

    async def body(stand: Stand) -> None:
        await both_seated(stand, poison)
        before = stand.standing(POISONED)
        poison.is_broken = True
        await asyncio.sleep(20.01)
        assert POISONED not in stand.host.hosted
        poison.is_broken = False
        await asyncio.sleep(0.1)
        assert stand.standing(POISONED) == before

    with captured() as lines:
        alone(body, poison.stand)
    assert events(lines).count("table_crashed") == 1


class Slow(Thinkers):
    """Bots that answer so late that the clock, which counts milliseconds, says their time is over."""

    def choose(self, question: BotQuestion) -> "Future[Any]":
        chosen = Future[Any]()
        asyncio.get_running_loop().call_later(19.9996, chosen.set_result, question.legal[0])
        return chosen


def test_a_bot_answering_at_the_deadline_of_crashing_rules_is_one_crash() -> None:
    """What the bot came too late for has thrown the table away; its answer must not be tried on the ruins."""
    poison = Poison(ALL["duel"])

    async def body(stand: Stand) -> None:
        await stand.open(poison.game.name, bots=[None, "random"])
        await stand.ask(player(0), "join")
        poison.is_broken = True
        await asyncio.sleep(20.1)

    with captured() as lines:
        alone(body, lambda: Stand({poison.game.name: poison.game}, bot_runner=Slow({})))
    assert events(lines).count("table_crashed") == 1


@every_game
def test_an_action_that_crashed_its_table_three_times_is_refused_others_are_not(
    game: AnyGame,
) -> None:
    poison = Poison(game)

    async def body(stand: Stand) -> None:
        await both_seated(stand, poison)
        for _ in range(3):
            asked = await stand.ask(player(0), "resign", game_id=POISONED, action_id="poison")
            assert asked.result["code"] == "game_unavailable"
        same = await stand.ask(player(0), "resign", game_id=SOUND, action_id="poison")
        assert same.result["status"] == "ok"  # at another table it is another action
        await asyncio.sleep(60.2)
        hosted = stand.host.hosted[POISONED]
        for _ in range(5):
            asked = await stand.ask(player(0), "resign", game_id=POISONED, action_id="poison")
            assert (asked.result["code"], asked.result["recovery"]) == ("invalid_action", "noop")
        action = game.legal(stand.state(POISONED), seat := stand.table(POISONED).match.acting()[0])[0]
        assert (await stand.act(seat, action, game_id=POISONED)).result["status"] == "ok"
        assert stand.host.hosted[POISONED] is hosted
        poison.is_on = False  # under another id it is another action
        assert (await resigned(stand))["status"] == "ok"
        assert b"ludoteca_crashes_total 3.0" in stand.metrics.text()

    alone(body, poison.stand)


def test_an_action_that_crashed_its_table_twice_is_tried_again() -> None:
    poison = Poison(ALL["den"])

    async def body(stand: Stand) -> None:
        await both_seated(stand, poison)
        for _ in range(2):
            await stand.ask(player(0), "resign", game_id=POISONED, action_id="poison")
        poison.is_on = False
        asked = await stand.ask(player(0), "resign", game_id=POISONED, action_id="poison")
        assert asked.result["status"] == "ok"

    alone(body, poison.stand)

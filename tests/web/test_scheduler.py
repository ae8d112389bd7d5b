"""The scheduler's duties, on a real process with real tables and a real database."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connections

from ludoteca.bots import bots_for
from ludoteca.client import at_bus
from ludoteca.kernel import AnyGame
from ludoteca.kernel.record import BadEntry
from ludoteca.process import ListenAddress, Process, ProcessConfig
from ludoteca.runtime.settings import FINISHED, Settings
from ludoteca.table.wire import Who
from ludoteca.web import table_client
from ludoteca.web.database_threads import in_thread
from ludoteca.web.models import Match, Player, Rating, Room
from ludoteca.web.models.play import Series
from ludoteca.web.play import matchmaking, series, settlement
from ludoteca.web.scheduler.scheduler import Scheduler
from ludoteca.web.schemas import JoinQueue
from ludoteca.web.table_client import TableClient
from tests.gateway.places import TOKENS
from tests.runtime.event_loop import run
from tests.toys import TOYS

from .apps import APP, KNOWN
from .people import balances, begun, give_points, later, people, points, ranked, under_way, won

pytestmark = pytest.mark.usefixtures("database")


class Kept:
    """A process, and a scheduler whose duties are done when a test says so."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.tables = TableClient(process, TOKENS)
        self.scheduler = Scheduler(replace(APP, tables=self.tables))
        self.now = asyncio.get_running_loop().time()  # it passes as a test says, however long a look takes

    async def open(self) -> None:
        await self.scheduler._open_tables()

    async def look_at_all(self, later: float = 0) -> None:
        """The rounds of match checks, so many seconds after the last ones."""
        self.now += later
        rounds, now = self.scheduler._match_checker, self.now
        rounds.look_again()
        await self.scheduler._do_all(partial(rounds.look_at, match, now) for match in await rounds.due(now))

    async def hear_of_end(self, match: Match) -> None:
        self.scheduler._hear_finished(FINISHED, match.game_id.encode())
        await self.scheduler._take_in()

    def sit(self, match: Match, seat: int) -> Any:
        return at_bus(self.process.bus, match.game_id, Who("player", seat))


@asynccontextmanager
async def kept(folder: Path, games: Mapping[str, AnyGame] = KNOWN) -> AsyncIterator[Kept]:
    config = ProcessConfig(
        games, bots_for, Settings(), TOKENS, data=folder / "tables.db", sockets=ListenAddress("127.0.0.1", 0)
    )
    process = await Process.start(config)
    try:
        yield Kept(process)
    finally:
        await process.leave()


def keep(folder: Path, main: Callable[[Kept], Coroutine[Any, Any, None]], games: Mapping[str, AnyGame] = KNOWN) -> None:
    async def inside() -> None:
        async with kept(folder, games) as deployment:
            await main(deployment)

    connections["default"].close()
    run(inside())


def long_ago() -> None:
    """All tables were opened more than a minute ago."""
    for match in Match.objects.exclude(opened_at=None):
        assert match.opened_at is not None
        Match.objects.filter(pk=match.pk).update(opened_at=match.opened_at - timedelta(seconds=61))


def two_begun() -> Match:
    ada, bo = people("Ada", "Bo")
    return begun(ada, bo)


def two_ranked() -> tuple[Series, Match, Player, Player]:
    ada, bo = people("Ada", "Bo")
    for player in (ada, bo):
        give_points(player, 100)
    row = ranked(ada, bo)
    match = under_way(row)
    first = ada if match.seats.get(seat=0).player_id == ada.pk else bo
    return row, match, first, bo if first == ada else ada


def stands(row: Series) -> tuple[str, bool, str]:
    match = row.matches.get()
    return Room.objects.get(pk=row.room_id).status, Series.objects.get(pk=row.pk).is_over, match.reason


def test_a_match_whose_game_is_gone_is_not_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = two_begun()
    keep(tmp_path, Kept.open)
    monkeypatch.setattr(table_client, "PATIENCE", 0.5)
    keep(tmp_path, Kept.look_at_all, TOYS)
    assert Match.objects.get(pk=match.pk).ended_at is None

    async def back(deployment: Kept) -> None:
        assert (await deployment.tables.snapshot(match.game_id, table_client.HOST)).game == match.game

    keep(tmp_path, back)


def test_a_match_that_has_begun_gets_its_table_and_its_commitment(tmp_path: Path) -> None:
    match = two_begun()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        await deployment.open()

    keep(tmp_path, main)
    kept_match = Match.objects.get(pk=match.pk)
    assert kept_match.opened_at is not None
    assert len(kept_match.commitment) == 64


def test_an_end_that_nobody_told_of_is_found(tmp_path: Path) -> None:
    match = two_begun()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        async with deployment.sit(match, 0) as black, deployment.sit(match, 1) as white:
            await asyncio.gather(black.join(), white.join())
            assert (await white.resign()).ok
        await deployment.look_at_all()

    keep(tmp_path, main)
    assert Match.objects.get(pk=match.pk).reason == "resigned"


def test_a_table_that_was_closed_gives_the_stakes_back(tmp_path: Path) -> None:
    ada, bo = people("Ada", "Bo")
    begun(ada, bo, "duel", config={"stake": 4})

    async def main(deployment: Kept) -> None:
        await deployment.open()
        await deployment.tables.close((await in_thread(Match.objects.get)).game_id)
        await deployment.look_at_all()

    keep(tmp_path, main)
    assert balances(ada, bo) == [10, 10]


def test_a_table_that_is_closed_in_the_middle_of_its_game_is_taken_in_at_once(tmp_path: Path) -> None:
    """Nobody waits for the next look at it."""
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo, "duel", config={"stake": 4})

    async def main(deployment: Kept) -> None:
        await deployment.open()
        async with deployment.sit(match, 0) as one, deployment.sit(match, 1) as other:
            await asyncio.gather(one.join(), other.join())
            await deployment.tables.close(match.game_id)
        await deployment.hear_of_end(match)

    keep(tmp_path, main)
    assert (Room.objects.get().status, balances(ada, bo)) == ("closed", [10, 10])


def test_a_match_that_goes_on_is_not_ended_by_whoever_says_so(tmp_path: Path) -> None:
    match = two_begun()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        async with deployment.sit(match, 0) as black, deployment.sit(match, 1) as white:
            await asyncio.gather(black.join(), white.join())
        await deployment.hear_of_end(match)

    keep(tmp_path, main)
    assert Room.objects.get().status == "playing"


def test_an_end_that_comes_while_the_database_is_away_is_taken_in_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = two_begun()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        async with deployment.sit(match, 0) as black, deployment.sit(match, 1) as white:
            await asyncio.gather(black.join(), white.join())
            assert (await white.resign()).ok
        with monkeypatch.context() as patch:
            patch.setattr(settlement, "end", away)
            await deployment.hear_of_end(match)
        await deployment.scheduler._take_in()

    keep(tmp_path, main)
    assert Match.objects.get(pk=match.pk).reason == "resigned"


def test_a_table_that_never_began_is_closed_though_the_database_was_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = two_begun()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        await deployment.tables.close(match.game_id)
        with monkeypatch.context() as patch:
            patch.setattr(settlement, "close", away)
            await deployment.hear_of_end(match)
        await deployment.scheduler._take_in()

    keep(tmp_path, main)
    assert Room.objects.get().status == "closed"


def away(*_: Any) -> None:
    raise OperationalError("the database is away")


def test_who_does_not_come_to_a_ranked_match_within_a_minute_loses_the_series(tmp_path: Path) -> None:
    row, match, first, second = two_ranked()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        async with deployment.sit(match, 0) as seat:
            await seat.join()
            await deployment.look_at_all()
            await deployment.look_at_all(later=59)
            assert not (await in_thread(Series.objects.get, pk=row.pk)).is_over
            await deployment.look_at_all(later=2)
            assert (await seat.sync()).closed

    keep(tmp_path, main)
    assert (points(first), points(second)) == (120, 75)
    assert stands(row) == ("closed", True, "closed")


def test_a_ranked_match_that_nobody_came_to_never_was(tmp_path: Path) -> None:
    row, _, first, second = two_ranked()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        await deployment.look_at_all()
        await deployment.look_at_all(later=61)

    keep(tmp_path, main)
    assert stands(row) == ("closed", True, "closed")
    assert (points(first), points(second)) == (100, 100)


def test_who_comes_and_goes_before_a_ranked_match_begins_loses_the_series(tmp_path: Path) -> None:
    """Else a process that is behind could undo it all."""
    _, match, first, second = two_ranked()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        async with deployment.sit(match, 1) as coming:
            await coming.join()
        async with deployment.sit(match, 0) as staying:
            await staying.join()
            await deployment.look_at_all()
            await deployment.look_at_all(later=61)

    keep(tmp_path, main)
    assert (points(first), points(second)) == (120, 75)


def two_staked() -> tuple[Match, Player, Player]:
    ada, bo = people("Ada", "Bo")
    return begun(ada, bo, "duel", config={"stake": 4}), ada, bo


def test_a_match_not_begun_within_a_minute_is_broken_off_and_stakes_are_refunded(
    tmp_path: Path,
) -> None:
    match, ada, bo = two_staked()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        async with deployment.sit(match, 0) as seat:
            await seat.join()
            await deployment.look_at_all()
            await deployment.look_at_all(later=59)
            assert await in_thread(balances, ada, bo) == [6, 6]
            await deployment.look_at_all(later=2)
            assert (await seat.sync()).closed

    keep(tmp_path, main)
    assert (Room.objects.get().status, balances(ada, bo)) == ("closed", [10, 10])


def test_a_match_that_costs_nothing_waits_for_whoever_was_invited(tmp_path: Path) -> None:
    match = two_begun()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        async with deployment.sit(match, 0) as seat:
            await seat.join()
            await deployment.look_at_all()
            await deployment.look_at_all(later=3600)

    keep(tmp_path, main)
    assert Room.objects.get().status == "playing"


def test_a_match_that_nobody_came_to_within_a_minute_is_broken_off(tmp_path: Path) -> None:
    _, ada, bo = two_staked()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        await deployment.look_at_all()
        await deployment.look_at_all(later=61)

    keep(tmp_path, main)
    assert (Room.objects.get().status, balances(ada, bo)) == ("closed", [10, 10])


def test_whoever_comes_and_goes_does_not_make_the_other_wait_any_longer(tmp_path: Path) -> None:
    match, ada, bo = two_staked()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        await deployment.look_at_all()
        async with deployment.sit(match, 0) as coming:
            await coming.join()
            await deployment.look_at_all(later=40)
        await deployment.look_at_all(later=21)

    keep(tmp_path, main)
    assert balances(ada, bo) == [10, 10]


def test_a_match_that_both_came_to_is_not_broken_off_when_one_goes(tmp_path: Path) -> None:
    match = two_begun()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        async with deployment.sit(match, 0) as staying:
            async with deployment.sit(match, 1) as going:
                await asyncio.gather(staying.join(), going.join())
            await deployment.look_at_all()
            await deployment.look_at_all(later=61)

    keep(tmp_path, main)
    assert Room.objects.get().status == "playing"


def test_a_match_opened_before_this_keeper_came_is_waited_for_anew(tmp_path: Path) -> None:
    _, ada, bo = two_staked()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        await in_thread(long_ago)
        await deployment.look_at_all()

    keep(tmp_path, main)
    assert balances(ada, bo) == [6, 6]


def test_what_a_keeper_has_not_seen_itself_costs_nobody_anything(tmp_path: Path) -> None:
    """A server that was away for a minute finds a match opened a minute ago, and one player back before the other."""
    row, match, first, second = two_ranked()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        await in_thread(long_ago)
        async with deployment.sit(match, 0) as seat:
            await seat.join()
            await deployment.look_at_all()

    keep(tmp_path, main)
    assert (points(first), points(second)) == (100, 100)
    assert stands(row)[0] == "playing"


def test_a_series_given_up_before_the_other_came_does_not_leave_its_room_playing(tmp_path: Path) -> None:
    row, match, first, second = two_ranked()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        async with deployment.sit(match, 0) as seat:
            await seat.join()
            playing = await in_thread(series.abandon, APP, first, row.room.code)
            assert playing == (match.game_id, 0)
            await deployment.tables.resign(*playing)
            await deployment.look_at_all()
            await deployment.look_at_all(later=61)

    keep(tmp_path, main)
    assert stands(row)[0] != "playing"
    assert (points(first), points(second)) == (75, 120)


def test_two_keepers_who_see_that_somebody_has_not_come_punish_him_once(tmp_path: Path) -> None:
    row, match, first, second = two_ranked()

    async def main(deployment: Kept) -> None:
        await deployment.open()
        async with deployment.sit(match, 0) as seat:
            await seat.join()
            found = await in_thread(Match.objects.get, pk=match.pk)
            await deployment.look_at_all()
            look = partial(deployment.scheduler._match_checker.look_at, found, deployment.now + 61)
            await deployment.scheduler._do_all(look for _ in range(2))

    keep(tmp_path, main)
    assert (points(first), points(second)) == (120, 75)
    assert stands(row)[0] != "playing"
    assert Rating.objects.filter(lost=1).count() == 1


def test_a_table_that_has_gone_does_not_keep_its_room_playing_for_ever(tmp_path: Path) -> None:
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo, "duel", config={"stake": 4})

    async def main(deployment: Kept) -> None:
        await in_thread(Match.objects.update, opened_at=match.created_at)  # opened, and lost with its store
        await in_thread(long_ago)
        await deployment.look_at_all()

    keep(tmp_path, main)
    assert (Room.objects.get().status, balances(ada, bo)) == ("closed", [10, 10])


def test_the_next_game_of_a_series_begins_after_the_pause(tmp_path: Path) -> None:
    row, match, first, _ = two_ranked()
    won(match, first)
    later(row, 10)

    async def main(deployment: Kept) -> None:
        await deployment.scheduler._go_on()
        await deployment.open()

    keep(tmp_path, main)
    assert row.matches.exclude(opened_at=None).get().number == 2


def test_one_series_that_cannot_go_on_keeps_no_other_from_going_on(tmp_path: Path) -> None:
    both = [two_ranked(), two_ranked()]
    for row, match, first, _ in both:
        won(match, first)
        later(row, 10)
    bad, good = (row for row, *_ in both)
    Room.objects.filter(series=bad).update(game="uninstalled")

    async def main(deployment: Kept) -> None:
        await deployment.scheduler._go_on()

    keep(tmp_path, main)
    assert [row.matches.count() for row in (bad, good)] == [1, 2]


def test_one_table_that_cannot_be_opened_keeps_no_other_from_being_opened(tmp_path: Path) -> None:
    bad, good = two_begun(), two_begun()
    Match.objects.filter(pk=bad.pk).update(config={"size": 3})

    async def main(deployment: Kept) -> None:
        await deployment.open()

    keep(tmp_path, main)
    assert set(Match.objects.exclude(opened_at=None)) == {good}


def test_a_table_that_does_not_answer_holds_up_no_other_duty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two_begun()
    waiting = people("Cy", "Di")
    asked = asyncio.Event()

    async def never(*_: Any) -> None:
        asked.set()
        await asyncio.Event().wait()

    async def main(deployment: Kept) -> None:
        monkeypatch.setattr(deployment.tables, "open", never)
        await deployment.scheduler.start()
        await asked.wait()
        for player in waiting:
            await in_thread(matchmaking.join, APP, player, JoinQueue(game="gomoku"))
        while await in_thread(Match.objects.count) < 2:
            await asyncio.sleep(0.01)
        await deployment.scheduler.stop()

    keep(tmp_path, main)


def test_a_record_that_is_not_whole_says_nothing() -> None:
    with pytest.raises(BadEntry):
        settlement.read_record(APP, b"{}\n")

"""The columns of the Swap 2 specification, and the tables and columns it names, in the database as it is."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from ludoteca.dealers import PyRandom
from ludoteca.games.gomoku import GAME
from ludoteca.games.gomoku.types import Choose, Config, Place
from ludoteca.kernel import Move, Resigned, advance, begin, replace
from ludoteca.kernel.record import Log, Scribe, SeededBy, read
from ludoteca.kernel.timestamps import timestamp
from ludoteca.web.models import Match
from ludoteca.web.play import settlement, swap2_columns

from .apps import APP
from .people import begun, people

AT = 1_790_000_000_000
THREE = [Move(0, Place(x, 7)) for x in (5, 6, 7)]
TWO_MORE = [Move(1, Choose("place_more")), Move(1, Place(0, 0)), Move(1, Place(1, 1))]


def recorded(*inputs: Any, config: Config) -> bytes:
    """A game of which each input was made a second after the one before."""
    scribe, dealer = Scribe(), PyRandom(1)
    made = begin(GAME, config, dealer)
    lines = [scribe.open(GAME, config, SeededBy(1), made, AT)]
    for number, given in enumerate(inputs, 1):
        made = advance(GAME, made.state, given, dealer)
        lines.append(scribe.entry(given, made, AT + 1000 * number))
    lines.append(scribe.end(GAME.outcome(made.state), None, AT + 1000 * (len(inputs) + 1)))
    return b"".join(lines)


def history(*inputs: Any, config: Config | None = None) -> dict[str, Any] | None:
    return swap2_columns.swap2_history(GAME, read(recorded(*inputs, config=config or Config(mode="ranked"))))


def spoilt(log: Log, number: int) -> Log:
    entries = list(log.entries)
    entries[number] = replace(entries[number], digest="")
    return log._replace(entries=tuple(entries))


def when(second: int) -> str:
    return timestamp(AT + 1000 * second)


def test_the_history_has_every_placement_and_choice_with_times_and_final_colours() -> None:
    assert history(*THREE, Move(1, Choose("white")), Resigned(0)) == {
        "actions": [
            *(
                {"type": "place", "playerId": "player1", "timestamp": when(second), "data": {"x": x, "y": 7}}
                for second, x in ((1, 5), (2, 6), (3, 7))
            ),
            {"type": "choice", "playerId": "player2", "timestamp": when(4), "data": {"choice": "white"}},
        ],
        "finalAssignment": {"blackPlayerId": "player1", "whitePlayerId": "player2", "firstMover": "player1"},
    }


def test_a_history_with_two_more_stones_is_whole_too() -> None:
    told = history(*THREE, *TWO_MORE, Move(0, Choose("white")), Resigned(0))
    assert told is not None
    assert [each["type"] for each in told["actions"]] == ["place"] * 3 + ["choice"] + ["place"] * 2 + ["choice"]
    assert [each["timestamp"] for each in told["actions"]] == [when(second) for second in range(1, 8)]
    assert told["finalAssignment"] == {"blackPlayerId": "player2", "whitePlayerId": "player1", "firstMover": "player2"}


def test_in_a_tournament_white_moves_first() -> None:
    told = history(*THREE, Move(1, Choose("black")), Resigned(0), config=Config(mode="van_mon", first_mover="white"))
    assert told is not None
    assert told["finalAssignment"] == {"blackPlayerId": "player2", "whitePlayerId": "player1", "firstMover": "player1"}


def test_moves_of_the_main_game_are_not_in_the_history() -> None:
    told = history(*THREE, Move(1, Choose("white")), Move(0, Place(9, 9)), Move(1, Place(3, 3)), Resigned(0))
    assert told is not None
    assert len(told["actions"]) == 4


def test_only_the_opening_is_played_again_for_it() -> None:
    """An entry that does not hold would be found if it were."""
    plain = read(recorded(Move(0, Place(9, 9)), Resigned(0), config=Config()))
    assert swap2_columns.swap2_history(GAME, spoilt(plain, 0)) is None
    opened = read(recorded(*THREE, Move(1, Choose("white")), Resigned(0), config=Config(mode="ranked")))
    assert (
        swap2_columns.swap2_history(GAME, spoilt(opened, -1)) == swap2_columns.swap2_history(GAME, opened) is not None
    )


def test_a_game_without_swap_2_or_one_that_did_not_come_through_it_has_no_history() -> None:
    assert history(Resigned(0), config=Config()) is None
    assert history(*THREE, Resigned(1)) is None


@pytest.mark.usefixtures("database")
def test_a_finished_match_keeps_its_record_and_its_history() -> None:
    ada, bo = people("Ada", "Bo")
    match = begun(ada, bo, config={"swap2_enabled": True})
    data = recorded(*THREE, Move(1, Choose("white")), Resigned(0), config=Config(swap2_enabled=True))
    record = settlement.read_record(APP, data)
    assert record is not None
    settlement.end(APP, match.game_id, record)
    kept = Match.objects.get(pk=match.pk)
    assert kept.record.encode() == data
    assert kept.swap2_history is not None
    assert set(kept.swap2_history) == {"actions", "finalAssignment"}


def test_a_record_without_an_end_is_not_a_finished_match() -> None:
    data = recorded(*THREE, config=Config(mode="ranked"))
    assert settlement.read_record(APP, data) is None
    assert settlement.read_record(APP, b"".join(data.splitlines(keepends=True)[:-1])) is None


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(("table", "column"), [("rooms", "swap2_enabled"), ("matches", "swap2_history")])
def test_the_columns_stand_in_the_tables_that_the_specification_names(table: str, column: str) -> None:
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, table)
    assert column in {each.name for each in described}


@pytest.mark.usefixtures("database")
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    call_command("migrate", check_unapplied=True, verbosity=0)


@pytest.mark.usefixtures("database")
def test_django_finds_nothing_wrong() -> None:
    call_command("check", fail_level="WARNING")

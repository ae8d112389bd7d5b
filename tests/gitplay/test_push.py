"""Whose files are whose: what a push has brought is judged as its pusher's, whatever was pushed after it."""

import pytest

from ludoteca.gitplay.processor import verification
from ludoteca.gitplay.processor.push import VALIDATED_AT_MOST, WAITING_AT_MOST

from .harness import TABLE, Clubhouse, at, file_of

MOVES = f"tables/{TABLE}/moves"


def kinds(club: Clubhouse, *push: object) -> list[str]:
    """What is done about a push; the history is good afterwards."""
    outcome = club.process(*push)  # type: ignore[arg-type]
    verification.verify(club.repo, club.tip)
    return [message.kind for message in outcome.done]


@pytest.mark.parametrize("spoil", [lambda data: None, lambda data: data + b"\n"])
def test_a_move_is_judged_as_it_was_pushed_whatever_was_pushed_since(club: Clubhouse, spoil: "object") -> None:
    mover, other, start = club.mover(), club.other(), club.tip
    ((path, data),) = at(TABLE, club.composed()).items()
    pushed = club.push({path: data})
    assert callable(spoil)
    spoiled = club.push({path: spoil(data)})
    assert kinds(club, mover, start, pushed) == ["apply"]
    assert club.read(path) == data
    assert kinds(club, other, pushed, spoiled) == []


@pytest.mark.parametrize("spoil", [lambda data: None, lambda data: data + b"\n"])
def test_a_move_that_waits_is_put_back_when_another_changes_it_or_takes_it_away(
    club: Clubhouse, spoil: "object"
) -> None:
    """Even where the run of the move's own push comes last, as after one that died."""
    mover, other, start = club.mover(), club.other(), club.tip
    ((path, data),) = at(TABLE, club.composed()).items()
    pushed = club.push({path: data})
    assert callable(spoil)
    spoiled = club.push({path: spoil(data)})
    assert kinds(club, other, pushed, spoiled) == ["restore"]
    assert "is another's to take back" in club.subjects()[0]
    assert club.read(path) == data
    assert kinds(club, mover, start, pushed) == ["apply"]


def test_a_move_that_waits_is_still_there_when_another_table_is_answered(club: Clubhouse) -> None:
    """Somebody has deleted it, and his run has not come: it waits on."""
    table = club.open_table("carol", "dave")
    start, mover = club.tip, club.mover()
    ((path, data),) = at(TABLE, club.composed()).items()
    pushed = club.push({path: data})
    elsewhere = club.push(at(table, club.composed(table)))
    assert kinds(club, club.mover(table), pushed, elsewhere) == ["apply"]
    club.push({path: None})
    club.open_table("erin", "frank")
    assert club.read(path) == data
    assert kinds(club, mover, start, pushed) == ["apply"]


def test_a_player_may_take_his_own_move_back_before_it_is_answered(club: Clubhouse) -> None:
    mover = club.mover()
    ((path, data),) = at(TABLE, club.composed()).items()
    club.push({path: data})
    club.open_table("carol", "dave")  # so that it waits in a commit of the processor's
    before = club.tip
    after = club.push({path: None})
    assert kinds(club, mover, before, after) == ["withdraw"]
    assert kinds(club, mover, before, after) == []
    club.open_table("erin", "frank")
    assert club.moves() == []


def test_a_player_may_put_another_move_in_the_place_of_one_that_waits(club: Clubhouse) -> None:
    mover = club.mover()
    first, second = club.composed(), club.composed()
    pushed = club.push(at(TABLE, first))
    instead = club.push({f"{MOVES}/{first.name}": None, f"{MOVES}/{second.name}": second.data})
    assert kinds(club, mover, pushed, instead) == ["apply"]
    assert club.moves() == [str(second.name)]


def test_a_push_that_was_answered_takes_nothing_of_a_later_one_for_its_own(club: Clubhouse) -> None:
    """The mover's own bad file, rejected; the other pushes the same one again; the first run is started once more."""
    mover, other, start = club.mover(), club.other(), club.tip
    bad = file_of(7, club.move_file())
    pushed = club.push(bad)
    assert kinds(club, mover, start, pushed) == ["reject"]
    answered = club.tip
    again = club.push(bad)
    assert kinds(club, mover, start, pushed) == []
    assert kinds(club, other, answered, again) == ["reject"]
    assert club.tip.message.count(f"GitGammon-Actor: {other}\n") == 1


def test_a_file_that_was_answered_in_a_run_that_knew_no_pushes_is_answered(club: Clubhouse) -> None:
    mover, start = club.mover(), club.tip
    pushed = club.push(file_of(7, club.move_file()))
    assert kinds(club, mover) == ["reject"]
    assert kinds(club, mover, start, pushed) == []


def test_too_many_files_are_thrown_out_once(club: Clubhouse) -> None:
    mover, start = club.mover(), club.tip
    pushed = club.push({f"{MOVES}/{number:04}-white-abcdef.json": b"{}" for number in range(1, 100)})
    assert kinds(club, mover, start, pushed) == [*["reject"] * VALIDATED_AT_MOST, "restore"]
    assert kinds(club, mover, start, pushed) == []


def test_not_more_than_so_many_files_of_others_wait(club: Clubhouse) -> None:
    many = {f"{MOVES}/{number:04}-white-abcdef.json": b"{}" for number in range(1, WAITING_AT_MOST + 10)}
    before = club.push(many)
    after = club.push({"unrelated.txt": b"x"})
    outcome = club.process(club.other(), before, after)
    assert outcome.waiting == len(club.moves()) == WAITING_AT_MOST
    assert "9 files are more than are looked at" in club.subjects()[0]
    verification.verify(club.repo, club.tip)

"""Which files are whose: what a push brought is validated as its pusher's, whatever was pushed after it."""

import pytest

from ludoteca.gitplay.processor import verification
from ludoteca.gitplay.processor.push import VALIDATED_AT_MOST, WAITING_AT_MOST

from .harness import TABLE, Harness, at, file_of

MOVES = f"tables/{TABLE}/moves"


def kinds(harness: Harness, *push: object) -> list[str]:
    """What is done about a push; the history is good afterwards."""
    outcome = harness.process(*push)  # type: ignore[arg-type]
    verification.verify(harness.repo, harness.tip)
    return [message.kind for message in outcome.done]


@pytest.mark.parametrize("spoil", [lambda data: None, lambda data: data + b"\n"])
def test_a_move_is_validated_as_pushed_whatever_was_pushed_since(harness: Harness, spoil: "object") -> None:
    mover, other, start = harness.mover(), harness.other(), harness.tip
    ((path, data),) = at(TABLE, harness.composed()).items()
    pushed = harness.push({path: data})
    assert callable(spoil)
    spoiled = harness.push({path: spoil(data)})
    assert kinds(harness, mover, start, pushed) == ["apply"]
    assert harness.read(path) == data
    assert kinds(harness, other, pushed, spoiled) == []


@pytest.mark.parametrize("spoil", [lambda data: None, lambda data: data + b"\n"])
def test_a_move_that_waits_is_put_back_when_another_changes_it_or_takes_it_away(
    harness: Harness, spoil: "object"
) -> None:
    """Even where the run of the move's own push comes last, as after one that died."""
    mover, other, start = harness.mover(), harness.other(), harness.tip
    ((path, data),) = at(TABLE, harness.composed()).items()
    pushed = harness.push({path: data})
    assert callable(spoil)
    spoiled = harness.push({path: spoil(data)})
    assert kinds(harness, other, pushed, spoiled) == ["restore"]
    assert "is another's to take back" in harness.subjects()[0]
    assert harness.read(path) == data
    assert kinds(harness, mover, start, pushed) == ["apply"]


def test_a_move_that_waits_is_still_there_when_another_table_is_answered(harness: Harness) -> None:
    """Somebody deleted it, and their run has not come yet: it still waits."""
    table = harness.open_table("carol", "dave")
    start, mover = harness.tip, harness.mover()
    ((path, data),) = at(TABLE, harness.composed()).items()
    pushed = harness.push({path: data})
    elsewhere = harness.push(at(table, harness.composed(table)))
    assert kinds(harness, harness.mover(table), pushed, elsewhere) == ["apply"]
    harness.push({path: None})
    harness.open_table("erin", "frank")
    assert harness.read(path) == data
    assert kinds(harness, mover, start, pushed) == ["apply"]


def test_a_player_may_withdraw_their_move_before_it_is_answered(harness: Harness) -> None:
    mover = harness.mover()
    ((path, data),) = at(TABLE, harness.composed()).items()
    harness.push({path: data})
    harness.open_table("carol", "dave")  # so that it waits in a commit of the processor's
    before = harness.tip
    after = harness.push({path: None})
    assert kinds(harness, mover, before, after) == ["withdraw"]
    assert kinds(harness, mover, before, after) == []
    harness.open_table("erin", "frank")
    assert harness.moves() == []


def test_a_player_may_put_another_move_in_the_place_of_one_that_waits(harness: Harness) -> None:
    mover = harness.mover()
    first, second = harness.composed(), harness.composed()
    pushed = harness.push(at(TABLE, first))
    instead = harness.push({f"{MOVES}/{first.name}": None, f"{MOVES}/{second.name}": second.data})
    assert kinds(harness, mover, pushed, instead) == ["apply"]
    assert harness.moves() == [str(second.name)]


def test_a_push_that_was_answered_takes_nothing_of_a_later_one_for_its_own(harness: Harness) -> None:
    """The mover's own bad file, rejected; the other pushes the same one again; the first run is started once more."""
    mover, other, start = harness.mover(), harness.other(), harness.tip
    bad = file_of(7, harness.move_file())
    pushed = harness.push(bad)
    assert kinds(harness, mover, start, pushed) == ["reject"]
    answered = harness.tip
    again = harness.push(bad)
    assert kinds(harness, mover, start, pushed) == []
    assert kinds(harness, other, answered, again) == ["reject"]
    assert harness.tip.message.count(f"GitGammon-Actor: {other}\n") == 1


def test_a_file_that_was_answered_in_a_run_that_knew_no_pushes_is_answered(harness: Harness) -> None:
    mover, start = harness.mover(), harness.tip
    pushed = harness.push(file_of(7, harness.move_file()))
    assert kinds(harness, mover) == ["reject"]
    assert kinds(harness, mover, start, pushed) == []


def test_too_many_files_are_thrown_out_once(harness: Harness) -> None:
    mover, start = harness.mover(), harness.tip
    pushed = harness.push({f"{MOVES}/{number:04}-white-abcdef.json": b"{}" for number in range(1, 100)})
    assert kinds(harness, mover, start, pushed) == [*["reject"] * VALIDATED_AT_MOST, "restore"]
    assert kinds(harness, mover, start, pushed) == []


def test_not_more_than_so_many_files_of_others_wait(harness: Harness) -> None:
    many = {f"{MOVES}/{number:04}-white-abcdef.json": b"{}" for number in range(1, WAITING_AT_MOST + 10)}
    before = harness.push(many)
    after = harness.push({"unrelated.txt": b"x"})
    outcome = harness.process(harness.other(), before, after)
    assert outcome.waiting == len(harness.moves()) == WAITING_AT_MOST
    assert "9 files are more than are looked at" in harness.subjects()[0]
    verification.verify(harness.repo, harness.tip)

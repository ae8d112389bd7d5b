"""Owners take turns, however much one of them has put in."""

from ludoteca.runtime.fair_queue import FairQueue


def all_of(queue: FairQueue[int], number: int) -> list[tuple[str, int]]:
    taken = []
    for _ in range(number):
        each = queue.take()
        assert each is not None
        taken.append((each.owner, each.item))
        queue.done(each.owner)
    return taken


def test_owners_take_turns_and_each_keeps_its_order() -> None:
    queue: FairQueue[int] = FairQueue(at_once=1)
    for item in range(100):
        queue.put("guest", item)
    queue.put("ada", 1)
    queue.put("ada", 2)
    assert all_of(queue, 5) == [("guest", 0), ("ada", 1), ("guest", 1), ("ada", 2), ("guest", 2)]


def test_what_is_tried_again_comes_before_what_its_owner_has_waiting() -> None:
    queue: FairQueue[int] = FairQueue(at_once=1)
    for item in (1, 2):
        queue.put("ada", item)
    queue.put("ada", 0, first=True)
    assert all_of(queue, 3) == [("ada", 0), ("ada", 1), ("ada", 2)]


def test_an_owner_has_no_more_in_hand_at_once_than_it_may() -> None:
    queue: FairQueue[int] = FairQueue(at_once=2)
    for item in range(5):
        queue.put("guest", item)
    queue.put("ada", 0)
    taken = [queue.take() for _ in range(3)]
    assert [each and each.owner for each in taken] == ["guest", "ada", "guest"]
    queue.put("ada", 1)
    assert queue.take() == ("ada", 1)
    queue.done("guest")
    assert queue.take() == ("guest", 2)


def test_a_closed_queue_gives_nothing() -> None:
    queue: FairQueue[int] = FairQueue(at_once=1)
    queue.put("ada", 1)
    queue.close()
    assert queue.take() is None

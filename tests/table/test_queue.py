"""The queue, sentence by sentence: whom it pairs, in which order, and how far apart their points may lie."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.table.matchmaking import QueuedPlayer, pairs, window

NOW = 1_000_000
MINUTE = 60_000

waits = st.integers(0, 90_000)
points = st.integers(0, 2_000)
every = settings(max_examples=150)


@st.composite
def lines(draw: st.DrawFn, *, ranked: bool = True) -> list[QueuedPlayer]:
    """People who wait, in any order of arrival; some have come at the same moment."""
    waited = draw(st.lists(waits, max_size=12))
    return [
        QueuedPlayer(f"p{number}", NOW - each, draw(points) if ranked else None) for number, each in enumerate(waited)
    ]


def accepts(one: QueuedPlayer, other: QueuedPlayer, now: int = NOW) -> bool:
    """As the rules have it, written anew: 100 points, 50 more for every 5 seconds, and after a minute anybody."""
    waited = now - one.since
    return waited >= MINUTE or apart(one, other) <= 100 + 50 * (waited // 5_000)


def apart(one: QueuedPlayer, other: QueuedPlayer) -> int:
    assert one.points is not None
    assert other.points is not None
    return abs(one.points - other.points)


def fit(one: QueuedPlayer, other: QueuedPlayer) -> bool:
    return accepts(one, other) and accepts(other, one)


@every
@given(lines())
def test_nobody_is_paired_twice_or_with_himself(waiting: list[QueuedPlayer]) -> None:
    paired = [each.name for pair in pairs(waiting, NOW) for each in pair]
    assert len(paired) == len(set(paired))
    assert set(paired) <= {each.name for each in waiting}


@every
@given(lines())
def test_each_of_a_pair_accepts_the_other(waiting: list[QueuedPlayer]) -> None:
    assert all(fit(one, other) for one, other in pairs(waiting, NOW))


@every
@given(lines())
def test_of_those_who_are_left_no_two_fit(waiting: list[QueuedPlayer]) -> None:
    taken = {each.name for pair in pairs(waiting, NOW) for each in pair}
    left = [each for each in waiting if each.name not in taken]
    assert not any(fit(one, other) for one in left for other in left if one is not other)


@every
@given(lines())
def test_the_longest_waiting_who_fits_anybody_is_taken_first_with_the_nearest(waiting: list[QueuedPlayer]) -> None:
    fitting = [one for one in waiting if any(fit(one, other) for other in waiting if other is not one)]
    found = pairs(waiting, NOW)
    assert bool(found) == bool(fitting)
    if found:
        first, other = found[0]
        assert first.since == min(each.since for each in fitting)
        rest = [each for each in waiting if each.name != first.name and fit(first, each)]
        assert apart(first, other) == min(apart(first, each) for each in rest)
        assert other.since == min(each.since for each in rest if apart(first, each) == apart(first, other))


@every
@given(lines().flatmap(lambda waiting: st.tuples(st.just(waiting), st.permutations(waiting))))
def test_the_order_in_which_they_are_read_does_not_matter(both: tuple[list[QueuedPlayer], list[QueuedPlayer]]) -> None:
    waiting, shuffled = both
    assert pairs(shuffled, NOW) == pairs(waiting, NOW)


@every
@given(waits, waits)
def test_a_window_never_narrows(waited: int, more: int) -> None:
    before, after = window(NOW - waited, NOW), window(NOW - waited, NOW + more)
    assert after is None or (before is not None and after >= before)


def test_a_window_widens_by_fifty_points_every_five_seconds_for_a_minute() -> None:
    seen = [window(0, ms) for ms in (0, 4_999, 5_000, 9_999, 10_000, 59_999, 60_000, 10**9)]
    assert seen == [100, 100, 150, 150, 200, 650, None, None]


def test_a_clock_that_was_set_back_does_not_close_the_window() -> None:
    assert window(NOW, NOW - 50_000) == 100


@every
@given(points, points)
def test_after_a_minute_any_two_are_paired(one: int, other: int) -> None:
    waiting = [QueuedPlayer("ada", NOW - MINUTE, one), QueuedPlayer("bo", NOW - MINUTE, other)]
    assert pairs(waiting, NOW) == [(waiting[0], waiting[1])]


def test_whoever_has_waited_a_minute_is_still_not_forced_upon_a_newcomer() -> None:
    assert pairs([QueuedPlayer("ada", NOW - MINUTE, 0), QueuedPlayer("bo", NOW, 1_000)], NOW) == []


@every
@given(lines(ranked=False))
def test_in_casual_games_people_are_paired_in_the_order_in_which_they_came(waiting: list[QueuedPlayer]) -> None:
    order = sorted(waiting, key=lambda each: (each.since, each.name))
    assert pairs(waiting, NOW) == list(zip(order[::2], order[1::2], strict=False))


def test_one_alone_waits_on() -> None:
    assert pairs([QueuedPlayer("ada", 0, 5)], NOW) == []

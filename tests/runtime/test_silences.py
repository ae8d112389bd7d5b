"""Who is taken to be silent: nobody for longer than one was there to hear them."""

from ludoteca.runtime.silences import Others, Silences


def silent(others: Others) -> tuple[set[str], set[str]]:
    return set(others.suspects), set(others.gone)


def test_a_silence_counts_from_when_the_other_spoke() -> None:
    silences = Silences(suspect_ms=400, takeover_ms=900)
    silences.heard(10_000, 0, {})
    first = silences.heard(10_399, 10_000, {"ada": 10_000, "bo": 10_399})
    assert (first.spoke_ms_ago, silent(first)) == ({"ada": 399, "bo": 0}, (set(), set()))
    second = silences.heard(10_700, 10_399, {"ada": 10_000, "bo": 10_399})
    assert (second.spoke_ms_ago, silent(second)) == ({"ada": 700, "bo": 301}, ({"ada"}, set()))
    third = silences.heard(11_000, 10_700, {"ada": 10_000, "bo": 10_600})
    assert silent(third) == ({"ada", "bo"}, {"ada"})


def test_before_one_began_to_listen_nobody_was_silent() -> None:
    silences = Silences(suspect_ms=1000, takeover_ms=2000)
    assert silent(silences.heard(10_000, 0, {"ada": 3_000})) == (set(), set())
    later = silences.heard(10_999, 10_000, {"ada": 3_000})
    assert silent(later) == (set(), set())
    assert later.spoke_ms_ago == {"ada": 7_999}  # when it spoke is known all the same
    assert silent(silences.heard(11_000, 10_999, {"ada": 3_000})) == ({"ada"}, set())


def test_after_a_pause_of_ones_own_one_listens_anew() -> None:
    """As after an outage of the store, when everybody spoke last before it."""
    silences = Silences(suspect_ms=1000, takeover_ms=1000)
    silences.heard(10_000, 0, {"ada": 10_000})
    assert silent(silences.heard(11_000, 10_000, {"ada": 10_000})) == ({"ada"}, {"ada"})
    assert silent(silences.heard(12_001, 11_000, {"ada": 10_000})) == (set(), set())


def test_one_that_leaves_is_remembered_for_a_while() -> None:
    silences = Silences(suspect_ms=1000, takeover_ms=2000)
    assert silences.heard(10_000, 0, {"ada": 10_000, "bo": 10_000}).left == set()
    others = silences.heard(10_500, 10_000, {"bo": 10_500})
    assert others.left == {"ada"}
    assert others.answer_no_more("ada")
    assert not others.answer_no_more("bo")
    assert silences.heard(10_600, 10_500, {"ada": 10_600, "bo": 10_500}).left == set()
    assert silences.heard(80_000, 79_900, {"bo": 79_900}).left == set()


def test_a_clock_that_is_set_back_makes_nobody_silent() -> None:
    silences = Silences(suspect_ms=1000, takeover_ms=2000)
    silences.heard(10_000, 0, {"ada": 10_000})
    others = silences.heard(4_000, 10_000, {"ada": 10_100})
    assert (others.spoke_ms_ago, silent(others)) == ({"ada": 0}, (set(), set()))

"""For how long others were silent: never for longer than one was there to hear them."""

from ludoteca.runtime.silences import Silences


def test_a_silence_counts_from_when_the_other_spoke() -> None:
    silences = Silences(away_ms=1000)
    silences.heard(10_000, 0, {})
    assert silences.heard(10_500, 10_000, {"ada": 10_100, "bo": 10_500}) == {"ada": 400, "bo": 0}
    assert silences.heard(11_000, 10_500, {"ada": 10_100, "bo": 10_900}) == {"ada": 900, "bo": 100}


def test_before_one_began_to_listen_nobody_was_silent() -> None:
    silences = Silences(away_ms=1000)
    assert silences.heard(10_000, 0, {"ada": 3_000}) == {"ada": 0}
    assert silences.heard(10_900, 10_000, {"ada": 3_000}) == {"ada": 900}


def test_after_a_pause_of_ones_own_one_listens_anew() -> None:
    """As after an outage of the store, when everybody spoke last before it."""
    silences = Silences(away_ms=1000)
    silences.heard(10_000, 0, {"ada": 10_000})
    assert silences.heard(11_000, 10_000, {"ada": 10_000}) == {"ada": 1000}
    assert silences.heard(12_001, 11_000, {"ada": 10_000}) == {"ada": 0}


def test_a_clock_that_is_set_back_makes_nobody_silent() -> None:
    silences = Silences(away_ms=1000)
    silences.heard(10_000, 0, {"ada": 10_000})
    assert silences.heard(4_000, 10_000, {"ada": 10_100}) == {"ada": 0}

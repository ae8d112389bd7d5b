"""Not slow, in a small club and with room for a busy machine; what 500 tables take `bench.gitgammon` measures."""

from pathlib import Path

from bench.gitgammon import long_history, many_tables


def test_a_small_club_is_answered_and_checked_at_once(tmp_path: Path) -> None:
    process, hook, _ = many_tables(tmp_path, 12, times=3)
    verify, _ = long_history(tmp_path, 40, times=3)
    assert process.seconds < 0.5
    assert hook.seconds < 2
    assert verify.seconds < 2

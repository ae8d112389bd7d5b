"""What one player pushes and has rejected does no harm to the other: neither to messages nor to a prepared move."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from ludoteca.gitplay.format import commit_trailers
from ludoteca.gitplay.processor import pipeline, push, validation, verification
from ludoteca.gitplay.processor.replay import BadCommit

from .harness import TABLE, Files, Harness, at, file_of

MOVES = f"tables/{TABLE}/moves"
JUNK: dict[str, Files] = {
    "a file": {f"{MOVES}/x.json": b"{}"},
    "as much as is answered": {f"{MOVES}/x{number}.json": b"{}" for number in range(32)},
    "too much": {f"{MOVES}/x{number}.json": b"{}" for number in range(120)},
    "a changed state": {f"tables/{TABLE}/state.json": b"{}"},
}


def kinds(harness: Harness, actor: str) -> list[str]:
    return [message.kind for message in harness.process(actor).done]


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK)
@pytest.mark.parametrize("played", [0, 3])
def test_junk_does_not_make_a_prepared_move_stale(harness: Harness, junk: Files, played: int) -> None:
    for _ in range(played):
        harness.play()
    prepared, mover = harness.composed(), harness.mover()
    for actor in (harness.other(), "mallory"):
        harness.push(junk)
        assert set(kinds(harness, actor)) <= {"reject", "restore"}
    harness.push(at(TABLE, prepared))
    assert kinds(harness, mover) == ["apply"]
    verification.verify(harness.repo, harness.tip)


def test_a_move_may_expect_a_state_between_two_rejections(harness: Harness) -> None:
    harness.refusal(JUNK["a file"], harness.other())
    prepared, mover = harness.composed(), harness.mover()
    harness.refusal(JUNK["a changed state"], harness.other())
    harness.push(at(TABLE, prepared))
    assert kinds(harness, mover) == ["apply"]
    verification.verify(harness.repo, harness.tip)


def test_junk_in_the_same_push_does_not_make_a_move_stale(harness: Harness) -> None:
    harness.push({**at(TABLE, harness.composed()), f"{MOVES}/0000-white-000000.json": b"{}"})
    assert kinds(harness, harness.mover()) == ["reject", "apply"]
    verification.verify(harness.repo, harness.tip)


def test_a_move_is_stale_after_a_turn(harness: Harness) -> None:
    expected = harness.now().hash
    harness.play()
    harness.refusal(JUNK["a file"], harness.other())
    assert harness.refusal(file_of(2, harness.move_file(), expected_state=expected)).startswith("stale: ")


def test_junk_does_not_flush_the_messages_of_a_table(harness: Harness) -> None:
    started = harness.state()["messages"]
    for number in range(25):
        harness.refusal({f"{MOVES}/x{number}.json": b"{}"}, harness.other())
    messages = harness.state()["messages"]
    assert messages[:-5] == started
    for number, message in zip(range(20, 25), messages[-5:], strict=True):
        assert f"x{number}.json" in message["text"]
    assert [message["timestamp"] for message in messages] == sorted(message["timestamp"] for message in messages)


@contextmanager
def older_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As a processor of the first release did it."""
    with monkeypatch.context() as patched:
        patched.setattr(commit_trailers, "RULES", 1)
        patched.setattr(pipeline, "with_rejection", partial(validation.with_rejection, rules=1))
        patched.setattr(push, "_states_since_turn", lambda *given: set())
        yield


def test_what_was_answered_by_older_rules_verifies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with older_rules(monkeypatch):
        harness = Harness.opened(tmp_path / "games.git")
        prepared = harness.composed()
        for number in range(25):
            harness.refusal({f"{MOVES}/x{number}.json": b"{}"})
        assert harness.refusal(at(TABLE, prepared)).startswith("stale: ")
    assert "GitGammon-Rules" not in harness.tip.message
    verification.verify(harness.repo, harness.tip)
    assert {message["type"] for message in harness.state()["messages"]} == {"error"}
    harness.refusal(JUNK["a file"])
    assert len(harness.state()["messages"]) == 5
    assert "GitGammon-Rules: 2\n" in harness.tip.message
    harness.play()
    verification.verify(harness.repo, harness.tip)


def test_no_processor_goes_back_to_older_rules(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """To reject a good move as stale."""
    prepared = harness.composed()
    harness.refusal(JUNK["a file"], harness.other())
    harness.push(at(TABLE, prepared))
    with older_rules(monkeypatch):
        assert kinds(harness, harness.mover()) == ["reject"]
    with pytest.raises(BadCommit, match="made by rules 1, which are older"):
        verification.verify(harness.repo, harness.tip)

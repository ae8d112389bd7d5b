"""`verify` finds whatever a dishonest processor, or a player, has done, and names the commit."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.dealers import PyRandom
from ludoteca.gitplay import deeds, dice, judging, ledger, processing, statefiles, verifying
from ludoteca.gitplay.judging import Accepted, Arrival, Refused, judge
from ludoteca.gitplay.retracing import Bad
from ludoteca.gitplay.statefiles import Standing
from ludoteca.kernel.chance import Dealer

from .clubhouse import TABLE, Clubhouse, at, file_of


def bad_commit(club: Clubhouse) -> Bad:
    with pytest.raises(Bad) as found:
        verifying.verify(club.repo, club.tip)
    return found.value


def played(club: Clubhouse, moves: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for _ in range(moves):
        club.play(rng=rng)


def finished(club: Clubhouse) -> None:
    club.push(at(TABLE, club.resignation("alice")))
    club.process("alice")


def test_an_honest_history_is_good(club: Clubhouse) -> None:
    played(club, 5)
    report = verifying.verify(club.repo, club.tip)
    assert (report.deeds, list(report.accounts), report.checked, report.waiting) == (7, [TABLE], 0, 0)
    finished(club)
    assert verifying.verify(club.repo, club.tip).checked == 1


def test_the_owner_can_check_running_dice(club: Clubhouse) -> None:
    played(club, 3)
    assert verifying.verify(club.repo, club.tip, club.keeper.secret).checked == 1
    with pytest.raises(Bad, match="not committed to the dice of this secret"):
        verifying.verify(club.repo, club.tip, b"y" * 32)


def test_loaded_dice_are_found_when_the_key_is_told(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    played(club, 2)

    def loaded(key: bytes, sequence: int) -> Dealer:
        del key
        return PyRandom(sequence + 77)

    with monkeypatch.context() as patched:
        patched.setattr(dice, "dealer", loaded)
        club.play()
    bad = club.tip
    verifying.verify(club.repo, club.tip)
    club.play()
    finished(club)
    found = bad_commit(club)
    assert found.commit == str(bad.id)
    assert "dice after move 3" in found.reason


def test_a_key_that_was_not_committed_to(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(dice, "revealed", lambda key: dice.Fairness(dice.SCHEME, dice.key_hash(b"x"), b"x".hex()))
        finished(club)
    assert "not the one that was committed to" in bad_commit(club).reason


def test_a_key_that_is_kept_back(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(dice, "revealed", dice.committed)
        finished(club)
    assert "fairness.json was left as it was" in bad_commit(club).reason


def test_a_move_that_is_none(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    def lenient(table: Standing, arrival: Arrival) -> Accepted | Refused:
        return judge(table, arrival._replace(actor=table.player(table.active)))

    monkeypatch.setattr(processing, "judge", lenient)
    club.push(at(TABLE, club.composed()))
    club.process("mallory")
    bad = club.tip
    found = bad_commit(club)
    assert found.commit == str(bad.id)
    assert "mallory does not play" in found.reason


def test_a_good_move_that_was_rejected(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processing, "judge", lambda table, arrival: Refused(("I do not like it",)))
    club.push(at(TABLE, club.composed()))
    club.process(club.mover())
    assert "was rejected, but is a move" in bad_commit(club).reason


def spoiled(change: Callable[[dict[str, Any]], object]) -> Callable[[dict[str, Any]], bytes]:
    def write(tree: dict[str, Any]) -> bytes:
        change(tree)
        return honest(tree)

    honest = statefiles.write
    return write


@pytest.mark.parametrize(
    "change",
    [
        lambda tree: tree.update(turn=tree["turn"] + 1),
        lambda tree: tree["messages"].append({"type": "info", "text": "hi", "timestamp": tree["updatedAt"]}),
        lambda tree: tree["messages"].clear(),
        lambda tree: tree["players"].update(white="mallory"),
        lambda tree: tree.update(updatedAt="2020-01-01T00:00:00.000Z"),
        lambda tree: tree.update(extra=1),
    ],
)
def test_a_state_that_does_not_follow(
    club: Clubhouse, monkeypatch: pytest.MonkeyPatch, change: Callable[[dict[str, Any]], object]
) -> None:
    played(club, 2)
    good = club.tip
    with monkeypatch.context() as patched:
        patched.setattr(statefiles, "write", spoiled(change))
        club.play()
    found = bad_commit(club)
    assert found.commit == str(club.tip.id)
    verifying.verify(club.repo, good)


def test_more_rolls_than_needed(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = judging.played

    def greedy(*arguments: Any) -> Any:
        made = honest(*arguments)
        return made._replace(drawn=(*made.drawn, (6, 6)))

    monkeypatch.setattr(processing, "played", greedy)
    club.play()
    monkeypatch.undo()
    assert "more dice were rolled" in bad_commit(club).reason


def test_a_subject_that_says_something_else(club: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deeds, "applied", lambda sequence, colour: "[GitGammon] Apply move 9 by nobody")
    club.play()
    assert "first line" in bad_commit(club).reason


def test_a_chain_that_forks(club: Clubhouse) -> None:
    start = club.tip
    club.play()
    one = club.tip
    club.repo.references.delete("refs/gitgammon/last")
    club.repo.references.create("refs/heads/main", start.id, force=True)
    club.play(rng=random.Random(9))
    other = club.tip
    tree = other.tree_id
    merged = club.repo.create_commit(None, other.author, other.author, "merge", tree, [other.id, one.id])
    club.repo.references.create("refs/heads/main", merged, force=True)
    assert "fork" in bad_commit(club).reason


def test_waiting_files_are_no_fault(club: Clubhouse) -> None:
    club.push(at(TABLE, club.composed()) | file_of(9, club.move_file()))
    assert verifying.verify(club.repo, club.tip).waiting == 2


def test_an_intrusion_that_is_not_undone_yet_is_named(club: Clubhouse) -> None:
    club.push({"a.txt": b"a"})
    bad = club.push({f"tables/{TABLE}/state.json": b"{}"})
    club.push({"b.txt": b"b"})
    assert bad_commit(club).commit == str(bad.id)


def test_what_verify_does_again_is_what_was_told(club: Clubhouse) -> None:
    played(club, 4)
    account: ledger.Account = verifying.verify(club.repo, club.tip).accounts[TABLE]
    assert [entry.deed.kind for entry in account.entries] == ["table", "apply", "apply", "apply", "apply"]
    assert account.now.tree == club.state()

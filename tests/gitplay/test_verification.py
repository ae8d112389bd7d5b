"""`verify` finds whatever a dishonest processor, or a player, has done, and names the commit."""

import random
import re
from collections.abc import Callable
from typing import Any

import pygit2
import pytest
from pygit2 import Commit, Oid, Repository

from ludoteca.dealers import PyRandom
from ludoteca.gitplay import dice, repository_config
from ludoteca.gitplay.errors import GitGammonError
from ludoteca.gitplay.format import commit_trailers, readme, state_json
from ludoteca.gitplay.format.commit_trailers import CommitMessage
from ludoteca.gitplay.format.move_file import PushedFile
from ludoteca.gitplay.format.state_json import TableState
from ludoteca.gitplay.format.tree import TablesTree
from ludoteca.gitplay.git_objects import TreeEntry
from ludoteca.gitplay.processor import commit_chain, pipeline, push, replay, validation, verification
from ludoteca.gitplay.processor.replay import BadCommit
from ludoteca.gitplay.processor.validation import AcceptedMove, RejectedMove, validate
from ludoteca.gitplay.setup import init
from ludoteca.kernel.chance import Dealer

from .harness import PLAIN, REF, TABLE, WHO, Harness, at, file_of


def bad_commit(harness: Harness) -> BadCommit:
    with pytest.raises(BadCommit) as found:
        verification.verify(harness.repo, harness.tip)
    return found.value


def played(harness: Harness, moves: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for _ in range(moves):
        harness.play(rng=rng)


def finished(harness: Harness) -> None:
    harness.push(at(TABLE, harness.resignation("alice")))
    harness.process("alice")


def signed_again(harness: Harness, **changed: Any) -> None:
    """The last link again, as a dishonest processor could have signed it: with another message or tree."""
    found = commit_trailers.parse(harness.tip.message)
    assert found is not None
    tree, parents = changed.pop("tree", harness.tip.tree_id), changed.pop("parents", harness.tip.parent_ids)
    mine = repository_config.config_of(harness.repo, harness.tip)
    message = found.message._replace(**changed)
    made = pipeline.signed_commit(harness.processor, mine, tree, list(parents), message)
    harness.repo.references.create(REF, made.id, force=True)


def with_file(harness: Harness, path: str, data: bytes, mode: int = PLAIN) -> Oid:
    """The tip's tree with one file put."""
    index = pygit2.Index()
    index.read_tree(harness.tip.tree)
    index.add(pygit2.IndexEntry(path, harness.repo.create_blob(data), pygit2.enums.FileMode(mode)))
    return index.write_tree(harness.repo)


def test_an_honest_history_is_good(harness: Harness) -> None:
    played(harness, 5)
    report = verification.verify(harness.repo, harness.tip)
    assert (report.commits, list(report.tables), report.checked, report.waiting) == (7, [TABLE], 0, 0)
    finished(harness)
    assert verification.verify(harness.repo, harness.tip).checked == 1


def test_the_owner_can_check_running_dice(harness: Harness) -> None:
    played(harness, 3)
    assert verification.verify(harness.repo, harness.tip, harness.processor.secret).checked == 1
    with pytest.raises(BadCommit, match="not committed to the dice of this secret"):
        verification.verify(harness.repo, harness.tip, b"y" * 32)


def test_loaded_dice_are_found_when_the_key_is_told(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    played(harness, 2)

    def loaded(key: bytes, sequence: int) -> Dealer:
        del key
        return PyRandom(sequence + 77)

    with monkeypatch.context() as patched:
        patched.setattr(dice, "dealer", loaded)
        harness.play()
    bad = harness.tip
    verification.verify(harness.repo, harness.tip)
    harness.play()
    finished(harness)
    found = bad_commit(harness)
    assert found.commit == str(bad.id)
    assert "dice after move 3" in found.reason


def test_a_key_that_was_not_committed_to(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(dice, "revealed", lambda key: dice.Fairness(dice.SCHEME, dice.key_hash(b"x"), b"x".hex()))
        finished(harness)
    assert "not the one that was committed to" in bad_commit(harness).reason


def test_a_key_that_is_kept_back(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(dice, "revealed", dice.committed)
        finished(harness)
    assert "fairness.json was left as it was" in bad_commit(harness).reason


def test_a_move_that_is_none(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    def lenient(
        _repo: Any, _last: Any, _id: bytes, table: TableState, arrival: PushedFile
    ) -> AcceptedMove | RejectedMove:
        return validate(table, arrival._replace(actor=table.player(table.active)))

    monkeypatch.setattr(pipeline, "validate_pushed", lenient)
    harness.push(at(TABLE, harness.composed()))
    harness.process("mallory")
    bad = harness.tip
    found = bad_commit(harness)
    assert found.commit == str(bad.id)
    assert "mallory does not play" in found.reason


def test_a_good_move_that_was_rejected(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "validate_pushed", lambda *given: RejectedMove(("I do not like it",)))
    harness.push(at(TABLE, harness.composed()))
    harness.process(harness.mover())
    assert "was rejected, but is a move" in bad_commit(harness).reason


def test_a_good_move_that_was_thrown_out_with_others(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    harness.push(at(TABLE, harness.composed()))
    with monkeypatch.context() as patched:
        patched.setattr(push, "VALIDATED_AT_MOST", 0)
        assert [message.kind for message in harness.process(harness.mover()).done] == ["restore"]
    assert "was thrown out unanswered" in bad_commit(harness).reason


def test_a_good_move_that_was_never_answered(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The processor looks away while it answers another table."""
    table = harness.open_table("carol", "dave")
    before = harness.push(at(TABLE, harness.composed()))
    after = harness.push(at(table, harness.composed(table)))
    with monkeypatch.context() as patched:
        patched.setattr(push, "WAITING_AT_MOST", 0)
        patched.setattr(pipeline, "restore", lambda draft, forbidden: draft)
        harness.process(harness.mover(table), before, after)
    assert "was thrown out unanswered" in bad_commit(harness).reason


def test_a_good_move_that_was_taken_back_by_nobody(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    harness.push(at(TABLE, harness.composed()))
    harness.open_table("carol", "dave")
    before = harness.tip
    after = harness.push({f"tables/{TABLE}/moves/{harness.moves()[0]}": None})
    monkeypatch.setattr(push, "may_withdraw", lambda actor, place, table: True)
    harness.process(harness.other(), before, after)
    assert "was thrown out unanswered" in bad_commit(harness).reason


def test_a_waiting_move_that_was_exchanged(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = push.sort_files

    def exchanging(*arguments: Any) -> Any:
        found = honest(*arguments)
        blob = TreeEntry(PLAIN, harness.repo.create_blob(b"{}"))
        return found._replace(others=[(place, blob) for place, _ in found.others])

    harness.push(at(TABLE, harness.composed()))
    monkeypatch.setattr(pipeline, "sort_files", exchanging)
    harness.open_table("carol", "dave")
    assert "is not what was pushed" in bad_commit(harness).reason


@pytest.mark.parametrize("path", [b"index.html", b".github", b"new.txt"])
def test_a_file_that_is_not_the_processors(harness: Harness, monkeypatch: pytest.MonkeyPatch, path: bytes) -> None:
    honest = readme.with_board

    def meddling(repo: Repository, root: Any, table: str, now: TableState) -> dict[bytes, TreeEntry | None]:
        return {**honest(repo, root, table, now), path: TreeEntry(PLAIN, repo.create_blob(b"<script>"))}

    monkeypatch.setattr(pipeline, "with_board", meddling)
    harness.play()
    assert f"{path.decode()} was changed" in bad_commit(harness).reason


def test_a_readme_that_was_changed_beyond_its_boards(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readme, "_SECTION", re.compile("(?s)Backgammon by git.*"))
    harness.play()
    monkeypatch.undo()
    assert "README.md was changed" in bad_commit(harness).reason


def test_a_folder_that_can_be_taken_for_the_tables(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    harness.push({"Tables/x": b"x"})
    monkeypatch.setattr(pipeline, "without_collisions", lambda root: {})
    harness.process("bob")
    assert "can be taken for tables" in bad_commit(harness).reason


def test_a_commit_that_does_not_stand_on_the_last_link(harness: Harness) -> None:
    """Its parent is older than the link it names, whose changes are not in its history."""
    played(harness, 1)
    last = harness.tip
    harness.play()
    signed_again(harness, parents=last.parent_ids)
    merge(harness, last.id, other_first=True)
    assert "does not stand on the processor's last commit" in bad_commit(harness).reason


def test_a_link_with_two_parents(harness: Harness) -> None:
    side = harness.commit(harness.tip, {"a.txt": b"a"})
    harness.play()
    signed_again(harness, parents=[*harness.tip.parent_ids, side.id])
    assert "has one parent" in bad_commit(harness).reason


def test_a_changed_config(harness: Harness) -> None:
    harness.play()
    data = (harness.read("gitgammon.json") or b"").replace(b'"GitGammon"', b'"Somebody"')
    signed_again(harness, tree=with_file(harness, "gitgammon.json", data))
    assert "gitgammon.json was changed" in bad_commit(harness).reason


def test_a_table_that_is_opened_twice(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dishonest processor lets a game begin anew: all its files change, as when a table opens."""
    harness.play()
    honest = TablesTree.has
    monkeypatch.setattr(TablesTree, "has", lambda tables, table: False)
    monkeypatch.setattr(dice, "table_key", lambda secret, harness, table: b"k" * 32)
    harness.open_table()
    monkeypatch.setattr(TablesTree, "has", honest)
    assert "was opened before" in bad_commit(harness).reason


def test_a_file_that_is_executable(harness: Harness) -> None:
    harness.play()
    path = f"tables/{TABLE}/moves/{harness.moves()[0]}"
    signed_again(harness, tree=with_file(harness, path, harness.read(path) or b"", 0o100755))
    assert "no plain new file" in bad_commit(harness).reason


def test_a_played_move_that_is_exchanged_for_another(harness: Harness) -> None:
    played(harness, 2)
    first = f"tables/{TABLE}/moves/{harness.moves()[0]}"
    signed_again(harness, tree=with_file(harness, first, b"{}"))
    assert f"{harness.moves()[0]} was changed" in bad_commit(harness).reason


def test_a_table_that_is_not_named_after_its_players(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "table_id", lambda white, black, day: "carol-vs-erin-2026-01-31")
    harness.open_table("carol", "dave")
    assert "is not where carol plays against dave" in bad_commit(harness).reason


def test_a_key_that_is_told_before_the_game(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "committed", dice.revealed)
    harness.open_table("carol", "dave")
    assert "known before the game" in bad_commit(harness).reason


def test_a_resignation_that_is_called_a_move(harness: Harness) -> None:
    finished(harness)
    signed_again(harness, kind="apply")
    assert "a resignation no move" in bad_commit(harness).reason


def test_a_rejection_that_gives_another_reason(harness: Harness) -> None:
    harness.push(at(TABLE, harness.composed()))
    harness.process("mallory")
    signed_again(harness, subject="[GitGammon] Reject invalid move: I do not like it")
    assert "does not say why" in bad_commit(harness).reason


def test_a_commit_that_names_another_state(harness: Harness) -> None:
    harness.play()
    signed_again(harness, state="0" * 16)
    assert "names another state than it contains" in bad_commit(harness).reason


def test_a_push_that_is_not_in_the_history(harness: Harness) -> None:
    elsewhere = harness.commit(harness.tip, at(TABLE, harness.composed()))
    harness.play()
    signed_again(harness, push=str(elsewhere.id))
    assert "is not in its history" in bad_commit(harness).reason


def test_a_message_with_anything_more_does_not_parse(harness: Harness) -> None:
    """The same fields in another order, or one twice, would be a second way to write a message."""
    harness.play()
    signed = commit_trailers.parse(harness.tip.message)
    assert signed is not None
    for changed in (
        harness.tip.message.replace("GitGammon-Table", "GitGammon-Odd: x\nGitGammon-Table"),
        harness.tip.message.replace("GitGammon-Actor", "GitGammon-Actor: x\nGitGammon-Actor"),
        harness.tip.message.replace("\n\n", "\n\n\n", 1),
    ):
        assert commit_trailers.parse(changed) is None


def spoiled(change: Callable[[dict[str, Any]], object]) -> Callable[[dict[str, Any]], bytes]:
    def write(tree: dict[str, Any]) -> bytes:
        change(tree)
        return honest(tree)

    honest = state_json.write
    return write


@pytest.mark.parametrize(
    "change",
    [
        lambda tree: tree.update(turn=tree["turn"] + 1),
        lambda tree: tree.update(activePlayer="black" if tree["activePlayer"] == "white" else "white"),
        lambda tree: tree["messages"].append({"type": "info", "text": "hi", "timestamp": tree["updatedAt"]}),
        lambda tree: tree["messages"].clear(),
        lambda tree: tree["players"].update(white="mallory"),
        lambda tree: tree.update(updatedAt="2020-01-01T00:00:00.000Z"),
        lambda tree: tree.update(extra=1),
    ],
)
def test_a_state_that_does_not_follow(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, change: Callable[[dict[str, Any]], object]
) -> None:
    played(harness, 2)
    good = harness.tip
    with monkeypatch.context() as patched:
        patched.setattr(state_json, "write", spoiled(change))
        harness.play()
    found = bad_commit(harness)
    assert found.commit == str(harness.tip.id)
    verification.verify(harness.repo, good)


def test_more_rolls_than_needed(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = validation.apply_move

    def greedy(*arguments: Any) -> Any:
        made = honest(*arguments)
        return made._replace(drawn=(*made.drawn, (6, 6)))

    monkeypatch.setattr(pipeline, "apply_move", greedy)
    harness.play()
    monkeypatch.undo()
    assert "more dice were rolled" in bad_commit(harness).reason


def test_a_subject_that_says_something_else(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as lying:
        lying.setattr(commit_trailers, "applied", lambda sequence, colour: "[GitGammon] Apply move 9 by nobody")
        harness.play()
    assert "first line" in bad_commit(harness).reason


def test_a_chain_that_forks(harness: Harness) -> None:
    start = harness.tip
    harness.play()
    one = harness.tip
    harness.repo.references.delete("refs/gitgammon/published/main")
    harness.repo.references.create("refs/heads/main", start.id, force=True)
    harness.play(rng=random.Random(9))
    other = harness.tip
    tree = other.tree_id
    merged = harness.repo.create_commit(None, other.author, other.author, "merge", tree, [other.id, one.id])
    harness.repo.references.create("refs/heads/main", merged, force=True)
    assert "fork" in bad_commit(harness).reason


def foreign_repository(harness: Harness, when: int) -> Oid:
    """A commit without parents that opens a repository of mallory's, signed with mallory's key."""
    secret = b"m" * 32
    mine = init.new_config(secret, "d" * 32, repository_config.Committer())
    builder = harness.repo.TreeBuilder()
    builder.insert("gitgammon.json", harness.repo.create_blob(repository_config.write(mine)), PLAIN)
    tree = builder.write()
    message = commit_trailers.unsigned_text(CommitMessage("club", commit_trailers.repository_created(), 0))
    signature = commit_chain.sign(
        commit_chain.private_key(secret, mine.id), commit_chain.signed_bytes((), str(tree), message)
    )
    who = pygit2.Signature("mallory", "m@example.org", when, 0)
    return harness.repo.create_commit(None, who, who, commit_trailers.signed_text(message, signature), tree, [])


def merge(harness: Harness, other: Oid, *, other_first: bool = False) -> None:
    parents = [other, harness.tip.id] if other_first else [harness.tip.id, other]
    made = harness.repo.create_commit(None, WHO, WHO, "merge", harness.tip.tree_id, parents)
    harness.repo.references.create(REF, made, force=True)


@pytest.mark.parametrize("other_first", [False, True])
@pytest.mark.parametrize("when", [1, 2_000_000_000])
def test_another_repository_that_was_merged_counts_for_nothing(harness: Harness, when: int, other_first: bool) -> None:
    played(harness, 2)
    merge(harness, foreign_repository(harness, when), other_first=other_first)
    key = repository_config.config_of(harness.repo, harness.tip).key
    report = verification.verify(harness.repo, harness.tip)
    assert (report.commits, report.config.key) == (4, key)
    assert harness.process("mallory").done == ()
    harness.play()
    report = verification.verify(harness.repo, harness.tip)
    assert (report.commits, report.config.key) == (5, key)


def test_a_clone_that_knows_the_key_notices_another_repository(harness: Harness) -> None:
    key = repository_config.config_of(harness.repo, harness.tip).key
    other = harness.repo[foreign_repository(harness, 1)]
    assert isinstance(other, Commit)
    assert verification.verify(harness.repo, other).config.key != key
    with pytest.raises(BadCommit, match="not the one you know"):
        verification.verify(harness.repo, other, key=key)


def test_two_repositories_side_by_side_are_told_apart_by_the_key(harness: Harness) -> None:
    played(harness, 1)
    key = repository_config.config_of(harness.repo, harness.tip).key
    merge(harness, foreign_repository(harness, 1))
    harness.push({"gitgammon.json": None})
    with pytest.raises(GitGammonError, match="--key"):
        verification.verify(harness.repo, harness.tip)
    with pytest.raises(BadCommit, match=r"gitgammon\.json was changed"):
        verification.verify(harness.repo, harness.tip, key=key)
    harness.process("mallory")
    assert verification.verify(harness.repo, harness.tip).config.key == key


def test_a_link_committed_again_by_somebody_else_is_the_same_link(harness: Harness) -> None:
    """Its signature is valid: signatures do not cover authors."""
    for _ in range(3):
        harness.play()
        message = harness.tip
        merge(harness, harness.repo.create_commit(None, WHO, WHO, message.message, message.tree_id, message.parent_ids))
        before = verification.verify(harness.repo, harness.tip).commits
        harness.play()
        assert verification.verify(harness.repo, harness.tip).commits == before + 1


def test_waiting_files_are_no_fault(harness: Harness) -> None:
    harness.push(at(TABLE, harness.composed()) | file_of(9, harness.move_file()))
    assert verification.verify(harness.repo, harness.tip).waiting == 2


def test_an_intrusion_that_is_not_undone_yet_is_named(harness: Harness) -> None:
    harness.push({"a.txt": b"a"})
    bad = harness.push({f"tables/{TABLE}/state.json": b"{}"})
    harness.push({"b.txt": b"b"})
    assert bad_commit(harness).commit == str(bad.id)


def test_what_verify_does_again_is_what_was_told(harness: Harness) -> None:
    played(harness, 4)
    replayed: replay.ReplayedTable = verification.verify(harness.repo, harness.tip).tables[TABLE]
    assert [entry.message.kind for entry in replayed.entries] == ["table", "apply", "apply", "apply", "apply"]
    assert replayed.now.tree == harness.state()

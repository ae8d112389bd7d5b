"""What becomes of a push: a test a sentence of the rulings on processing, and a row of the faults of a git table."""

import random
from datetime import UTC, datetime

import pygit2
import pytest
from pygit2 import Commit

from ludoteca.gitplay.errors import GitGammonError
from ludoteca.gitplay.format.move_file import BYTES_AT_MOST
from ludoteca.gitplay.format.state_json import announcements
from ludoteca.gitplay.git_objects import PLAIN, TreeEntry, content
from ludoteca.gitplay.processor import verification
from ludoteca.gitplay.processor.push import VALIDATED_AT_MOST
from ludoteca.gitplay.processor.replay import BadCommit

from .harness import REF, TABLE, WHO, Harness, at, file_of

MOVES = f"tables/{TABLE}/moves"
STATE = f"tables/{TABLE}/state.json"


def test_g1_a_forged_author_proves_nothing(harness: Harness) -> None:
    """Every commit of these tests has somebody else as author and committer: only the pusher counts."""
    before = harness.tip
    forged = pygit2.Signature(harness.mover(), "x@y", 1, 0)
    commit = harness.commit(before, at(TABLE, harness.composed()))
    made = harness.repo.create_commit(None, forged, forged, "mine", commit.tree_id, [before.id])
    harness.repo.references.create(REF, made, force=True)
    harness.process(harness.other())
    assert harness.subjects()[0].startswith("[GitGammon] Reject invalid move: ")
    assert harness.state()["lastMove"] is None


def test_g1_a_forged_commit_of_the_processor_is_undone(harness: Harness) -> None:
    harness.play()
    before = harness.state()
    text = (harness.read(STATE) or b"").decode().replace('"turn": 2', '"turn": 9')
    forged = harness.tip.message.replace("Number: 2", "Number: 3")
    harness.push({STATE: text.encode()}, forged)
    with pytest.raises(BadCommit):
        verification.verify(harness.repo, harness.tip)
    harness.process("bob")
    assert {**harness.state(), "messages": 0, "updatedAt": 0} == {**before, "messages": 0, "updatedAt": 0}
    verification.verify(harness.repo, harness.tip)


@pytest.mark.parametrize(
    "actor", ["dependabot[bot]", "", "alice\nGitGammon-Actor: bob", "$(reboot)", "x" * 500, "\udc80"]
)
def test_g2_g9_a_pusher_who_is_not_at_the_table_is_rejected_by_any_name(harness: Harness, actor: str) -> None:
    assert "does not play at this table" in harness.refusal(at(TABLE, harness.composed()), actor)
    assert harness.tip.message.count("GitGammon-Actor:") == 1


def test_g3_of_two_moves_for_a_turn_the_first_wins(harness: Harness) -> None:
    mover = harness.mover()
    one, other = harness.composed(), harness.composed()
    harness.push(at(TABLE, one))
    harness.process(mover)
    harness.push(at(TABLE, other))
    harness.process(mover)
    assert harness.state()["lastMove"]["file"] == str(one.name)
    assert "stale: " in harness.subjects()[0]
    assert "the file's number is 1, the next is 2" in harness.subjects()[0]


def test_g4_several_files_in_one_push_are_handled_one_by_one(harness: Harness) -> None:
    mover, file = harness.mover(), harness.move_file()
    files = file_of(2, file) | file_of(1, file) | file_of(3, file)
    harness.push(files)
    outcome = harness.process(mover)
    assert [message.kind for message in outcome.done] == ["apply", "reject", "reject"]
    assert [message.file[:4] for message in outcome.done if message.file] == ["0001", "0002", "0003"]
    assert len(harness.moves()) == 1
    verification.verify(harness.repo, harness.tip)


def test_g4_a_processed_file_cannot_be_edited_deleted_or_renamed(harness: Harness) -> None:
    harness.play()
    name = harness.moves()[0]
    data = harness.read(f"{MOVES}/{name}") or b""
    assert "was changed" in harness.refusal({f"{MOVES}/{name}": data.replace(b"null", b'"hm"', 1)})
    assert "was deleted" in harness.refusal({f"{MOVES}/{name}": None, "elsewhere.json": data})
    harness.push({f"{MOVES}/{name}": None, f"{MOVES}/0009-white-abcdef.json": data})
    assert [message.kind for message in harness.process("alice").done] == ["reject", "restore"]
    assert harness.moves() == [name]


@pytest.mark.parametrize(
    ("path", "data"),
    [
        (STATE, b"{}"),
        (STATE, None),
        (f"tables/{TABLE}/fairness.json", b"{}"),
        (f"tables/{TABLE}/history.json", b"{}"),
        (f"tables/{TABLE}/history.json", None),
        (f"tables/{TABLE}/notes.txt", b"hello"),
        (f"tables/{TABLE}/moves/deeper/0001-white-abcdef.json", b"{}"),
    ],
)
def test_g4_whatever_is_the_processors_is_restored(harness: Harness, path: str, data: bytes | None) -> None:
    harness.refusal({path: data})


@pytest.mark.parametrize("path", ["tables/new-table/state.json", "tables/x", "gitgammon.json", "Tables/x/y.json"])
def test_g4_tables_are_not_opened_by_pushing(harness: Harness, path: str) -> None:
    before = harness.read(path)
    harness.push({path: b"{}"})
    with pytest.raises(BadCommit):
        verification.verify(harness.repo, harness.tip)
    assert [message.kind for message in harness.process("bob").done] == ["restore"]
    assert harness.read(path) == before
    verification.verify(harness.repo, harness.tip)


def test_g4_tables_may_not_be_taken_away(harness: Harness) -> None:
    harness.play()
    before = harness.tip
    builder = harness.repo.TreeBuilder(before.tree)
    builder.remove("tables")
    made = harness.repo.create_commit(None, WHO, WHO, "gone", builder.write(), [before.id])
    harness.repo.references.create(REF, made, force=True)
    harness.process("bob")
    assert harness.tip.tree["tables"].id != before.tree["tables"].id  # the table was told
    assert harness.state()["turn"] == 2
    verification.verify(harness.repo, harness.tip)


def test_g4_a_rewritten_history_is_noticed_and_nothing_is_written(harness: Harness) -> None:
    start = harness.tip
    harness.play()
    played = harness.tip
    harness.repo.references.create(REF, start.id, force=True)
    harness.push(at(TABLE, harness.composed()))
    with pytest.raises(GitGammonError, match="history was rewritten"):
        harness.process(harness.mover())
    with pytest.raises(BadCommit, match="rewritten"):
        verification.verify(harness.repo, harness.tip, known=str(played.id))


def test_g4_a_forced_push_is_noticed_by_its_range(harness: Harness) -> None:
    start = harness.tip
    harness.play()
    played = harness.tip
    other = harness.commit(start, {"x": b"y"})
    harness.repo.references.delete("refs/gitgammon/published/main")
    harness.repo.references.create(REF, other.id, force=True)
    with pytest.raises(GitGammonError, match="history was rewritten"):
        harness.process("bob", played, other)


@pytest.mark.parametrize(
    ("mode", "words"),
    [(0o120000, "a symbolic link"), (0o160000, "a submodule"), (0o100755, "executable")],
)
def test_g5_only_plain_files(harness: Harness, mode: int, words: str) -> None:
    files = at(TABLE, harness.composed())
    assert words in harness.refusal(files, modes=dict.fromkeys(files, mode))


@pytest.mark.parametrize(
    "name",
    [
        "1-white-abcdef.json",
        "0001-White-abcdef.json",
        "0001-white-ABCDEF.json",
        "0001-white-abcde.json",
        "0001-white-abcdef.json.txt",
        "0001-white-abcdef.JSON",
        "0001-white-$(id).json",
        "0001-white-`id`.json",
        "0001-white-\n.json",
        "0001-whit\u00e9-abcdef.json",
        "0001-whit\u0065\u0301-abcdef.json",
        "-rf",
        "x" * 300,
    ],
)
def test_g5_g9_only_names_of_the_form(harness: Harness, name: str) -> None:
    data = harness.composed().data
    assert "move file's name" in harness.refusal({f"{MOVES}/{name}": data})


@pytest.mark.parametrize("name", [b"..", b".git", b".", b"a/b", b"\xff\xfe", b"GIT~1"])
def test_g5_names_that_git_itself_would_refuse(harness: Harness, name: bytes) -> None:
    """Written as raw objects, which is what an attacker would do."""
    before = harness.tip
    blob = harness.repo.create_blob(b"{}")
    moves = harness.repo.odb.write(pygit2.enums.ObjectType.TREE, b"100644 " + name + b"\0" + blob.raw)
    files = {name: before.tree[f"tables/{TABLE}/{name}"].id.raw for name in ("fairness.json", "state.json")}
    table = b"100644 fairness.json\0" + files["fairness.json"] + b"40000 moves\0" + moves.raw
    table += b"100644 state.json\0" + files["state.json"]
    tree = harness.repo.odb.write(pygit2.enums.ObjectType.TREE, table)
    tables = harness.repo.odb.write(pygit2.enums.ObjectType.TREE, b"40000 " + TABLE.encode() + b"\0" + tree.raw)
    builder = harness.repo.TreeBuilder(before.tree)
    builder.insert("tables", tables, 0o040000)
    made = harness.repo.create_commit(None, WHO, WHO, "raw", builder.write(), [before.id])
    harness.repo.references.create(REF, made, force=True)
    assert [message.kind for message in harness.process(harness.mover()).done] == ["restore"]
    assert harness.moves() == []
    verification.verify(harness.repo, harness.tip)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data[:-3],
        lambda data: b"",
        lambda data: b"\x00" * 100,
        lambda data: b"[" * 2000 + b"]" * 2000,
        lambda data: b"NaN",
        lambda data: data.replace(b'"player"', b'"player": "white", "player"'),
        lambda data: data.replace(b'"comment": null', b'"comment": "\\ud800"'),
        lambda data: data.replace(b'"die": ', b'"die": ' + b"1" * 400),
        lambda data: b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n",
        lambda data: b"\xff\xfe" + data,
    ],
)
def test_g5_g6_content_that_is_no_json_of_ours(harness: Harness, spoil: "object") -> None:
    composed = harness.composed()
    assert callable(spoil)
    harness.refusal({f"{MOVES}/{composed.name}": spoil(composed.data)})


def test_g6_a_large_file_is_not_read(harness: Harness) -> None:
    largest, larger = (
        TreeEntry(PLAIN, harness.repo.create_blob(b" " * size)) for size in (BYTES_AT_MOST, BYTES_AT_MOST + 1)
    )
    assert content(harness.repo, largest, BYTES_AT_MOST) == b" " * BYTES_AT_MOST
    assert content(harness.repo, larger, BYTES_AT_MOST) is None
    name = f"{MOVES}/{harness.composed().name}"
    assert "at most 4096 are allowed" in harness.refusal({name: b" " * (BYTES_AT_MOST + 1)})
    assert "at most 4096 are allowed" in harness.refusal({name: b" " * 20_000_000})


def test_g6_ten_thousand_files_are_bounded_work(harness: Harness) -> None:
    mover, file = harness.mover(), harness.move_file()
    good = file_of(1, file)
    junk = {f"{MOVES}/{number:04}-white-{number:06x}.json": b"{}" for number in range(2, 10_000)}
    harness.push(good | junk)
    outcome = harness.process(mover)
    assert len(outcome.done) == VALIDATED_AT_MOST + 1
    assert [message.kind for message in outcome.done] == ["apply", *["reject"] * (VALIDATED_AT_MOST - 1), "restore"]
    assert len(harness.moves()) == 1
    assert "more than are looked at" in harness.subjects()[0]
    verification.verify(harness.repo, harness.tip)


def test_g7_processing_twice_changes_nothing(harness: Harness) -> None:
    before = harness.tip
    mover = harness.mover()
    good = harness.push(at(TABLE, harness.composed()))
    first = harness.process(mover, before, good)
    assert [message.kind for message in first.done] == ["apply"]
    for _ in range(3):
        assert harness.process(mover, before, good).done == ()
        assert harness.tip.id == first.tip.id


def test_g7_a_rerun_rolls_the_same_dice(harness: Harness) -> None:
    mover, before = harness.mover(), harness.tip
    pushed = harness.push(at(TABLE, harness.composed()))
    harness.process(mover, before, pushed)
    dice = harness.state()["dice"]
    harness.repo.references.delete("refs/gitgammon/published/main")
    harness.repo.references.create(REF, pushed.id, force=True)
    harness.clock.now = datetime(2027, 5, 5, tzinfo=UTC)
    harness.process(mover, before, pushed)
    assert harness.state()["dice"] == dice


def test_g10_a_history_without_a_commit_of_the_processor_is_a_clear_error(harness: Harness) -> None:
    orphan = harness.repo.create_commit(None, WHO, WHO, "x", harness.tip.tree_id, [])
    harness.repo.references.delete("refs/gitgammon/published/main")
    harness.repo.references.create(REF, orphan, force=True)
    with pytest.raises(GitGammonError, match="signed"):
        harness.process("alice")
    assert harness.tip.id == orphan


def test_files_of_another_push_wait_for_the_run_that_knows_its_pusher(harness: Harness) -> None:
    """Two pushes before the first run: the second pusher must not be taken for the first."""
    start, mover = harness.tip, harness.mover()
    forged = harness.push(at(TABLE, harness.composed()))  # by the other player, in the mover's name
    pushed = harness.push({"unrelated.txt": b"x"})  # by the mover
    outcome = harness.process(mover, forged, pushed)
    assert outcome.done == ()
    assert outcome.waiting == 1
    late = harness.process(harness.other(), start, forged)
    assert [message.kind for message in late.done] == ["reject"]
    assert harness.state()["lastMove"] is None


def test_a_waiting_file_is_kept_through_other_commits_and_validated_later(harness: Harness) -> None:
    harness.open_table("carol", "dave")
    start, mover = harness.tip, harness.mover()
    first = harness.push(at(TABLE, harness.composed()))
    other = "carol-vs-dave-2026-01-31"
    second = harness.push(at(other, harness.composed(other)))
    assert [message.table for message in harness.process(harness.mover(other), first, second).done] == [other]
    harness.open_table("erin", "frank")
    verification.verify(harness.repo, harness.tip)
    done = harness.process(mover, start, first).done
    assert [(message.kind, message.table) for message in done] == [("apply", TABLE)]
    assert done[0].pending == ()
    verification.verify(harness.repo, harness.tip)


def test_a_merge_instead_of_a_rebase_is_fine(harness: Harness) -> None:
    harness.open_table("carol", "dave")
    other = "carol-vs-dave-2026-01-31"
    start = harness.tip
    side = harness.commit(start, at(TABLE, harness.composed()))
    mover = harness.mover()
    harness.play(other)
    upstream = harness.tip
    index = harness.repo.merge_commits(side, upstream)
    tree = index.write_tree(harness.repo)
    merged = harness.repo.create_commit(None, WHO, WHO, "merge", tree, [side.id, upstream.id])
    harness.repo.references.create(REF, merged, force=True)
    commit = harness.repo[merged]
    assert isinstance(commit, Commit)
    assert [message.kind for message in harness.process(mover, upstream, commit).done] == ["apply"]
    verification.verify(harness.repo, harness.tip)


def test_updated_at_moves_on_even_when_the_clock_does_not(harness: Harness) -> None:
    harness.clock.now = datetime(1999, 1, 1, tzinfo=UTC)
    times = [harness.state()["updatedAt"]]
    for _ in range(3):
        harness.play()
        times.append(harness.state()["updatedAt"])
        harness.refusal({f"{MOVES}/x.json": b"{}"})
        times.append(harness.state()["updatedAt"])
    assert times == sorted(set(times))


def test_messages_are_pruned_to_twenty_in_order(harness: Harness) -> None:
    rng = random.Random(1)
    for _ in range(60):
        harness.play(rng=rng)
    told = announcements(verification.verify(harness.repo, harness.tip).tables[TABLE].told)
    messages = harness.state()["messages"]
    assert len(told) > 20
    assert [message["text"] for message in messages] == told[-20:]
    assert [message["timestamp"] for message in messages] == sorted(message["timestamp"] for message in messages)


def test_what_players_do_outside_of_tables_is_theirs(harness: Harness) -> None:
    harness.push({"notes.md": b"mine", ".github/workflows/gitgammon.yml": b"changed"})
    assert harness.process("alice").done == ()
    harness.play()
    assert harness.read("notes.md") == b"mine"
    verification.verify(harness.repo, harness.tip)


def test_the_readme_shows_the_boards(harness: Harness) -> None:
    text = (harness.read("README.md") or b"").decode()
    assert f"<!-- table {TABLE} -->" in text
    harness.play()
    harness.open_table("carol", "dave")
    text = (harness.read("README.md") or b"").decode()
    assert "Turn 2" in text
    assert text.index("carol-vs-dave") < text.index(TABLE)
    assert text.count(f"<!-- table {TABLE} -->") == 1


def test_a_board_in_the_readme_leads_to_the_table_on_the_page_that_the_readme_names(harness: Harness) -> None:
    assert f"### [{TABLE}](index.html#{TABLE})\n" in (harness.read("README.md") or b"").decode()
    published = (harness.read("README.md") or b"").replace(b"[page]: index.html", b"[page]: https://games.example/")
    harness.push({"README.md": published})
    harness.process("alice")
    harness.play()
    assert f"### [{TABLE}](https://games.example/#{TABLE})\n" in (harness.read("README.md") or b"").decode()
    verification.verify(harness.repo, harness.tip)


@pytest.mark.parametrize("line", [b"", b"[page]: a) b", b"[page]: <script>"])
def test_without_an_address_a_board_leads_to_the_tables_file(harness: Harness, line: bytes) -> None:
    harness.push({"README.md": (harness.read("README.md") or b"").replace(b"[page]: index.html", line)})
    harness.process("alice")
    harness.play()
    assert f"### [{TABLE}](tables/{TABLE}/state.json)\n" in (harness.read("README.md") or b"").decode()


def test_a_wrong_secret_writes_nothing(harness: Harness) -> None:
    before = harness.tip.id
    harness.push(at(TABLE, harness.composed()))
    harness.processor = harness.processor._replace(secret=b"x" * 32)
    pushed = harness.tip.id
    with pytest.raises(GitGammonError, match="secret"):
        harness.process("alice")
    assert harness.tip.id == pushed != before


def test_a_pass_is_told_and_the_turn_goes_on(harness: Harness) -> None:
    """Random games come upon passes soon enough; each is a turn, a message and a roll in the commit."""
    rng = random.Random(6)
    passes = 0
    for _ in range(400):
        before = harness.state()
        if before["status"] == "completed":
            break
        message = harness.play(rng=rng).done[0]
        after = harness.state()
        made = after["turn"] - before["turn"] - 1 if after["status"] == "playing" else 0
        passes += made
        if made:
            assert after["messages"][-1]["text"] == "No legal moves available"
            assert len(message.drawn) == made + 1
    assert passes > 0
    assert harness.state()["status"] == "completed"

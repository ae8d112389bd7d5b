"""What becomes of a push: a test a sentence of the rulings on processing, and a row of the faults of a git table."""

import random
from datetime import UTC, datetime

import pygit2
import pytest
from pygit2 import Commit

from ludoteca.gitplay.errors import GitGammonError
from ludoteca.gitplay.format.move_file import BYTES_AT_MOST
from ludoteca.gitplay.git_objects import PLAIN, Entry, content
from ludoteca.gitplay.processor import verification
from ludoteca.gitplay.processor.push import VALIDATED_AT_MOST
from ludoteca.gitplay.processor.replay import BadCommit

from .harness import REF, TABLE, WHO, Clubhouse, at, file_of

MOVES = f"tables/{TABLE}/moves"
STATE = f"tables/{TABLE}/state.json"


def test_g1_a_forged_author_proves_nothing(club: Clubhouse) -> None:
    """Every commit of these tests has somebody else as author and committer: only the pusher counts."""
    before = club.tip
    forged = pygit2.Signature(club.mover(), "x@y", 1, 0)
    commit = club.commit(before, at(TABLE, club.composed()))
    made = club.repo.create_commit(None, forged, forged, "mine", commit.tree_id, [before.id])
    club.repo.references.create(REF, made, force=True)
    club.process(club.other())
    assert club.subjects()[0].startswith("[GitGammon] Reject invalid move: ")
    assert club.state()["lastMove"] is None


def test_g1_a_forged_commit_of_the_processor_is_undone(club: Clubhouse) -> None:
    club.play()
    before = club.state()
    text = (club.read(STATE) or b"").decode().replace('"turn": 2', '"turn": 9')
    forged = club.tip.message.replace("Number: 2", "Number: 3")
    club.push({STATE: text.encode()}, forged)
    with pytest.raises(BadCommit):
        verification.verify(club.repo, club.tip)
    club.process("bob")
    assert {**club.state(), "messages": 0, "updatedAt": 0} == {**before, "messages": 0, "updatedAt": 0}
    verification.verify(club.repo, club.tip)


@pytest.mark.parametrize(
    "actor", ["dependabot[bot]", "", "alice\nGitGammon-Actor: bob", "$(reboot)", "x" * 500, "\udc80"]
)
def test_g2_g9_whoever_is_not_at_the_table_is_refused_whatever_his_name(club: Clubhouse, actor: str) -> None:
    assert "does not play at this table" in club.refusal(at(TABLE, club.composed()), actor)
    assert club.tip.message.count("GitGammon-Actor:") == 1


def test_g3_of_two_moves_for_a_turn_the_first_wins(club: Clubhouse) -> None:
    mover = club.mover()
    one, other = club.composed(), club.composed()
    club.push(at(TABLE, one))
    club.process(mover)
    club.push(at(TABLE, other))
    club.process(mover)
    assert club.state()["lastMove"]["file"] == str(one.name)
    assert "stale: " in club.subjects()[0]
    assert "the file's number is 1, the next is 2" in club.subjects()[0]


def test_g4_several_files_in_one_push_are_handled_one_by_one(club: Clubhouse) -> None:
    mover, file = club.mover(), club.move_file()
    files = file_of(2, file) | file_of(1, file) | file_of(3, file)
    club.push(files)
    outcome = club.process(mover)
    assert [message.kind for message in outcome.done] == ["apply", "reject", "reject"]
    assert [message.file[:4] for message in outcome.done if message.file] == ["0001", "0002", "0003"]
    assert len(club.moves()) == 1
    verification.verify(club.repo, club.tip)


def test_g4_a_processed_file_cannot_be_edited_deleted_or_renamed(club: Clubhouse) -> None:
    club.play()
    name = club.moves()[0]
    data = club.read(f"{MOVES}/{name}") or b""
    assert "was changed" in club.refusal({f"{MOVES}/{name}": data.replace(b"null", b'"hm"', 1)})
    assert "was deleted" in club.refusal({f"{MOVES}/{name}": None, "elsewhere.json": data})
    club.push({f"{MOVES}/{name}": None, f"{MOVES}/0009-white-abcdef.json": data})
    assert [message.kind for message in club.process("alice").done] == ["reject", "restore"]
    assert club.moves() == [name]


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
def test_g4_whatever_is_the_processors_is_restored(club: Clubhouse, path: str, data: bytes | None) -> None:
    club.refusal({path: data})


@pytest.mark.parametrize("path", ["tables/new-table/state.json", "tables/x", "gitgammon.json", "Tables/x/y.json"])
def test_g4_tables_are_not_opened_by_pushing(club: Clubhouse, path: str) -> None:
    before = club.read(path)
    club.push({path: b"{}"})
    with pytest.raises(BadCommit):
        verification.verify(club.repo, club.tip)
    assert [message.kind for message in club.process("bob").done] == ["restore"]
    assert club.read(path) == before
    verification.verify(club.repo, club.tip)


def test_g4_tables_may_not_be_taken_away(club: Clubhouse) -> None:
    club.play()
    before = club.tip
    builder = club.repo.TreeBuilder(before.tree)
    builder.remove("tables")
    made = club.repo.create_commit(None, WHO, WHO, "gone", builder.write(), [before.id])
    club.repo.references.create(REF, made, force=True)
    club.process("bob")
    assert club.tip.tree["tables"].id != before.tree["tables"].id  # the table was told
    assert club.state()["turn"] == 2
    verification.verify(club.repo, club.tip)


def test_g4_a_rewritten_history_is_noticed_and_nothing_is_written(club: Clubhouse) -> None:
    start = club.tip
    club.play()
    played = club.tip
    club.repo.references.create(REF, start.id, force=True)
    club.push(at(TABLE, club.composed()))
    with pytest.raises(GitGammonError, match="history was rewritten"):
        club.process(club.mover())
    with pytest.raises(BadCommit, match="rewritten"):
        verification.verify(club.repo, club.tip, known=str(played.id))


def test_g4_a_forced_push_is_noticed_by_its_range(club: Clubhouse) -> None:
    start = club.tip
    club.play()
    played = club.tip
    other = club.commit(start, {"x": b"y"})
    club.repo.references.delete("refs/gitgammon/published/main")
    club.repo.references.create(REF, other.id, force=True)
    with pytest.raises(GitGammonError, match="history was rewritten"):
        club.process("bob", played, other)


@pytest.mark.parametrize(
    ("mode", "words"),
    [(0o120000, "a symbolic link"), (0o160000, "a submodule"), (0o100755, "executable")],
)
def test_g5_only_plain_files(club: Clubhouse, mode: int, words: str) -> None:
    files = at(TABLE, club.composed())
    assert words in club.refusal(files, modes=dict.fromkeys(files, mode))


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
def test_g5_g9_only_names_of_the_form(club: Clubhouse, name: str) -> None:
    data = club.composed().data
    assert "move file's name" in club.refusal({f"{MOVES}/{name}": data})


@pytest.mark.parametrize("name", [b"..", b".git", b".", b"a/b", b"\xff\xfe", b"GIT~1"])
def test_g5_names_that_git_itself_would_refuse(club: Clubhouse, name: bytes) -> None:
    """Written as raw objects, which is what an attacker would do."""
    before = club.tip
    blob = club.repo.create_blob(b"{}")
    moves = club.repo.odb.write(pygit2.enums.ObjectType.TREE, b"100644 " + name + b"\0" + blob.raw)
    files = {name: before.tree[f"tables/{TABLE}/{name}"].id.raw for name in ("fairness.json", "state.json")}
    table = b"100644 fairness.json\0" + files["fairness.json"] + b"40000 moves\0" + moves.raw
    table += b"100644 state.json\0" + files["state.json"]
    tree = club.repo.odb.write(pygit2.enums.ObjectType.TREE, table)
    tables = club.repo.odb.write(pygit2.enums.ObjectType.TREE, b"40000 " + TABLE.encode() + b"\0" + tree.raw)
    builder = club.repo.TreeBuilder(before.tree)
    builder.insert("tables", tables, 0o040000)
    made = club.repo.create_commit(None, WHO, WHO, "raw", builder.write(), [before.id])
    club.repo.references.create(REF, made, force=True)
    assert [message.kind for message in club.process(club.mover()).done] == ["restore"]
    assert club.moves() == []
    verification.verify(club.repo, club.tip)


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
def test_g5_g6_content_that_is_no_json_of_ours(club: Clubhouse, spoil: "object") -> None:
    composed = club.composed()
    assert callable(spoil)
    club.refusal({f"{MOVES}/{composed.name}": spoil(composed.data)})


def test_g6_a_large_file_is_not_read(club: Clubhouse) -> None:
    largest, larger = (Entry(PLAIN, club.repo.create_blob(b" " * size)) for size in (BYTES_AT_MOST, BYTES_AT_MOST + 1))
    assert content(club.repo, largest, BYTES_AT_MOST) == b" " * BYTES_AT_MOST
    assert content(club.repo, larger, BYTES_AT_MOST) is None
    name = f"{MOVES}/{club.composed().name}"
    assert "at most 4096 are allowed" in club.refusal({name: b" " * (BYTES_AT_MOST + 1)})
    assert "at most 4096 are allowed" in club.refusal({name: b" " * 20_000_000})


def test_g6_ten_thousand_files_are_bounded_work(club: Clubhouse) -> None:
    mover, file = club.mover(), club.move_file()
    good = file_of(1, file)
    junk = {f"{MOVES}/{number:04}-white-{number:06x}.json": b"{}" for number in range(2, 10_000)}
    club.push(good | junk)
    outcome = club.process(mover)
    assert len(outcome.done) == VALIDATED_AT_MOST + 1
    assert [message.kind for message in outcome.done] == ["apply", *["reject"] * (VALIDATED_AT_MOST - 1), "restore"]
    assert len(club.moves()) == 1
    assert "more than are looked at" in club.subjects()[0]
    verification.verify(club.repo, club.tip)


def test_g7_processing_twice_changes_nothing(club: Clubhouse) -> None:
    before = club.tip
    mover = club.mover()
    good = club.push(at(TABLE, club.composed()))
    first = club.process(mover, before, good)
    assert [message.kind for message in first.done] == ["apply"]
    for _ in range(3):
        assert club.process(mover, before, good).done == ()
        assert club.tip.id == first.tip.id


def test_g7_a_rerun_rolls_the_same_dice(club: Clubhouse) -> None:
    mover, before = club.mover(), club.tip
    pushed = club.push(at(TABLE, club.composed()))
    club.process(mover, before, pushed)
    dice = club.state()["dice"]
    club.repo.references.delete("refs/gitgammon/published/main")
    club.repo.references.create(REF, pushed.id, force=True)
    club.clock.now = datetime(2027, 5, 5, tzinfo=UTC)
    club.process(mover, before, pushed)
    assert club.state()["dice"] == dice


def test_g10_a_history_without_a_commit_of_the_processor_is_a_clear_error(club: Clubhouse) -> None:
    orphan = club.repo.create_commit(None, WHO, WHO, "x", club.tip.tree_id, [])
    club.repo.references.delete("refs/gitgammon/published/main")
    club.repo.references.create(REF, orphan, force=True)
    with pytest.raises(GitGammonError, match="seal"):
        club.process("alice")
    assert club.tip.id == orphan


def test_files_of_another_push_wait_for_the_run_that_knows_its_pusher(club: Clubhouse) -> None:
    """Two pushes before the first run: the second pusher must not be taken for the first."""
    start, mover = club.tip, club.mover()
    forged = club.push(at(TABLE, club.composed()))  # by the other player, in the mover's name
    pushed = club.push({"unrelated.txt": b"x"})  # by the mover
    outcome = club.process(mover, forged, pushed)
    assert outcome.done == ()
    assert outcome.waiting == 1
    late = club.process(club.other(), start, forged)
    assert [message.kind for message in late.done] == ["reject"]
    assert club.state()["lastMove"] is None


def test_a_file_that_waits_is_kept_through_other_deeds_and_judged_later(club: Clubhouse) -> None:
    club.open_table("carol", "dave")
    start, mover = club.tip, club.mover()
    first = club.push(at(TABLE, club.composed()))
    other = "carol-vs-dave-2026-01-31"
    second = club.push(at(other, club.composed(other)))
    assert [message.table for message in club.process(club.mover(other), first, second).done] == [other]
    club.open_table("erin", "frank")
    verification.verify(club.repo, club.tip)
    done = club.process(mover, start, first).done
    assert [(message.kind, message.table) for message in done] == [("apply", TABLE)]
    assert done[0].pending == ()
    verification.verify(club.repo, club.tip)


def test_a_merge_instead_of_a_rebase_is_fine(club: Clubhouse) -> None:
    club.open_table("carol", "dave")
    other = "carol-vs-dave-2026-01-31"
    start = club.tip
    side = club.commit(start, at(TABLE, club.composed()))
    mover = club.mover()
    club.play(other)
    upstream = club.tip
    index = club.repo.merge_commits(side, upstream)
    tree = index.write_tree(club.repo)
    merged = club.repo.create_commit(None, WHO, WHO, "merge", tree, [side.id, upstream.id])
    club.repo.references.create(REF, merged, force=True)
    commit = club.repo[merged]
    assert isinstance(commit, Commit)
    assert [message.kind for message in club.process(mover, upstream, commit).done] == ["apply"]
    verification.verify(club.repo, club.tip)


def test_updated_at_moves_on_even_when_the_clock_does_not(club: Clubhouse) -> None:
    club.clock.now = datetime(1999, 1, 1, tzinfo=UTC)
    times = [club.state()["updatedAt"]]
    for _ in range(3):
        club.play()
        times.append(club.state()["updatedAt"])
        club.refusal({f"{MOVES}/x.json": b"{}"})
        times.append(club.state()["updatedAt"])
    assert times == sorted(set(times))


def test_messages_are_pruned_to_twenty_in_order(club: Clubhouse) -> None:
    for number in range(25):
        club.refusal({f"{MOVES}/x{number}.json": b"{}"})
    messages = club.state()["messages"]
    assert len(messages) == 20
    assert [message["timestamp"] for message in messages] == sorted(message["timestamp"] for message in messages)
    assert "x24.json" in messages[-1]["text"]


def test_what_players_do_outside_of_tables_is_theirs(club: Clubhouse) -> None:
    club.push({"notes.md": b"mine", ".github/workflows/gitgammon.yml": b"changed"})
    assert club.process("alice").done == ()
    club.play()
    assert club.read("notes.md") == b"mine"
    verification.verify(club.repo, club.tip)


def test_the_readme_shows_the_boards(club: Clubhouse) -> None:
    text = (club.read("README.md") or b"").decode()
    assert f"<!-- table {TABLE} -->" in text
    club.play()
    club.open_table("carol", "dave")
    text = (club.read("README.md") or b"").decode()
    assert "Turn 2" in text
    assert text.index("carol-vs-dave") < text.index(TABLE)
    assert text.count(f"<!-- table {TABLE} -->") == 1


def test_a_board_in_the_readme_leads_to_the_table_on_the_page_that_the_readme_names(club: Clubhouse) -> None:
    assert f"### [{TABLE}](index.html#{TABLE})\n" in (club.read("README.md") or b"").decode()
    published = (club.read("README.md") or b"").replace(b"[page]: index.html", b"[page]: https://club.example/")
    club.push({"README.md": published})
    club.process("alice")
    club.play()
    assert f"### [{TABLE}](https://club.example/#{TABLE})\n" in (club.read("README.md") or b"").decode()
    verification.verify(club.repo, club.tip)


@pytest.mark.parametrize("line", [b"", b"[page]: a) b", b"[page]: <script>"])
def test_without_an_address_a_board_leads_to_the_tables_file(club: Clubhouse, line: bytes) -> None:
    club.push({"README.md": (club.read("README.md") or b"").replace(b"[page]: index.html", line)})
    club.process("alice")
    club.play()
    assert f"### [{TABLE}](tables/{TABLE}/state.json)\n" in (club.read("README.md") or b"").decode()


def test_a_wrong_secret_writes_nothing(club: Clubhouse) -> None:
    before = club.tip.id
    club.push(at(TABLE, club.composed()))
    club.processor = club.processor._replace(secret=b"x" * 32)
    pushed = club.tip.id
    with pytest.raises(GitGammonError, match="secret"):
        club.process("alice")
    assert club.tip.id == pushed != before


def test_a_pass_is_told_and_the_turn_goes_on(club: Clubhouse) -> None:
    """Random games come upon passes soon enough; each is a turn, a message and a roll in the commit."""
    rng = random.Random(6)
    passes = 0
    for _ in range(400):
        before = club.state()
        if before["status"] == "completed":
            break
        message = club.play(rng=rng).done[0]
        after = club.state()
        made = after["turn"] - before["turn"] - 1 if after["status"] == "playing" else 0
        passes += made
        if made:
            assert after["messages"][-1]["text"] == "No legal moves available"
            assert len(message.drawn) == made + 1
    assert passes > 0
    assert club.state()["status"] == "completed"

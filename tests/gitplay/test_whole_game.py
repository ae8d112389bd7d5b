"""Two clones of a bare repository with the real hook play a game to its end; one push in five is invalid, each in
another way. In the end all of it verifies, and nothing invalid was ever applied.
"""

import json
import random
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import jsonschema
import pygit2
import pytest
from pygit2 import Commit

from ludoteca.games.backgammon import mat_format
from ludoteca.games.backgammon.mat_conversion import replayed
from ludoteca.games.backgammon.state_file_check import violations
from ludoteca.games.backgammon.state_file_schema import STATE_SCHEMA
from ludoteca.gitplay.player import moves, status
from ludoteca.gitplay.player.clone import send
from ludoteca.gitplay.processor import commit_chain, verification

from .clones import clone_of, cloned, git
from .harness import TABLE, Harness, at, file_of

MOVES: Final = f"tables/{TABLE}/moves"
STATE: Final = f"tables/{TABLE}/state.json"
HISTORY: Final = f"tables/{TABLE}/history.json"
INDEX: Final = "tables/index.json"
LEAST_MOVES: Final = 60
SEED: Final = "the seed of a game of some length: 6"


class Match:
    """The server, a clone each, and somebody who does not belong here."""

    def __init__(self, folder: Path) -> None:
        self.harness = Harness.opened(folder / "games.git")
        server = folder / "games.git"
        self.paths = {name: cloned(server, folder / name, name) for name in ("alice", "bob", "mallory")}
        self.rng = random.Random(2026)

    def legal(self) -> None:
        mover = self.harness.mover()
        play = self.rng.choice(moves.legal_plays(self.harness.now().state))
        clone = clone_of(self.paths[mover], mover)
        sent = send(clone, None, play)
        assert sent.answer is not None
        assert sent.answer.startswith("[GitGammon] Apply move "), sent.answer

    def push(
        self, actor: str, write: Callable[[Path], object], *commit: str, message: str = "hm", force: bool = False
    ) -> str:
        path = self.paths[actor]
        git(path, "pull", "--quiet", "--rebase")
        write(path)
        git(path, "add", "-A")
        git(path, "commit", "--quiet", "--allow-empty", "-m", message, *commit)
        said = git(path, "push", *(["--force"] if force else []), "origin", "main", check=False)
        git(path, "fetch", "--quiet")
        git(path, "reset", "--quiet", "--hard", "origin/main")
        return said

    def put(self, actor: str, files: dict[str, bytes], *commit: str) -> str:
        def write(path: Path) -> None:
            for name, data in files.items():
                (path / name).parent.mkdir(parents=True, exist_ok=True)
                (path / name).write_bytes(data)

        return self.push(actor, write, *commit)


def _with_mode(path: Path, name: str, data: bytes) -> None:
    (path / name).parent.mkdir(parents=True, exist_ok=True)
    (path / name).write_bytes(data)
    (path / name).chmod(0o755)


def _as_link(path: Path, name: str) -> None:
    (path / name).parent.mkdir(parents=True, exist_ok=True)
    (path / name).symlink_to("/etc/passwd")


def forged_author(match: Match) -> None:
    mover = match.harness.mover()
    match.put(match.harness.other(), at(TABLE, match.harness.composed()), "--author", f"{mover} <{mover}@example.org>")


def stranger(match: Match) -> None:
    match.put("mallory", at(TABLE, match.harness.composed()))


def stale(match: Match) -> None:
    match.put(
        match.harness.mover(),
        file_of(match.harness.now().next_sequence, match.harness.move_file(), expected_state="0" * 16),
    )


def wrong_dice(match: Match) -> None:
    roll = (1, 1, 1, 1) if set(match.harness.state()["dice"]) != {1} else (2, 2, 2, 2)
    match.put(
        match.harness.mover(), file_of(match.harness.now().next_sequence, match.harness.move_file(), dice_roll=roll)
    )


def too_short_a_play(match: Match) -> None:
    file = match.harness.move_file()
    moves = file.moves[:-1] if len(file.moves) > 1 else file.moves * 3
    match.put(match.harness.mover(), file_of(match.harness.now().next_sequence, file, moves=moves))


def state_edited(match: Match) -> None:
    def write(path: Path) -> None:
        state = json.loads((path / STATE).read_bytes())
        state["dice"] = [6, 6, 6, 6]
        (path / STATE).write_text(json.dumps(state))

    match.push(match.harness.mover(), write)


def course_edited(match: Match) -> None:
    match.put(match.harness.other(), {HISTORY: (match.harness.read(HISTORY) or b"").replace(b'"die":', b'"die": ')})


def list_edited(match: Match) -> None:
    match.put(match.harness.mover(), {INDEX: b'{"tables": []}\n'})


def old_move_edited(match: Match) -> None:
    def write(path: Path) -> None:
        file = min((path / MOVES).iterdir())
        file.write_bytes(file.read_bytes().replace(b'"comment": null', b'"comment": "I meant another"'))

    match.push(match.harness.other(), write)


def old_move_renamed(match: Match) -> None:
    match.push(
        match.harness.mover(),
        lambda path: min((path / MOVES).iterdir()).rename(path / MOVES / "0001-white-000000.json"),
    )


def history_rewritten(match: Match) -> None:
    def write(path: Path) -> None:
        git(path, "reset", "--quiet", "--hard", "HEAD~2")

    assert "non-fast-forward" in match.push(match.harness.mover(), write, force=True)


def symbolic_link(match: Match) -> None:
    match.push(match.harness.mover(), lambda path: _as_link(path, f"{MOVES}/{match.harness.composed().name}"))


def executable(match: Match) -> None:
    composed = match.harness.composed()
    match.push(match.harness.mover(), lambda path: _with_mode(path, f"{MOVES}/{composed.name}", composed.data))


def workflow_among_tables(match: Match) -> None:
    match.put(match.harness.mover(), {f"tables/{TABLE}/.github/workflows/x.yml": b"on: push\n"})


def other_case(match: Match) -> None:
    composed = match.harness.composed()
    match.put(match.harness.mover(), {f"{MOVES}/{str(composed.name).replace('-', '-X')}": composed.data})


def bom_and_crlf(match: Match) -> None:
    composed = match.harness.composed()
    data = b"\xef\xbb\xbf" + composed.data.replace(b"\n", b"\r\n")
    match.put(match.harness.mover(), {f"{MOVES}/{composed.name}": data})


def too_large(match: Match) -> None:
    match.put(match.harness.mover(), {f"{MOVES}/{match.harness.composed().name}": b" " * 1_000_000})


def deep(match: Match) -> None:
    match.put(match.harness.mover(), {f"{MOVES}/{match.harness.composed().name}": b"[" * 1900 + b"]" * 1900})


def many(match: Match) -> None:
    match.put("mallory", {f"{MOVES}/{number:04}-black-{number:06x}.json": b"{}" for number in range(200)})


def metacharacters(match: Match) -> None:
    match.put(match.harness.mover(), {f"{MOVES}/0001-white-$(touch oops)`id`;.json": b"$(touch oops)"})


def resignation_for_the_other(match: Match) -> None:
    match.put(match.harness.other(), at(TABLE, match.harness.resignation(match.harness.mover())))


def forged_deed(match: Match) -> None:
    """A player's commit that looks like the processor's, down to its trailers."""
    message = match.harness.tip.message

    def write(path: Path) -> None:
        state = json.loads((path / STATE).read_bytes())
        state["activePlayer"] = "black" if state["activePlayer"] == "white" else "white"
        (path / STATE).write_text(json.dumps(state))

    match.push(match.harness.other(), write, message=message)


INVALID: Final[tuple[Callable[[Match], None], ...]] = (
    forged_author,
    stranger,
    stale,
    wrong_dice,
    too_short_a_play,
    state_edited,
    course_edited,
    list_edited,
    old_move_edited,
    old_move_renamed,
    history_rewritten,
    symbolic_link,
    executable,
    workflow_among_tables,
    other_case,
    bom_and_crlf,
    too_large,
    deep,
    many,
    metacharacters,
    resignation_for_the_other,
    forged_deed,
)


def every_commit(harness: Harness) -> Iterator[Commit]:
    yield from harness.repo.walk(harness.tip.id, pygit2.enums.SortMode.TOPOLOGICAL)


def state_at(commit: Commit) -> Any:
    try:
        found = commit.tree[STATE]
    except KeyError:
        return None
    assert isinstance(found, pygit2.Blob)
    return json.loads(found.data)


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Match, int]]:
    folder = tmp_path_factory.mktemp("match")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("HOME", str(folder))
        patched.setenv("GIT_CONFIG_NOSYSTEM", "1")
        patched.setenv("GITGAMMON_SEED", SEED)
        match = Match(folder)
        moves, ways = 0, cycle(INVALID)
        while match.harness.state()["status"] == "playing":
            if moves and moves % 4 == 0:
                before = match.harness.state()
                next(ways)(match)
                after = match.harness.state()
                assert {**after, "messages": 0, "updatedAt": 0} == {**before, "messages": 0, "updatedAt": 0}
            match.legal()
            moves += 1
        yield match, moves


def test_the_game_was_long_and_came_to_its_end(ended: tuple[Match, int]) -> None:
    match, moves = ended
    assert moves >= LEAST_MOVES
    assert match.harness.state()["status"] == "completed"
    assert 15 in match.harness.state()["home"].values()


def test_it_verifies_in_every_clone(ended: tuple[Match, int]) -> None:
    match, moves = ended
    for name, path in match.paths.items():
        git(path, "pull", "--quiet", "--rebase")
        clone = clone_of(path, name)
        report = verification.verify(clone.repo, clone.repo.head.peel(Commit))
        assert (report.checked, report.waiting) == (1, 0)
        applied = [entry for entry in report.tables[TABLE].entries if entry.message.kind == "apply"]
        assert len(applied) == moves


def test_the_state_validates_at_every_commit(ended: tuple[Match, int]) -> None:
    match, _ = ended
    validator = jsonschema.Draft202012Validator(STATE_SCHEMA, format_checker=jsonschema.FormatChecker())
    states = [state for commit in every_commit(match.harness) if (state := state_at(commit)) is not None]
    assert len(states) > LEAST_MOVES
    for state in states:
        assert list(validator.iter_errors(state)) == []
        assert violations(state) == ()


def test_every_invalid_push_was_answered_and_none_applied(ended: tuple[Match, int]) -> None:
    match, moves = ended
    _, links = commit_chain.whole_chain(match.harness.repo, match.harness.tip)
    refused = [link.message for link in links if link.message.kind in ("reject", "restore")]
    rewriting = sum(way is history_rewritten for way, _ in zip(cycle(INVALID), range((moves - 1) // 4), strict=False))
    assert len({message.reason for message in refused}) >= min(len(INVALID) - 2, moves // 5)
    assert len(refused) >= (moves - 1) // 4 - rewriting
    assert not list(Path(match.harness.repo.path).rglob("oops"))


def test_the_game_exports_and_replays(ended: tuple[Match, int]) -> None:
    match, _ = ended
    table = verification.verify(match.harness.repo, match.harness.tip).tables[TABLE]
    again = replayed(mat_format.read(status.mat_text(table)))
    assert again.state.position == table.now.state.position
    assert again.state.result == table.now.state.result

"""A repository for tests: pushes of any kind, made of raw objects, and the processor run on them."""

import json
import random
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pygit2
from pygit2 import Commit, Repository

from ludoteca.gitplay import repository_config
from ludoteca.gitplay.format import move_file
from ludoteca.gitplay.format.move_file import MoveFile, Resignation
from ludoteca.gitplay.format.names import MoveName
from ludoteca.gitplay.format.state_json import TableState
from ludoteca.gitplay.format.tree import TablesTree
from ludoteca.gitplay.git_objects import move_branch, tip
from ludoteca.gitplay.player import moves
from ludoteca.gitplay.player.moves import NewMoveFile
from ludoteca.gitplay.processor import verification
from ludoteca.gitplay.processor.pipeline import Processor, PushAnswer, TableRequest, answer_push, open_table
from ludoteca.gitplay.processor.push import NOWHERE, PushedRange
from ludoteca.gitplay.setup import init
from ludoteca.kernel.values import replace

SEED = "a secret for tests, and for nothing else"
NAME = "c" * 32  # the repository's id: with it and the seed, the dice are always the same
REF = "refs/heads/main"
DAY = date(2026, 1, 31)
TABLE = "alice-vs-bob-2026-01-31"
PLAIN = 0o100644
WHO = pygit2.Signature("Somebody", "somebody@example.org", 1_700_000_000, 0)

Files = Mapping[str, bytes | None]


class Clock:
    """A clock that goes on by a second whenever somebody looks, unless a test holds it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 31, 12, tzinfo=UTC)
        self.step = timedelta(seconds=1)

    def __call__(self) -> datetime:
        self.now += self.step
        return self.now


class Harness:
    def __init__(self, repo: Repository) -> None:
        self.repo = repo
        self.clock = Clock()
        self.processor = Processor(repo, repository_config.needed_secret(repo), self.clock)

    @classmethod
    def founded(cls, path: Path) -> "Harness":
        pygit2.init_repository(str(path), bare=True, initial_head="main")
        init.init_repository(path, repository_config.Committer(), Clock(), NAME)
        return cls(Repository(str(path)))

    @classmethod
    def opened(cls, path: Path) -> "Harness":
        harness = cls.founded(path)
        harness.open_table()
        return harness

    def open_table(self, white: str = "alice", black: str = "bob", day: date = DAY, **options: Any) -> str:
        table, _ = open_table(self.processor, REF, TableRequest(white, black, day, **options))
        return table

    @property
    def tip(self) -> Commit:
        return tip(self.repo, REF)

    def now(self, table: str = TABLE, at: Commit | None = None) -> TableState:
        return TablesTree.of(self.repo, at or self.tip).state(table.encode())

    def state(self, table: str = TABLE, at: Commit | None = None) -> dict[str, Any]:
        return self.now(table, at).tree

    def moves(self, table: str = TABLE) -> list[str]:
        return sorted(name.decode() for name in TablesTree.of(self.repo, self.tip).moves(table.encode()))

    def read(self, path: str) -> bytes | None:
        try:
            found = self.tip.tree[path]
        except KeyError:
            return None
        assert isinstance(found, pygit2.Blob)
        return found.data

    def subjects(self) -> list[str]:
        """First lines, newest first, along first parents."""
        found, commit = [], self.tip
        while True:
            found.append(commit.message.partition("\n")[0])
            if not commit.parents:
                return found
            commit = commit.parents[0]

    def push(self, files: Files, message: str = "a push", *, modes: Mapping[str, int] | None = None) -> Commit:
        """A commit on the tip with these files put, or, where there is None, deleted; as anybody could push it."""
        before = self.tip
        made = self.commit(before, files, message, modes=modes)
        move_branch(self.repo, REF, before.id, made.id, "pushed")
        return made

    def commit(
        self, on: Commit, files: Files, message: str = "a push", *, modes: Mapping[str, int] | None = None
    ) -> Commit:
        index = pygit2.Index()
        index.read_tree(on.tree)
        for path, data in files.items():
            if data is None:
                index.remove(path)
            else:
                mode = (modes or {}).get(path, PLAIN)
                oid = on.id if mode == 0o160000 else self.repo.create_blob(data)
                index.add(pygit2.IndexEntry(path, oid, pygit2.enums.FileMode(mode)))
        tree = index.write_tree(self.repo)
        made = self.repo[self.repo.create_commit(None, WHO, WHO, message, tree, [on.id])]
        assert isinstance(made, Commit)
        return made

    def process(self, actor: str, before: Commit | None = None, after: Commit | None = None) -> PushAnswer:
        pushed = None if after is None else PushedRange(NOWHERE if before is None else str(before.id), str(after.id))
        return answer_push(self.processor, REF, actor, pushed)

    def mover(self, table: str = TABLE) -> str:
        now = self.now(table)
        return now.player(now.active)

    def other(self, table: str = TABLE) -> str:
        now = self.now(table)
        return now.player("black" if now.active == "white" else "white")

    def composed(self, table: str = TABLE, play: str | None = None, *, rng: random.Random | None = None) -> NewMoveFile:
        now = self.now(table)
        listed = moves.legal_plays(now.state)
        words = play or (rng.choice(listed) if rng else listed[0])
        return moves.compose_move(now, moves.parse_play(now, words), None, self.tip, self.clock())

    def move_file(self, table: str = TABLE) -> MoveFile:
        file = move_file.read(self.composed(table).data, is_resignation=False).file
        assert isinstance(file, MoveFile)
        return file

    def resignation(self, player: str, table: str = TABLE) -> NewMoveFile:
        return moves.resignation(self.now(table), player, None, self.tip, self.clock())

    def play(self, table: str = TABLE, rng: random.Random | None = None) -> PushAnswer:
        """The mover pushes a legal move, and it is processed."""
        mover = self.mover(table)
        self.push(at(table, self.composed(table, rng=rng)))
        return self.process(mover)

    def refusal(self, files: Files, actor: str | None = None, **options: Any) -> str:
        """Push what must be refused: nothing but messages and the time may change. The reason is returned."""
        before, moves, actor = self.state(), self.moves(), self.mover() if actor is None else actor
        self.push(files, **options)
        outcome = self.process(actor)
        after = self.state()
        assert self.moves() == moves
        assert {**after, "messages": 0, "updatedAt": 0} == {**before, "messages": 0, "updatedAt": 0}
        assert after["updatedAt"] > before["updatedAt"]
        assert [message.kind for message in outcome.done] in (["reject"], ["restore"])
        message = after["messages"][-1]
        subject = self.tip.message.partition("\n")[0]
        assert message["type"] == "error"
        assert subject == f"[GitGammon] Reject invalid move: {message['text']}"
        verification.verify(self.repo, self.tip)
        return str(message["text"])


def at(table: str, composed: NewMoveFile) -> dict[str, bytes]:
    return {f"tables/{table}/moves/{composed.name}": composed.data}


def file_of(sequence: int, file: MoveFile | Resignation, table: str = TABLE, **changed: Any) -> dict[str, bytes]:
    """A move file with fields changed, under the name that it then has."""
    changed_file = replace(file, **changed)
    name = MoveName(sequence, changed_file.player, move_file.sha6(changed_file), isinstance(file, Resignation))
    return at(table, NewMoveFile(name, move_file.write(changed_file)))


def raw_file(tree: Any, sequence: int = 1, colour: str | None = None) -> dict[str, bytes]:
    """Any JSON at all, under a name of the right form."""
    colour = colour or (tree.get("player") if isinstance(tree, dict) else None) or "white"
    return {f"tables/{TABLE}/moves/{sequence:04}-{colour}-abcdef.json": json.dumps(tree).encode()}

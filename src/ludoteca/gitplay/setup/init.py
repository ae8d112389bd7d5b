"""Opening a club, and opening a table: the two commits of the processor that answer no push."""

from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

import pygit2
from pygit2 import Commit, Oid, Repository
from pygit2.enums import FileMode

from ludoteca.games.backgammon.state_file import Players
from ludoteca.games.backgammon.types import Start

from .. import repository
from ..errors import Raced, Trouble
from ..format import commit_trailers, table_index
from ..format.commit_trailers import Deed
from ..format.names import check_players, table_id
from ..format.state_json import Clock, stamp
from ..format.tree import TABLES
from ..git_objects import branch, intact, moved, root_of, tip
from ..processor import dice
from ..processor.pipeline import Keeper, prepared, sealed_commit
from ..processor.publication import refresh
from ..processor.validation import opened
from ..repository import CONFIG, Processor
from .package_source import Source
from .scaffolding import hook, scaffold

PUSH_BYTES_AT_MOST: Final = 64 << 20
"""A club's pages and games are small."""


class NewTable(NamedTuple):
    white: str
    black: str
    day: date
    start: Start = "standard"
    hot_seat: bool = False


def init_repository(
    path: Path, processor: Processor, clock: Clock, name: str | None = None, source: Source | None = None
) -> Commit:
    """Make a repository a club; with a source to install Ludoteca from, one that has workflows. Files that are there
    already stay as they are."""
    repo = _repository(path)
    ref = branch(repo)
    before = None if repo.head_is_unborn else tip(repo, ref)
    if before is not None and CONFIG in root_of(before):
        raise Trouble("this repository is a club already")
    if before is not None and TABLES in root_of(before):
        raise Trouble("there is something named tables here already")
    if repo.is_bare and _hook_file(repo).exists():
        raise Trouble(f"{_hook_file(repo)} is there already: take it away, and call it from the one that comes instead")
    secret = repository.make_secret(repo)
    club = repository.founded(secret, name or repository.fresh_name(), processor)
    files = {
        "gitgammon.json": repository.write(club),
        "tables/index.json": table_index.write(()),
        **scaffold(ref.removeprefix("refs/heads/"), source),
    }
    tree = _with_files(repo, before, files)
    parents = [] if before is None else [str(before.id)]
    deed = Deed("club", commit_trailers.club_opened(), 0)
    made = sealed_commit(Keeper(repo, secret, clock), club, str(tree), parents, deed)
    try:
        moved(repo, ref, None if before is None else before.id, made.id, "gitgammon init")
    except Raced as error:
        raise Trouble(f"{ref} was moved meanwhile: {error}") from None
    repository.remember_key(repo, club)
    if repo.is_bare:
        serve(repo)
    else:
        refresh(repo, ref, before, made)
    return made


def serve(repo: Repository) -> None:
    """A bare repository that processes what it is sent: nothing damaged or huge, no rewriting, nothing of ours to push
    to, and the hook."""
    repo.config["receive.denyNonFastForwards"] = True
    repo.config["receive.denyDeletes"] = True
    repo.config["receive.fsckObjects"] = True
    repo.config["receive.maxInputSize"] = PUSH_BYTES_AT_MOST
    repo.config["transfer.hideRefs"] = "refs/gitgammon"
    file = _hook_file(repo)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(hook())
    file.chmod(0o755)


def _hook_file(repo: Repository) -> Path:
    return Path(repo.path) / "hooks" / "post-receive"


def new_table(keeper: Keeper, before: Commit, wanted: NewTable) -> tuple[str, Commit]:
    """A table's id, and the commit that opens it."""
    check_players(wanted.white, wanted.black, hot_seat=wanted.hot_seat)
    table = table_id(wanted.white, wanted.black, wanted.day)
    desk, _, intrusions = prepared(keeper, before, None)
    if desk.book.has(table.encode()):
        raise Trouble(f"there is a table {table} already: a pair has one for each day, --date names another")
    dealer = dice.dealer(desk.table_key(table.encode()), 0)
    now, _, drawn = opened(Players(wanted.white, wanted.black), wanted.start, dealer, stamp(keeper.clock()))
    desk.open_table(table, now, drawn)
    desk.restore(intrusions)
    return table, desk.tip


def is_bare(path: Path) -> bool:
    """Whether this is a bare repository: as a club it processes by itself what it is sent."""
    found = _found(path)
    return found is not None and found.is_bare


def _repository(path: Path) -> Repository:
    """The repository that this folder is, or a new one."""
    found = _found(path)
    if found is not None:
        return found
    with intact():
        path.mkdir(parents=True, exist_ok=True)
        return pygit2.init_repository(str(path), initial_head="main")


def _found(path: Path) -> Repository | None:
    """The repository that this folder is: one around it is somebody else's project."""
    found = pygit2.discover_repository(str(path))
    if found is None:
        return None
    repo = Repository(found)
    homes = {Path(home).resolve() for home in (repo.workdir or repo.path, repo.path)}
    return repo if path.resolve() in homes else None


def _with_files(repo: Repository, before: Commit | None, files: dict[str, bytes]) -> Oid:
    """A tree with these files, where there are none of their names yet."""
    index = pygit2.Index()
    if before is not None:
        index.read_tree(before.tree)
    for path, data in files.items():
        if path not in index:
            index.add(pygit2.IndexEntry(path, repo.create_blob(data), FileMode.BLOB))
    with intact():
        return index.write_tree(repo)

"""`gitgammon init`: a repository's first commit, its files, and on a server its hook or on GitHub its workflows: these
install what lies beside them, by hash, and `gitgammon workflows` renews both."""

import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from shlex import quote
from typing import Final

import pygit2
from pygit2 import Commit, Oid, Repository
from pygit2.enums import FileMode

from .. import repository_config
from ..errors import GitGammonError, LostRace
from ..format import commit_trailers, readme
from ..format.commit_trailers import CommitMessage
from ..format.state_json import Clock
from ..format.tree import TABLES, write_index
from ..git_objects import branch, content, create_commit, intact, move_branch, root_of, tip
from ..player.clone import author
from ..processor import commit_chain
from ..processor.pipeline import Processor, signed_commit
from ..processor.publication import Published, attempts, gave_up, publish, refresh_working_tree
from ..repository_config import CONFIG, Committer, RepositoryConfig
from . import package_source
from .package_source import FOLDER, WHEEL, Source, WheelFile

PUSH_BYTES_AT_MOST: Final = 64 << 20
"""The games and pages of a repository are small."""

WORKFLOW_NAMES: Final = ("gitgammon.yml", "gitgammon-new.yml")


def init_repository(
    path: Path, processor: Committer, clock: Clock, name: str | None = None, source: Source | None = None
) -> Commit:
    """Make a folder or repository one to play in; with a source to install Ludoteca from, one with workflows. Files
    that are there already stay as they are."""
    repo = _repository(path)
    ref = branch(repo)
    before = None if repo.head_is_unborn else tip(repo, ref)
    if before is not None and CONFIG in root_of(before):
        raise GitGammonError("this is a GitGammon repository already")
    if before is not None and TABLES in root_of(before):
        raise GitGammonError("there is already something named tables here")
    if repo.is_bare and _hook_file(repo).exists():
        raise GitGammonError(
            f"{_hook_file(repo)} is there already: remove it, and call it from the hook that `init` writes"
        )
    secret = repository_config.make_secret(repo)
    config = new_config(secret, name or repository_config.new_id(), processor)
    initial = {
        "gitgammon.json": repository_config.write(config),
        "tables/index.json": write_index(()),
        **scaffold(ref.removeprefix("refs/heads/"), source),
    }
    tree = _with_files(repo, before, initial)
    parents = [] if before is None else [before.id]
    message = CommitMessage("club", commit_trailers.repository_created(), 0, rules=commit_trailers.RULES)
    made = signed_commit(Processor(repo, secret, clock), config, tree, parents, message)
    try:
        move_branch(repo, ref, None if before is None else before.id, made.id, "gitgammon init")
    except LostRace as error:
        raise GitGammonError(f"{ref} was moved meanwhile: {error}") from None
    repository_config.remember_key(repo, config)
    if repo.is_bare:
        serve(repo)
    else:
        refresh_working_tree(repo, ref, before, made)
    return made


def new_config(secret: bytes, repository_id: str, committer: Committer) -> RepositoryConfig:
    key = commit_chain.public_hex(commit_chain.private_key(secret, repository_id))
    return RepositoryConfig(repository_config.FORMAT, repository_id, key, committer)


def serve(repo: Repository) -> None:
    """Set up a bare repository that answers pushes: refuse damaged or huge ones and rewriting, hide our refs, and write
    the hook."""
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


def is_bare(path: Path) -> bool:
    """Whether this is a bare repository, which answers pushes by itself."""
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
    """The repository that this folder is. One around it is another project."""
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


PAGE: Final = Path(__file__).parents[1] / "page"


def scaffold(branch: str, source: Source | None) -> Mapping[str, bytes]:
    """Path and content of every file. Without a source there are no workflows, and nothing names a package."""
    text = template("README.md")
    if source is None:
        return {"README.md": text.encode(), **page()}
    text = readme.installing(text, package_source.for_player(source))
    return {"README.md": text.encode(), **page(), **workflow_files(branch, source)}


def page() -> Mapping[str, bytes]:
    """The static page as `front/` builds it; a plain one if it was not built."""
    built = [file for file in sorted(PAGE.rglob("*")) if file.is_file()]
    if not built:
        return {"index.html": template("index.html").encode()}
    return {file.relative_to(PAGE).as_posix(): file.read_bytes() for file in built}


def hook() -> bytes:
    """`post-receive` of a repository on a server. The server that authenticated the player must say who pushed, in
    the environment: in GITGAMMON_ACTOR, or, if it is a web server, in REMOTE_USER."""
    return f"#!/bin/sh\nexec {quote(sys.executable)} -I -m ludoteca.gitplay\n".encode()


def workflow_files(branch: str, source: Source) -> Mapping[str, bytes]:
    """Path and content of every file; a branch's short name is in the workflows."""
    backend = template("backend.txt") if isinstance(source, package_source.GitCommit) else ""
    wheel = {f"{FOLDER}/{WHEEL}": source.data} if isinstance(source, WheelFile) else {}
    return {
        **{f".github/workflows/{name}": workflow(name, branch) for name in WORKFLOW_NAMES},
        f"{FOLDER}/requirements.txt": (template("requirements.txt") + backend).encode(),
        f"{FOLDER}/ludoteca.txt": package_source.for_workflow(source).encode(),
        **wheel,
    }


def workflow(name: str, branch: str) -> bytes:
    return template(name).replace('"@BRANCH@"', _yaml(branch)).encode()


def renew_workflows(repo: Repository, ref: str, source: Source, remote: str | None = None) -> Published:
    """Commit the workflows for this source, and publish them."""
    for found in attempts(repo, ref, remote):
        published = publish(found, renewed_workflows(repo, ref, found.commit, source))
        if published is not None:
            return published
    raise gave_up(ref)


def renewed_workflows(repo: Repository, ref: str, before: Commit, source: Source) -> Commit:
    """The owner's commit with all of it anew, what the README tells players to install too, and without a wheel of
    before; the same commit if nothing changes."""
    wanted = {**workflow_files(ref.removeprefix("refs/heads/"), source), **_renewed_readme(repo, before, source)}
    with intact():
        index = pygit2.Index()
        index.read_tree(before.tree)
        for path in [entry.path for entry in index if entry.path.startswith(f"{FOLDER}/")]:
            index.remove(path)
        for path, data in wanted.items():
            index.add(pygit2.IndexEntry(path, repo.create_blob(data), FileMode.BLOB))
        tree = index.write_tree(repo)
    if tree == before.tree.id:
        return before
    message = f"Install Ludoteca for GitGammon: {package_source.words(source)}\n"
    return create_commit(repo, tree, [before.id], message, author(repo))


def _renewed_readme(repo: Repository, before: Commit, source: Source) -> Mapping[str, bytes]:
    """The README as it tells players to install this source; nothing if there is none that we can read."""
    entry = root_of(before).get(readme.README)
    data = None if entry is None else content(repo, entry, readme.BYTES_AT_MOST)
    try:
        text = (data or b"").decode()
    except UnicodeDecodeError:
        return {}
    told = readme.installing(text, package_source.for_player(source))
    return {} if data is None else {readme.README.decode(): told.encode()}


def template(name: str) -> str:
    return (files(__package__) / "templates" / name).read_text(encoding="utf-8")


def _yaml(text: str) -> str:
    """A YAML string in single quotes."""
    return "'" + text.replace("'", "''") + "'"

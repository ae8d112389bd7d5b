"""What runs on GitHub: the workflows, and beside them the package that they install and all that it needs, by hash.

Must not know: tables, moves.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

import pygit2
from pygit2 import Commit, Repository
from pygit2.enums import FileMode

from ..format import readme
from ..git_objects import content, create_commit, intact, root_of
from ..player.clone import author
from ..processor.publication import Published, attempts, gave_up, publish
from . import package_source
from .package_source import FOLDER, Source, WheelFile
from .pypi import WHEEL

NAMES: Final = ("gitgammon.yml", "gitgammon-new.yml")


def of_source(branch: str, source: Source) -> Mapping[str, bytes]:
    """Path and content of every file; a branch's short name is in the workflows."""
    backend = template("backend.txt") if isinstance(source, package_source.GitCommit) else ""
    wheel = {f"{FOLDER}/{WHEEL}": source.data} if isinstance(source, WheelFile) else {}
    return {
        **{f".github/workflows/{name}": workflow(name, branch) for name in NAMES},
        f"{FOLDER}/requirements.txt": (template("requirements.txt") + backend).encode(),
        f"{FOLDER}/ludoteca.txt": package_source.for_workflow(source).encode(),
        **wheel,
    }


def workflow(name: str, branch: str) -> bytes:
    return template(name).replace('"@BRANCH@"', _yaml(branch)).encode()


def renew(repo: Repository, ref: str, source: Source, remote: str | None = None) -> Published:
    """Commit the workflows for this source, and publish them."""
    for branch in attempts(repo, ref, remote):
        published = publish(branch, renewed(repo, ref, branch.commit, source))
        if published is not None:
            return published
    raise gave_up(ref)


def renewed(repo: Repository, ref: str, before: Commit, source: Source) -> Commit:
    """The owner's commit with all of it anew, what the README tells players to install too, and without a wheel of
    before; the same commit if nothing changes."""
    wanted = {**of_source(ref.removeprefix("refs/heads/"), source), **_readme(repo, before, source)}
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


def _readme(repo: Repository, before: Commit, source: Source) -> Mapping[str, bytes]:
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

"""The chain: the processor's commits among everybody else's, each naming the one before it.

Players commit beside and on top of them, merge and rebase; what counts is the chain. A commit is part of it if its seal
holds: whatever else looks like a deed is a player's commit with a curious message.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias, TypeVar

from pygit2 import Commit, Oid, Repository
from pygit2.enums import SortMode

from .. import repository
from ..errors import GitGammonError, NotGitGammon
from ..format import commit_trailers
from ..format.commit_trailers import CommitMessage
from ..git_objects import Entry, intact, root_of
from ..git_objects import commit as commit_of
from ..repository import RepositoryConfig
from . import signatures

COMMITS_AT_MOST: Final = 100_000
"""How far back the last deed is looked for: nobody has pushed that much since."""


T = TypeVar("T")


class ChainLink(NamedTuple):
    commit: Commit
    message: CommitMessage

    @property
    def id(self) -> str:
        return str(self.commit.id)


def last(repo: Repository, tip: Commit, secret: bytes) -> tuple[RepositoryConfig, ChainLink]:
    """The newest deed in a commit's history that was sealed with this secret, and the club it says it is of: what was
    pushed on top of it may say anything. Only commits that came after it are looked at."""
    keys: _Keys = {}
    found = _first_on_every_way(tip, lambda commit: _own_link(repo, commit, secret, keys))
    if not found:
        raise GitGammonError(
            "no commit here has the processor's seal: is this the club's secret, and is this the club?"
        )
    number = max(link.message.number for link in found)
    same = _without_copies([link for link in found if link.message.number == number])
    if len(same) > 1:
        raise GitGammonError(f"the processor's history forks: {' and '.join(link.id[:12] for link in same)}")
    return repository.config_of(repo, same[0].commit), same[0]


def whole_chain(repo: Repository, tip: Commit, pinned: str | None = None) -> tuple[RepositoryConfig, list[ChainLink]]:
    """A club and every deed of its processor, oldest first. Anybody may merge commits that open a club of his own, so
    which is meant is said by the pinned key or, without it, by the newest deed that there is."""
    listed = [commit for commit in _oldest_first(repo, tip) if _looks_like_a_deed(commit)]
    sealed = _sealed_by_their_own(repo, listed)
    openings: dict[str, RepositoryConfig] = {}
    for config, link in sealed.values():
        if link.message.kind == "club":
            openings.setdefault(config.key, config)
    config = _meant(repo, tip, pinned, openings, {commit: config.key for commit, (config, _) in sealed.items()})
    key = signatures.public_key(config.key)
    links = []
    for commit in listed:
        own = sealed.get(commit.id)
        found = own[1] if own is not None and own[0].key == config.key else verified(commit, key)
        if found is not None:
            links.append(found)
    return config, _without_copies(links)


def newest(repo: Repository, tip: Commit, pinned: str | None = None) -> ChainLink:
    """The last deed, for whoever has the club's key, or looks for it: what was pushed on top of it says nothing yet."""
    if pinned is None:
        return whole_chain(repo, tip)[1][-1]
    key = signatures.public_key(pinned)
    found = _first_on_every_way(tip, lambda commit: verified(commit, key) if _looks_like_a_deed(commit) else None)
    if not found:
        raise NotGitGammon(f"the club's key is not the one you know, which is {pinned}")
    return max(found, key=lambda link: link.message.number)


def since(repo: Repository, last: ChainLink, start: Commit) -> Iterator[CommitMessage]:
    """The deeds that were done on top of a commit, newest first."""
    at, message = last.commit, last.message
    with intact():
        while repo.descendant_of(at.id, start.id):
            yield message
            if message.previous is None:
                return
            at = commit_of(repo, message.previous)
            sealed = commit_trailers.parse(at.message)
            assert sealed is not None, "a sealed deed names one"
            message = sealed.message


def verified(commit: Commit, key: signatures.PublicKey) -> ChainLink | None:
    """A commit as a deed, if its seal holds."""
    with intact():
        text = commit.raw_message.decode("utf-8", "replace")
    sealed = commit_trailers.parse(text)
    if sealed is None:
        return None
    part = signatures.signed_bytes(tuple(map(str, commit.parent_ids)), str(commit.tree_id), sealed.signed)
    return ChainLink(commit, sealed.message) if signatures.is_valid(key, part, sealed.signature) else None


def _without_copies(links: list[ChainLink]) -> list[ChainLink]:
    """A seal does not hold a commit's author fast, so whoever may push can commit a deed once more under a name of his
    own. It is the same deed: of several, the commit that the next deed names is kept."""
    named = {link.message.previous for link in links}
    kept: dict[tuple[object, ...], ChainLink] = {}
    for link in links:
        sealed = (link.message, link.commit.tree_id, *link.commit.parent_ids)
        kept[sealed] = min(kept.get(sealed, link), link, key=lambda each: (each.id not in named, each.id))
    ids = {link.id for link in kept.values()}
    return [link for link in links if link.id in ids]


_Keys: TypeAlias = dict[Entry | None, signatures.PublicKey | None]


def _own_link(repo: Repository, commit: Commit, secret: bytes, keys: _Keys) -> ChainLink | None:
    """A commit as a deed that was sealed with this secret. What a club's file says is asked once per file."""
    if not _looks_like_a_deed(commit):
        return None
    file = root_of(commit).get(repository.CONFIG)
    if file not in keys:
        keys[file] = _own_key(repo, commit, secret)
    own = keys[file]
    return None if own is None else verified(commit, own)


def _own_key(repo: Repository, commit: Commit, secret: bytes) -> signatures.PublicKey | None:
    try:
        config = repository.config_of(repo, commit)
    except NotGitGammon:
        return None
    key = signatures.private_key(secret, config.id)
    return key.public_key() if signatures.public_hex(key) == config.key else None


def _sealed_by_their_own(repo: Repository, commits: list[Commit]) -> dict[Oid, tuple[RepositoryConfig, ChainLink]]:
    """The commits that are deeds by the key in their own `gitgammon.json`, whosever club that is."""
    known: dict[Entry | None, tuple[RepositoryConfig, signatures.PublicKey] | None] = {}
    found = {}
    for commit in commits:
        file = root_of(commit).get(repository.CONFIG)
        if file not in known:
            known[file] = _named_key(repo, commit)
        named = known[file]
        link = None if named is None else verified(commit, named[1])
        if named is not None and link is not None:
            found[commit.id] = named[0], link
    return found


def _named_key(repo: Repository, commit: Commit) -> tuple[RepositoryConfig, signatures.PublicKey] | None:
    try:
        config = repository.config_of(repo, commit)
        return config, signatures.public_key(config.key)
    except (NotGitGammon, ValueError):
        return None


def _meant(
    repo: Repository,
    tip: Commit,
    pinned: str | None,
    openings: Mapping[str, RepositoryConfig],
    sealed_by: Mapping[Oid, str],
) -> RepositoryConfig:
    if pinned is not None:
        if pinned not in openings:
            others = ", ".join(openings) or "none"
            raise NotGitGammon(f"the club's key is {others}, not the one you know, which is {pinned}")
        return openings[pinned]
    first = {key for key in _first_on_every_way(tip, lambda commit: sealed_by.get(commit.id)) if key in openings}
    if not first:
        raise GitGammonError("nobody has opened a club in this history")
    if len(first) > 1:  # side by side: what stands here now is what the processor has left standing
        here = _named_key(repo, tip)
        first &= set() if here is None else {here[0].key}
    if len(first) != 1:
        raise GitGammonError("there are several clubs in this history: say which one you know, with --key")
    return openings[first.pop()]


def _first_on_every_way(tip: Commit, found_in: Callable[[Commit], T | None]) -> list[T]:
    """What one comes upon first, going back from a commit on every way."""
    found = []
    waiting, seen = [tip], {tip.id}
    while waiting:
        commit = waiting.pop()
        here = found_in(commit)
        if here is not None:
            found.append(here)
            continue
        if len(seen) > COMMITS_AT_MOST:
            raise GitGammonError(f"more than {COMMITS_AT_MOST} commits since the processor's last one")
        with intact():
            parents = [parent for parent in commit.parents if parent.id not in seen]
        seen.update(parent.id for parent in parents)
        waiting += parents
    return found


def _looks_like_a_deed(commit: Commit) -> bool:
    return commit.raw_message.startswith(commit_trailers.PREFIX.encode())


def _oldest_first(repo: Repository, tip: Commit) -> Iterator[Commit]:
    with intact():
        yield from repo.walk(tip.id, SortMode.TOPOLOGICAL | SortMode.REVERSE)

"""The chain: the processor's commits among everybody else's, each naming the one before it.

Players commit beside and on top of them, merge and rebase; what counts is the chain. A commit is part of it if its seal
holds: whatever else looks like a deed is a player's commit with a curious message.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias, TypeVar

from pygit2 import Commit, Oid, Repository
from pygit2.enums import SortMode

from .. import repository
from ..errors import NoClub, Trouble
from ..format import commit_trailers
from ..format.commit_trailers import Deed
from ..git_objects import Entry, intact, root_of
from ..git_objects import commit as commit_of
from ..repository import Club
from . import signatures

COMMITS_AT_MOST: Final = 100_000
"""How far back the last deed is looked for: nobody has pushed that much since."""


T = TypeVar("T")


class Link(NamedTuple):
    commit: Commit
    deed: Deed

    @property
    def id(self) -> str:
        return str(self.commit.id)


def last(repo: Repository, tip: Commit, secret: bytes) -> tuple[Club, Link]:
    """The newest deed in a commit's history that was sealed with this secret, and the club it says it is of: what was
    pushed on top of it may say anything. Only commits that came after it are looked at."""
    keys: _Keys = {}
    found = _first_on_every_way(tip, lambda commit: _own_link(repo, commit, secret, keys))
    if not found:
        raise Trouble("no commit here has the processor's seal: is this the club's secret, and is this the club?")
    number = max(link.deed.number for link in found)
    same = _without_copies([link for link in found if link.deed.number == number])
    if len(same) > 1:
        raise Trouble(f"the processor's history forks: {' and '.join(link.id[:12] for link in same)}")
    return repository.of_commit(repo, same[0].commit), same[0]


def whole(repo: Repository, tip: Commit, pinned: str | None = None) -> tuple[Club, list[Link]]:
    """A club and every deed of its processor, oldest first. Anybody may merge commits that open a club of his own, so
    which is meant is said by the pinned key or, without it, by the newest deed that there is."""
    listed = [commit for commit in _oldest_first(repo, tip) if _looks_like_a_deed(commit)]
    sealed = _sealed_by_their_own(repo, listed)
    openings: dict[str, Club] = {}
    for club, link in sealed.values():
        if link.deed.kind == "club":
            openings.setdefault(club.key, club)
    club = _meant(repo, tip, pinned, openings, {commit: club.key for commit, (club, _) in sealed.items()})
    key = signatures.public_key(club.key)
    links = []
    for commit in listed:
        own = sealed.get(commit.id)
        found = own[1] if own is not None and own[0].key == club.key else link_of(commit, key)
        if found is not None:
            links.append(found)
    return club, _without_copies(links)


def newest(repo: Repository, tip: Commit, pinned: str | None = None) -> Link:
    """The last deed, for whoever has the club's key, or looks for it: what was pushed on top of it says nothing yet."""
    if pinned is None:
        return whole(repo, tip)[1][-1]
    key = signatures.public_key(pinned)
    found = _first_on_every_way(tip, lambda commit: link_of(commit, key) if _looks_like_a_deed(commit) else None)
    if not found:
        raise NoClub(f"the club's key is not the one you know, which is {pinned}")
    return max(found, key=lambda link: link.deed.number)


def since(repo: Repository, last: Link, start: Commit) -> Iterator[Deed]:
    """The deeds that were done on top of a commit, newest first."""
    at, deed = last.commit, last.deed
    with intact():
        while repo.descendant_of(at.id, start.id):
            yield deed
            if deed.previous is None:
                return
            at = commit_of(repo, deed.previous)
            sealed = commit_trailers.parsed(at.message)
            assert sealed is not None, "a sealed deed names one"
            deed = sealed.deed


def link_of(commit: Commit, key: signatures.PublicKey) -> Link | None:
    """A commit as a deed, if its seal holds."""
    with intact():
        text = commit.raw_message.decode("utf-8", "replace")
    sealed = commit_trailers.parsed(text)
    if sealed is None:
        return None
    part = signatures.sealed_part(tuple(map(str, commit.parent_ids)), str(commit.tree_id), sealed.message)
    return Link(commit, sealed.deed) if signatures.is_sealed(key, part, sealed.seal) else None


def _without_copies(links: list[Link]) -> list[Link]:
    """A seal does not hold a commit's author fast, so whoever may push can commit a deed once more under a name of his
    own. It is the same deed: of several, the commit that the next deed names is kept."""
    named = {link.deed.previous for link in links}
    kept: dict[tuple[object, ...], Link] = {}
    for link in links:
        sealed = (link.deed, link.commit.tree_id, *link.commit.parent_ids)
        kept[sealed] = min(kept.get(sealed, link), link, key=lambda each: (each.id not in named, each.id))
    ids = {link.id for link in kept.values()}
    return [link for link in links if link.id in ids]


_Keys: TypeAlias = dict[Entry | None, signatures.PublicKey | None]


def _own_link(repo: Repository, commit: Commit, secret: bytes, keys: _Keys) -> Link | None:
    """A commit as a deed that was sealed with this secret. What a club's file says is asked once per file."""
    if not _looks_like_a_deed(commit):
        return None
    file = root_of(commit).get(repository.CONFIG)
    if file not in keys:
        keys[file] = _own_key(repo, commit, secret)
    own = keys[file]
    return None if own is None else link_of(commit, own)


def _own_key(repo: Repository, commit: Commit, secret: bytes) -> signatures.PublicKey | None:
    try:
        club = repository.of_commit(repo, commit)
    except NoClub:
        return None
    key = signatures.private_key(secret, club.club)
    return key.public_key() if signatures.public_hex(key) == club.key else None


def _sealed_by_their_own(repo: Repository, commits: list[Commit]) -> dict[Oid, tuple[Club, Link]]:
    """The commits that are deeds by the key in their own `gitgammon.json`, whosever club that is."""
    known: dict[Entry | None, tuple[Club, signatures.PublicKey] | None] = {}
    found = {}
    for commit in commits:
        file = root_of(commit).get(repository.CONFIG)
        if file not in known:
            known[file] = _named_key(repo, commit)
        named = known[file]
        link = None if named is None else link_of(commit, named[1])
        if named is not None and link is not None:
            found[commit.id] = named[0], link
    return found


def _named_key(repo: Repository, commit: Commit) -> tuple[Club, signatures.PublicKey] | None:
    try:
        club = repository.of_commit(repo, commit)
        return club, signatures.public_key(club.key)
    except (NoClub, ValueError):
        return None


def _meant(
    repo: Repository, tip: Commit, pinned: str | None, openings: Mapping[str, Club], sealed_by: Mapping[Oid, str]
) -> Club:
    if pinned is not None:
        if pinned not in openings:
            others = ", ".join(openings) or "none"
            raise NoClub(f"the club's key is {others}, not the one you know, which is {pinned}")
        return openings[pinned]
    first = {key for key in _first_on_every_way(tip, lambda commit: sealed_by.get(commit.id)) if key in openings}
    if not first:
        raise Trouble("nobody has opened a club in this history")
    if len(first) > 1:  # side by side: what stands here now is what the processor has left standing
        here = _named_key(repo, tip)
        first &= set() if here is None else {here[0].key}
    if len(first) != 1:
        raise Trouble("there are several clubs in this history: say which one you know, with --key")
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
            raise Trouble(f"more than {COMMITS_AT_MOST} commits since the processor's last one")
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
